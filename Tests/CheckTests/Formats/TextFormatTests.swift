import ConfigDI
import Testing

@testable import configdi_check

@Suite struct TextFormatTests {
  private func render(_ diagnostics: Diagnostic..., width: Int = 80) -> String {
    Format.text.render(Report(diagnostics: diagnostics), Style(width: width))
  }

  @Test("a cycle is rendered as on its rule page") func aCycleLooksAsOnTheRulesPage() {
    #expect(
      render(Findings.cycle) == """
        config/app.yaml:12:15: error: dependency cycle: APIClient -> TokenStore -> APIClient [DI202]
        12 |       tokens: TokenStore
           |               ^^^^^^^^^^ (1) APIClient needs TokenStore
          ::: config/network.yaml:15:18
        15 |       refresher: APIClient
           |                  ^^^^^^^^^ (2) TokenStore needs APIClient; the cycle closes here
          = note: Analytics also depends on this cycle
          = help: make edge (2) lazy, which breaks every cycle in this group: refresher: { lazy: APIClient }

        """)
  }

  @Test("stages and manifests are printed as notes") func stagesAndManifestsAreNotes() {
    let file = Findings.file("a: 1\n")
    var finding = Diagnostic(Findings.rule, "bad", at: Findings.place("1", in: file))
    finding.stages = ["production"]
    finding.manifests = ["a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml", "f.yaml"]
    #expect(
      render(finding) == """
        app.yaml:1:4: error: bad [DI999]
        1 | a: 1
          |    ^
          = note: only in stage production
          = note: in 6 manifests: a.yaml, b.yaml, c.yaml, d.yaml, e.yaml and 1 more

        """)
  }

  @Test("a finding without a location is printed as its message") func aFindingWithoutAPlaceIsItsMessageAlone() {
    #expect(render(Diagnostic(Findings.rule, "unknown stage 'x'", at: nil)) == "error: unknown stage 'x' [DI999]\n")
  }

  @Test("locations in one file share one excerpt") func placesInOneFileFollowEachOther() {
    let file = Findings.file("a: 1\nb: 2\nc: 3\na: 4\n")
    let finding = Diagnostic(
      Findings.rule, "twice", at: Findings.place("a", in: file, nth: 2),
      related: [.init("first", at: Findings.place("a", in: file))])
    #expect(
      render(finding) == """
        app.yaml:4:1: error: twice [DI999]
        4 | a: 4
          | ^
        ...
        1 | a: 1
          | ^ first

        """)
  }

  @Test("two locations on a line share it") func twoPlacesOnALineShareIt() {
    let file = Findings.file("{ a: b, a: c }\n")
    let finding = Diagnostic(
      Findings.rule, "twice", at: Findings.place("a", in: file, nth: 2),
      related: [.init("first", at: Findings.place("a", in: file))])
    #expect(
      render(finding) == """
        app.yaml:1:9: error: twice [DI999]
        1 | { a: b, a: c }
          |         ^
          |   ^ first

        """)
  }

  @Test(
    "carets are aligned by display width",
    arguments: [
      ("名前: x", "x", 6), ("e\u{301}: x", "x", 3), ("\tx", "x", 4), ("👩‍👩‍👧‍👦🇩🇪 x", "x", 5), ("👍🏽 x", "x", 3),
      ("ab x", "x", 3), ("クﾗス x", "x", 6),
    ]) func caretsAreLaidByDisplayWidth(line: String, target: String, column: Int)
  {
    let file = Findings.file(line + "\n")
    let lines = render(Diagnostic(Findings.rule, "bad", at: Findings.place(target, in: file)))
      .split(separator: "\n")
    #expect(lines[2] == "  | " + String(repeating: " ", count: column) + "^")
  }

  @Test("a wide character has a caret for each column") func aWidePlaceHasACaretForEachColumn() {
    let file = Findings.file("キー: 1\n")
    #expect(render(Diagnostic(Findings.rule, "bad", at: Findings.place("キー", in: file))).contains("  | ^^^^\n"))
  }

  @Test("long lines are cut around the location") func longLinesAreCutAroundThePlace() {
    let file = Findings.file(String(repeating: "x", count: 300) + "HERE" + String(repeating: "y", count: 300) + "\n")
    let lines = render(Diagnostic(Findings.rule, "bad", at: Findings.place("HERE", in: file)), width: 40)
      .split(separator: "\n")
    #expect(lines[1] == "1 | …xxxxxxxxxxxxxxxHEREyyyyyyyyyyyyyyy…")
    #expect(lines[2] == "  |                 ^^^^")
  }

  @Test("a line as long as a whole file renders in bounded time", .timeLimit(.minutes(10)))
  func aLineThatIsAWholeFileCostsNoMoreThanAnother() {
    let unit = "名前: [👩‍👩‍👧‍👦], "
    let file = Findings.file(String(repeating: unit, count: 20_000) + "HERE" + String(repeating: unit, count: 20_000))
    let place = Findings.place("HERE", in: file)
    let findings = (0..<50).map { _ in Diagnostic(Findings.rule, "bad", at: place) }
    let lines = Format.text.render(Report(diagnostics: findings), Style()).split(separator: "\n")
    #expect(lines.count == 150)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 })
    #expect(lines[1].contains("], HERE名前: ["))
  }

  @Test("output with and without color matches the record") func bothColoursAndTheirAbsenceAreAsRecorded() throws {
    let report = ServiceFormatTests.report
    try expectTranscript(Format.text.render(report, Style()), "formats/text.txt")
    try expectTranscript(Format.text.render(report, Style(usesColor: true)), "formats/text-coloured.txt")
    try expectTranscript(Format.concise.render(report, Style()), "formats/concise.txt")
  }

  @Test("a multi-line location shows its first line") func aPlaceOfSeveralLinesShowsItsFirst() {
    let file = Findings.file("a:\n  b: 1\n  c: 2\n")
    let finding = Diagnostic(Findings.rule, "bad", at: Findings.place("b: 1\n  c: 2", in: file), label: "wrong")
    #expect(
      render(finding) == """
        app.yaml:2:3: error: bad [DI999]
        2 |   b: 1
          |   ^^^^ wrong (to line 3)

        """)
  }

  @Test("an empty location at the end has one caret") func anEmptyPlaceAtTheEndHasOneCaret() {
    let file = Findings.file("a: [\n")
    let finding = Diagnostic(Findings.rule, "bad", at: file.location(5..<5))
    #expect(render(finding) == "app.yaml:2:1: error: bad [DI999]\n2 |\n  | ^\n")
  }

  @Test("control characters are escaped") func whatATerminalWouldObeyIsShownInstead() {
    let file = Findings.file("a: \u{1B}[31m\n", path: "a\nb.yaml")
    let text = render(Diagnostic(Findings.rule, "bad \u{1B}[2J\u{202E}", at: Findings.place("a", in: file)))
    #expect(!text.contains("\u{1B}"))
    #expect(text.hasPrefix("a␊b.yaml:1:1: error: bad ␛[2J\u{FFFD} [DI999]\n1 | a: ␛[31m\n"))
  }

  @Test("color does not change the text") func colourLeavesTheTextAsItIs() {
    let coloured = Format.text.render(Report(diagnostics: [Findings.cycle]), Style(usesColor: true))
    #expect(coloured != render(Findings.cycle))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == render(Findings.cycle))
  }

  @Test("the concise format prints only first lines") func conciseIsTheFirstLines() {
    let report = Report(diagnostics: [Findings.cycle, Diagnostic(Findings.mild, "odd", at: nil)])
    #expect(
      Format.concise.render(report, Style()) == """
        config/app.yaml:12:15: error: dependency cycle: APIClient -> TokenStore -> APIClient [DI202]
        warning: odd [DI998]

        """)
  }

  @Test("invalid UTF-8 is shown with replacement characters") func brokenUTF8IsShownRepaired() {
    let file = SourceFile(path: "a.yaml", bytes: [0x61, 0xFF, 0x62, 0x0A])
    #expect(render(Diagnostic(Findings.rule, "bad", at: file.location(2..<3))).contains("1 | a\u{FFFD}b\n  |   ^\n"))
  }
}
