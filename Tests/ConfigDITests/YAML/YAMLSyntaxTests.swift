import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct YAMLSyntaxTests {
  @Test(arguments: [
    ("a: @b", "1:4", "quote the text: \"@b\""),
    ("a: %b%", "1:4", "quote the text: \"%b%\""),
    ("a: `b`", "1:4", "quote the text: \"`b`\""),
    ("a:\n\tb: c", "2:1", "indent with spaces, to match the lines around it"),
    ("a: b: c", "1:5", "quote the text if it contains ': ', or write a mapping in braces: { key: value }"),
    ("a: \"b\nc: d", "2:5", "close the quote"),
    ("a: {b: c", "1:9", "add a comma or the closing bracket, and quote text that contains , [ ] { }"),
    ("a: [", "1:4", "add the closing bracket"), ("é: { b: &c [\n# ]\n", "1:13", "add the closing bracket"),
    ("\u{FEFF}a: { b: [c,\n\n", "1:9", "add the closing bracket"),
    ("a: {b: 1 c: 2}", "1:11", .divide), ("a: {b: c: d}", "1:9", .divide),
    ("a: {b: ${c.d}}", "1:9", "quote it: \"${c.d}\""), ("a: [ $${b} c , d]", "1:8", "quote it: \"$${b} c\""),
    ("a: {b: http://${c}:${d}/, e: f}", "1:16", "quote it: \"http://${c}:${d}/\""),
    ("a: {b:${c}}", "1:8", "quote it: \"${c}\""), ("a: {b: &c ${d}}", "1:12", "quote it: \"${d}\""),
    ("a: {b: ${c}\", d: e}", "1:9", "quote it: \"${c}\""), ("a: {b: ${c}'s}", "1:9", "quote it: \"${c}'s\""),
    ("a: {b: \"c}\nd: {e: \"f\"}", "1:8", "close the quote"),
    ("a:\n  b: c\n\td: e", "3:1", "indent with spaces, to match the lines around it"),
    ("a: *b\n", "1:4", "quote it if it is text: \"*b\""),
    ("a: 'b' c", "1:8", "remove it, or put the whole value in one pair of quotes"),
    ("a:\n  b: c\n d: e", "3:2", "indent it by 2 spaces, like line 2"),
    ("a:\n  b: c\n d:\n  e: f", "3:2", "start it at the beginning of the line, like line 1"),
    ("a: b\u{0}c", "1:5", "save the file as UTF-8: it is binary, UTF-16 or UTF-32"),
    ("é: b\u{1}", "1:6", "remove the control character, or write it as an escape in double quotes"),
  ])
  func placeAndAdvice(text: String, place: String, advice: String) {
    let reading = Reading(text)
    #expect(reading.document == nil)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.first?.help.last == advice)
  }

  /// A text for each message of libyaml's reader, scanner and parser that a file can bring about.
  @Test(arguments: [
    ("a: \"C:\\Users\"", "1:7", "'\\U' needs 8 hexadecimal digits"),
    ("a: \"\\xZ\"", "1:5", "'\\x' needs 2 hexadecimal digits"),
    ("a: \"\\q\"", "1:5", "'\\q' is not a valid escape"),
    ("a: |\n  b:c\nd: \"\\q\"", "3:5", "'\\q' is not a valid escape"),
    ("a: \"\\ud83d\\ude00\"", "1:5", "'\\ud83d' is not a valid character"),
    ("a: \"\\ud83d\"", "1:5", "'\\ud83d' is not a valid character"),
    ("a: \"\\U00110000\"", "1:5", "'\\U00110000' is not a valid character"),
    ("a: \"b\n---\n", "2:1", "a quote is still open before this line, which starts a new document"),
    ("a: *", "1:4", "'*' begins an alias, but no name follows"),
    ("a: *.b", "1:4", "'*' begins an alias, whose name can have only letters, digits, '_' and '-'"),
    ("a: & b", "1:4", "'&' begins an anchor, but no name follows"),
    ("a: &b! c", "1:4", "'&' begins an anchor, whose name can have only letters, digits, '_' and '-'"),
    ("a: |b", "1:5", "unexpected text after '|'"),
    ("a: > b", "1:6", "unexpected text after '>'"),
    ("a: |0\n  b", "1:5", "unexpected text after '|'"),
    ("a: { b: c,, d: e }", "1:11", "expected a value, found ','"),
    ("a: ]", "1:4", "expected a value, found ']'"), ("a: [b,\n", "1:4", "a bracket is never closed"),
    ("a: [b, }", "1:8", "expected a value, found '}'"),
    ("a: ? b", "1:4", "a key with '? ' cannot start here"),
    ("{a:[b]}", "1:3", "missing space after this ':'"),
    ("%FOO\na: b", "1:1", .noDirective), ("%\na: b", "1:1", .noDirective), ("%A+B\na: b", "1:1", .noDirective),
    ("%YAML x\n--- a", "1:1", .noDirective), ("%YAML 1x\n--- a", "1:1", .noDirective),
    ("%YAML 11111111111.1\n--- a", "1:1", .noDirective), ("%YAML 1.1 x\n--- a", "1:1", .noDirective),
    ("%TAG x\n--- a", "1:1", .noDirective), ("%TAG !x\n--- a", "1:1", .noDirective),
    ("%YAML 2.0\n--- a", "1:1", .noDirective),
    ("%YAML 1.1\n%YAML 1.1\n--- a", "2:1", .noDirective),
    ("%TAG !x! a\n%TAG !x! b\n--- a", "2:1", .noDirective),
    ("a: !<b c> d", "1:4", "'!<b' is not a valid tag"), ("a: !<> b", "1:4", "'!<>' is not a valid tag"),
    ("a: !b!c d", "1:4", "'!b!c' is not a valid tag"), ("a: !b{c d", "1:4", "'!b{c' is not a valid tag"),
    ("a: !%zz b", "1:4", "'!%zz' is not a valid tag"), ("a: !%ff b", "1:4", "'!%ff' is not a valid tag"),
    ("a: !%c3%28 b", "1:4", "'!%c3%28' is not a valid tag"),
    ("[a]\nb: c", "2:1", "unexpected text after the end of the document"),
    ("a:\n  : b", "2:3", "expected a key before this ':'"),
    ("a:\n  b: c\n  : d", "3:3", "expected a key before this ':'"),
    ("a:\n  \"b\n   c\": d", "2:3", "a quote is not closed on its line: the text ends at the quote in line 3"),
    ("a: b\u{1}", "1:5", "the text contains the control character U+0001"),
    ("a: b\u{90}", "1:5", "the text contains the control character U+0090"),
    ("a: b\u{0}", "1:5", "the text contains a NUL byte"),
  ])
  func libyamlsWordsNeverComeFirst(text: String, place: String, message: String) {
    let reading = Reading(text)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.map(\.message) == [message])
    #expect(reading.findings.first?.help.isEmpty == false)
  }

  @Test("a lone ':' is alone the mistake, not what precedes it") func loneColon() throws {
    #expect(try #require(Reading("a: b\n: c").findings.first).related.isEmpty)
  }

  @Test(
    "an unfinished merge is reported",
    arguments: [
      ("a:\n<<<<<<< HEAD\n  b: c\n=======\n  b: d\n>>>>>>> e\n", 2), ("a: b\n=======\na: c\n>>>>>>> e\n", 2),
      ("a: b\na: c\n>>>>>>> e\n", 3), ("a:\n  b: c\n||||||| d\n=======\n", 3),
    ])
  func theMarkOfAConflictIsNamed(text: String, line: Int) {
    let reading = Reading(text)
    #expect(reading.places == ["DI001 \(line):1"])
    #expect(reading.findings.first?.message.hasSuffix("marks an unresolved merge conflict") == true)
  }

  @Test(
    "a key that is too long is reported",
    arguments: [
      "a:\n  \"KEY\": b", "a:\n  b: c\n  \"KEY\": d", "a: { 'KEY': b }", "a:\n  b: c\n  KEY: d", "KEY: b",
    ])
  func aKeyThatIsTooLongIsNamed(text: String) {
    let long = Reading(text.replacing("KEY", with: String(repeating: "k", count: 2_000)))
    #expect(long.findings.map(\.message) == ["a key has more than 1024 characters, which YAML does not allow"])
    #expect(Reading(text.replacing("KEY", with: String(repeating: "k", count: 1_000))).findings.isEmpty)
  }

  @Test(
    "text with a second ':' is quoted, whatever its length, unless a '{' may be missing",
    arguments: [("a: b: c", 2), ("a: \(String(repeating: "b", count: 2_000)): c", 2), ("a: b: c }", 0)])
  func secondColon(text: String, edits: Int) {
    let finding = Reading(text).findings.first
    #expect(finding?.message == "unexpected second ': ' on this line")
    #expect(finding?.fixes.count == edits)
  }

  @Test(arguments: [
    ([0x61, 0x3A, 0x20, 0x5A, 0xFC, 0x72], "1:5"),
    ([0x61, 0x0A, 0x62, 0xC3], "2:2"),
    ([0xEF, 0xBB, 0xBF, 0x61, 0xFF], "1:2"),
    ([0x61, 0xED, 0xA0, 0x80], "1:2"),
    ([0x61, 0xC0, 0x80], "1:2"),
    ([0xFF, 0xFE, 0x61, 0x00], "1:1"),
    ([0xFE, 0xFF, 0x00, 0x61], "1:1"),
    ([0x61, 0x00, 0x3A, 0x00], "1:2"),
  ])
  func otherEncodings(bytes: [UInt8], place: String) {
    let reading = Reading(bytes)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.first?.message.hasPrefix("the text ") == true)
    #expect(
      reading.findings.first?.help.last?.contains("save the file as UTF-8") == true
        || reading.findings.first?.help == ["save the file as UTF-8"])
  }

  @Test(
    "a tab is reported alike with every version of libyaml",
    arguments: [
      "found a tab character that violates indentation", "found a tab character that violate indentation",
      "found a tab character where an indentation space is expected",
    ])
  func tabInAnyVersion(problem: String) {
    let text = UnreadableText(file: SourceFile(path: "a.yaml", bytes: Array("a: b\n\tc".utf8)), offset: 5)
    #expect(text.mistake(problem).message == "a tab indents this line, which YAML does not allow")
  }

  @Test(
    "an edit closes all brackets that are open",
    arguments: [("a: [b,\n", "]"), ("a: { b: c, d: {\n", " }}"), ("a: [ # none\n", nil)])
  func openBrackets(text: String, closing: String?) {
    #expect(Reading(text).findings.flatMap(\.fixes).map(\.text) == (closing.map { [$0] } ?? []))
  }

  @Test(
    "a bracket where a value should be is removed only if the text can then be read",
    arguments: [("a: { b: [ }", nil), ("a: [b, }", nil), ("a: ]", "")])
  func otherBracket(text: String, edit: String?) {
    let finding = Reading(text).findings.first
    #expect(
      finding?.help == ["remove it, or close the bracket that was opened last, or quote the text if it belongs to it"])
    #expect(finding?.fixes.map(\.text) == (edit.map { [$0] } ?? []))
  }

  @Test(
    "what stands where a value should be is removed only if the help says so",
    arguments: [
      ("a: [b, , c]", "remove the comma, or write the entry that is missing before it", ""),
      ("a: { b: - c }", "write a value, or quote the text", nil),
    ])
  func noValue(text: String, help: String, edit: String?) {
    let finding = Reading(text).findings.first
    #expect(finding?.help == [help])
    #expect(finding?.fixes.map(\.text) == (edit.map { [$0] } ?? []))
  }

  @Test("a bad byte far into a long file is located") func badByteFarIntoALongFile() {
    let line = "key: value\n"
    var bytes = Array(String(repeating: "- \(line)", count: 50_000).utf8)
    bytes[13 * 40_000 + 9] = 0xE9
    #expect(Reading(bytes).places == ["DI001 40001:10"])
  }

  @Test("a syntax error hides the findings before it") func findingsBeforeItAreNotTrusted() {
    #expect(Reading("a: no\na: 1\nb: [").places.map { $0.prefix(5) } == ["DI001"])
  }

  @Test("a key that is hidden can be corrected, and stays hidden") func keyOfHiddenText() {
    let finding = Reading("a: 1\nb\n", hidden: 5..<6).findings.first
    #expect(finding?.help == ["write a ':' after the key on line 2"])
    #expect(finding?.fixes.map(\.location.range) == [6..<6])
  }

  @Test("close anchors are suggested") func nearAnchorsAreSuggested() {
    #expect(Reading("a: &base 1\nb: *bsae").findings.first?.help.first == "did you mean 'base'?")
  }
}

extension String {
  fileprivate static let divide =
    "add a comma before the next key, quote the text if it contains ':', or write a mapping in braces: { key: value }"
  fileprivate static let noDirective = "this line begins with '%', but is not a directive that YAML accepts"
}
