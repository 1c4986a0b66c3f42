import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Findings and edits in text that YAML aliases repeat.
@Suite struct SharedTextTests {
  @Test(
    "an edit is offered only if it removes no anchor",
    arguments: [
      (
        "A: { factory: a, dependencies: { x: { key: &b B, lazy: true }, y: *b } }, B: b",
        "A: { factory: a, dependencies: { x: { key: B, lazy: true }, y: B } }, B: b"
      ),
      (
        "A: { factory: a, dependencies: [{ ref: &b B }, *b] }, B: b",
        "A: { factory: a, dependencies: [{ ref: B }, B] }, B: b"
      ), ("A: { class: &a a }, B: *a", "A: { class: a }, B: a"),
      (
        "A: { factory: a, scope: [&s weak] }, B: { factory: b, scope: *s }",
        "A: { factory: a, scope: [weak] }, B: { factory: b, scope: weak }"
      ),
    ])
  func anchors(anchored: String, plain: String) throws {
    func edits(_ services: String) throws -> [Bool] {
      try Checking.check("configdi: 1\nservices: { \(services) }\n").map { !$0.fixes.isEmpty }
    }
    #expect(try edits(anchored) == [false])
    #expect(try edits(plain) == [true])
  }

  @Test("a field without an anchor is removed although its value contains '&'") func ampersands() throws {
    let text = "configdi: 1\nparameters:\n  p: { value: a, default: \"b&c\", exposed: true }\n"
    let finding = try #require(Checking.check(text).first)
    #expect(try Checking.fixed(text, finding) == text.replacing(", default: \"b&c\"", with: ""))
  }

  @Test("text with an ampersand between blanks is replaced") func ampersandsBetweenBlanks() throws {
    let text = "configdi: 1\nparameters: { p: { value: a & b && c, secret: true, exposed: true } }\n"
    let finding = try #require(Checking.check(text).first)
    #expect(try Checking.fixed(text, finding) == text.replacing("value: a & b && c", with: "env: P"))
  }

  @Test("a missing service in cases that two services share is one finding") func sharedCases() throws {
    let found = try Checking.check(
      """
      configdi: 1
      parameters: { mode: { type: bool, env: MODE } }
      services:
        One: { select: mode, cases: &cases { true: Gone, false: Leaf } }
        Two: { select: mode, cases: *cases }
        Leaf: leaf
      """)
    #expect(found.map(\.message) == ["missing service: One needs Gone, which is not defined"])
  }
}
