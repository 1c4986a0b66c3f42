import ConfigDI
import Testing

@testable import configdi_check

/// The calls that the scanner finds in a file, and those that it counts.
@Suite struct CallScannerTests {
  /// The names of the calls in a file with this code, each with a letter of its subject, and the number of others.
  static func read(_ code: String, imports: String = "import ConfigDI\n") throws -> (found: [String], skipped: Int) {
    let program = try program(["App.swift": imports + code])
    return (program.found.map(\.shown), program.skipped.count)
  }

  static func program(_ files: [String: String]) throws -> ProgramCalls {
    let files = InMemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ("/app/\($0.key)", $0.value) }))
    return ProgramCalls(
      SourceFolders([SourceFolders.Folder(path: "/app")], files, limit: 1 << 20), CallCache(), package: nil)
  }

  @Test(
    "a literal is found",
    arguments: [
      ("try container.resolve(Summary.self)", ["Summary"]),
      ("try container.resolve((any Summary).self)", ["Summary"]),
      ("try container.resolve(((any Summary)).self)", ["Summary"]),
      ("try container.resolve(App.Summary.self, named: \"short\")", ["App.Summary/short"]),
      ("try container.resolve(App.Summary.self, named: nil)", ["App.Summary"]),
      ("try container.resolve(Fleet<any Car, Outer.Inner<Int>>.self)", ["Fleet<Car, Outer.Inner<Int>>"]),
      ("try container.resolve(`Summary`.self)", ["Summary"]),
      ("try await container.resolveAsync(Summary.self)", ["Summary"]),
      ("async let summary = container.resolveAsync(Summary.self)", ["Summary"]),
      ("try container.resolveIfPresent((any Summary).self)?.show()", ["Summary"]),
      ("try container.main.resolve(Screen.self)", ["Screen"]),
      ("try Container.current.resolve(Screen.self)", ["Screen"]),
      ("try stack.current.resolve(Screen.self)", ["Screen"]),
      ("try container?.resolve(Screen.self)", ["Screen"]),
      ("try make().resolve(Screen.self)", ["Screen"]),
      ("try live.withCurrent { try $0.resolve(Screen.self) }", ["Screen"]),
      ("try container.make(Summary.self, with: id)", ["Summary"]),
      ("try container.main.make(Summary.self, named: \"a\", with: id)", ["Summary/a"]),
      ("try await container.makeAsync(Summary.self, with: id)", ["Summary"]),
      ("try container.handle(for: (any Summary).self)", ["Summary"]),
      ("try container.handle(for: Summary.self, named: \"a\")", ["Summary/a"]),
      ("try container.resolve(Key<any Database>(\"reporting.db\"))", ["reporting.db"]),
      ("try container.resolve(Key((any Clock).self, named: \"utc\"))", ["Clock/utc"]),
      ("try container.handle(for: Key(Clock.self))", ["Clock"]),
      ("try container.resolve(Key<[String: any Database]>(\"reporting.db\"))", ["reporting.db"]),
      ("try container.resolve(\n  // the summary\n  Summary\n    .self /* short */,\n  named: \"a\"\n)", ["Summary/a"]),
      ("print(\"\\(try container.resolve(Summary.self)) \\(1)\")", ["Summary"]),
      ("print(\"\"\"\n  \\(try container.resolve(Summary.self))\n  \"\"\")", ["Summary"]),
      ("try print(\"\\(container.resolve(Summary.self))\")", ["Summary"]),
      ("let token = try container.overlay((any Summary).self) { original in Quiet(try original()) }", ["Summary"]),
      ("let token = try container.overlay(Summary.self, named: \"a\", returning: quiet)", ["Summary/a"]),
      ("let o = OverlayDefinition((any Summary).self, returning: quiet)", ["Summary"]),
      (
        "try await container.withOverlays(.use(\"quiet\", for: Summary.self), .set(\"name\", to: 1)) {}",
        ["Summary", "$name"]
      ),
      ("try await stack.push { $0.use(\"quiet\", for: Summary.self, named: \"a\") }", ["Summary/a"]),
      ("try await stack.push { $0.renew(Summary.self); $0.takeBack(Key<Pool>(\"db\")) }", ["Summary", "db"]),
      ("try await stack.push { $0.takeBack(parameter: \"name\") }", ["$name"]),
      ("try await container.withOverlays(.renew(Summary.self, named: \"a\")) {}", ["Summary/a"]),
      ("try await stack.push { changes in changes.set(\"name\", to: 1) }", ["$name"]),
      ("func f(_ c: inout LevelChanges) { c.use(instance: 1, for: Summary.self) }", ["Summary"]),
      (
        "try await container.withScope(\"request\", providing: [.init(r, as: Request.self)]) { _ in }",
        ["#request", "Request"]
      ),
      (
        "let p = [Provided(r, as: (any Request).self, named: \"a\"), Provided(r, for: Key<Int>(\"n\"))]",
        ["Request/a", "n"]
      ),
      ("let s = try container.openScope(\"request\")", ["#request"]),
      ("let n = try container.configuration[\"a.b\", as: String.self]", ["%a.b"]),
      ("let n = try configuration[\n  \"a\", as: [Int].self\n]", ["%a"]),
      ("func f(_ c: ExposedParameters) throws { print(try c[\"a\", as: Int.self]) }", ["%a"]),
      ("func f(_ c: ExposedParameters) { print(c.value(forService: \"a\", key: \"b\") ?? \"\") }", ["%a.b"]),
      ("func f(c: Container) { _ = c.configuration.value(forService: \"a\", key: \"b\") }", ["%a.b"]),
      ("let c = try Container(manifest: \"app.yaml\", stage: \"test\", registry: registry)", ["@test"]),
      ("let c = try LiveContainer(manifest: path, stage: \"test\", registry: registry)", ["@test"]),
      ("extension Container { var summary: Summary { get throws { try resolve(Summary.self) } } }", ["Summary"]),
      ("extension Container { var summary: Summary { get throws { try self.resolve(Summary.self) } } }", ["Summary"]),
      ("try\n  container.resolve(Summary.self)", ["Summary"]),
      ("try container\n  // the summary\n  .resolve(Summary.self)", ["Summary"]),
      ("let a = try first\n  ?? container.resolve(Summary.self)", ["Summary"]),
      ("let a = try first ??\n  container.resolve(Summary.self)", ["Summary"]),
      ("try print(\n  a,\n  container.resolve(Summary.self)\n)", ["Summary"]),
      ("let c = try Container(manifest: .path(\"app.yaml\"), stage: \"test\", registry: registry)", ["@test"]),
      (
        "func f(container: Container) { container.resolve(Summary.self) }\nfunc g(container: Harbor) throws {}",
        ["Summary"]
      ),
      (
        "struct A { let container: Container }\nextension A { func f() { container.resolve(Summary.self) } }",
        ["Summary"]
      ),
      (
        "func f(container: Harbor) {}\nlet run = { (container: Container) in container.resolve(Summary.self) }",
        ["Summary"]
      ),
      ("func f(container: Container) { print(\"\\(container.resolve(Summary.self))\") }", ["Summary"]),
      ("let a = b / c\nlet d = try container.resolve(Summary.self) // \"", ["Summary"]),
      ("let a = /\"[^\"]*/\nlet d = try container.resolve(Summary.self)", ["Summary"]),
      ("let a = #\"\\\"#\nlet d = try container.resolve(Summary.self)", ["Summary"]),
      ("let a = #\"\"\"#\nlet d = try container.resolve(Summary.self)", ["Summary"]),
      ("let a = ##\"\"\"\"\"##\nlet d = try container.resolve(Summary.self)", ["Summary"]),
      ("let a = #\"\"\"\n\"\"\n\"\"\"#\nlet d = try container.resolve(Summary.self)", ["Summary"]),
      ("let a = try /\"/.firstMatch(in: s); let d = try container.resolve(Summary.self)", ["Summary"]),
      ("try container.resolve((any Summary & Sendable).self)", ["Summary"]),
      ("try container.resolve((any Sendable & Summary).self)", ["Summary"]),
      ("try container.overlay((any Summary).self, Quiet.make)", ["Summary"]),
      ("extension Key { static var db: Self { Self(\"db\") } }\ntry container.resolve(.db)", ["db"]),
      ("let db: Key<Pool> = .init(\"db\")\ntry container.resolve(db)", ["db"]),
      (
        "try await stack.push { c in\n  if mocked { c.use(\"m\", for: Summary.self) } else { c.set(\"n\", to: 1) }\n}",
        ["Summary", "$n"]
      ),
      ("try await stack.push { for _ in 0..<2 { $0.set(\"n\", to: 1) } }", ["$n"]),
      ("typealias Box = ConfigDI.Container\nfunc f(_ c: Box) { c.resolve(Summary.self) }", ["Summary"]),
      ("typealias DI = Container\ntry DI.current.resolve(Summary.self)", ["Summary"]),
      ("struct S { let scope: Lexical }\ntry k.withScope(\"r\") { scope in try scope.resolve(A.self) }", ["#r", "A"]),
      (
        "struct S { let container: Harbor }\nfunc g() throws { let container = try make(); try container.resolve(A.self) }",
        ["A"]
      ),
      ("func make() throws -> Container { c }\nmake().resolve(Summary.self)", ["Summary"]),
      ("func f(_ all: [Container]) { for c in all { c.resolve(A.self) }; all[0].resolve(B.self) }", ["A", "B"]),
      ("func f(_ c: Promise, _ m: Container?) { guard let c = m else { return }; c.resolve(A.self) }", ["A"]),
      ("if let c = any as? Container { c.resolve(Summary.self) }", ["Summary"]),
      ("let run: (Container) -> Void = { c in c.resolve(A.self); $0.resolve(B.self) }", ["A", "B"]),
      ("let c = try Container.init(manifest: \"app.yaml\", stage: \"test\", registry: registry)", ["@test"]),
      ("let c: Container? = try? .init(manifest: \"app.yaml\", stage: \"test\", registry: registry)", ["@test"]),
      ("let c: LiveContainer = try await .init(manifest: path, stage: \"test\", registry: registry)", ["@test"]),
      ("final class App { let c: Container }\nc = try .init(manifest: m, stage: \"test\", registry: r)", ["@test"]),
      ("show(isOn ? try .init(manifest: m, stage: \"test\", registry: r) : other)", ["@test"]),
      ("struct S { var p: [Provided] }\nself.p = [.init(r, as: A.self), .init(r, as: B.self)]", ["A", "B"]),
      ("let p = [Provided.init(r, as: A.self), ConfigDI.Provided(r, as: B.self)]", ["A", "B"]),
      ("let p: [Provided] = [.init(r, as: A.self), .init(r, as: B.self)]", ["A", "B"]),
      ("let p: [Provided] = isOn ? [.init(r, as: A.self)] : [.init(r, as: B.self)]", ["A", "B"]),
      ("var p: [Provided] = []\np += [.init(r, as: A.self)]", ["A"]),
      ("func p() -> [Provided] { if isOn { return [.init(r, as: A.self)] }; return [] }", ["A"]),
      ("let o: OverlayDefinition = isOn ? .use(\"x\", for: A.self) : .set(\"n\", to: 1)", ["A", "$n"]),
      ("func f(_ all: [Container]) throws { try all.forEach { try $0.resolve(A.self) } }", ["A"]),
      ("try (\n  try Container(manifest: m)\n).resolve(A.self)", ["A"]),
      ("func f(_ c: Container) { guard isOn, c == d else { return }; c.resolve(A.self) }", ["A"]),
      ("func f(_ c: Container?) throws { try c.map { try $0.resolve(A.self) } }", ["A"]),
      ("try live.withCurrent { print(\"\\(try $0.resolve(A.self))\") }", ["A"]),
      ("let o: [OverlayDefinition] = [.use(\"x\", for: A.self), .set(\"n\", to: 1)]", ["A", "$n"]),
      ("func o() -> OverlayDefinition { .use(\"x\", for: Summary.self) }", ["Summary"]),
      ("try c.overlay(.init(A.self, returning: 1), .init(for: Key<Int>(\"b\"), returning: 2))", ["A", "b"]),
      ("extension LevelChanges { mutating func f() { use(\"x\", for: A.self); self.renew(B.self) } }", ["A", "B"]),
      ("@Test(.container(\"a\", registry: r, overlays: [.use(\"x\", for: A.self)])) func t() {}", ["A"]),
      ("try container.resolve(ConfigDI.Key<Int>(\"n\")); try container.resolve(ConfigDI.Key(A.self))", ["n", "A"]),
      ("try container.resolve(ゴーン.self)", ["ゴーン"]),
      (
        "try container.resolve(App::Summary.self); try container.resolve((any App::Clock).self)",
        ["App.Summary", "App.Clock"]
      ),
      ("func f(_ c: ConfigDI::Container) throws { c.resolve(ConfigDI::Key<Int>(\"n\")) }", ["n"]),
      ("func f(_ c: Container) throws { let k = c.configuration; _ = try k[\"a\", as: Int.self] }", ["%a"]),
      ("let k = container.configuration\n_ = try k[\"a\", as: Int.self]", ["%a"]),
      (
        "func f(_ k: ExposedParameters?) throws { _ = try k?[\"a\", as: Int.self]; _ = try k![\"b\", as: Int.self] }",
        ["%a", "%b"]
      ),
    ])
  func aLiteralIsFound(code: String, names: [String]) throws {
    let read = try Self.read(code)
    #expect(read.found == names)
    #expect(read.skipped == 0)
  }

  @Test(
    "what is not a literal is counted",
    arguments: [
      "func f<T>(_ type: T.Type) throws -> T { try container.resolve(T.self) }",
      "struct Box<T> { func f() throws { try container.resolve(T.self) } }",
      "typealias Short = Summary\ntry container.resolve(Short.self)",
      "private final class Cache {}\ntry container.resolve(Cache.self)",
      "func f() throws { struct Local {}; try container.resolve(Local.self) }",
      "try container.resolve([Summary].self)",
      "try container.resolve((any A & B).self)",
      "try container.resolve(Self.self)",
      "try container.resolve(Summary.self, named: name)",
      "try container.resolve(Summary.self, named: \"\\(name)\")",
      "func f(_ container: Container) throws { try container.resolve(type) }",
      "try container.openScope(name)", "try container.configuration[name, as: String.self]",
      "func f(_ c: ExposedParameters) { print(c.value(forService: \"a\", key: name) ?? \"\") }",
      "try Container(manifest: \"app.yaml\", stage: stage, registry: registry)",
      "try container.make(Summary.init)", "try container.make(labels: [nil, \"a\"], Summary.init)",
      "struct S { init?<T>(_ c: Container, _: T) throws { try c.resolve(T.self) } }",
      "func <+> <T>(c: Container, _: T) throws { try c.resolve(T.self) }",
      "func ==<T>(c: Container, _: T) throws { try c.resolve(T.self) }",
      "private @MainActor @objc(Foo) final class Cache {}\ntry container.resolve(Cache.self)",
      "private extension Foo { struct Cache {} }\ntry container.resolve(Cache.self)",
    ])
  func whatIsNotALiteralIsCounted(code: String) throws {
    let read = try Self.read(code)
    #expect(read.found == [])
    #expect(read.skipped == 1)
  }

  @Test(
    "other calls do not count",
    arguments: [
      "// try container.resolve(Summary.self)", "/* /* */ try container.resolve(Summary.self) */",
      "let s = \"try container.resolve(Summary.self)\"",
      "let s = \"\"\"\n  try container.resolve(Summary.self)\n  \"\"\"",
      "let s = #\"\\(try container.resolve(Summary.self))\"#", "#if false\ntry container.resolve(Summary.self)\n#endif",
      "promise.resolve(Summary.self)", "try promise.resolve(with: Summary.self)", "let a = try files.resolve(\"path\")",
      "func f(_ promise: Promise<Int>) throws { try promise.resolve(Summary.self) }",
      "let promise = Promise()\ntry promise.resolve(Summary.self)", "try resolver.resolve(Summary.self)!.show()",
      "try Resolver.shared.resolve(Summary.self)", "try Resolver.resolve(Summary.self)", "try resolve(Summary.self)",
      "class Wrapper { func f() throws { try self.resolve(Summary.self) } }", "func resolve(Summary: Int) {}",
      "session.set(\"name\", to: 1)", "subscription.renew(Summary.self)", "try defaults.set(\"name\", to: 1)",
      "try app.use(logger, for: Summary.self)",
      "let a = configuration[\"a\"]", "try configuration[\"a\"].get()", "let a = try values[\"a\", as: Int.self]",
      "func f(_ configuration: Settings) throws { try configuration[\"a\", as: Int.self] }",
      "try setUp()\ndns.resolve(Summary.self)", "try setUp()!\ndns.resolve(Summary.self)",
      "try setUp() // now\n-dns.resolve(Summary.self)", "try setUp { dns.resolve(Summary.self) }",
      "try run {\n}\ntracer.withScope(\"request\") {}", "switch try step() {\ncase .withScope(\"request\"): break\n}",
      "try f()\nif case .withScope(\"request\") = step {}", "print(\"\\(dns.resolve(Summary.self))\")",
      "print(\"\\(try setUp()) \\(dns.resolve(Summary.self))\")",
      "try print(\"\\([1].map { _ in dns.resolve(Summary.self) })\")",
      "Navigator().push { $0.set(\"title\", to: \"Home\") }", "navigator.push { $0.set(\"title\", to: \"Home\") }",
      "try Harbor().resolve(Summary.self)", "let e: E = try isOn ? .resolve(Summary.self) : .none",
      "func f() -> Regex<Substring> { return /try container.resolve(Summary.self)/ }",
      "let r = #/ \\/# try container.resolve(Summary.self) /#",
      "func f(_ c: Harbor.Container) throws { try c.resolve(Summary.self) }",
      "func f(_ s: Ship) async throws { try await s.load { if full { $0.set(\"n\", to: 1) } } }",
      "func f(container: Container) {}\nfunc g(container: Harbor) throws { try container.resolve(Summary.self) }",
      "let c = try Container(manifest: .yaml(\"configdi: 1\"), stage: \"test\", registry: registry)",
      "let c = try Container(manifest: .yaml(text), stage: stage, registry: registry)",
      "struct Boot { init(manifest: String, stage: String = \"test\", registry: FactoryRegistry) {} }",
      "list.append(.init(r, as: Request.self))", "try URLSession.shared.handle(for: Summary.self)",
      "func f(_ r: (any Resolving)?) throws { try r?.resolve(Summary.self) }",
      "struct S { let r: (any Resolving)?; func f() throws { try r!.resolve(Summary.self) } }",
      "func f(_ all: [Resolver]) throws { try all[0].resolve(A.self); for r in all { try r.resolve(A.self) } }",
      "let d: [String: Resolver] = [:]\ntry d[\"a\"]?.resolve(Summary.self)",
      "func f() throws { let r = Resolver.shared; try r.resolve(Summary.self) }",
      "func f() throws { let r = Resolver<Int>(); try r.resolve(Summary.self) }",
      "if let r = x as? Resolver { try r.resolve(Summary.self) }",
      "func resolver() throws -> Resolver { r }\ntry resolver().resolve(Summary.self)",
      "enum E { static func make() -> Resolver { r } }\nlet r = E.make()\ntry r.resolve(A.self)",
      "func f(_ all: [Resolver]) throws { try all.forEach { try $0.resolve(A.self) } }",
      "func f(_ all: [Resolver]) throws { try all.map { r in try r.resolve(A.self) } }",
      "func f(_ all: [Resolver]) throws { for r in all where r.isOn { try r.resolve(A.self) } }",
      "func f(_ r: Resolver) throws { try (r).resolve(A.self); try (x as! Resolver).resolve(A.self) }",
      "func f() throws { let n = 1, r = Resolver(); try r.resolve(A.self) }",
      "let f: (Resolver) throws -> Void = { r in try r.resolve(Summary.self) }",
      "let f: @Sendable (Resolver) throws -> Void = { try $0.resolve(Summary.self) }",
      "func f(_ c: Container) throws { let c = Promise(); try c.resolve(Summary.self) }",
      "let m: Harbor? = nil\nguard let container = m else { exit(1) }\ntry container.resolve(Summary.self)",
      "func f(m: Harbor?) throws { if let m { try m.resolve(A.self) }; if let n = m { try n.resolve(A.self) } }",
      "func f(_ session: Session) throws { try session.configuration[\"a\", as: Int.self] }",
      "let a = configuration.value(forService: \"a\", key: \"b\")",
      "func f(_ c: Settings) { _ = c.value(forService: \"a\", key: \"b\") }",
    ])
  func otherCallsDoNotCount(code: String) throws {
    let read = try Self.read(code)
    #expect(read.found == [])
    #expect(read.skipped == 0)
  }

  @Test("only files that import the library count")
  func onlyFilesThatImportTheLibraryCount() throws {
    let code = "try container.resolve(Summary.self) // ConfigDI\n"
    for imports in ["", "// import ConfigDI\n", "import Foundation\n", "import ConfigDI\nimport Swinject\n"] {
      #expect(try Self.read(code, imports: imports).found == [], "\(imports)")
    }
    for imports in ["public import ConfigDIRuntime\n", "@testable import ConfigDI\n", "import struct ConfigDI.Key\n"] {
      #expect(try Self.read(code, imports: imports).found == ["Summary"], "\(imports)")
    }
  }

  @Test(
    "an #if is decided only by a single literal or the library's import",
    arguments: [
      ("#if canImport(ConfigDI)", false), ("#if canImport(ConfigDI) && DEBUG", true), ("#if true", false),
      ("#if true && DEBUG", true), ("#if false || DEBUG", true), ("#if DEBUG", true),
      ("#if !canImport(ConfigDI)", nil), ("#if canImport(ConfigDI)\n#else", nil), ("#if false", nil),
    ] as [(String, Bool?)])
  func conditions(condition: String, isConditional: Bool?) throws {
    let code = "import ConfigDI\n\(condition)\ntry container.resolve(Summary.self)\n#endif\n"
    #expect(try Self.program(["App.swift": code]).found.first?.site.isConditional == isConditional)
  }

  @Test("a byte order mark is no part of the first word") func byteOrderMark() throws {
    let code = "\u{FEFF}import ConfigDI\nlet s = try container.resolve(Summary.self)\n"
    #expect(try Self.program(["App.swift": code]).found.map(\.shown) == ["Summary"])
  }

  @Test("a constant of another file is its literal, unless a variable hides it")
  func constants() throws {
    let keys =
      "import ConfigDI\nenum Keys { static let db = Key<any Database>(\"reporting.db\"); static let a = Key<Int>(\"a\") }\n"
    let more = "import ConfigDI\nenum More { static let a: Key<Int> = Key(\"b\") }\n"
    let calls = """
      import ConfigDI
      func f(_ container: Container, a: Key<Int>) throws {
        try container.resolve(Keys.db)
        try container.resolve(.db)
        try container.resolve(Keys.a)
        try container.resolve(a)
      }
      """
    let program = try Self.program(["Keys.swift": keys, "More.swift": more, "Calls.swift": calls])
    #expect(program.found.map(\.shown) == ["reporting.db", "reporting.db"])
    #expect(program.skipped.count == 2)
  }

  @Test("an alias of another file, and a parameter of an extended type, are in doubt")
  func aliases() throws {
    let program = try Self.program([
      "Types.swift": "public typealias Short = Summary\nstruct Box<Element> {}\n// typealiases Long\n",
      "Calls.swift": """
      import ConfigDI
      extension Box { func f(_ c: Container) throws { try c.resolve(Element.self) } }
      func f(_ c: Container) throws { try c.resolve(Short.self); try c.resolve(Long.self); try c.resolve(Element.self) }
      """,
    ])
    #expect(program.found.map(\.shown) == ["Element", "Short", "Long", "Element"])
    #expect(program.found.map(program.isCertain) == [false, false, true, true])
  }

  @Test("in an extension of an unknown type, a name may be a generic parameter")
  func unknownExtendedTypes() throws {
    let program = try Self.program([
      "Types.swift": "struct Clock {}\nstruct Big<Item> { struct Inner {} }\n",
      "Calls.swift": """
      import ConfigDI
      extension Array { func f(_ c: Container) throws { try c.resolve(Element.self); try c.resolve(Clock.self) } }
      extension [Int] { struct Box { func f(_ c: Container) throws { try c.resolve(Element.self) } } }
      extension Big.Inner { func f(_ c: Container) throws { try c.resolve(Item.self); try c.resolve(Wrapped.self) } }
      extension Container { func f() throws { try resolve(Wrapped.self) } }
      """,
    ])
    #expect(program.found.map(\.shown) == ["Element", "Clock", "Element", "Item", "Wrapped", "Wrapped"])
    #expect(program.found.map(program.isCertain) == [false, true, false, false, true, true])
  }

  @Test("a manifest's path is a literal or .path(…)", arguments: ["\"app.yaml\"", ".path(\"app.yaml\")"])
  func manifestPaths(manifest: String) throws {
    let program = try Self.program([
      "Calls.swift": "import ConfigDI\nlet c = try Container(manifest: \(manifest), stage: \"test\", registry: r)\n"
    ])
    let subjects = program.sites.map(\.subject)
    #expect(subjects == [.stage("test", manifest: "app.yaml")])
  }

  @Test("a file's only call is found however it is spelled")
  func onlyCalls() throws {
    let program = try Self.program([
      "Keys.swift": "import ConfigDI\nlet main = Key<any Store>(\"main\")\n",
      "Handle.swift": "import ConfigDI\nfunc f(_ c: Container) throws { _ = try c.handle(for: main) }\n",
      "Scope.swift": "import ConfigDI\nfunc f(_ c: Container) throws { try c.withScope (\"request\") { _ in } }\n",
      "Remark.swift": "import ConfigDI\n// configdi: ignore[DI211]\n",
    ])
    #expect(program.found.map(\.shown) == ["main", "#request"])
    #expect(program.comments.flatMap { $0 }.count == 1)
  }

  @Test("the time to scan grows linearly with the length of a statement")
  func longStatements() throws {
    let lines = String(repeating: "a.resolve(A.self)\n", count: 20_000)
    let start = ContinuousClock.now
    #expect(try Self.read(lines).found == [])
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("a condition is told, and its branches may open brackets")
  func conditions() throws {
    let program = try Self.program([
      "Calls.swift": """
      import ConfigDI
      #if DEBUG
        func f(_ c: Container) throws { try c.resolve(A.self)
      #else
        func f(_ c: Container) throws { try c.resolve(B.self)
      #endif
        try c.resolve(C.self)
      }
      #if canImport(ConfigDI)
      func g(_ c: Container) throws { try c.resolve(D.self) }
      #endif
      """
    ])
    #expect(program.found.map(\.shown) == ["A", "B", "C", "D"])
    #expect(program.found.map(\.site.isConditional) == [true, true, false, false])
  }
}
