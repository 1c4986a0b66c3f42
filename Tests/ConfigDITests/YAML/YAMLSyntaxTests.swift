import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct YAMLSyntaxTests {
  @Test(arguments: [
    ("a: @b", "1:4", "quote the text: \"@b\""),
    ("a: %b%", "1:4", "quote the text: \"%b%\""),
    ("a: `b`", "1:4", "quote the text: \"`b`\""),
    ("a:\n\tb: c", "2:1", "indent with spaces, as many as its neighbours have"),
    ("a: b: c", "1:5", "quote the text if it contains ': ', or write a mapping in braces: { key: value }"),
    ("a: \"b\nc: d", "2:5", "close the quote"),
    ("a: {b: c", "1:9", "add the comma or the closing bracket; text with , [ ] { } in it must be quoted here"),
    ("a: {b: 1 c: 2}", "1:11", "add a comma before 'c', or quote the text if the ':' belongs to it"),
    ("a: {b: c: d}", "1:9", "quote the text, since it contains ':'"),
    ("a: {b: ${c.d}}", "1:9", "quote it: \"${c.d}\""),
    ("a: {b: \"c}\nd: {e: \"f\"}", "2:9", "a quote that an earlier line opens ends here: close it there"),
    ("a:\n  b: c\n\td: e", "3:1", "indent with spaces, as many as its neighbours have"),
    ("a: *b\n", "1:4", "if it is meant as text, quote it: \"*b\""),
    ("a: 'b' c", "1:8", "remove it, or put the whole value in one pair of quotes"),
    ("a:\n  b: c\n d: e", "3:2", "begin it at the start of the line, as line 1 does"),
    ("a: b\u{0}c", "1:5", "a NUL byte: the file is binary, or text in UTF-16 or UTF-32; save it as UTF-8"),
    ("é: b\u{1}", "1:6", "remove the control character, or write it as an escape in double quotes"),
  ])
  func placeAndAdvice(text: String, place: String, advice: String) {
    let reading = Reading(text)
    #expect(reading.document == nil)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.first?.help.last == advice)
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
    #expect(
      reading.findings.first?.help.last?.hasSuffix("save it as UTF-8") == true
        || reading.findings.first?.help == ["save the file as UTF-8"])
  }

  @Test func badByteFarIntoALongFile() {
    let line = "key: value\n"
    var bytes = Array(String(repeating: "- \(line)", count: 50_000).utf8)
    bytes[13 * 40_000 + 9] = 0xE9
    #expect(Reading(bytes).places == ["DI001 40001:10"])
  }

  @Test func findingsBeforeItAreNotTrusted() {
    #expect(Reading("a: no\na: 1\nb: [").places.map { $0.prefix(5) } == ["DI001"])
  }

  @Test func nearAnchorsAreSuggested() {
    #expect(Reading("a: &base 1\nb: *bsae").findings.first?.help.first == "did you mean 'base'?")
  }
}
