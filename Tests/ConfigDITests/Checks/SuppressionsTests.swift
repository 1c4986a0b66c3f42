import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct SuppressionsTests {
  /// Applies the suppressions of a text to DI207 and DI301 found at given lines.
  private func apply(
    _ text: String, to findings: [(code: Rule, lines: [Int])], notRun: Set<String> = [], isComplete: Bool = true
  ) throws -> [String] {
    let document = try #require(Reading(text).document)
    let file = document.file
    func place(_ line: Int) -> ConfigDI.SourceLocation {
      file.location(file.lineTable.range(ofLine: line, in: file.bytes))
    }
    var diagnostics = Diagnostics()
    for (rule, lines) in findings {
      diagnostics.report(
        Diagnostic(
          rule, "found", at: place(lines[0]), related: lines.dropFirst().map { .init("too", at: place($0)) }))
    }
    Suppressions(documents: [document, document]).apply(
      to: &diagnostics, notRun: notRun, isComplete: isComplete)
    return diagnostics.sorted().map { "\($0.rule.code) \($0.location!.start.line):\($0.location!.start.column)" }
  }

  @Test(arguments: [
    // At the end of the line, alone above it, stacked above it; by any of the spans.
    ("a: 1 # configdi:ignore DI207 -- known\n", [1], []),
    ("# configdi:ignore DI207 -- known\na: 1\n", [2], []),
    ("  # configdi:ignore DI207 -- known\n# why\n# configdi:ignore DI207 -- twice\na: 1\n", [4], []),
    ("b: 1\n# configdi:ignore DI207 -- known\na: 1\n", [1, 3], []),
    ("b: 1\na: 1 # configdi:ignore DI207 -- known\n", [1, 2], []),
    ("a: 1 #configdi:ignore DI301,DI207 -- known\n", [1], ["DI008 1:6"]),
    ("a: {\n# configdi:ignore-file DI207 -- known\nb: 1}\n", [1], []),
    ("a: | # configdi:ignore DI207 -- known\n  text\n", [1], []),
    ("\u{FEFF}# configdi:ignore DI207 -- known\na: 1\n", [2], []),
    // Elsewhere it does nothing, and that is said.
    ("a: 1 # configdi:ignore DI207 -- known\nb: 1\n", [2], ["DI008 1:6", "DI207 2:1"]),
    ("# configdi:ignore DI207 -- known\n\na: 1\n", [3], ["DI008 1:1", "DI207 3:1"]),
    ("a: 1 # configdi:ignore DI301 -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    // A mistake in it, and it suppresses nothing.
    ("a: 1 # configdi:ignore DI207\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignore DI207 --\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignore DI207 known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignore DI207 DI301 -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignore DI207, -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignore -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignores DI207 -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi:ignore DI999 -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("a: 1 # configdi: ignore DI207 -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    ("# configdi:  ignore-file DI207 -- known\na: 1\n", [2], ["DI008 1:1", "DI207 2:1"]),
    ("a: 1 # configdi:ignore unused-service -- known\n", [1], ["DI207 1:1", "DI008 1:6"]),
    // What is no comment, or no instruction.
    ("a: '# configdi:ignore DI207 -- text'\n", [1], ["DI207 1:1"]),
    ("a: |\n  # configdi:ignore DI207 -- text\nb: 1\n", [3], ["DI207 3:1"]),
    ("a: x\n  y#configdi:ignore DI207 -- text\n", [2], ["DI207 2:1"]),
    ("# configdi: see the manual\n# configdi: \na: 1 # configdi:", [3], ["DI207 3:1"]),
    ("# configdi: 1\na: 1 # see # configdi:ignore DI207 -- text\n", [2], ["DI207 2:1"]),
  ])
  func comments(text: String, lines: [Int], left: [String]) throws {
    #expect(try apply(text, to: [(.unusedService, lines)]) == left)
  }

  @Test func severalCodesInOneComment() throws {
    let text = "a: 1 # configdi:ignore DI207, DI301 -- known -- and meant\n"
    #expect(
      try apply(text, to: [(.unusedService, [1]), (.captiveDependency, [1]), (.missingService, [1])]) == ["DI201 1:1"])
  }

  @Test("a rule that did not run does not make its suppression unused") func rulesThatDidNotRunAreNoReasonToComplain()
    throws
  {
    let text = "a: 1 # configdi:ignore DI207 -- known\n"
    #expect(try apply(text, to: [], notRun: ["DI207"]).isEmpty)
    #expect(try apply(text, to: [], isComplete: false).isEmpty)
    #expect(try apply(text, to: []) == ["DI008 1:6"])
  }

  @Test("DI008 cannot be suppressed") func itCannotSilenceItself() throws {
    let text = "# configdi:ignore DI008 -- known\na: 1 # configdi:ignore DI207 -- known\n"
    #expect(try apply(text, to: []) == ["DI008 1:1", "DI008 2:6"])
  }

  /// Nor does it say that nothing is DI008, beside a finding that is.
  @Test("suppressing DI008 is reported", arguments: ["ignore", "ignore-file"]) func thatItCannotSilenceItselfIsSaid(
    instruction: String
  ) throws {
    let document = try #require(
      Reading("# configdi:\(instruction) DI008 -- known\na: 1 # configdi:ignore DI207\n").document)
    var diagnostics = Diagnostics()
    Suppressions(documents: [document]).apply(to: &diagnostics)
    #expect(
      diagnostics.sorted().map(\.message) == [
        "this suppression has no effect: DI008 itself cannot be suppressed",
        "this suppression has no effect: the reason is missing",
      ])
  }

  @Test("a slug suggests its code") func aSlugSuggestsItsCode() throws {
    let document = try #require(Reading("a: 1 # configdi:ignore unused-service -- known").document)
    var diagnostics = Diagnostics()
    Suppressions(documents: [document]).apply(to: &diagnostics)
    #expect(diagnostics.findings.map(\.help) == [["did you mean 'DI207'?"]])
  }

  @Test(
    "the help shows the comment in its correct form",
    arguments: [
      ("ignore DI201 DI202 -- known", "write it as '# configdi:ignore DI201, DI202 -- known'"),
      ("ignore-file DI201 DI202 -- known", "write it as '# configdi:ignore-file DI201, DI202 -- known'"),
      ("ignore-line DI201 -- known", "write it as '# configdi:ignore DI201 -- known'"),
      ("ignore DI201 --known", "write it as '# configdi:ignore DI201 -- known'"),
      ("ignore DI201: known, and meant", "write it as '# configdi:ignore DI201 -- known, and meant'"),
      ("ignore DI201", "write it as '# configdi:ignore DI201 -- reason'"),
      ("ignore -- known", "write it as '# configdi:ignore DI207 -- known'"),
      ("ignore DI201 -- known", "remove the comment"),
      ("ignore DI207, DI201 -- known", "remove DI201 from the comment"),
    ])
  func forms(comment: String, help: String) throws {
    let document = try #require(Reading("a: 1 # configdi:\(comment)\n").document)
    var diagnostics = Diagnostics()
    diagnostics.report(Diagnostic(.unusedService, "found", at: document.file.location(0..<1)))
    Suppressions(documents: [document]).apply(to: &diagnostics)
    let findings = diagnostics.findings.filter { $0.rule == .badSuppression }
    #expect(findings.map(\.help) == [[help]])
    // An editor writes what the help shows, unless the author has to add a code or a reason.
    let texts = findings.flatMap(\.fixes).map { "write it as '\($0.text)'" }
    #expect(texts == (comment.contains(/DI.*known/) && help.hasPrefix("write") ? [help] : []))
  }

  @Test(.timeLimit(.minutes(10))) func manyCommentsOnOneLineOfText() throws {
    let entry = "\"# configdi:ignore DI207 -- text\", "
    let text = "[" + String(repeating: entry, count: 20_000) + "] # configdi:ignore DI207 -- known"
    #expect(try apply(text, to: [(.unusedService, [1])]).isEmpty)
  }
}
