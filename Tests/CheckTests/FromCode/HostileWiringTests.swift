import ConfigDI
import Testing

@testable import configdi_check

/// Manifests and Swift sources whose reading would take the stack, or a time that grows with the square of their size.
@Suite struct HostileWiringTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "mem", "provides": "App.Store", "file": "App/A.swift", "concrete": true, "dependencies": [] }] }
    """

  private func wiring(_ manifest: String) -> ExitCode {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\n" + manifest, "c.json": Self.catalog])
    return runProgram(["wiring", "app.yaml", "--catalog", "c.json"], console: Recorder().console(files: files))
  }

  @Test("a long chain of choices can be written as Swift") func chainOfChoices() {
    let services = (0..<3_000).map {
      "  Store/a\($0): { select: p, cases: { \"true\": Store/a\($0 + 1), \"false\": Store/z } }\n"
    }
    let text =
      "parameters: { p: { type: bool, env: P } }\nroots: [Store/a0]\nservices:\n" + services.joined()
      + "  Store/a3000: mem\n  Store/z: mem\n"
    #expect(wiring(text) == .success)
  }

  @Test("scopes inside thousands of others can be written as Swift") func nestedScopes() {
    let scopes = (1..<5_000).map { "  s\($0): { parent: s\($0 - 1) }\n" }
    let text =
      "scopes:\n  s0: {}\n" + scopes.joined()
      + "roots: [{ key: Store, scope: s4999 }]\nservices: { Store: { factory: mem, scope: s4999 } }\n"
    #expect(wiring(text) == .success)
  }

  @Test("an #if inside thousands of others keeps their condition")
  func nestedConditions() {
    let text = SwiftText(Array((String(repeating: "#if A\n", count: 20_000) + "#if true\nx").utf8))
    #expect(text.conditions.last == .conditional)
    let source = SwiftText(Array("#if false\n#if true\nx\n#else\ny\n#endif\n#else\nz\n#endif\nw".utf8))
    let words = ["x": SwiftText.Condition.dead, "y": .dead, "z": .conditional, "w": .none]
    for index in source.lexemes.indices {
      if let expected = words[String(source.name(index))] { #expect(source.conditions[index] == expected) }
    }
  }
}
