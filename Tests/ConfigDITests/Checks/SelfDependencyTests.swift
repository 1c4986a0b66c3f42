import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Services that need themselves through aliases and choices.
@Suite struct SelfDependencyTests {
  private func selfDependencies(_ body: String) throws -> [Diagnostic] {
    try Checking.check("configdi: 1\n\(body)").filter { $0.rule == .selfDependency }
  }

  private let parameters = "parameters: { p: { type: bool, env: P }, q: { type: bool, env: Q } }\n"

  /// The shorter way over Short would need two values of p at once.
  @Test("the reported path is possible for the parameter values") func theWayThatIsToldIsOneThatTheValuesAllow() throws
  {
    let found = try selfDependencies(
      parameters + """
        services:
          A: { factory: f, dependencies: [Way] }
          Way: { select: p, cases: { true: Short, false: Long } }
          Short: { select: p, cases: { true: X, false: A } }
          Long: { select: q, cases: { true: Longer, false: X } }
          Longer: { alias: A }
          X: f
        """)
    #expect(found.map(\.message) == ["A depends on itself through Way, Long, Longer"])
  }

  @Test("a path that needs two values of one parameter is not a self-dependency")
  func aWayThatNeedsTwoValuesOfAParameterIsNone() throws {
    let found = try selfDependencies(
      parameters + """
        services:
          A: { factory: f, dependencies: [Way] }
          Way: { select: p, cases: { true: Short, false: X } }
          Short: { select: p, cases: { true: X, false: A } }
          X: f
        """)
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test("a ring of aliases is not a self-dependency") func aRingOfAliasesIsNoServiceThatNeedsItself() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages: { dev: { services: { C: { alias: A } } }, prod: {}, test: { services: { C: { alias: C } } } }
      services:
        A: { alias: B }
        B: { alias: C }
        C: f
      """)
    #expect(found.map(\.rule) == [.aliasCycle])
    #expect(found.first?.stages == ["dev", "test"])
  }

  @Test("a self-dependency is limited to the stage where the key is a service")
  func aServiceInOneStageNeedsItselfThereThoughItIsAnAliasInAnother() throws {
    let found = try selfDependencies(
      """
      stages: { dev: { services: { C: { alias: D } } }, prod: {} }
      services:
        A: { alias: C }
        C: { factory: f, dependencies: [A] }
        D: f
      """)
    #expect(found.map(\.message) == ["C depends on itself through A"])
    #expect(found.first?.stages == ["prod"])
  }

  @Test("a self-dependency is limited to the stages with its whole path")
  func itIsSoOnlyInTheStagesThatHaveTheWholeWay() throws {
    let found = try selfDependencies(
      """
      stages:
        dev: { services: { A: { dependencies: [] } } }
        prod: {}
      services:
        A: { factory: f, dependencies: [P] }
        P: { alias: A }
      """)
    #expect(found.map(\.message) == ["A depends on itself through P"])
    #expect(found.map(\.stages) == [["prod"]])
  }

  @Test("a service that needs itself does not hide its cycle with another") func selfAndCycle() throws {
    let found = try Checking.check(
      """
      configdi: 1
      services:
        A: { factory: a, dependencies: { me: A, b: B } }
        B: { factory: b, dependencies: { a: A } }
      roots: [A]
      """)
    #expect(found.map(\.code).sorted() == ["DI202", "DI204"])
    #expect(found.contains { $0.code == "DI202" && $0.message.contains("A -> B -> A") }, "\(found.map(\.message))")
  }

  @Test("the collection of the cycle is named, not the alias in it") func collectionOfAnAlias() throws {
    let found = try selfDependencies(
      """
      collections: { c: { of: K } }
      services:
        K/a: { alias: B, collect: c }
        B: { factory: b, dependencies: { all: { all: c } } }
      roots: [B]
      """)
    #expect(
      found.flatMap(\.help).contains { $0.hasPrefix("remove it from collection 'c'") }, "\(found.flatMap(\.help))")
  }

  @Test("a decorator's inner instance is not a dependency") func innerInstance() throws {
    let found = try selfDependencies(
      "services: { A: { factory: a, decorators: [{ factory: d, dependencies: { inner: A } }] } }")
    #expect(
      found.map(\.help) == [["remove the inner instance, which every decorator receives, or choose a variant of A"]])
  }
}
