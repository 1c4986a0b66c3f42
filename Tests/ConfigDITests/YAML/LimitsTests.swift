import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct LimitsTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func nesting() {
    #expect(Reading(nested(128)).places.isEmpty)
    #expect(Reading(nested(129)).places == ["DI007 1:129"])
    #expect(Reading(nested(129), limits: limits { $0.nesting = 129 }).places.isEmpty)
    #expect(Reading("a: [b]", limits: limits { $0.nesting = 1 }).places == ["DI007 1:4"])
    #expect(Reading(nested(1_000), limits: limits { $0.nesting = 2_000 }).places.isEmpty)
  }

  @Test func fileBytes() {
    #expect(Reading("a: b", limits: limits { $0.fileBytes = 4 }).places.isEmpty)
    #expect(Reading("a: bc", limits: limits { $0.fileBytes = 4 }).places == ["DI007 1:1"])
  }

  @Test(arguments: ["a: bcdef", "a: 'bcdef'", "a: \"\\x62cdef\"", "a: |-\n  bcdef", "a: &x !!str bcdef"])
  func scalarBytes(text: String) {
    #expect(Reading(text, limits: limits { $0.scalarBytes = 5 }).places.isEmpty)
    #expect(Reading(text, limits: limits { $0.scalarBytes = 4 }).findings.map(\.rule) == [.resourceLimit])
  }

  @Test("nodes are counted after alias expansion") func nodesAreCountedAfterAliasesAreExpanded() {
    // The list and its two elements; the alias for those three; the mapping and its two keys.
    let text = "a: &a [b, c]\nd: *a"
    #expect(Reading(text, limits: limits { $0.nodes = 9 }).nodesLeft == 0)
    #expect(Reading(text, limits: limits { $0.nodes = 8 }).places == ["DI007 2:4"])
    #expect(Reading("a: b", limits: limits { $0.nodes = 2 }).places == ["DI007 1:4"])
  }

  @Test("all files share one budget") func oneBudgetForAllFiles() {
    var budget = 10
    var diagnostics = Diagnostics()
    for _ in 0..<4 {
      let file = SourceFile(path: "app.yaml", bytes: Array("[a, b]".utf8))
      _ = YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &diagnostics)
    }
    #expect(budget == 1)
    #expect(diagnostics.findings.map(\.rule) == [.resourceLimit])
  }

  @Test("the message names the limit, its value and the flag") func namesTheLimitItsValueAndTheFlag() throws {
    let finding = try #require(Reading(nested(129)).findings.first)
    #expect(finding.message == "more than 128 nested collections")
    #expect(
      finding.help == ["make the input smaller, or raise the limit with --limit nesting=N (in code: Limits.nesting)"])
  }

  @Test("the help does not promise a flag that cannot raise the limit", arguments: [1_000, 2_000, .max])
  func whatNoFlagCanRaiseIsNotPromised(asked: Int) throws {
    let reading = Reading(nested(1_001), limits: limits { $0.nesting = asked })
    #expect(reading.places == ["DI007 1:1001"])
    #expect(reading.findings.map(\.message) == ["more than 1000 nested collections"])
    #expect(
      reading.findings.map(\.help) == [
        ["make the input smaller: --limit nesting=N (in code: Limits.nesting) cannot go higher"]
      ])
  }

  @Test(arguments: [
    ("a: &a [*a]", "1:8"), ("a: &a {b: {c: *a}}", "1:15"), ("&a b: &c [*c]", "1:11"), ("&r\na: *r", "2:4"),
  ])
  func aliasCycles(text: String, place: String) {
    #expect(Reading(text).places == ["DI007 \(place)"])
  }

  @Test("an alias of a finished anchor is not a cycle") func anAliasOfAFinishedAnchorIsNoCycle() {
    #expect(Reading("a: &a [&a b, *a]").places.isEmpty)
  }

  @Test func directives() {
    let few = (0..<16).map { "%TAG !t\($0)! tag:t\n" }.joined()
    #expect(Reading("# first\n" + few + "---\na: b").places.isEmpty)
    #expect(Reading(few + "%TAG !more! tag:t\n---\na: b").places == ["DI007 17:1"])
    #expect(Reading("%TAG !t! \(String(repeating: "t", count: 2_000))\n---\na: b").places == ["DI007 1:1"])
    // The same bytes inside a scalar are text.
    #expect(Reading("{a: \"\n\(String(repeating: "%TAG\n", count: 50))\"}").places.isEmpty)
  }
}
