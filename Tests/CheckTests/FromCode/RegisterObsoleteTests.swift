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
    ])
  func closuresFollowTheirInitializers(passed: String, taken: String, isOther: Bool) throws {
    var graph = Self.parts
    graph.addProtocol("Fine")
    graph.conform("Fine", to: GraphText.id("Clock"))
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
    graph.addProtocol("View")
    graph.addType("Screen", as: ["View"], parameters: ["_ clock: any Clock"])
    let body = "if let store = store as? any Clock { Screen(store) } else { Screen(AClock()) }"
    let line = "registry.register(\"screen\", as: (any View).self) { (store: any Store) in \(body) }"
    #expect(try Self.run(graph, line).answer.isEmpty)
  }

  @Test("an alias that nothing asks for may be missing") func aliasesMayBeMissing() throws {
    var graph = Self.parts
    graph.addProtocol("Cache", "<Item>", sendable: false)
    graph.addType("Memory", as: ["Cache"])
    graph.addAlias("Item", of: "Memory", for: "Int")
    let line = "registry.register(\"memory\", as: Memory.self) { Memory() }"
    #expect(try Self.run(graph, line).answer.isEmpty)
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
}
