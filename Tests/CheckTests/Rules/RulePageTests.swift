import ConfigDI
import Testing

@testable import configdi_check

@Suite struct RulePageTests {
  private let page = RulePage(
    Rule("DI999", "made-up", .warning, needsCatalog: true, summary: "a thing that is wrong"),
    explanation: "It matters.\nMend it so:\n\n- one way\n- another way",
    bad: "configdi: 1\n", good: ["app.yaml": "configdi: 1\n", "b.yaml": "x: 1\n\ny: 2\n"])

  @Test func aPageHasExplanationAndExamples() {
    #expect(
      page.text(width: 80) == """
        DI999 made-up (warning, needs a catalog)

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

  @Test func theListNamesEachRule() {
    #expect(rulesAsText([page]) == "DI999  warning  made-up  a thing that is wrong (needs a catalog)\n")
    #expect(rulesAsMarkdown([page]).contains("| DI999 | made-up | warning | needed | a thing that is wrong |\n"))
    #expect(rulesAsJSON([page]).text.contains("\"needsCatalog\": true"))
  }
}
