import ConfigDI
import Testing

@testable import configdi_check

/// Symbol graphs that no compiler wrote: nothing of them is written as code, and none takes long or ends the program.
@Suite struct HostileGraphTests {
  private static func register(_ json: String) -> (code: ExitCode, output: String, error: String) {
    Recorder.run(
      "register", "--symbol-graph", "/M.symbols.json", "--output", "-", files: InMemoryFiles(["/M.symbols.json": json]))
  }

  private static func graph(with type: String) -> String {
    var graph = GraphText()
    graph.addProtocol("Svc")
    graph.addType("Good", as: ["Svc"])
    graph.addRaw(symbol: type)
    return graph.json
  }

  @Test("a module's name is an identifier", arguments: ["../../../esc", "M\\nimport Evil", "", "a b", "1M"])
  func moduleNames(name: String) {
    let (code, output, error) = Self.register(GraphText(name).json)
    #expect(code == .failure)
    #expect(output.isEmpty)
    #expect(error.contains("is not a symbol graph"), "\(error)")
  }

  @Test("a type's name is a name of Swift, or left out")
  func typeNames() {
    let (code, output, _) = Self.register(
      Self.graph(
        with: """
          { "kind": { "identifier": "swift.struct" }, "identifier": { "precise": "s:5Parts:Evil" },
            "pathComponents": ["Foo\\n}\\nimport Evil"], "declarationFragments": [] }
          """))
    #expect(code == .success)
    #expect(!output.contains("Evil"))
  }

  @Test("a factory's name with a line end is refused")
  func factoryNames() {
    var graph = GraphText()
    graph.addProtocol("Svc")
    graph.addType("Good", as: ["Svc"])
    graph.addType("Doc", as: ["Svc"], documentation: ["- Factory: x\\\") }\\nimport Evil"])
    let (_, output, error) = Self.register(graph.json)
    #expect(!output.contains("Evil"))
    #expect(error.contains("Doc is skipped: its `- Factory:` line contains a character that is not allowed in a name"))
  }

  @Test("a superclass chain that ends in a ring ends", .timeLimit(.minutes(10)))
  func rings() {
    var graph = GraphText()
    graph.addProtocol("Svc")
    for name in ["KA", "KB", "KC"] { graph.addType(name, "swift.class", as: ["Svc"], parameters: nil) }
    graph.inherit("KC", from: "KA")
    graph.inherit("KA", from: "KB")
    graph.inherit("KB", from: "KA")
    #expect(Self.register(graph.json).code == .failure)
  }

  @Test("deep types and far lines end nothing", .timeLimit(.minutes(10)))
  func extremes() {
    for (open, close) in [("[", "]"), ("(", ")"), ("", "?"), ("Svc<", ">")] {
      var graph = GraphText()
      graph.addProtocol("Svc")
      graph.addType("Good", as: ["Svc"])
      let count = 3_000
      let type = String(repeating: open, count: count) + "Svc" + String(repeating: close, count: count)
      graph.addType("Deep", as: ["Svc"], parameters: ["x: \(type)"])
      let (code, output, _) = Self.register(graph.json)
      #expect(code == .success)
      #expect(!output.contains("Deep"))
    }
    for line in ["9223372036854775807", "-9223372036854775808"] {
      let (code, _, _) = Self.register(
        Self.graph(
          with: """
            { "kind": { "identifier": "swift.struct" }, "identifier": { "precise": "s:5Parts:Far" },
              "pathComponents": ["Far"], "docComment": { "lines": [{ "text": "- Factory: far" }] },
              "location": { "uri": "file:///a.swift", "position": { "line": \(line), "character": \(line) } } }
            """))
      #expect(code == .success)
    }
  }

  @Test("aliases of aliases are followed up to a limit", .timeLimit(.minutes(10)))
  func aliases() {
    var graph = GraphText()
    graph.addProtocol("Svc")
    graph.addType("Good", as: ["Svc"])
    for number in 0..<12 {
      let next =
        "{ \"kind\": \"typeIdentifier\", \"spelling\": \"A\", \"preciseIdentifier\": \"s:5Parts:A\(number + 1)\" }"
      let list = [String](repeating: next, count: 12).joined(
        separator: ", { \"kind\": \"text\", \"spelling\": \", \" }, ")
      graph.addRaw(
        symbol: """
          { "kind": { "identifier": "swift.typealias" }, "identifier": { "precise": "s:5Parts:A\(number)" },
            "pathComponents": ["A\(number)"], "declarationFragments": [{ "kind": "text", "spelling": "= G<" }, \(list),
            { "kind": "text", "spelling": ">" }] }
          """)
    }
    graph.addType("Uses", as: ["Svc"], parameters: ["x: A"])
    #expect(Self.register(graph.json.replacing("s:5Parts:A\"", with: "s:5Parts:A0\"")).code == .success)
  }
}
