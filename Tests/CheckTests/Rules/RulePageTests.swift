import ConfigDI
import Testing

@testable import configdi_check

@Suite struct RulePageTests {
  private let page = RulePage(
    rule: Rule("DI999", "made-up", .warning, needsCatalog: true), summary: "a thing that is wrong",
    paragraphs: ["It matters.\nMend it so:", "- one way\n- another way"],
    bad: RulePage.Example([("app.yaml", "configdi: 1\n")]),
    good: RulePage.Example([("app.yaml", "configdi: 1\n"), ("b.yaml", "x: 1\n\ny: 2\n")]))

  @Test func aPageHasExplanationAndExamples() {
    #expect(
      page.text(width: 80) == """
        DI999 made-up (warning, requires a catalog)

        A thing that is wrong.

        It matters. Mend it so:

        - one way
        - another way

        Reported:

          app.yaml
            configdi: 1

        Correct:

          app.yaml
            configdi: 1

          b.yaml
            x: 1

            y: 2

        """)
  }

  @Test("a page is parsed from Markdown") func aPageIsReadFromMarkdown() throws {
    let text = """
      # DI999 made-up: a thing that is wrong

      It
      matters.

      - one way
      - another

      ## Reported

      `app.yaml`

      ```yaml
      a: 1

      # b
      ```

      `b.yaml`
      ```
      b: 1
      ```

      `c.json`
      ```json
      {}
      ```

      ## Correct

      `d.yaml`
      ```yaml
      ```

      `app.yaml`
      ```yaml
      a: 2
      ```

      ~~`b.yaml`~~
      """
    let read = try #require(RulePage(page.rule, markdown: text))
    #expect(read.summary == "a thing that is wrong")
    #expect(read.explanation == "It matters.\n\n- one way\n- another")
    #expect(read.bad?.contents == ["app.yaml": "a: 1\n\n# b", "b.yaml": "b: 1", "c.json": "{}"])
    #expect(read.good?.files.map(\.name) == ["app.yaml", "c.json", "d.yaml"])
    #expect(read.good?.contents == ["app.yaml": "a: 2", "c.json": "{}", "d.yaml": ""])
    #expect(RulePage(page.rule, markdown: "# DI999 made-up: a thing\n\nIt matters.")?.bad == nil)
  }

  @Test(
    "a malformed page is refused",
    arguments: [
      "", "# DI998 made-up: a thing\n\nIt matters.", "# DI999 made-up\n\nIt matters.",
      "# DI999 made-up: a thing\n\nIt matters.\n\n## Reported\n\n`a`\n```\n```",
      "# DI999 made-up: a thing\n\nIt matters.\n\n## Reported\n\n`a`\n```\n```\n\n## Correct\n\na\n```\n```",
      "# DI999 made-up: a thing\n\nIt matters.\n\n## Reported\n\n`a`\n```\n\n## Correct\n\n`a`\n```\n```",
      "# DI999 made-up: a thing\n\nIt matters.\n\n## Reported\n\n`a`\n```\n```\n\n## Correct\n\n`a`\n",
    ])
  func aPageOfAnotherFormIsRefused(text: String) {
    #expect(RulePage(page.rule, markdown: text) == nil)
  }

  @Test("the list names each rule") func theListNamesEachRule() {
    #expect(rulesAsText([page]) == "DI999  warning  made-up  a thing that is wrong (requires a catalog)\n")
    #expect(rulesAsMarkdown([page]).contains("| DI999 | made-up | warning | needed | a thing that is wrong |\n"))
    #expect(rulesAsJSON([page]).text.contains("\"needsCatalog\": true"))
  }
}
