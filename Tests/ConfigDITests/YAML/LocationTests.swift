import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct LocationTests {
  /// The scalars of a document with what carets would underline, in document order.
  private func underlined(_ text: String) -> [String] {
    var found: [String] = []
    var pending = [Reading(text).root].compactMap { $0 }
    while let node = pending.popLast() {
      if node.kind == .scalar {
        found.append("\(node.location.start.line):\(node.location.start.column) \(node.location.underlined)")
      }
      pending += Array(node.elements).reversed()
      pending += node.pairs.flatMap { [$0.key, $0.value] }.reversed()
    }
    return found
  }

  @Test(
    "Columns are bytes, whatever stands before",
    arguments: [
      ("a: b", ["1:1 a", "1:4 b"]),
      ("\u{FEFF}a: b\nc: d", ["1:1 a", "1:4 b", "2:1 c", "2:4 d"]),
      ("a: b\r\nc: d\r\n", ["1:1 a", "1:4 b", "2:1 c", "2:4 d"]),
      ("a: b\rc: d\r", ["1:1 a", "1:4 b", "2:1 c", "2:4 d"]),
      ("a:\tb", ["1:1 a", "1:4 b"]),
      ("é: b", ["1:1 é", "1:5 b"]),
      ("{日本: 語, c: d}", ["1:2 日本", "1:10 語", "1:15 c", "1:18 d"]),
      ("e\u{301}x: b", ["1:1 e\u{301}x", "1:7 b"]),
      ("👩‍👩‍👧: {k: 🎉}", ["1:1 👩‍👩‍👧", "1:22 k", "1:25 🎉"]),
      ("# ü\na: ü # ü\nb: c", ["2:1 a", "2:4 ü", "3:1 b", "3:4 c"]),
      ("\u{FEFF}ü: ü\nü: b", ["1:1 ü", "1:5 ü"]),
      ("a: \"x\\\"y\"", ["1:1 a", "1:4 \"x\\\"y\""]),
      ("a: 'it''s'", ["1:1 a", "1:4 'it''s'"]),
      ("a: x\u{85}  y\nb: c", ["1:1 a", "1:4 x\u{85}  y", "2:1 b", "2:4 c"]),
    ])
  func scalars(text: String, expected: [String]) {
    #expect(underlined(text) == expected)
  }

  @Test(
    "Anchors and tags are not underlined",
    arguments: [
      ("a: &x b", ["1:1 a", "1:7 b"]),
      ("a: !!str b", ["1:1 a", "1:10 b"]),
      ("a: &x !!str\n  # why\n  b", ["1:1 a", "3:3 b"]),
      ("a: !!str &x 'b'", ["1:1 a", "1:13 'b'"]),
      ("a: !<tag:yaml.org,2002:str> b", ["1:1 a", "1:29 b"]),
      ("&x a: b", ["1:4 a", "1:7 b"]),
      ("a: &x\nb: c", ["1:1 a", "1:6 ", "2:1 b", "2:4 c"]),
      ("[&x , !!str ]", ["1:4 ", "1:12 "]),
    ])
  func properties(text: String, expected: [String]) {
    #expect(underlined(text) == expected)
  }

  @Test("a multi-line scalar starts at its first mark") func multiLineScalarsBeginAtTheirFirstMark() throws {
    let root = try #require(Reading("a: |\n  one\n  two\n\n\nb: >-\n  x\nc: one\n  two\n\nd: e\n").root)
    #expect(root["a"]?.location.span == "1:4-3:6")
    #expect(root["b"]?.location.span == "6:4-7:4")
    #expect(root["c"]?.location.span == "8:4-9:6")
    #expect(root["a"]?.text == "one\ntwo\n")
  }

  @Test(
    "A block ends with its last child, not where the next token stands",
    arguments: [
      ("a:\n  b:\n    c: d\n\n\n# end\ne: f\n", "2:3-3:9"),
      ("a:\n  - b\n  - c\n\ne: f\n", "2:3-3:6"),
      ("a:\n  b:\n  \ne: f\n", "2:3-2:5"),
      ("a: {b: c,\n  d: e }  # x\ne: f\n", "1:4-2:9"),
      ("a: &x\n  b: c\ne: f\n", "2:3-2:7"),
      ("a: &x !!map {b: c}\n", "1:13-1:19"),
      ("x: &x 1\na:\n  b: *x\n\ne: f\n", "3:3-3:8"),
      ("a: [\n  b\n]\n", "1:4-3:2"),
    ])
  func collections(text: String, span: String) {
    #expect(Reading(text).root?["a"]?.location.span == span)
  }

  @Test("an alias has the location of its anchor") func anAliasStandsWhereItsAnchorDoes() {
    let root = Reading("x: &x value\na: *x").root
    #expect(root?["a"]?.location.span == "1:7-1:12")
  }

  /// What such a line costs is counted by `Scripts/bench --check`.
  @Test("locations far along a wide line are right") func placesFarAlongAWideLineAreRight() throws {
    let entry = "{\"ключ\": \"значение 値 🎉\"}, "
    let before = "[" + String(repeating: entry, count: 8_000)
    let last = try #require(Reading(before + "здесь]").root.flatMap { Array($0.elements).last })
    #expect(last.location.span == "1:\(before.utf8.count + 1)-1:\(before.utf8.count + 11)")
    #expect(last.location.underlined == "здесь")
  }
}
