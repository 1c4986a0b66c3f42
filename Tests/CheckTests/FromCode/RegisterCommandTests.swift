import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct RegisterCommandTests {
  /// The registrations alone, and what is said beside them.
  private static func register(
    _ graph: GraphText, _ options: String..., files: [String: String] = [:]
  ) -> (code: ExitCode, lines: [String], error: String) {
    var files = files
    files["/graphs/Parts.symbols.json"] = graph.json
    files["/Sources/Parts/Parts A.swift", default: ""] += ""
    let recorder = Recorder()
    let arguments = ["register", "--symbol-graph", "/graphs/Parts.symbols.json", "--output", "-"] + options
    let code = runProgram(arguments, console: recorder.console(files: InMemoryFiles(files)))
    let lines = recorder.output.split(separator: "\n").map { String($0.trimmingSpaces) }
    return (code, lines.filter { $0.hasPrefix("registry.") }, recorder.error)
  }

  private static var parts: GraphText {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addProtocol("SessionManager")
    graph.addType("SystemClock", as: ["Clock"])
    return graph
  }

  @Test("a type that another registration only passes as an argument is registered")
  func anArgumentOfAnotherRegistrationIsRegistered() {
    var graph = Self.parts
    graph.addType("Hand", as: ["Clock"])
    graph.addType("Door", as: ["SessionManager"], parameters: ["clock: any Clock"])
    let assembly = """
      import ConfigDI
      struct Mine: Assembly {
        func assemble(_ registry: inout FactoryRegistry) {
          registry.register("door", as: (any SessionManager).self) { Door(clock: Hand()) }
        }
      }
      """
    let lines = Self.register(graph, files: ["/Sources/Parts/Parts A.swift": assembly]).lines
    #expect(lines.contains("registry.register(\"hand\", as: (any Clock).self) { Hand() }"), "\(lines)")
    #expect(!lines.contains { $0.contains("Door") }, "\(lines)")
  }

  /// A program without libyaml has only `ConfigDIRuntime`, so its generated file must not import the other module.
  @Test("a new file imports the library's module that the module's other files import")
  func theLibraryIsTheOneThatTheModuleUses() {
    for (imports, expected) in [
      ("import ConfigDIRuntime", "import ConfigDIRuntime\n"), ("import ConfigDI", "import ConfigDI\n"),
      ("import ConfigDI\nimport ConfigDIRuntime", "import ConfigDI\n"),
      ("// import ConfigDIRuntime", "import ConfigDI\n"),
    ] {
      let recorder = Recorder()
      let files = ["/graphs/Parts.symbols.json": Self.parts.json, "/Sources/Parts/Parts A.swift": imports]
      let arguments = ["register", "--symbol-graph", "/graphs/Parts.symbols.json", "--output", "-"]
      #expect(runProgram(arguments, console: recorder.console(files: InMemoryFiles(files))) == .success)
      #expect(recorder.output.hasPrefix(expected), "\(imports): \(recorder.output)")
    }
  }

  @Test("a type is registered for its protocol") func aTypeIsRegisteredForItsProtocol() {
    var graph = Self.parts
    graph.addType("OAuthSessionManager", "swift.class", as: ["SessionManager"], parameters: ["clock: any Clock"])
    #expect(
      Self.register(graph).lines == [
        "registry.register(\"oauth\", as: (any SessionManager).self, OAuthSessionManager.init)",
        "registry.register(\"system\", as: (any Clock).self) { SystemClock() }",
      ])
  }

  @Test(
    "parameters are passed on",
    arguments: [
      (["a: any Clock", "b: any Clock"], "labels: [\"a\", \"b\"], Made.init)"),
      (["clock: any Clock", "count: Int = x"], "{ (clock: any Clock) in Made(clock: clock) }"),
      (["_ clock: any Clock"], "Made.init)"),
      (["in: any Clock", "count: Int = x"], "labels: [\"in\"]) { (`in`: any Clock) in Made(in: `in`) }"),
      (["clock: Lazy<any Clock>"], "Made.init)"), (["clock: (any Clock)?"], "Made.init)"),
      (["clocks: [any Clock]"], "labels: [\"clocks\"], Made.init)"),
    ])
  func parametersAreHandedOver(parameters: [String], expected: String) {
    var graph = Self.parts
    graph.addType("Made", "swift.class", as: ["SessionManager"], parameters: parameters)
    let line = Self.register(graph).lines.first { $0.contains("\"made\"") }
    #expect(line?.hasSuffix(expected) == true, "\(line ?? "none")")
  }

  @Test("the parameter that a comment names is the call's argument") func anArgument() {
    var graph = Self.parts
    graph.addProtocol("Page")
    graph.addType("WikiPage", "swift.class", as: ["Page"], parameters: nil)
    graph.addInitializer(of: "WikiPage", ["clock: any Clock", "id: Int"], documentation: "- Argument: id")
    graph.addType("Draft", documentation: [], parameters: nil)
    graph.addInitializer(of: "Draft", ["_ number: Int"], documentation: "- Argument: number")
    let written = Self.register(graph)
    #expect(
      written.lines.filter { $0.contains("Argument") } == [
        "registry.register(\"draft\", as: Draft.self) { (number: Argument<Int>) in Draft(number.value) }",
        "registry.register(\"wiki\", as: (any Page).self) { (clock: any Clock, id: Argument<Int>) in",
      ])
    #expect(!written.error.contains("WikiPage is skipped") && !written.error.contains("Draft is skipped"))
  }

  @Test("an argument that the initializer does not have, or a second one, is told") func wrongArguments() {
    var graph = Self.parts
    graph.addType("Typo", "swift.class", as: ["Clock"], parameters: nil)
    graph.addInitializer(of: "Typo", ["id: Int"], documentation: "- Argument: ib")
    let error = Self.register(graph).error
    #expect(
      error.contains(
        "Typo is skipped: `- Argument:` names 'ib', which is not a parameter of its initializer; name one of: id"))
  }

  @Test("each kind of type has its registration") func eachKindHasItsRegistration() {
    var graph = Self.parts
    graph.addProtocol("View", sendable: false)
    graph.addType("Awaited", "swift.class", as: ["SessionManager"], effects: "async")
    graph.addType("Main", "swift.class", as: ["View"], attribute: "@MainActor", sendable: false)
    graph.addType("Loose", "swift.class", as: ["View"], sendable: false)
    graph.addType("Shared", "swift.class", as: ["View"])
    graph.addType("Retrying", as: ["Clock"], parameters: ["inner: any Clock"])
    #expect(
      Self.register(graph).lines == [
        "registry.registerAsync(\"awaited\", as: (any SessionManager).self) { await Awaited() }",
        "registry.registerUnshared(\"loose\", as: (any View).self) { Loose() }",
        "registry.registerMainActor(\"main\", as: (any View).self) { Main() }",
        "registry.registerDecorator(\"retrying\", of: (any Clock).self, Retrying.init)",
        "registry.register(\"shared\", as: (any View & Sendable).self) { Shared() }",
        "registry.register(\"system\", as: (any Clock).self) { SystemClock() }",
      ])
  }

  @Test("documentation comments change the registration") func documentationDecides() {
    var graph = Self.parts
    graph.addType("Named", as: ["SessionManager"], documentation: ["Words.", "- Factory: first"])
    graph.addType("Refused", as: ["SessionManager"], documentation: ["- Factory: none"])
    graph.addType("Alone", documentation: ["- Factory: alone"])
    graph.addType("Ways", as: ["SessionManager"])
    graph.addInitializer(of: "Ways", ["clock: any Clock"], documentation: "- Factory: marked")
    #expect(
      Self.register(graph).lines.dropLast() == [
        "registry.register(\"alone\", as: Alone.self) { Alone() }",
        "registry.register(\"first\", as: (any SessionManager).self) { Named() }",
        "registry.register(\"marked\", as: (any SessionManager).self, Ways.init(clock:))",
      ])
  }

  /// An initializer may be left out, too: the other is used, and a type with no other is left out.
  @Test("documentation comments can exclude initializers") func documentationLeavesInitializersOut() {
    var graph = Self.parts
    graph.addType("Ways", as: ["SessionManager"], parameters: ["first: any Clock"])
    graph.addInitializer(of: "Ways", ["second: any Clock"], documentation: "- Factory: none")
    graph.addType("Lone", as: ["SessionManager"], parameters: nil)
    graph.addInitializer(of: "Lone", [], documentation: "- Factory: none")
    graph.addType("Value", parameters: nil)
    graph.addInitializer(of: "Value", ["count: Int"], documentation: "- Factory: none")
    let (_, lines, error) = Self.register(graph)
    #expect(
      lines.last
        == "registry.register(\"ways\", as: (any SessionManager).self, labels: [\"first\"], Ways.init(first:))")
    #expect(lines.count == 2)
    #expect(error.isEmpty)
  }

  /// A structure's initializers in extensions are designated, too, but those in its body come first.
  @Test("an initializer in a struct's extension is found") func aStructuresExtensionMayHaveItsInitializer() {
    var graph = Self.parts
    graph.addType("Extended", as: ["SessionManager"], parameters: ["count: Int"])
    graph.addInitializer(of: "Extended", ["clock: any Clock"], isInExtension: true)
    graph.addType("Whole", as: ["SessionManager"], parameters: ["clock: any Clock"])
    graph.addInitializer(of: "Whole", [], isInExtension: true)
    graph.addType("Object", "swift.class", as: ["SessionManager"], parameters: ["count: Int"])
    graph.addInitializer(of: "Object", ["clock: any Clock"], isInExtension: true)
    let (_, lines, error) = Self.register(graph)
    #expect(
      lines.filter { !$0.contains("system") } == [
        "registry.register(\"extended\", as: (any SessionManager).self, Extended.init(clock:))",
        "registry.register(\"whole\", as: (any SessionManager).self, Whole.init(clock:))",
      ])
    #expect(error.contains("Object is skipped: nothing can be injected for its parameter 'count'"))
  }

  /// The written file has to compile.
  @Test("failable initializers are skipped") func initializersThatMayGiveNothingAreLeftOut() {
    var graph = Self.parts
    for (name, start) in [("Asking", "init?("), ("Forced", "init!(")] {
      graph.addType(name, as: ["SessionManager"], parameters: nil)
      graph.addInitializer(of: name, ["clock: any Clock"], start: start)
    }
    let (_, lines, error) = Self.register(graph)
    #expect(lines.count == 1)
    #expect(error.contains("Asking is skipped: its initializer may return nil"))
    #expect(error.contains("Forced is skipped: its initializer may return nil"))
  }

  @Test("skipped types are reported") func whatIsLeftOutIsSaid() {
    var graph = Self.parts
    graph.addType("Pathed", as: ["Clock"], parameters: ["path: String"])
    graph.addType("Boxed", as: ["Clock"], generic: true)
    graph.addType("Hidden", as: ["Clock"], access: "private")
    graph.addType("Sealed", as: ["Clock"], parameters: nil)
    graph.addType("Several", as: ["Clock"])
    graph.addInitializer(of: "Several", ["other: any SessionManager"])
    let (_, lines, error) = Self.register(graph)
    #expect(lines.count == 1)
    for (type, reason) in [
      ("Pathed", "nothing can be injected for its parameter 'path' of type String"), ("Boxed", "it is generic"),
      ("Hidden", "it is private"), ("Sealed", "it declares no initializer to call"),
      ("Several", "2 of its initializers can be used"),
    ] {
      #expect(error.contains("note: \(type) is skipped: \(reason)"), "\(error)")
    }
    #expect(error.contains("Sources/Parts/Parts A.swift:"))
  }

  @Test("colliding names are written in full") func namesThatCollideAreWrittenInFull() {
    var graph = Self.parts
    graph.addType("SystemSessionManager", as: ["SessionManager"])
    #expect(
      Self.register(graph).lines == [
        "registry.register(\"systemClock\", as: (any Clock).self) { SystemClock() }",
        "registry.register(\"systemSessionManager\", as: (any SessionManager).self) { SystemSessionManager() }",
      ])
  }

  /// Names that no one may change, since somebody chose them: two factories of one name are an error when they run.
  @Test("chosen names that collide are reported") func chosenNamesThatCollideAreSaid() {
    var graph = Self.parts
    graph.addType("Early", as: ["Clock"], documentation: ["- Factory: same"])
    graph.addType("Late", as: ["Clock"], documentation: ["- Factory: same"])
    graph.addType("SameClock", as: ["Clock"])
    let (_, lines, error) = Self.register(graph)
    #expect(
      lines == [
        "registry.register(\"sameClock\", as: (any Clock).self) { SameClock() }",
        "registry.register(\"system\", as: (any Clock).self) { SystemClock() }",
      ])
    #expect(error.contains("Early is skipped: its factory name 'same' collides with that of Late; name one of them"))
    #expect(error.contains("Late is skipped: its factory name 'same' collides with that of Early; name one of them"))
  }

  @Test("one instance serves several protocols") func oneInstanceServesSeveralProtocols() {
    var graph = Self.parts
    graph.addType("Both", "swift.class", as: ["Clock", "SessionManager"])
    graph.addType("User", as: ["Clock"], parameters: ["clock: any Clock", "sessionManager: any SessionManager"])
    let lines = Self.register(graph).lines
    #expect(lines.contains("registry.register(\"both\", as: Both.self) { Both() }"))
    #expect(lines.contains("registry.register(\"bothAsClock\", as: (any Clock).self) { (both: Both) in both }"))
  }

  @Test("--check lists missing and removed registrations") func theCheckNamesWhatIsMissingAndWhatHasGone() throws {
    var graph = Self.parts
    graph.addType("Fresh", as: ["SessionManager"])
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "PartsFactories.swift": """
      struct PartsFactories: Assembly {
        func assemble(_ registry: inout FactoryRegistry) {
          // registry.register("commented", as: (any SessionManager).self) { Fresh() }
          registry.register("old", as: (any Clock).self) { OldClock() }
          registry.register("system", as: (any Clock).self, SystemClock.init(zone:))
        }
      }
      """,
    ])
    let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("PartsFactories.swift")]
    let recorder = Recorder()
    let console = recorder.console(files: DiskFiles())
    #expect(runProgram(arguments + ["--check"], console: console) == .findings)
    for text in [
      "'old' is obsolete: OldClock no longer exists", "SystemClock no longer has init(zone:)",
      "Fresh is not registered in any assembly", "SystemClock is not registered in any assembly",
    ] {
      #expect(recorder.output.contains(text), "\(recorder.output)")
    }
    #expect(runProgram(arguments, console: console) == .success)
    let text = try folder.text("PartsFactories.swift")
    #expect(
      text == """
        struct PartsFactories: Assembly {
          func assemble(_ registry: inout FactoryRegistry) {
            registry.register("fresh", as: (any SessionManager).self) { Fresh() }
            registry.register("system", as: (any Clock).self) { SystemClock() }
            // registry.register("commented", as: (any SessionManager).self) { Fresh() }
          }
        }
        """)
    #expect(runProgram(arguments + ["--check"], console: console) == .success)
  }

  @Test("edited registrations are kept") func whatSomeoneChangedStays() throws {
    var graph = Self.parts
    graph.addType("Fresh", as: ["SessionManager"])
    let kept = """
          // Mine.
          registry.register("mine", as: (any Clock).self, deprecated: "soon") { SystemClock() }
      """
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "PartsFactories.swift": "func assemble(_ registry: inout FactoryRegistry) {\n\(kept)\n}\n",
    ])
    let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("PartsFactories.swift")]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    #expect(try folder.text("PartsFactories.swift").contains(kept))
  }

  @Test("the factories of another module keep their documentation in the catalog")
  func theCatalogKeepsWhatOtherModulesSay() throws {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addType("SystemClock", as: ["Clock"])
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "catalog.json": """
      { "configdiCatalog": 1, "factories": [
        { "name": "other", "provides": "Others.Log", "documentation": "Writes lines." },
        { "name": "system", "provides": "Parts.Clock", "documentation": "Told the time." }] }
      """,
    ])
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("PartsFactories.swift"), "--catalog",
      folder.path("catalog.json"),
    ]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    let text = try folder.text("catalog.json")
    #expect(text.contains("\"documentation\": \"Writes lines.\""))
    #expect(!text.contains("Told the time."))
  }

  @Test("a registration in another module has the documentation of that module's type")
  func theCatalogLearnsFromTheRightModule() throws {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addType("SystemClock", as: ["Clock"], documentation: ["Ticks here."])
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "Core.swift": """
      func assemble(_ registry: inout FactoryRegistry) {
        registry.register("core", as: Clock.self) { SystemClock() }
      }
      """,
      "catalog.json":
        "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"core\", \"provides\": \"Core.Clock\" }] }",
    ])
    var core = GraphText("Core")
    core.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.struct" }, "identifier": { "precise": "s:4Core11SystemClockV" },
          "pathComponents": ["SystemClock"], "declarationFragments": [], "accessLevel": "public",
          "docComment": { "lines": [{ "text": "Ticks there." }] },
          "location": { "uri": "file://\(folder.path("Core.swift"))", "position": { "line": 0, "character": 0 } } }
        """)
    try folder.write(core.json, to: "Core.symbols.json")
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--target", "Parts", "--output", folder.path("PartsFactories.swift"),
      "--catalog", folder.path("catalog.json"),
    ]
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
    #expect(try folder.text("catalog.json").contains("\"documentation\": \"Ticks there.\""))
  }

  @Test("the catalog learns what the source says") func theCatalogLearnsWhatTheSourceSays() throws {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addType("SystemClock", as: ["Clock"], documentation: ["Tells the time", "of the system.", "", "More."])
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "catalog.json": """
      { "configdiCatalog": 1, "factories": [
        { "name": "system", "provides": "Parts.Clock" }, { "name": "other", "provides": "Parts.Clock" }] }
      """,
    ])
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("PartsFactories.swift"), "--catalog",
      folder.path("catalog.json"),
    ]
    let recorder = Recorder()
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
    let text = try folder.text("catalog.json")
    #expect(text.contains("\"documentation\": \"Tells the time of the system.\""))
    #expect(text.components(separatedBy: "\"documentation\"").count == 2)
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success)
    #expect(recorder.output.contains("catalog.json is up to date"))
  }

  @Test("a file that is not a symbol graph is reported") func aGraphThatIsNoneIsNamed() {
    let files = InMemoryFiles(["/graphs/a.symbols.json": "{ \"symbols\": [ { ", "/graphs/b.symbols.json": "[]"])
    for name in ["a", "b"] {
      let path = "/graphs/\(name).symbols.json"
      let (code, _, error) = Recorder.run("register", "--symbol-graph", path, "--output", "-", files: files)
      #expect(code == .failure)
      #expect(error.contains("\(path) is not a symbol graph"))
    }
    #expect(Recorder.run("register").code == .usage)
  }
}
