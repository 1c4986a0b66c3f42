import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct DuplicateKeyTests {
  @Test(arguments: [
    ("{a: 1, a: 2}", true), ("{a: 1, 'a': 2}", true), ("{\"ten\": 1, 'ten': 2}", true), ("{a: 1, \"\\x61\": 2}", true),
    ("{10: 1, 0xA: 2}", true), ("{10: 1, +10: 2}", true), ("{10: 1, \"10\": 2}", false), ("{10: 1, 10.0: 2}", false),
    ("{1.0: 1, 1e0: 2}", true), ("{~: 1, null: 2}", true), ("{~: 1, ? : 2}", true), ("{'': 1, ~: 2}", false),
    ("{true: 1, TRUE: 2}", true), ("{true: 1, 'true': 2}", false), ("{.nan: 1, .NaN: 2}", true),
    ("{99999999999999999999: 1, 99999999999999999998: 2}", false), ("{!!str 1: 1, '1': 2}", true),
    ("{!!int '1': 1, 1: 2}", true), ("{a: {b: 1}, c: {b: 2}}", false), ("{a: 1, b: {a: 2}}", false),
    ("{abcdefgh: 1, abcdefgx: 2}", false), ("{abcd: 1, abxd: 2}", false), ("{A: 1, a: 2}", false),
    ("{seventeen letters: 1, \"seventeen letters\": 2}", true),
    ("{seventeen letters: 1, 'seventeen-letters': 2}", false),
    ("{\"ключ\": 1, ключ: 2, \"value\": 3}", true), ("{&a x: 1, *a : 2}", true), ("{&a x: 1, b: {*a : 2}}", false),
    ("? |-\n  a\n: 1\na: 2", true),
  ])
  func judgedAfterReading(text: String, isDuplicate: Bool) {
    #expect(Reading(text).findings.contains { $0.rule == .duplicateKey } == isDuplicate)
  }

  @Test("every duplicate is reported with the first") func allAreReportedWithTheFirst() {
    let reading = Reading("a: 1\nb: 2\na: 3\n\"a\": 4\nb: 5\n")
    #expect(reading.places == ["DI002 3:1", "DI002 4:1", "DI002 5:1"])
    #expect(reading.findings.map { $0.related.map(\.location.start.line) } == [[1], [1], [2]])
    #expect(reading.root?.outline == "{'a': 1, 'b': 2}")
  }

  @Test("of a line that is there twice, the entries are read") func doubledLine() throws {
    for text in ["a:\na:\n  b: 1\n", "a:\na:\n  b: 1\na:\n  c: 2\n"] {
      let reading = Reading(text)
      #expect(reading.root?.outline == "{'a': {'b': 1}}")
      let finding = try #require(reading.findings.first)
      #expect(finding.help == ["remove the first, which has no value"])
      #expect(try Checking.fixed(text, finding) == text.replacing("a:\na:", with: "a:", maxReplacements: 1))
    }
    #expect(Reading("a:\na:\n").root?.outline == "{'a': null}")
    #expect(Reading("a: 1\na:\n").root?.outline == "{'a': 1}")
  }

  @Test(
    "the edit removes the whole entry",
    arguments: [
      ("s:\n  A: { b: c }\ns:\n  B: { d: e }\n", "s:\n  A: { b: c }\n"),
      ("A: a\nA:\n  b: c\n  d: { e: 1 }\nB: b\n", "A: a\nB: b\n"),
      ("A: a\nA:\n  b:\n    - { c: [1] }\n", "A: a\n"),
      ("A: a\nA:\n  b: &x {c: 1}\nB: *x\n", nil),
    ])
  func removesTheEntry(text: String, result: String?) throws {
    let finding = try #require(Reading(text).findings.first)
    #expect(try (finding.fixes.isEmpty ? nil : Checking.fixed(text, finding)) == result)
  }

  @Test("duplicates in an extension are reported") func inAnExtensionToo() {
    #expect(Reading("x-a: {b: 1, b: 2}").places == ["DI002 1:13"])
    #expect(Reading("x-a: 1\nx-a: 2").places == ["DI002 2:1"])
  }

  @Test("a duplicate in an anchored node is reported once") func inAnAnchoredNodeOnce() {
    #expect(Reading("a: &a {b: 1, b: 2}\nc: *a\nd: *a").places == ["DI002 1:14"])
  }

  @Test("duplicates among many keys are found") func amongManyKeys() {
    let keys = (0..<2_000).map { "key\($0): \($0)" }
    let text = (keys + ["key7: again", "key1999: again", "other: 1"]).joined(separator: "\n")
    let reading = Reading(text)
    #expect(reading.places == ["DI002 2001:1", "DI002 2002:1"])
    #expect(reading.findings.map { $0.related.map(\.location.start.line) } == [[8], [2000]])
    #expect(reading.root?["key7"]?.scalar == .int(7))
    #expect(reading.root.map { Array($0.pairs).count } == 2_001)
  }
}
