import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct YAMLReaderTests {
  @Test(arguments: [
    ("a: 1", "{'a': 1}"),
    ("a: [x, 'y', \"z\"]\nb: {c: ~}", "{'a': ['x', 'y', 'z'], 'b': {'c': null}}"),
    ("- - 1\n  - 2\n- 3", "[[1, 2], 3]"),
    ("a: &x {b: 1}\nc: *x\nd: 2", "{'a': {'b': 1}, 'c': {'b': 1}, 'd': 2}"),
    ("a: &x 1\nb: &x 2\nc: *x", "{'a': 1, 'b': 2, 'c': 2}"),
    ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{'a': 'one\ntwo\n', 'b': 'one two'}"),
    ("a: \"\\u263A\\n\\L\"", "{'a': '\u{263A}\n\u{2028}'}"),
    // Escapes that are as long as what they stand for.
    ("[\"x\\_\", \"12345678\\_\", \"1234567\\_9\"]", "['x\u{A0}', '12345678\u{A0}', '1234567\u{A0}9']"),
    ("a: one\n  two", "{'a': 'one two'}"),
    ("a:\nb:", "{'a': null, 'b': null}"),
    ("[a: 1, b]", "[{'a': 1}, 'b']"),
    ("plain", "'plain'"),
    ("? a\n: b", "{'a': 'b'}"),
    ("a: !!str 1\nb: !!int \"2\"\nc: !!float 3\nd: ! 4", "{'a': '1', 'b': 2, 'c': 3.0, 'd': '4'}"),
    ("&k a: 1\n*k : 2\nb: 3", "{'a': 1, 'b': 3}"),
  ])
  func readsNodes(text: String, outline: String) {
    #expect(Reading(text).root?.outline == outline)
  }

  @Test(arguments: ["", "# only a comment\n", "\u{FEFF}", "\n\n", "---\n", "--- # nothing\n...\n"])
  func emptyFileIsADocumentWithoutRoot(text: String) {
    let reading = Reading(text)
    #expect(reading.document != nil)
    #expect(reading.root == nil)
    #expect(reading.findings.isEmpty)
  }

  @Test("a subscript finds a key by its text") func subscriptFindsAKeyByItsText() {
    let root = Reading("a: 1\nservices: {Clock: systemClock}\nb: 2").root
    #expect(root?["services"]?["Clock"]?.text == "systemClock")
    #expect(root?["service"] == nil)
    #expect(root?["a"]?["b"] == nil)
  }
}
