import ConfigDI
import Testing

@testable import configdi_check

/// A written file when the module has changed: it remains Swift, and a second run changes nothing.
@Suite struct RegisterUpdateTests {
  /// The file after a run for these types, which conform to `Clock`.
  private static func update(
    _ body: String, types: [String], newline: String = "\n"
  ) throws -> (text: String, isCurrent: Bool) {
    var graph = GraphText()
    graph.addProtocol("Clock")
    for type in types { graph.addType(type, as: ["Clock"]) }
    let file = "func assemble(_ registry: inout FactoryRegistry) {\n\(body)}\n"
    let folder = try Folder([
      "Parts.symbols.json": graph.json, "Parts.swift": file.replacing("\n", with: newline),
    ])
    let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("Parts.swift")]
    let console = Recorder().console(files: DiskFiles())
    #expect(runProgram(arguments, console: console) == .success)
    let text = try folder.text("Parts.swift")
    let isCurrent = runProgram(arguments + ["--check"], console: console) == .success
    return (text.replacing("func assemble(_ registry: inout FactoryRegistry) {\(newline)", with: ""), isCurrent)
  }

  private static func line(_ name: String, _ type: String, behind: String = "") -> String {
    "    registry.register(\"\(name)\", as: (any Clock).self) { \(type)() }\(behind)\n"
  }

  /// What comes stands where something went: first, in the middle, last, or in place of everything.
  @Test(
    "a new registration takes the position of a removed one",
    arguments: [
      (["a", "m", "z"], ["a", "m", "t"]), (["a", "m", "z"], ["b", "m", "z"]), (["a", "m", "z"], ["a", "n", "z"]),
      (["z"], ["t"]), (["a", "z"], ["a", "c", "t"]), (["a", "b", "c"], ["x", "y"]), (["m"], ["a", "m", "z"]),
      (["a", "z"], ["a"]),
    ]) func whatComesTakesThePlaceOfWhatGoes(before: [String], now: [String]) throws
  {
    func body(_ names: [String]) -> String { names.map { Self.line($0, "\($0.uppercased())Clock") }.joined() }
    let (text, isCurrent) = try Self.update(body(before), types: now.map { "\($0.uppercased())Clock" })
    #expect(text == body(now) + "}\n")
    #expect(isCurrent)
  }

  /// A comment behind a registration goes with it, and is not parted from one that stays.
  @Test("a trailing comment stays with its registration") func aCommentBehindARegistrationBelongsToIt() throws {
    let (text, isCurrent) = try Self.update(
      Self.line("a", "AClock", behind: "  // Mine.") + Self.line("z", "ZClock", behind: "  // Theirs."),
      types: ["AClock", "TClock"])
    #expect(text == Self.line("a", "AClock", behind: "  // Mine.") + Self.line("t", "TClock") + "}\n")
    #expect(isCurrent)
  }

  /// The call alone does not show that this is a type: its text does.
  @Test("a lowercase type name is not added twice") func aLowerCaseTypeIsNotAddedTwice() throws {
    let line = Self.line("default", "`default`")
    let (text, isCurrent) = try Self.update("", types: ["default"])
    #expect(text == line + "}\n")
    #expect(isCurrent)
    #expect(try Self.update(line, types: ["default"]).text == line + "}\n")
  }

  @Test("added lines use the file's line ending", arguments: [true, false]) func addedLinesEndAsTheFilesLinesDo(
    isEmpty: Bool
  ) throws {
    let body = isEmpty ? "" : Self.line("a", "AClock")
    let (text, isCurrent) = try Self.update(body, types: ["AClock", "BClock"], newline: "\r\n")
    let lines = Self.line("a", "AClock") + Self.line("b", "BClock")
    #expect(Array(text.utf8) == Array((lines + "}\n").replacing("\n", with: "\r\n").utf8))
    #expect(isCurrent)
  }

  /// What someone put under a condition stays alone there.
  @Test("additions stand in the body itself, not in a block or a condition") func additionsStandInTheBody() throws {
    let condition = "    #if DEBUG\n" + Self.line("d", "DClock") + "    #endif\n"
    let block = "    if fast {\n  " + Self.line("n", "NClock") + "    }\n"
    let types = ["AClock", "DClock", "KClock", "NClock", "ZClock"]
    let (text, isCurrent) = try Self.update(condition + block, types: types)
    let added = Self.line("a", "AClock") + Self.line("k", "KClock") + Self.line("z", "ZClock")
    #expect(text == added + condition + block + "}\n")
    #expect(isCurrent)
    let anchored = try Self.update(condition + Self.line("m", "MClock") + block, types: types + ["MClock"]).text
    let (before, after) = (Self.line("a", "AClock") + Self.line("k", "KClock"), Self.line("z", "ZClock"))
    #expect(anchored == condition + before + Self.line("m", "MClock") + after + block + "}\n")
  }

  @Test("a deleted type is gone whatever its name begins with", arguments: ["_Six", "lower", "服务", "`hello world`"])
  func anyNameMayBeGone(type: String) throws {
    let (text, isCurrent) = try Self.update(
      Self.line("a", "AClock") + Self.line("gone", type)
        + "    registry.register(\"own\", as: (any Clock).self) { make() }\n"
        + "    func make() -> any Clock { AClock() }\n", types: ["AClock"])
    #expect(
      text == Self.line("a", "AClock") + "    registry.register(\"own\", as: (any Clock).self) { make() }\n"
        + "    func make() -> any Clock { AClock() }\n}\n")
    #expect(isCurrent)
  }

  @Test("the registry is called by the name that the file gives it") func theRegistrysNameIsTheFiles() throws {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addType("AClock", as: ["Clock"])
    let folder = try Folder([
      "Parts.symbols.json": graph.json, "Parts.swift": "func assemble(_ r: inout ConfigDI.FactoryRegistry) {}\n",
    ])
    let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("Parts.swift")]
    #expect(runProgram(arguments, console: Recorder().console(files: DiskFiles())) == .success)
    #expect(
      try folder.text("Parts.swift")
        == "func assemble(_ r: inout ConfigDI.FactoryRegistry) {\n    r.register(\"a\", as: (any Clock).self) { AClock() }\n  }\n"
    )
  }

  @Test("a type that is asked for under a second key is registered under its own type, with aliases")
  func aSecondKeyMovesTheRegistration() throws {
    var graph = GraphText()
    for name in ["Clock", "Svc"] { graph.addProtocol(name) }
    graph.addType("Both", as: ["Clock", "Svc"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("Parts.swift")]
    let console = Recorder().console(files: DiskFiles())
    #expect(runProgram(arguments, console: console) == .success)
    #expect(try folder.text("Parts.swift").contains("(\"both\", as: (any Clock).self) { Both() }"))
    #expect(runProgram(arguments + ["--protocols", "Clock,Svc"], console: console) == .success)
    let text = try folder.text("Parts.swift")
    for line in [
      "registry.register(\"both\", as: Both.self) { Both() }\n",
      "registry.register(\"bothAsClock\", as: (any Clock).self) { (both: Both) in both }\n",
      "registry.register(\"bothAsSvc\", as: (any Svc).self) { (both: Both) in both }\n",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(!text.contains("(\"both\", as: (any Clock)"))
    for options in [["--protocols", "Clock,Svc"], []] {
      #expect(runProgram(arguments + options + ["--check"], console: console) == .success)
    }
  }

  @Test("a type that an initializer takes by itself is a service, even if it wraps its own protocol")
  func aDecoratorMayBeTakenByItself() throws {
    var graph = GraphText()
    for name in ["Log", "Screen", "Flushing"] { graph.addProtocol(name) }
    graph.addType("FileLog", as: ["Log"])
    graph.addType("Buffer", "swift.class", as: ["Log", "Flushing"], parameters: ["inner: any Log"])
    graph.addType("Home", as: ["Screen"], parameters: ["buffer: Buffer", "log: any Log", "flushing: any Flushing"])
    let decorator = "    registry.registerDecorator(\"buffer\", of: (any Log).self, Buffer.init)\n"
    for body in ["", decorator] {
      let folder = try Folder([
        "Parts.symbols.json": graph.json,
        "Parts.swift": "func assemble(_ registry: inout FactoryRegistry) {\n\(body)}\n",
      ])
      let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("Parts.swift")]
      let recorder = Recorder()
      let console = recorder.console(files: DiskFiles())
      #expect(runProgram(arguments + ["--check"], console: console) == .findings)
      #expect(recorder.output.contains("is obsolete: Buffer is no longer a decorator") == !body.isEmpty)
      #expect(runProgram(arguments + ["--manifest", "-"], console: console) == .success)
      let text = try folder.text("Parts.swift")
      #expect(text.contains("(\"buffer\", as: Buffer.self, labels: [\"inner\"], Buffer.init)\n"), "\(text)")
      #expect(text.contains("as: (any Flushing).self) { (buffer: Buffer) in buffer }\n"), "\(text)")
      #expect(!text.contains("Decorator") && text.matches(of: /\(any Log\)\.self/).count == 1, "\(text)")
      #expect(recorder.output.contains("\n  Buffer:") && !recorder.output.contains("provided"), "\(recorder.output)")
      #expect(runProgram(arguments + ["--check"], console: console) == .success)
    }
  }

  @Test("a decorator whose type no longer wraps another service is gone") func aDecoratorMayBecomeAService() throws {
    let line = "    registry.registerDecorator(\"a\", of: (any Clock).self, AClock.init)\n"
    let (text, isCurrent) = try Self.update(line, types: ["AClock"])
    #expect(text == Self.line("a", "AClock") + "}\n")
    #expect(isCurrent)
  }

  @Test("what an existing manifest lacks includes the scope and the roots")
  func aProposalIsWhole() throws {
    var graph = GraphText.parts
    graph.addType("Caller", documentation: ["- Provided: Caller"], parameters: ["id: Int"])
    graph.addType("Cart", as: ["Svc"], parameters: ["caller: Caller", "clocks: [any Clock]"])
    func proposal(_ manifest: String) throws -> String {
      let folder = try Folder(["Parts.symbols.json": graph.json, "app.yaml": "configdi: 1\n\(manifest)"])
      let recorder = Recorder()
      let arguments = [
        "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest",
        folder.path("app.yaml"),
      ]
      #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
      return recorder.output
    }
    let services = """
      services:
        Caller: { provided: true, scope: request }
        Svc:
          factory: cart
          scope: request

      """
    let whole = try proposal("roots: [Clock]\nservices: { Clock: system }\n")
    #expect(
      whole.hasSuffix(
        """
        app.yaml:
        scopes: { request: {} }
        roots:
          - { key: Svc, scope: request }

        collections:
          clocks: { of: Clock }

        \(services)
        """), "\(whole)")
    let rest = try proposal(
      "scopes: { request: {} }\ncollections: { clocks: { of: Clock } }\nservices: { Clock: system }\n")
    #expect(rest.hasSuffix("app.yaml:\n\(services)"), "\(rest)")
    // A collection of the same key under another name takes the members, and a root is not repeated.
    let other = try proposal(
      "scopes: { request: {} }\nroots: [{ key: Svc, scope: request }]\ncollections: { ticking: { of: Clock } }\n")
    #expect(other.contains("app.yaml:\nservices:\n"), "\(other)")
    #expect(other.contains("    collect: ticking\n") && !other.contains("clocks"), "\(other)")
    // A collection of another key keeps its name for itself.
    let apart = try proposal("scopes: { request: {} }\ncollections: { clocks: { of: Svc } }\n")
    #expect(apart.contains("collections:\n  clocks2: { of: Clock }\n"), "\(apart)")
    #expect(apart.contains("    collect: clocks2\n") && !apart.contains("clocks\n"), "\(apart)")
  }

  @Test("two collections in a first manifest have two names") func collectionsHaveNamesOfTheirOwn() throws {
    var graph = GraphText.parts
    for (name, type) in [("HTTPCheck", "First"), ("HttpCheck", "Second")] {
      graph.addProtocol(name)
      graph.addType(type, as: [name])
    }
    graph.addType("All", as: ["Svc"], parameters: ["a: [any HTTPCheck]", "b: [any HttpCheck]"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let recorder = Recorder()
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest", "-",
    ]
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
    let output = recorder.output
    #expect(output.contains("  httpChecks: { of: HTTPCheck }\n  httpChecks2: { of: HttpCheck }\n"), "\(output)")
    #expect(output.contains("    collect: httpChecks2\n"), "\(output)")
  }

  @Test("a first manifest collects no service that takes an argument, and chooses among the others")
  func collectionsWithoutArguments() throws {
    var graph = GraphText.parts
    graph.addProtocol("Page")
    graph.addType("Article", as: ["Page"], parameters: nil)
    graph.addInitializer(of: "Article", ["id: Int"], documentation: "- Argument: id")
    graph.addType("Home", "swift.class", as: ["Page"], attribute: "@MainActor")
    graph.addType("Index", as: ["Page"])
    graph.addType("Site", as: ["Svc"], parameters: ["pages: [any Page]", "start: Lazy<any Page>"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let recorder = Recorder()
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest", "-",
    ]
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
    let expected = """
        # Other factories: article, home
        Page: { alias: Page/index }
        Page/home:
          factory: home
          collect: pages
        Page/index:
          factory: index
          collect: pages

      """
    #expect(recorder.output.contains(expected), "\(recorder.output)")
  }

  @Test("a first manifest collects nothing for a service that it does not wire")
  func collectionsOfOtherFactories() throws {
    var graph = GraphText.parts
    for name in ["Link", "Page", "Sheet"] { graph.addProtocol(name) }
    graph.addType("Article", as: ["Page"], parameters: nil)
    graph.addInitializer(of: "Article", ["id: Int", "links: [any Link]"], documentation: "- Argument: id")
    graph.addType("Index", as: ["Page"])
    graph.addType("Near", as: ["Link"])
    graph.addType("Remote", as: ["Link"])
    for name in ["Memo", "Note"] {
      graph.addType(name, as: ["Sheet"], parameters: nil)
      graph.addInitializer(of: name, ["id: Int"], documentation: "- Argument: id")
    }
    graph.addType("Site", as: ["Svc"], parameters: ["pages: [any Page]", "sheets: [any Sheet]"])
    let folder = try Folder(["Parts.symbols.json": graph.json])
    let recorder = Recorder()
    let arguments = [
      "register", "--symbol-graph", folder.path(), "--output", folder.path("F.swift"), "--manifest", "-",
    ]
    #expect(runProgram(arguments, console: recorder.console(files: DiskFiles())) == .success, "\(recorder.error)")
    let output = recorder.output
    #expect(output.contains("  # Other factories: remote\n  Link: near\n"), "\(output)")
    #expect(output.contains("  # Other factories: note\n  Sheet: memo\n"), "\(output)")
    #expect(!output.contains("links:"), "\(output)")
  }
}
