import ConfigDI
import Testing

@testable import configdi_check

/// Registrations of types that changed in other ways than in their parameters.
@Suite struct RegisterObsoleteTests {
  /// The answer of `register --check` to a file with one registration, and the file after `register`.
  private static func run(_ graph: GraphText, _ line: String) throws -> (answer: String, text: String) {
    let folder = try Folder([
      "Parts.symbols.json": graph.json,
      "Parts.swift": "import ConfigDI\nfunc assemble(_ registry: inout FactoryRegistry) {\n    \(line)\n}\n",
    ])
    let arguments = ["register", "--symbol-graph", folder.path(), "--output", folder.path("Parts.swift")]
    let checking = Recorder()
    let code = runProgram(arguments + ["--check"], console: checking.console(files: DiskFiles()))
    #expect((code == .success) == checking.output.isEmpty, "\(checking.output)")
    let console = Recorder().console(files: DiskFiles())
    #expect(runProgram(arguments, console: console) == .success)
    #expect(runProgram(arguments + ["--check"], console: console) == .success)
    return (checking.output, try folder.text("Parts.swift"))
  }

  private static var parts: GraphText {
    var graph = GraphText()
    graph.addProtocol("Clock")
    graph.addProtocol("Store")
    return graph
  }

  @Test("an instance that no longer exists is replaced by a call of the initializer", arguments: [false, true])
  func lostInstancesAreReplaced(inherits: Bool) throws {
    let line = "registry.registerInstance(\"a\", as: (any Clock).self, AClock.shared)"
    var graph = Self.parts
    graph.addType("Base", "swift.class", documentation: ["- Factory: none"])
    graph.addType("AClock", "swift.class", as: ["Clock"])
    graph.inherit("AClock", from: "Base")
    if inherits { graph.addStatic("shared", of: "Base") }
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("'a' is obsolete: AClock.shared no longer exists") != inherits, "\(run.answer)")
    let new = "registry.register(\"a\", as: (any Clock).self) { AClock() }"
    #expect(run.text.contains(inherits ? line : new), "\(run.text)")
  }

  @Test("a lifecycle initializer that is a service now is replaced")
  func lostLifecyclesAreReplaced() throws {
    let line = "registry.registerInitializer(\"a\", AClock.init)"
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"])
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("'a' is obsolete: AClock does not conform to Initializable"), "\(run.answer)")
    #expect(run.text.contains("registry.register(\"a\", as: (any Clock).self) { AClock() }"), "\(run.text)")
    graph.conform("AClock", to: "s:8ConfigDI13InitializableP", fallback: "ConfigDI.Initializable")
    #expect(try Self.run(graph, line).text.contains(line))
  }

  @Test("a registration of a type that is private now is removed, unless its file declares the type")
  func privateTypesGo() throws {
    let line = "registry.register(\"a\", as: (any Clock).self) { AClock() }"
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"], access: "private")
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("'a' is obsolete: AClock is private"), "\(run.answer)")
    #expect(!run.text.contains("AClock"), "\(run.text)")
    #expect(try Self.run(graph, line + "\n}\nprivate struct AClock: Clock {").answer.isEmpty)
  }

  @Test("a registration of an initializer that may return nil now is removed")
  func failableInitializersGo() throws {
    let line = "registry.register(\"a\", as: (any Clock).self, AClock.init)"
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"], parameters: ["clock: any Clock"], start: "init?(")
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("'a' is obsolete: AClock.init(clock:) may return nil"), "\(run.answer)")
    #expect(!run.text.contains("AClock"), "\(run.text)")
    let unwrapped = "registry.register(\"a\", as: (any Clock).self) { (clock: any Clock) in AClock(clock: clock)! }"
    #expect(try Self.run(graph, unwrapped).text.contains(unwrapped))
  }

  @Test("a reference that fits several initializers now is replaced by one with labels")
  func ambiguousReferencesAreReplaced() throws {
    let line = "registry.register(\"a\", as: (any Clock).self, AClock.init)"
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"], parameters: nil)
    graph.addInitializer(of: "AClock", ["first: any Store"], documentation: "- Factory: a")
    graph.addInitializer(of: "AClock", [])
    graph.addInitializer(of: "AClock", ["later: any Store"], effects: "async")
    #expect(try Self.run(graph, line).answer.isEmpty)
    graph.addInitializer(of: "AClock", ["n: Int"])
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("'a' is obsolete: AClock.init may mean several initializers"), "\(run.answer)")
    #expect(run.text.contains("AClock.init(first:))"), "\(run.text)")
    // Without an initializer to choose, the registration stays for someone to complete.
    var unclear = Self.parts
    unclear.addType("AClock", as: ["Clock"], parameters: nil)
    for label in ["first", "later"] { unclear.addInitializer(of: "AClock", ["\(label): any Store"]) }
    #expect(try Self.run(unclear, line).text.contains(line))
  }

  @Test("an instance under another key goes when its type does not conform to that protocol any more")
  func unfitInstancesGo() throws {
    let line = "registry.register(\"bothAsStore\", as: (any Store).self) { (both: Both) in both }"
    let lines = "registry.register(\"both\", as: Both.self) { Both() }\n    " + line
    var graph = Self.parts
    graph.addType("Both", as: ["Clock"])
    let run = try Self.run(graph, lines)
    #expect(run.answer.contains("'bothAsStore' is obsolete: Both does not conform to Store"), "\(run.answer)")
    #expect(!run.text.contains("bothAsStore"), "\(run.text)")
    graph.conform("Both", to: GraphText.id("Store"))
    #expect(try Self.run(graph, lines).text.contains(line))
  }

  @Test("a generic alias may stand for settings, which have no label") func genericAliasesStay() throws {
    let line = "registry.register(\"a\", as: (any Clock).self, labels: [\"store\"], AClock.init)"
    var graph = Self.parts
    graph.addType("AClock", as: ["Clock"], parameters: ["store: any Store", "options: Same<Options>"])
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.typealias" }, "identifier": { "precise": "\(GraphText.id("Same"))" },
          "pathComponents": ["Same"], "swiftGenerics": { "parameters": [] },
          "declarationFragments": [{ "kind": "text", "spelling": "typealias Same<T> = T" }] }
        """)
    let run = try Self.run(graph, line)
    #expect(run.text.contains(line), "\(run.answer)")
  }

  @Test(
    "a closure that passes another type than the initializer takes now is replaced",
    arguments: [
      ("any Store", "any Clock", true), ("any Gone", "any Clock", true), ("any Clock", "[any Clock]", true),
      ("any Clock", "Lazy<any Clock>", true), ("[any Store]", "[any Clock]", true),
      ("(any Gone)?", "(any Clock)?", true), ("(any Clock)?", "any Clock", true), ("(any Clock)?", "[any Clock]", true),
      ("[any Clock]", "any Clock", true), ("(any Clock)?", "Lazy<any Clock>", true),
      ("any Clock", "any Clock", false), ("any Fine", "any Clock", false), ("any Short", "any Clock", false),
      ("any Store & Fine", "any Clock", false), ("any Clock", "(any Clock)?", false), ("Own", "any Clock", false),
      ("any Store", "(any Clock)?", true), ("any Store", "Disk", true), ("Lazy<any Clock>", "any Clock", true),
      ("Lazy<any Clock>", "Provider<any Clock>", true), ("Disk", "any Clock", true), ("Memory", "Disk", true),
      ("Lazy<any Store>", "Lazy<any Clock>", true), ("Lazy<any Clock>", "Lazy<any Clock>", false),
      ("Disk", "any Store", false), ("Small", "Disk", false), ("Short", "Disk", false),
      // A protocol with a superclass, an alias, and types with the name of one inside another.
      ("any Heir", "Disk", false), ("any Client", "any Clock", false), ("any Clock", "Key", false),
      ("Hidden", "any Clock", false),
    ])
  func closuresFollowTheirInitializers(passed: String, taken: String, isOther: Bool) throws {
    var graph = Self.parts
    graph.addProtocol("Fine")
    graph.conform("Fine", to: GraphText.id("Clock"))
    for name in ["Disk", "Memory", "Small"] { graph.addType(name, "swift.class", as: ["Store"]) }
    graph.inherit("Small", from: "Disk")
    graph.addProtocol("Heir")
    graph.inherit("Heir", from: "Disk")
    for name in ["Client", "Key", "Hidden"] { graph.addType("Space.\(name)") }
    graph.addAlias("Client", of: "Disk", for: "Store")
    graph.addProtocol("View")
    graph.addType("Screen", as: ["View"], parameters: ["_ clock: \(taken)", "n: Int = x"])
    graph.addRaw(
      symbol: """
        { "kind": { "identifier": "swift.typealias" }, "identifier": { "precise": "s:5Parts5Shorta" },
          "pathComponents": ["Short"], "declarationFragments": [] }
        """)
    func line(_ type: String) -> String {
      "registry.register(\"a\", as: (any View).self, labels: [\"own\"]) { (own: \(type)) in Screen(own) }"
    }
    let run = try Self.run(graph, line(passed))
    #expect(run.answer.contains("'a' is obsolete: Screen.init(_:n:) takes another type as 'clock'") == isOther)
    #expect(run.text.contains(line(passed)) != isOther, "\(run.text)")
    #expect(run.text.contains("{ (clock: \(taken)) in Screen(clock) }") == isOther, "\(run.text)")
  }

  @Test("a block in a closure may give a parameter's name to another value") func blocksHideParameters() throws {
    var graph = Self.parts
    graph.addType("Disk", documentation: ["- Factory: none"])
    graph.addProtocol("View")
    graph.addType("Screen", as: ["View"], parameters: ["_ disk: Disk"])
    for condition in ["let store = store as? Disk", "isSlow(store)"] {
      let body = "if \(condition) { Screen(store) } else { Screen(Disk()) }"
      let line = "registry.register(\"screen\", as: (any View).self) { (store: any Store) in \(body) }"
      #expect(try Self.run(graph, line).answer.isEmpty)
    }
  }

  @Test("an alias that nothing asks for may be missing") func aliasesMayBeMissing() throws {
    var graph = Self.parts
    graph.addProtocol("Cache", "<Item>", sendable: false)
    graph.addType("Memory", as: ["Cache"])
    graph.addAlias("Item", of: "Memory", for: "Int")
    let line = "registry.register(\"memory\", as: Memory.self) { Memory() }"
    #expect(try Self.run(graph, line).answer.isEmpty)
    graph.addType("Page", parameters: ["cache: any Cache<Int>"], sendable: false)
    graph.conform("Page", to: GraphText.id("Store"))
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("Memory is not registered as Cache<Swift.Int> in any assembly"), "\(run.answer)")
  }

  @Test("labels follow the order of the initializer's parameters") func labelsFollowTheirInitializers() throws {
    var graph = Self.parts
    graph.addProtocol("View")
    graph.addType("Screen", as: ["View"], parameters: ["copy: any Store", "main: any Store"])
    func line(_ labels: String) -> String {
      "registry.register(\"a\", as: (any View).self, labels: [\(labels)], Screen.init)"
    }
    let run = try Self.run(graph, line("\"main\", \"copy\""))
    let reason = "'a' is obsolete: Screen.init(copy:main:) takes 'copy' where 'main' is labeled"
    #expect(run.answer.contains(reason), "\(run.answer)")
    #expect(run.text.contains(line("\"copy\", \"main\"")), "\(run.text)")
    #expect(try Self.run(graph, line("\"first\", \"main\"")).answer.isEmpty)
  }

  @Test("a closure follows the type of a call's argument") func argumentsFollowTheirInitializers() throws {
    var graph = Self.parts
    graph.addType("Page", "swift.class", parameters: nil)
    graph.addInitializer(of: "Page", ["id: String"], documentation: "- Argument: id")
    func line(_ type: String) -> String {
      "registry.register(\"page\", as: Page.self) { (id: Argument<\(type)>) in Page(id: id.value) }"
    }
    let run = try Self.run(graph, line("Int"))
    #expect(run.answer.contains("'page' is obsolete: Page.init(id:) takes another type as 'id'"), "\(run.answer)")
    #expect(run.text.contains(line("String")), "\(run.text)")
    #expect(try Self.run(graph, line("String")).answer.isEmpty)
  }

  @Test("a registration follows a type and a protocol into another type") func movedTypesAreFollowed() throws {
    let line = "registry.register(\"a\", as: (any Clock).self) { AClock() }"
    var graph = Self.parts
    graph.addType("Space", documentation: ["- Factory: none"])
    graph.addType("Space.AClock", as: ["Clock"])
    let run = try Self.run(graph, line)
    #expect(run.answer.contains("'a' is obsolete: AClock is now Space.AClock"), "\(run.answer)")
    #expect(run.text.contains("registry.register(\"a\", as: (any Clock).self) { Space.AClock() }"), "\(run.text)")
    // Code inside the other type need not name it.
    for space in ["Space", "Parts.Space"] {
      #expect(try Self.run(graph, line + "\n}\nextension \(space) {").answer.isEmpty)
    }
    var renamed = Self.parts
    renamed.addType("Space", documentation: ["- Factory: none"])
    renamed.addProtocol("Space.Watch")
    renamed.addType("AClock", as: ["Space.Watch"])
    let moved = try Self.run(renamed, line.replacing("any Clock", with: "any Watch"))
    #expect(moved.answer.contains("'a' is obsolete: Watch is now Space.Watch"), "\(moved.answer)")
    #expect(moved.text.contains("as: (any Space.Watch).self) { AClock() }"), "\(moved.text)")
  }

  @Test("a name outside a type is not that of a type inside it", arguments: ["ContinuousClock", "Watch"])
  func namesOutsideAreOthers(name: String) throws {
    var graph = Self.parts
    graph.addType("Space.ContinuousClock")
    graph.addProtocol("Space.Watch")
    graph.addType("Watch")
    #expect(try Self.run(graph, "registry.register(\"a\", as: \(name).self) { \(name)() }").answer.isEmpty)
  }
}
