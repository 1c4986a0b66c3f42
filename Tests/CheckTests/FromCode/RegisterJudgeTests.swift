import ConfigDI
import Testing

@testable import configdi_check

/// An existing registration and what the source says now: what surely contradicts the source goes, and the rest stays.
@Suite struct RegisterJudgeTests {
  private struct Run {
    let code: ExitCode
    let output: String
    let error: String
    let text: String
    let check: (code: ExitCode, output: String)
  }

  /// The result of `register --check`, then of `register`, for a file with these lines in its body.
  private static func register(
    _ graph: GraphText, _ lines: [String], imports: String = "import ConfigDI\n", others: [GraphText] = [],
    _ options: String...
  ) throws -> Run {
    let body = lines.map { "    \($0)\n" }.joined()
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "Parts.swift": "\(imports)func assemble(_ registry: inout FactoryRegistry) {\n\(body)}\n",
    ])
    for other in others { try folder.write(other.json, to: "\(other.module).symbols.json") }
    let recorder = Recorder()
    let arguments =
      ["register", "--symbol-graph", folder.path(), "--target", "Parts", "--output", folder.path("Parts.swift")]
      + options
    let checking = Recorder()
    let checked = runProgram(arguments + ["--check"], console: checking.console(files: DiskFiles()))
    let code = runProgram(arguments, console: recorder.console(files: DiskFiles()))
    return Run(
      code: code, output: recorder.output, error: recorder.error, text: try folder.text("Parts.swift"),
      check: (checked, checking.output))
  }

  private static var parts: GraphText {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addProtocol("Store")
    return graph
  }

  // MARK: - Names

  @Test("a new type gets no name that another registration has") func aTakenNameIsNotGivenAgain() throws {
    var graph = Self.parts
    graph.addProtocol("Channel")
    graph.addType("EmailClock", as: ["Clock"])
    graph.addType("Email", as: ["Channel"])
    graph.addType("SQLStore", as: ["Store"])
    graph.addType("SQLChannel", as: ["Channel"], documentation: ["- Factory: chosen"])
    let lines = [
      "registry.register(\"email\", as: (any Clock).self) { EmailClock() }",
      "registry.register(\"chosen\", as: (any Store).self) { SQLStore() }",
    ]
    let run = try Self.register(graph, lines)
    for line in lines { #expect(run.text.contains(line), "\(run.text)") }
    #expect(run.text.contains("(\"emailChannel\", as: (any Channel).self) { Email() }"), "\(run.text)")
    #expect(run.text.matches(of: /"email"/).count == 1 && run.text.matches(of: /"chosen"/).count == 1)
    #expect(run.error.contains("SQLChannel is skipped: its factory name 'chosen' collides with that of SQLStore; name"))
  }

  @Test("a type that the file registers by hand is not reported as skipped")
  func handWrittenRegistrationsAreKnown() throws {
    var graph = Self.parts
    graph.addType("CountedClock", as: ["Clock"], parameters: ["store: any Store", "n: Int"])
    graph.addType("Boxed", as: ["Clock"], generic: true)
    let lines = [
      "registry.register(\"c\", as: (any Clock).self) { (s: any Store) in CountedClock(store: s, n: 2) }",
      "registry.register(\"b\", as: (any Clock).self) { Boxed<Int>() }",
    ]
    let run = try Self.register(graph, lines)
    #expect(run.check.code == .success && !run.error.contains("skipped"), "\(run.check.output)\(run.error)")
  }

  @Test("a registration under another key goes with the type whose instance it passes on")
  func passedTypesGo() throws {
    var graph = Self.parts
    graph.addType("SQLStore", as: ["Store"])
    let stays = "registry.register(\"again\", as: (any Store).self) { (store: Store) in store }"
    let run = try Self.register(
      graph,
      [
        "registry.register(\"sql\", as: (any Store).self) { SQLStore() }", stays,
        "registry.register(\"bothAsClock\", as: (any Clock).self) { (both: Both) in both }",
      ])
    #expect(run.check.code == .findings)
    #expect(run.check.output.contains("'bothAsClock' is obsolete: Both no longer exists"), "\(run.check.output)")
    #expect(!run.text.contains("bothAsClock") && run.text.contains(stays), "\(run.text)")
  }

  @Test("a registration under a renamed protocol is replaced, and keeps its name")
  func renamedProtocolsAreFollowed() throws {
    var graph = Self.parts
    graph.addType("FlatClock", as: ["Clock"])
    let old = "registry.register(\"flat\", as: (any Watch).self) { FlatClock() }"
    let run = try Self.register(graph, [old])
    #expect(run.check.code == .findings)
    #expect(run.check.output.contains("'flat' is obsolete: Watch no longer exists"), "\(run.check.output)")
    #expect(run.text.contains("registry.register(\"flat\", as: (any Clock).self) { FlatClock() }"), "\(run.text)")
    // The protocol may belong to a package without a symbol graph.
    let unknown = try Self.register(graph, [old], imports: "import ConfigDI\nimport Watches\n")
    #expect(unknown.text.contains(old), "\(unknown.text)")
  }

  @Test("a registration goes with the conformance to its protocol") func lostConformancesAreSeen() throws {
    var graph = Self.parts
    graph.addType("Both", as: ["Store"])
    let run = try Self.register(graph, ["registry.register(\"both\", as: (any Clock).self) { Both() }"])
    #expect(run.check.output.contains("'both' is obsolete: Both does not conform to Clock"), "\(run.check.output)")
    #expect(run.text.contains("registry.register(\"both\", as: (any Store).self) { Both() }"), "\(run.text)")
  }

  @Test("a registration goes with a type that moved to a module that the file does not import")
  func movedTypesGo() throws {
    var other = GraphText("Other")
    other.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.struct" }, "identifier": { "precise": "s:5Other8OldClockV" },
          "pathComponents": ["OldClock"], "declarationFragments": [], "accessLevel": "public" }
        """)
    let line = "registry.register(\"old\", as: (any Clock).self) { OldClock() }"
    let run = try Self.register(Self.parts, [line], others: [other])
    let reason = "'old' is obsolete: OldClock is in the module Other, which the file does not import"
    #expect(run.check.code == .findings && run.check.output.contains(reason), "\(run.check.output)")
    #expect(!run.text.contains("OldClock"), "\(run.text)")
    let imports = "import ConfigDI\nimport Other\n"
    let imported = try Self.register(Self.parts, [line], imports: imports, others: [other])
    #expect(imported.text.contains(line), "\(imported.text)")
  }

  @Test("a replaced registration keeps the name that someone gave it") func aReplacedCallKeepsItsName() throws {
    var graph = Self.parts
    graph.addType("SystemClock", as: ["Clock"], parameters: ["store: any Store"])
    let run = try Self.register(graph, ["registry.register(\"wall\", as: (any Clock).self) { SystemClock() }"])
    #expect(run.text.contains("registry.register(\"wall\", as: (any Clock).self, SystemClock.init)"), "\(run.text)")
  }

  // MARK: - What goes

  @Test(
    "a registration that its initializer now contradicts is replaced or removed, and --check names the reason",
    arguments: [
      ("labels: [\"c\"], AClock.init", ["c: any Store", "n: Int"], "", "has 2 dependencies, but 1 is labeled"),
      ("AClock.init", ["store: any Store"], "async", "AClock.init(store:) is async"),
      ("{ AClock() }", [], "throws", "throws, but is called without 'try'"),
    ])
  func whatContradictsGoes(maker: String, parameters: [String], effects: String, reason: String) throws {
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"], parameters: parameters, effects: effects)
    let separator = maker.hasPrefix("{") ? ") \(maker)" : ", \(maker))"
    let line = "registry.register(\"a\", as: (any Clock).self\(separator)"
    let run = try Self.register(graph, [line])
    #expect(run.check.code == .findings)
    #expect(run.check.output.contains(reason), "\(run.check.output)")
    #expect(!run.text.contains(line), "\(run.text)")
    #expect(run.text.contains("\"a\"") != parameters.contains("n: Int"), "\(run.text)")
  }

  @Test("a registration of a type that is on the main actor now is replaced") func theMainActorIsSeen() throws {
    var graph = Self.parts
    graph.addType("AClock", "swift.class", as: ["Clock"], attribute: "@MainActor", parameters: ["store: any Store"])
    graph.addType("BClock", as: ["Clock"], parameters: nil)
    graph.addInitializer(of: "BClock", ["store: any Store"])
    let run = try Self.register(
      graph,
      [
        "registry.register(\"a\", as: (any Clock).self, AClock.init)",
        "registry.register(\"b\", as: (any Clock).self, BClock.init)",
      ])
    #expect(run.check.output.contains("'a' is obsolete: AClock.init(store:) is on the main actor"))
    #expect(run.text.contains("registry.registerMainActor(\"a\", as: (any Clock).self, AClock.init)"), "\(run.text)")
    #expect(run.text.contains("registry.register(\"b\", as: (any Clock).self, BClock.init)"), "\(run.text)")
  }

  @Test("a registration whose key no initializer asks for takes the key that one asks for")
  func theKeyThatIsAskedForIsServed() throws {
    var graph = Self.parts
    graph.addType("Two", as: ["Clock", "Store"])
    graph.addProtocol("Page")
    graph.addType("OnePage", as: ["Page"], parameters: ["store: any Store"])
    let lines = [
      "registry.register(\"one\", as: (any Page).self, OnePage.init)",
      "registry.register(\"two\", as: (any Clock).self) { Two() }",
    ]
    let run = try Self.register(graph, lines)
    #expect(
      run.check.output.contains("'two' is obsolete: its type is now needed as Store"), "\(run.check.output)")
    #expect(run.text.contains("registry.register(\"two\", as: (any Store).self) { Two() }"), "\(run.text)")
    // What someone changed stays, and a key that no one asks for is the user's choice.
    let own = "registry.register(\"two\", as: (any Clock).self, deprecated: \"soon\") { Two() }"
    #expect(try Self.register(graph, [own]).text.contains(own))
    var quiet = Self.parts
    quiet.addType("Two", as: ["Clock", "Store"])
    let chosen = "registry.register(\"two\", as: (any Store).self) { Two() }"
    #expect(try Self.register(quiet, [chosen]).check.code == .success)
  }

  // MARK: - What stays

  @Test(
    "a valid registration that someone wrote stays",
    arguments: [
      "{ Short(n: 3) }", "{ (store: any Store) in Traced(store: store) { } }", "{ Many(items: 1, 2, 3) }", "{ Many() }",
      "{ Sub(n: 3) }", "{ Made(x: 3) }",
    ])
  func whatIsValidStays(maker: String) throws {
    var graph = Self.parts
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.typealias" }, "identifier": { "precise": "s:5Parts5Shorta" },
          "pathComponents": ["Short"], "declarationFragments": [] }
        """)
    graph.addType("Traced", as: ["Clock"], parameters: ["store: any Store", "work: () -> Void"])
    graph.addType("Many", as: ["Clock"], parameters: ["items: Int..."])
    graph.addType("Base", "swift.class", as: ["Clock"], parameters: ["n: Int"])
    graph.addType("Sub", "swift.class", as: ["Clock"], parameters: ["store: any Store"])
    graph.inherit("Sub", from: "Base")
    graph.addProtocol("Making")
    graph.addInitializer(of: "Making", ["x: Int"], isInExtension: true)
    graph.addType("Made", as: ["Clock", "Making"], parameters: ["n: Int"])
    let line = "registry.register(\"mine\", as: (any Clock).self) \(maker)"
    let run = try Self.register(graph, [line])
    #expect(run.text.contains(line), "\(run.output)")
    #expect(!run.output.contains("removed"), "\(run.output)")
  }

  @Test(
    "what no symbol graph shows may exist",
    arguments: [
      "{ ContinuousClock() }", ", ContinuousClock.init)", ", Int.max)", ", Duration.seconds(1))",
      "{ FileStore(folder: \"x\") }",
      "{ Conf.prod.clock }", "{ Conf.prod.clock() }", ", Conf.prod.clock)", "{ MakeClock() }",
    ])
  func whatNoGraphShowsStays(maker: String) throws {
    var graph = Self.parts
    graph.addType("Conf")
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.func" }, "identifier": { "precise": "s:5Parts9MakeClock" },
          "pathComponents": ["MakeClock()"], "declarationFragments": [] }
        """)
    let line = "registry.register(\"mine\", as: (any Clock).self\(maker.hasPrefix("{") ? ") " : "")\(maker)"
    let run = try Self.register(graph, [line])
    #expect(run.text.contains(line) && !run.output.contains("removed"), "\(run.output)")
  }

  @Test("an instance or a function of a type stays under its key")
  func membersKeepTheirKeys() throws {
    var graph = Self.parts
    graph.addType("SysClock", as: ["Clock"])
    graph.addStatic("shared", of: "SysClock")
    graph.addProtocol("Page")
    graph.addType("OnePage", as: ["Page"], parameters: ["clock: any Clock"])
    graph.addRaw(
      symbol: #"{ "kind": { "identifier": "swift.type.method" }, "pathComponents": ["SysClock", "make()"] }"#)
    for maker in ["{ SysClock.shared }", "{ SysClock.make() }", ", SysClock.make)"] {
      let line = "registry.register(\"s\", as: SysClock.self\(maker.hasPrefix("{") ? ") " : "")\(maker)"
      let run = try Self.register(graph, [line])
      #expect(run.text.contains(line) && !run.output.contains("removed"), "\(run.output)")
    }
  }

  @Test("registrations under #if are not judged") func conditionalRegistrationsStay() throws {
    let line = "registry.register(\"phone\", as: (any Clock).self) { PhoneClock() }"
    #expect(try Self.register(Self.parts, ["#if os(iOS)", line, "#endif"]).check.code == .success)
    #expect(try Self.register(Self.parts, [line]).check.code == .findings)
  }

  @Test("a graph of public declarations alone removes nothing, which a note says") func publicGraphs() throws {
    let line = "registry.register(\"a\", as: (any Clock).self) { InternalClock() }"
    var graph = GraphText()
    graph.addProtocol("Clock", access: "public")
    let run = try Self.register(graph, [line])
    #expect(run.text.contains(line) && run.check.code == .success, "\(run.text)")
    #expect(run.error.contains("the symbol graph of Parts has only public declarations"), "\(run.error)")
  }

  @Test("a registration of a variable or a function's result registers the type that it names")
  func variablesAreRegistered() throws {
    var graph = Self.parts
    graph.addType("Log", "swift.class", documentation: ["- Factory: log"])
    graph.addType("Pool", "swift.class", documentation: ["- Factory: pool"])
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.func" }, "identifier": { "precise": "s:5Parts8makePoolAA0C0CyF" },
          "pathComponents": ["makePool()"], "declarationFragments": [] }
        """)
    let lines = [
      "registry.registerInstance(\"log\", as: Log.self, log)", "registry.register(\"p\", as: Pool.self) { makePool() }",
    ]
    let run = try Self.register(graph, lines)
    #expect(run.check.code == .success, "\(run.check.output)")
    #expect(run.text.matches(of: /registry/).count == 3, "\(run.text)")
  }

  // MARK: - The text of the file

  @Test("an added registration brings its import") func whatIsAddedIsImported() throws {
    var core = GraphText("Core")
    core.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.protocol" }, "identifier": { "precise": "s:4Core4TickP" },
          "pathComponents": ["Tick"], "declarationFragments": [] }
        """)
    var graph = Self.parts
    graph.addType("MyTick")
    graph.conform("MyTick", to: "s:4Core4TickP", fallback: "Core.Tick")
    graph.addType("AClock", as: ["Clock"])
    let kept = "registry.register(\"a\", as: (any Clock).self) { AClock() }"
    let run = try Self.register(graph, [kept], imports: "import ConfigDI\nimport Zed\n", others: [core])
    #expect(run.text.hasPrefix("import ConfigDI\nimport Core\nimport Zed\n"), "\(run.text)")
    #expect(run.text.contains("as: (any Core.Tick & Sendable).self) { MyTick() }"), "\(run.text)")
    let sorted = try Self.register(graph, [kept], imports: "import ConfigDI\n", others: [core]).text
    #expect(sorted.hasPrefix("import ConfigDI\nimport Core\nfunc"), "\(sorted)")
  }

  @Test(
    "a removed call takes its semicolon along",
    arguments: [("X; print(1)", "print(1)"), ("print(1); X", "print(1)"), ("f(); X; g()", "f(); g()")])
  func aRemovedCallLeavesNoSemicolon(line: String, expected: String) throws {
    let gone = "registry.register(\"old\", as: (any Clock).self) { OldClock() }"
    let text = try Self.register(Self.parts, [line.replacing("X", with: gone)]).text
    #expect(text.contains("{\n    \(expected)\n}"), "\(text)")
  }

  @Test("a byte that is not UTF-8 stays as it is") func otherBytesStay() throws {
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"])
    var finder = CandidateFinder(
      PackageTypes([try SymbolGraph(reading: Array(graph.json.utf8))]), module: "Parts", named: [],
      sources: SourceTexts(InMemoryFiles()), using: "ConfigDI")
    finder.find()
    let elsewhere = ModuleRegistrations(finder.types, except: nil, InMemoryFiles())
    let bytes = Array("// caf".utf8) + [0xE9] + Array("\nfunc assemble(_ registry: inout FactoryRegistry) {\n}\n".utf8)
    let old = RegistrationFile(bytes)
    finder.name(RegisteredNames(finder, old, elsewhere: elsewhere))
    let new = try #require(AssemblyFile(finder, changing: old, elsewhere: elsewhere).updated)
    #expect(new.starts(with: bytes.prefix(8)) && new.count > bytes.count)
  }

  // MARK: - Other assemblies

  @Test("a module whose types other assemblies register gets its manifest, and no error")
  func othersRegisterEverything() throws {
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"])
    let hand = """
      struct Mine: Assembly {
        func assemble(_ registry: inout FactoryRegistry) {
          registry.register("hand", as: (any Clock).self) { AClock() }
        }
      }
      """
    let files = InMemoryFiles(["/g/Parts.symbols.json": graph.json, "/Sources/Parts/Parts A.swift": hand])
    let (code, output, error) = Recorder.run(
      "register", "--symbol-graph", "/g/Parts.symbols.json", "--output", "/New.swift", "--manifest", "-", files: files)
    #expect(code == .success, "\(error)")
    #expect(output.hasPrefix("other assemblies already register the types of Parts\n"), "\(output)")
    #expect(output.contains("services:\n  Clock: hand\n"), "\(output)")
  }
}
