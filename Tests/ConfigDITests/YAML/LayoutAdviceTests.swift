import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The words and the advice about texts that are not YAML, or that other tools read otherwise.
@Suite struct LayoutAdviceTests {
  @Test(
    "a key without its colon is named",
    arguments: [
      ("a:\n  Clock\n  Log: x", "3:6", "write a ':' after 'Clock' on the line above: Clock:"),
      ("a:\n  Clock system\n  Log: x", "3:6", "write a ':' after 'Clock' on the line above: Clock: system"),
      ("a:\n  A\n  B\n  C: c", "4:4", "write a ':' after 'B' on the line above: B:"),
      ("a:\n  Clock\n    factory: x", "3:12", "write a ':' after 'Clock' on the line above: Clock:"),
    ])
  func aKeyWithoutItsColonIsNamed(text: String, place: String, advice: String) {
    let reading = Reading(text)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.map(\.message) == ["unexpected key below plain text"])
    #expect(reading.findings.map(\.help) == [[advice]])
  }

  @Test(
    "a ':' or a space that is missing before brackets is one finding",
    arguments: [
      ("a:\n  A:{ b: c }", "2:4", "missing space after the ':' in 'A:{ b: c }'", "write A: { b: c }"),
      ("a:\n  A:{ b: c, d: e }", "2:4", "missing space after the ':' in 'A:{ b: c, d: e }'", "write A: { b: c, d: e }"),
      ("a:\n  A { b: c }\n  B: b", "2:3", "missing ':' after 'A'", "write A: { b: c }"),
      ("a:\n  A{ b: c }", "2:3", "missing ':' after 'A'", "write A: { b: c }"),
      ("a:\n  A { b: c, d: e }", "2:3", "missing ':' after 'A'", "write A: { b: c, d: e }"),
      ("a:\n  A { b: \"c\" }", "2:3", "missing ':' after 'A'", "write A: { b: \"c\" }"),
      ("a:\n- A:[{ b: c }]", "2:4", "missing space after the ':' in 'A:[{ b: c }]'", "write A: [{ b: c }]"),
    ])
  func bracketsInAKey(text: String, place: String, message: String, help: String) throws {
    let reading = Reading(text)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.map(\.message) == [message])
    #expect(reading.findings.map(\.help) == [[help]])
    let fixed = Reading(try Checking.fixed(text, #require(reading.findings.first)))
    #expect(fixed.findings.isEmpty)
    #expect(fixed.root?.outline.contains("'A': ") == true)
  }

  @Test("a quote that belongs to its key does not hide a bracket that does not") func aBracketAfterAQuote() {
    let reading = Reading("X: { c: { my key:\"abc\" } }\nA:{ b: c }\n")
    #expect(reading.findings.map(\.message) == ["missing space after the ':' in 'A:{ b: c }'"])
  }

  @Test(
    "brackets that belong to a key or a text are no mistake",
    arguments: [
      "/users/{id}: a", "a{b}: c", "a {b: c", "a: b {c}", "a: |\n  b:{ c: d }\n", "'a:{ b': 'c }'", "a:\n  - b{c}",
    ])
  func bracketsInText(text: String) {
    #expect(Reading(text).findings.isEmpty)
  }

  @Test(
    "a line is indented like the nearest lines above",
    arguments: [
      ("a:\n  b: {}\n   d: e\nf: g", "indent it by 2 spaces, like line 2"),
      ("a:\n  b:\n    c: d\n   e: f\n  g: h", "indent it by 4 spaces, like line 3"),
      ("a:\n  b:\n    c: d\n   e:\n    f: g", "indent it by 2 spaces, like line 2"),
      ("a:\n  b:\n    c: d\n   e:\n      f: g", "indent it by 4 spaces, like line 3"),
      ("a:\n  B:\n    c: d\n   E: f\n  G: h", "indent it by 2 spaces, like line 2"),
      ("a:\n  B:\n    c: d\n   e: f\n  G: h", "indent it by 4 spaces, like line 3"),
      ("a:\n  b:\n    c: d\n   e: f\n    g: h", "indent it by 4 spaces, like line 3"),
    ])
  func nearestIndentation(text: String, help: String) {
    let findings = Reading(text).findings
    #expect(findings.map(\.help) == [[help]])
  }

  @Test(
    "a ':' that is missing in braces is one finding",
    arguments: [
      ("a: { b: c, d { e: f } }", "1:12", "missing ':' after 'd'", "a: { b: c, d: { e: f } }"),
      ("a: { d[e] }", "1:6", "missing ':' after 'd'", "a: { d: [e] }"),
    ])
  func missingMarks(text: String, place: String, message: String, corrected: String) throws {
    let reading = Reading(text)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(reading.findings.map(\.message) == [message])
    #expect(try Checking.fixed(text, #require(reading.findings.first)) == corrected)
  }

  @Test("a no-break space after a ':' is named and replaced") func noBreakSpaceAfterColon() throws {
    let text = "a:\n  b: c\n  scope:\u{A0}transient\n"
    let finding = try #require(Reading(text).findings.first)
    #expect(
      finding.message == "the ':' is followed by a no-break space (U+00A0), which YAML does not accept as a space")
    #expect(finding.help == ["write scope: transient"])
    #expect(try Checking.fixed(text, finding) == "a:\n  b: c\n  scope: transient\n")
  }

  /// Text below an empty line may go on from further above.
  @Test("spaces on an empty line change nothing", arguments: ["", " ", "  ", "   "])
  func spacesOnAnEmptyLineChangeNothing(line: String) {
    let reading = Reading("a:\n\(line)\n A\n B: c")
    #expect(reading.places == ["DI001 4:3"])
    #expect(reading.findings.map(\.message) == ["unexpected key below a value"])
  }

  @Test(
    "services without the line of their section are not moved to the beginning of the line",
    arguments: ["configdi: 1", "configdi: 1\nroots: [A]", "configdi: 1\nstages: { dev: {} }\n# The services."])
  func servicesWithoutTheirSection(above: String) throws {
    let services = "  A:\n    factory: a\n  B: b\n"
    let finding = try #require(Reading("\(above)\n\(services)").findings.first)
    #expect(finding.message == "'A' is indented, but not below a section")
    #expect(finding.help == ["write 'services:' on a line above it"])
    #expect(try Checking.fixed("\(above)\n\(services)", finding) == "\(above)\nservices:\n\(services)")
  }

  @Test("an invalid byte is not called a control character") func aByteThatBeginsNoCharacterIsNoControlCharacter() {
    let reading = Reading([0x61, 0x3A, 0x20, 0x80])
    #expect(reading.places == ["DI001 1:4"])
    #expect(reading.findings.map(\.help) == [["save the file as UTF-8"]])
  }

  @Test("the text for huge numbers does not name another number") func numbersThatAreTooGreatAreNamedByNoOther() {
    let texts = ["99_999_999_999_999_999_999", "9_223_372_036_854_775_808", "99999999999999999999:30"]
    let meanings = ["a number", "a number", "a base-60 number"]
    #expect(
      Reading("[\(texts.joined(separator: ", "))]").findings.map(\.message)
        == zip(texts, meanings).map { "'\($0)' is text here, but \($1) in YAML 1.1" })
  }

  @Test("a comment stands alone after each kind of line ending", arguments: ["\n", "\r\n", "\r"])
  func aCommentStandsAloneAfterEachKindOfLineEnd(lineEnd: String) {
    let lines = ["a: 1", "# configdi:ignore DI207 -- known", "b: 2 # configdi:ignore DI207 -- known", ""]
    let document = Reading(lines.joined(separator: lineEnd)).document
    #expect(document?.comments.map(\.isAlone) == [true, false])
  }

  @Test(
    "a character that ends a line without being seen is named",
    arguments: [
      ("a: 1 # b\u{2028}c\nd: e", "1:9", "U+2028"),
      ("# b\u{2029}c\u{2028}d\na: 1", "1:4", "U+2029"),
      ("a:\n  b: x\u{2028}y\n  c: d", "2:7", "U+2028"),
      ("a: |\n  x\u{85}y\nb: c", "2:4", "U+0085"),
    ])
  func wideBreaks(text: String, place: String, name: String) throws {
    let reading = Reading(text)
    #expect(reading.places == ["DI001 \(place)"])
    #expect(
      reading.findings.map(\.message) == ["the invisible character \(name) ends the line here, even in a comment"])
    #expect(reading.findings.map(\.help) == [["replace it with a space"]])
    let fixed = Reading(try Checking.fixed(text, #require(reading.findings.first)))
    #expect(fixed.findings.isEmpty)
  }
}
