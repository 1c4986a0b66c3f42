import ConfigDI
import Testing

@testable import configdi_check

/// Whether a call is to the library's own method.
@Suite struct ReceiverTests {
  @Test("beside another container, what is shown to be ours counts")
  func besideOtherContainers() throws {
    let imports = "import ConfigDI\nimport Swinject\n"
    for code in [
      "func f(_ c: ConfigDI.Container) throws { try c.resolve(Summary.self) }",
      "func f(_ c: LiveContainer) throws { try c.resolve(Summary.self) }",
      "let c = try ConfigDI.Container(manifest: \"app.yaml\")\ntry c.resolve(Summary.self)",
      "try ConfigDI.Container.current.resolve(Summary.self)",
      "extension ConfigDI.Container { func f() throws { try resolve(Summary.self) } }",
    ] { #expect(try CallScannerTests.read(code, imports: imports).found == ["Summary"], "\(code)") }
    for code in [
      "func f(_ c: Container) throws { try c.resolve(Summary.self) }",
      "extension Swinject.Container { func f() throws { try resolve(Summary.self) } }",
      "extension Container { func f() throws { try resolve(Summary.self) } }",
      "try Swinject.Container.shared.resolve(Summary.self)",
      "try run(assembler.resolver.resolve(Summary.self) ?? d)", "try run(makeResolver().resolve(Summary.self) ?? d)",
    ] { #expect(try CallScannerTests.read(code, imports: imports).found == [], "\(code)") }
  }

  @Test("a call that may be to another type is not reported")
  func doubtfulReceivers() throws {
    let program = try CallScannerTests.program([
      "Types.swift": "struct Provided {}\nenum Layout { struct Container {} }\n",
      "Alias.swift": "import ConfigDI\ntypealias AppContainer = Container\n",
      "Calls.swift": """
      import ConfigDI
      func f(_ c: AppContainer) throws { try c.resolve(A.self) }
      func g() throws { let r = Resolver.make(); try r.resolve(B.self); try Resolver.make().resolve(C.self) }
      func h(_ r: Resolver) throws { try all.map { r in try r.resolve(D.self) } }
      let p = [Provided(r, as: E.self), ConfigDI.Provided(r, as: F.self)]
      extension OverlayDefinition { static let quiet = OverlayDefinition(G.self, returning: 1) }
      """,
    ])
    #expect(program.found.map(\.shown) == ["A", "B", "C", "D", "E", "F", "G"])
    #expect(program.found.map(program.isCertain) == [true, false, false, false, false, true, true])
    #expect(program.skipped.count == 3)
    let own = """
      import ConfigDI
      struct Container {}
      func f(_ c: Container) throws { try c.resolve(A.self) }
      let c = Container(manifest: "a", stage: "test")
      func g(_ c: LiveContainer, _ d: ConfigDI.Container) throws { try c.resolve(B.self); try d.resolve(C.self) }
      """
    let other = try CallScannerTests.program(["Calls.swift": own])
    #expect(other.found.map(\.shown) == ["A", "@test", "B", "C"])
    #expect(other.found.map(other.isCertain) == [false, false, true, true])
  }

  @Test("the type of an element that no declaration shows is not guessed")
  func elementsOfUnknownTypes() throws {
    let program = try CallScannerTests.program([
      "Calls.swift": """
      import ConfigDI
      func f(_ pair: (Resolver, Int), _ all: Set<Resolver>, _ session: Session) throws {
        try pair.0.resolve(A.self)
        for each in all { try each.resolve(B.self) }
        try session[keyPath: \\.resolver].resolve(C.self)
        try work { try $0.resolve(D.self) }
        try live.withCurrent { if isOn { try $0.resolve(E.self) } }
      }
      """
    ])
    #expect(program.found.map(\.shown) == ["A", "B", "C", "D", "E"])
    #expect(program.found.filter(program.isCertain).map(\.shown) == ["E"])
    #expect(program.skipped.count == 4)
  }

  @Test("beside a method of the program's own that is called alike, only a receiver shown to be a container counts")
  func ownMethods() throws {
    let calls = """
      import ConfigDI
      enum Keys { static let utc = Key(Clock.self, named: "utc") }
      func f(_ c: Container, _ app: App) async throws {
        let (router, _) = app.pair
        try router.resolve(A.self)
        try app.routers.first?.resolve(Keys.utc)
        try c.resolve(B.self)
        try app.container.resolve(C.self)
        try await app.tracer.withScope("d") { _ in }
        try await c.withScope("e") { _ in }
      }
      """
    let app = "struct App { let container: ConfigDI.Container }\nextension Container { func resolve(_: T.Type) {} }\n"
    let own = """
      protocol Routing { func resolve<T>(_ type: T.Type, on path: [(Int)]) throws -> T }
      enum Tracing { static func withScope(_ name: String) {} }
      """
    for (files, names) in [
      (["App.swift": app], ["A", "B", "C", "#d", "#e", "Clock/utc"]), (["App.swift": app + own], ["B", "C", "#e"]),
    ] {
      let program = try CallScannerTests.program(files.merging(["Calls.swift": calls]) { $1 })
      #expect(Set(program.found.filter(program.isCertain).map(\.shown)) == Set(names))
    }
  }

  @Test("a container's scopes, overlays and parameters are shown to be its own beside methods that are called alike")
  func ownMethodsBesideScopes() throws {
    let calls = """
      import ConfigDI
      func f(_ c: Container, _ live: LiveContainer, _ other: Other) async throws {
        try await c.withScope("a") { scope in try scope.resolve(A.self) }
        try await live.withCurrent { try await $0.withScope("b") { scope in try scope.resolve(B.self) } }
        let scope = try await c.startScope("c")
        try scope.resolve(C.self)
        try await other.withScope("d") { inner in try inner.resolve(D.self) }
        try c.overlay(E.self, returning: 1)
        try c.overlay(Key<Int>("e"), returning: 1)
        c.configuration.value(forService: "f", key: "g")
      }
      """
    let own = """
      struct Other { var configuration: Settings }
      protocol Routing { func resolve<T>(_: T.Type) throws -> T; func overlay<T>(_: T.Type, returning: T) }
      """
    let program = try CallScannerTests.program(["Calls.swift": calls, "Own.swift": own])
    let certain = program.found.filter(program.isCertain).map(\.shown)
    #expect(Set(certain).isSuperset(of: ["A", "B", "C", "E", "e"]) && !certain.contains("D"), "\(certain)")
    #expect(certain.contains { $0.contains("f.g") }, "\(certain)")
  }

  @Test("parentheses around a receiver may be nested deeply") func nestedParentheses() throws {
    let (open, close) = (String(repeating: "(", count: 20_000), String(repeating: ")", count: 20_000))
    #expect(try CallScannerTests.read("try \(open)c\(close).resolve(A.self)").found == ["A"])
  }

  @Test("a static member of another type is a container where its declaration shows it")
  func staticMembers() throws {
    let program = try CallScannerTests.program([
      "App.swift": """
      import ConfigDI
      enum App { static let shared = try! Container(manifest: "app.yaml") }
      extension Outer.Stacks { static var current: LiveContainer? { live } }
      final class Locator { static let shared = Locator(); let container: Container }
      """,
      "Calls.swift": """
      import ConfigDI
      func f() throws {
        try App.shared.resolve(A.self)
        try Outer.Stacks.current?.resolve(B.self)
        try App.shared.main.resolve(C.self)
        try Locator.shared.resolve(D.self)
        try App.main.resolve(E.self)
      }
      """,
    ])
    #expect(program.found.map(\.shown) == ["A", "B", "C"])
    #expect(program.found.allSatisfy(program.isCertain))
  }

  @Test("a receiver that another file declares has the type that it has there")
  func receiversOfOtherFiles() throws {
    let program = try CallScannerTests.program([
      "Types.swift": """
      struct Environment { let resolver: any Resolver; let both: Resolver; let own: AppContainer }
      func makeResolver() -> any Resolver { legacy }
      let legacy: Resolver? = nil
      """,
      "Alias.swift": "import ConfigDI\ntypealias AppContainer = Container\nclass Base { var both: Container? }\n",
      "Calls.swift": """
      import ConfigDI
      func f(_ e: Environment) async throws {
        try e.resolver.resolve(A.self)
        try makeResolver().resolve(B.self)
        try legacy?.resolve(C.self)
        try await e.resolver.withScope("d") { scope in try scope.resolve(E.self) }
        try e.both.resolve(F.self)
        try e.own.resolve(G.self)
        try e.other.resolve(H.self)
      }
      """,
    ])
    let certain = program.found.filter(program.isCertain)
    #expect(program.found.count == 8)
    #expect(certain.map(\.shown) == ["E", "F", "G", "H"])
  }

  @Test("a receiver may be before an #if")
  func postfixConditions() throws {
    let program = try CallScannerTests.program([
      "Calls.swift": """
      import ConfigDI
      func f(_ c: Container) throws {
        let a = c
          #if DEBUG
            .resolve(A.self)
          #elseif TESTING
            .resolve(B.self)
          #else
            .resolve(C.self)
          #endif
        let b = try container
          #if DEBUG
            .main
          #endif
          .resolve(D.self)
        #if DEBUG
          dns.resolve(E.self)
        #endif
      }
      """
    ])
    #expect(program.found.map(\.shown) == ["A", "B", "C", "D"])
    #expect(program.found.map(\.site.isConditional) == [true, true, true, false])
    let first = "#if DEBUG\n.resolve(A.self)\n#endif\nimport ConfigDI\n"
    #expect(try CallScannerTests.read(first, imports: "").found == [])
  }
}
