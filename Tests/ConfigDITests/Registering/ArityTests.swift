import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Factories of zero to twelve dependencies, in each form in which Swift code has functions.
@Suite struct ArityTests {
  @Test func initializers() throws {
    var registry = FactoryRegistry()
    registry.register("f0", as: (any Made).self, Made0.init)
    registry.register("f1", as: (any Made).self, Made1.init)
    registry.register("f2", as: (any Made).self, Made2.init)
    registry.register("f3", as: (any Made).self, Made3.init)
    registry.register("f4", as: (any Made).self, Made4.init)
    registry.register("f5", as: (any Made).self, Made5.init)
    registry.register("f6", as: (any Made).self, Made6.init)
    registry.register("f7", as: (any Made).self, Made7.init)
    registry.register("f8", as: (any Made).self, Made8.init)
    registry.register("f9", as: (any Made).self, Made9.init)
    registry.register("f10", as: (any Made).self, Made10.init)
    registry.register("f11", as: (any Made).self, Made11.init)
    registry.register("f12", as: (any Made).self, Made12.init)
    expectEdges(registry)
    try expectMade(registry)
  }

  @Test func initializersOfTheirOwnType() throws {
    var registry = FactoryRegistry()
    registry.register("f0", as: Made0.self, Made0.init)
    registry.register("f1", as: Made1.self, Made1.init)
    registry.register("f2", as: Made2.self, Made2.init)
    registry.register("f3", as: Made3.self, Made3.init)
    registry.register("f4", as: Made4.self, Made4.init)
    registry.register("f5", as: Made5.self, Made5.init)
    registry.register("f6", as: Made6.self, Made6.init)
    registry.register("f7", as: Made7.self, Made7.init)
    registry.register("f8", as: Made8.self, Made8.init)
    registry.register("f9", as: Made9.self, Made9.init)
    registry.register("f10", as: Made10.self, Made10.init)
    registry.register("f11", as: Made11.self, Made11.init)
    registry.register("f12", as: Made12.self, Made12.init)
    expectEdges(registry)
    var plan = Self.planOfDependencies(&registry)
    for count in 0...12 { plan.add("Made\(count)", "f\(count)", .transient, Self.dependencies(count)) }
    let container = try plan.container(registry)
    #expect(try container.resolve(Made0.self).numbers == Array(0..<0))
    #expect(try container.resolve(Made1.self).numbers == Array(0..<1))
    #expect(try container.resolve(Made2.self).numbers == Array(0..<2))
    #expect(try container.resolve(Made3.self).numbers == Array(0..<3))
    #expect(try container.resolve(Made4.self).numbers == Array(0..<4))
    #expect(try container.resolve(Made5.self).numbers == Array(0..<5))
    #expect(try container.resolve(Made6.self).numbers == Array(0..<6))
    #expect(try container.resolve(Made7.self).numbers == Array(0..<7))
    #expect(try container.resolve(Made8.self).numbers == Array(0..<8))
    #expect(try container.resolve(Made9.self).numbers == Array(0..<9))
    #expect(try container.resolve(Made10.self).numbers == Array(0..<10))
    #expect(try container.resolve(Made11.self).numbers == Array(0..<11))
    #expect(try container.resolve(Made12.self).numbers == Array(0..<12))
  }

  @Test func staticMethods() throws {
    var registry = FactoryRegistry()
    registry.register("f0", as: (any Made).self, Made0.build)
    registry.register("f1", as: (any Made).self, Made1.build)
    registry.register("f2", as: (any Made).self, Made2.build)
    registry.register("f3", as: (any Made).self, Made3.build)
    registry.register("f4", as: (any Made).self, Made4.build)
    registry.register("f5", as: (any Made).self, Made5.build)
    registry.register("f6", as: (any Made).self, Made6.build)
    registry.register("f7", as: (any Made).self, Made7.build)
    registry.register("f8", as: (any Made).self, Made8.build)
    registry.register("f9", as: (any Made).self, Made9.build)
    registry.register("f10", as: (any Made).self, Made10.build)
    registry.register("f11", as: (any Made).self, Made11.build)
    registry.register("f12", as: (any Made).self, Made12.build)
    expectEdges(registry)
    try expectMade(registry)
  }

  @Test func closures() throws {
    var registry = FactoryRegistry()
    registry.register("f0", as: (any Made).self) { Made0() }
    registry.register("f1", as: (any Made).self) { Made1($0) }
    registry.register("f2", as: (any Made).self) { Made2($0, $1) }
    registry.register("f3", as: (any Made).self) { Made3($0, $1, $2) }
    registry.register("f4", as: (any Made).self) { Made4($0, $1, $2, $3) }
    registry.register("f5", as: (any Made).self) { Made5($0, $1, $2, $3, $4) }
    registry.register("f6", as: (any Made).self) { Made6($0, $1, $2, $3, $4, $5) }
    registry.register("f7", as: (any Made).self) { Made7($0, $1, $2, $3, $4, $5, $6) }
    registry.register("f8", as: (any Made).self) { Made8($0, $1, $2, $3, $4, $5, $6, $7) }
    registry.register("f9", as: (any Made).self) { Made9($0, $1, $2, $3, $4, $5, $6, $7, $8) }
    registry.register("f10", as: (any Made).self) { Made10($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) }
    registry.register("f11", as: (any Made).self) { Made11($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) }
    registry.register("f12", as: (any Made).self) { Made12($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) }
    expectEdges(registry)
    try expectMade(registry)
  }

  @Test func closuresWithNamedParameters() throws {
    var registry = FactoryRegistry()
    registry.register("f0", as: (any Made).self) { () -> any Made in Made0() }
    registry.register("f1", as: (any Made).self) { (d0: D0) throws -> any Made in
      Made1(d0)
    }
    registry.register("f2", as: (any Made).self) { (d0: D0, d1: D1) throws -> any Made in
      Made2(d0, d1)
    }
    registry.register("f3", as: (any Made).self) { (d0: D0, d1: D1, d2: D2) throws -> any Made in
      Made3(d0, d1, d2)
    }
    registry.register("f4", as: (any Made).self) { (d0: D0, d1: D1, d2: D2, d3: D3) throws -> any Made in
      Made4(d0, d1, d2, d3)
    }
    registry.register("f5", as: (any Made).self) { (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4) throws -> any Made in
      Made5(d0, d1, d2, d3, d4)
    }
    registry.register("f6", as: (any Made).self) {
      (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5) throws -> any Made in
      Made6(d0, d1, d2, d3, d4, d5)
    }
    registry.register("f7", as: (any Made).self) {
      (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6) throws -> any Made in
      Made7(d0, d1, d2, d3, d4, d5, d6)
    }
    registry.register("f8", as: (any Made).self) {
      (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7) throws -> any Made in
      Made8(d0, d1, d2, d3, d4, d5, d6, d7)
    }
    registry.register("f9", as: (any Made).self) {
      (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8) throws -> any Made in
      Made9(d0, d1, d2, d3, d4, d5, d6, d7, d8)
    }
    registry.register("f10", as: (any Made).self) {
      (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8, d9: D9) throws -> any Made in
      Made10(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9)
    }
    registry.register("f11", as: (any Made).self) {
      (d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8, d9: D9, d10: D10) throws -> any Made in
      Made11(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10)
    }
    registry.register("f12", as: (any Made).self) {
      (
        d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8, d9: D9, d10: D10, d11: D11
      ) throws -> any Made in
      Made12(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11)
    }
    expectEdges(registry)
    try expectMade(registry)
  }

  @Test func localFunctions() throws {
    var registry = FactoryRegistry()
    @Sendable func make0() -> Made0 { Made0() }
    registry.register("f0", as: (any Made).self, make0)
    @Sendable func make1(_ d0: D0) -> Made1 { Made1(d0) }
    registry.register("f1", as: (any Made).self, make1)
    @Sendable func make2(_ d0: D0, _ d1: D1) -> Made2 { Made2(d0, d1) }
    registry.register("f2", as: (any Made).self, make2)
    @Sendable func make3(_ d0: D0, _ d1: D1, _ d2: D2) -> Made3 { Made3(d0, d1, d2) }
    registry.register("f3", as: (any Made).self, make3)
    @Sendable func make4(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3) -> Made4 { Made4(d0, d1, d2, d3) }
    registry.register("f4", as: (any Made).self, make4)
    @Sendable func make5(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4) -> Made5 { Made5(d0, d1, d2, d3, d4) }
    registry.register("f5", as: (any Made).self, make5)
    @Sendable func make6(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5) -> Made6 {
      Made6(d0, d1, d2, d3, d4, d5)
    }
    registry.register("f6", as: (any Made).self, make6)
    @Sendable func make7(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6) -> Made7 {
      Made7(d0, d1, d2, d3, d4, d5, d6)
    }
    registry.register("f7", as: (any Made).self, make7)
    @Sendable func make8(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7) -> Made8 {
      Made8(d0, d1, d2, d3, d4, d5, d6, d7)
    }
    registry.register("f8", as: (any Made).self, make8)
    @Sendable func make9(
      _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8
    ) -> Made9 { Made9(d0, d1, d2, d3, d4, d5, d6, d7, d8) }
    registry.register("f9", as: (any Made).self, make9)
    @Sendable func make10(
      _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9
    ) -> Made10 { Made10(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) }
    registry.register("f10", as: (any Made).self, make10)
    @Sendable func make11(
      _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9, _ d10: D10
    ) -> Made11 { Made11(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10) }
    registry.register("f11", as: (any Made).self, make11)
    @Sendable func make12(
      _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9, _ d10: D10,
      _ d11: D11
    ) -> Made12 { Made12(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) }
    registry.register("f12", as: (any Made).self, make12)
    expectEdges(registry)
    try expectMade(registry)
  }

  @Test func unshared() throws {
    var registry = FactoryRegistry()
    registry.registerUnshared("f0", as: (any Made).self, Made0.init)
    registry.registerUnshared("f1", as: (any Made).self, Made1.init)
    registry.registerUnshared("f2", as: (any Made).self, Made2.init)
    registry.registerUnshared("f3", as: (any Made).self, Made3.init)
    registry.registerUnshared("f4", as: (any Made).self, Made4.init)
    registry.registerUnshared("f5", as: (any Made).self, Made5.init)
    registry.registerUnshared("f6", as: (any Made).self, Made6.init)
    registry.registerUnshared("f7", as: (any Made).self, Made7.init)
    registry.registerUnshared("f8", as: (any Made).self, Made8.init)
    registry.registerUnshared("f9", as: (any Made).self, Made9.init)
    registry.registerUnshared("f10", as: (any Made).self, Made10.init)
    registry.registerUnshared("f11", as: (any Made).self, Made11.init)
    registry.registerUnshared("f12", as: (any Made).self, Made12.init)
    expectEdges(registry)
    try expectMade(registry)
  }

  @Test func asynchronous() async throws {
    var registry = FactoryRegistry()
    registry.registerAsync("f0", as: (any Made).self, Made0.init)
    registry.registerAsync("f1", as: (any Made).self, Made1.init)
    registry.registerAsync("f2", as: (any Made).self, Made2.init)
    registry.registerAsync("f3", as: (any Made).self, Made3.init)
    registry.registerAsync("f4", as: (any Made).self, Made4.init)
    registry.registerAsync("f5", as: (any Made).self, Made5.init)
    registry.registerAsync("f6", as: (any Made).self, Made6.init)
    registry.registerAsync("f7", as: (any Made).self, Made7.init)
    registry.registerAsync("f8", as: (any Made).self, Made8.init)
    registry.registerAsync("f9", as: (any Made).self, Made9.init)
    registry.registerAsync("f10", as: (any Made).self, Made10.init)
    registry.registerAsync("f11", as: (any Made).self, Made11.init)
    registry.registerAsync("f12", as: (any Made).self, Made12.init)
    expectEdges(registry)
    let container = try container(registry, .singleton)
    for count in 0...12 {
      #expect(try await container.resolveAsync((any Made).self, named: "\(count)").numbers == Array(0..<count))
    }
  }

  @Test @MainActor func onTheMainActor() throws {
    var registry = FactoryRegistry()
    registry.registerMainActor("f0", as: (any Made).self, Made0.init)
    registry.registerMainActor("f1", as: (any Made).self, Made1.init)
    registry.registerMainActor("f2", as: (any Made).self, Made2.init)
    registry.registerMainActor("f3", as: (any Made).self, Made3.init)
    registry.registerMainActor("f4", as: (any Made).self, Made4.init)
    registry.registerMainActor("f5", as: (any Made).self, Made5.init)
    registry.registerMainActor("f6", as: (any Made).self, Made6.init)
    registry.registerMainActor("f7", as: (any Made).self, Made7.init)
    registry.registerMainActor("f8", as: (any Made).self, Made8.init)
    registry.registerMainActor("f9", as: (any Made).self, Made9.init)
    registry.registerMainActor("f10", as: (any Made).self, Made10.init)
    registry.registerMainActor("f11", as: (any Made).self, Made11.init)
    registry.registerMainActor("f12", as: (any Made).self, Made12.init)
    expectEdges(registry)
    let container = try container(registry, .singleton)
    for count in 0...12 {
      #expect(try container.main.resolve((any Made).self, named: "\(count)").numbers == Array(0..<count))
    }
  }

  /// The decorated instance is no dependency.
  @Test func decorators() throws {
    var registry = FactoryRegistry()
    registry.registerDecorator("f0", of: (any Made).self) { (inner: any Made) in
      Wrapped(inner, [])
    }
    registry.registerDecorator("f1", of: (any Made).self) { (inner: any Made, d0: D0) in
      Wrapped(inner, [d0.number])
    }
    registry.registerDecorator("f2", of: (any Made).self) { (inner: any Made, d0: D0, d1: D1) in
      Wrapped(inner, [d0.number, d1.number])
    }
    registry.registerDecorator("f3", of: (any Made).self) { (inner: any Made, d0: D0, d1: D1, d2: D2) in
      Wrapped(inner, [d0.number, d1.number, d2.number])
    }
    registry.registerDecorator("f4", of: (any Made).self) { (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3) in
      Wrapped(inner, [d0.number, d1.number, d2.number, d3.number])
    }
    registry.registerDecorator("f5", of: (any Made).self) { (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4) in
      Wrapped(inner, [d0.number, d1.number, d2.number, d3.number, d4.number])
    }
    registry.registerDecorator("f6", of: (any Made).self) {
      (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5) in
      Wrapped(inner, [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number])
    }
    registry.registerDecorator("f7", of: (any Made).self) {
      (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6) in
      Wrapped(inner, [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number])
    }
    registry.registerDecorator("f8", of: (any Made).self) {
      (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7) in
      Wrapped(inner, [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number])
    }
    registry.registerDecorator("f9", of: (any Made).self) {
      (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8) in
      Wrapped(
        inner, [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number])
    }
    registry.registerDecorator("f10", of: (any Made).self) {
      (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8, d9: D9) in
      Wrapped(
        inner,
        [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number, d9.number])
    }
    registry.registerDecorator("f11", of: (any Made).self) {
      (inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8, d9: D9, d10: D10) in
      Wrapped(
        inner,
        [
          d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number, d9.number,
          d10.number,
        ])
    }
    registry.registerDecorator("f12", of: (any Made).self) {
      (
        inner: any Made, d0: D0, d1: D1, d2: D2, d3: D3, d4: D4, d5: D5, d6: D6, d7: D7, d8: D8, d9: D9, d10: D10,
        d11: D11
      ) in
      Wrapped(
        inner,
        [
          d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number, d9.number,
          d10.number, d11.number,
        ])
    }
    expectEdges(registry)
    registry.register("made", as: (any Made).self, Made0.init)
    var plan = Self.planOfDependencies(&registry)
    for count in 0...12 {
      plan.add(
        "Made/\(count)", "made", .transient,
        decorators: [.init(factory: "f\(count)", dependencies: Self.dependencies(count))])
    }
    let container = try plan.container(registry)
    for count in 0...12 {
      #expect(try container.resolve((any Made).self, named: "\(count)").numbers == [-1] + Array(0..<count))
    }
  }

  private struct Wrapped: Made {
    let numbers: [Int]
    init(_ inner: any Made, _ numbers: [Int]) { self.numbers = inner.numbers + [-1] + numbers }
  }

  private static func dependencies(_ count: Int) -> [HandMadePlan.Dependency] {
    (0..<count).map { .instance("D\($0)") }
  }

  private static func planOfDependencies(_ registry: inout FactoryRegistry) -> HandMadePlan {
    Numbers.register(in: &registry)
    var plan = HandMadePlan()
    for number in 0..<12 { plan.add("D\(number)", "d\(number)") }
    return plan
  }

  private func expectMade(_ registry: FactoryRegistry) throws {
    let container = try container(registry, .transient)
    for count in 0...12 {
      #expect(try container.resolve((any Made).self, named: "\(count)").numbers == Array(0..<count))
    }
  }

  private func container(_ registry: FactoryRegistry, _ scope: PlannedService.Scope) throws -> Container {
    var registry = registry
    var plan = Self.planOfDependencies(&registry)
    for count in 0...12 { plan.add("Made/\(count)", "f\(count)", scope, Self.dependencies(count)) }
    return try plan.container(registry)
  }

  private func expectEdges(_ registry: FactoryRegistry) {
    let edges = edges(of: registry)
    for count in 0...12 {
      #expect(edges["f\(count)"] == (0..<count).map { "ConfigDITests.D\($0)" })
    }
    #expect(registry.findings.isEmpty)
  }

  private func edges(of registry: FactoryRegistry) -> [String: [String]] {
    Dictionary(uniqueKeysWithValues: registry.catalog.factories.map { ($0.name, $0.dependencies.map(\.key)) })
  }
}
