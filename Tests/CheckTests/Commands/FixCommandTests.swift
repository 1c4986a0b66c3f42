import ConfigDI
import Testing

@testable import configdi_check

@Suite struct FixCommandTests {
  private let misspelt = "configdi: 1\nservices:\n  Clock: { factory: c, scoep: transient }\n  Api: { factroy: a }\n"

  @Test func appliesSafeFixesAndTellsWhatIsLeft() throws {
    let folder = try Folder(["app.yaml": misspelt + "  Other: { alias: Missing }\n"])
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 1)
    #expect(output.hasPrefix("2 findings fixed in 1 file. Left: 1 manifest, 1 stage, 3 services: 1 error."))
    #expect(
      try folder.text("app.yaml") == "configdi: 1\nservices:\n  Clock: { factory: c, scope: transient }\n"
        + "  Api: { factory: a }\n  Other: { alias: Missing }\n")
  }

  @Test func aDryRunPrintsADiffAndWritesNothing() {
    let result = Recorder.run("fix", "app.yaml", "--dry-run", files: InMemoryFiles(["app.yaml": misspelt]))
    #expect(result.code == .success)
    #expect(
      result.output == """
        --- app.yaml
        +++ app.yaml
        @@ -1,4 +1,4 @@
         configdi: 1
         services:
        -  Clock: { factory: c, scoep: transient }
        -  Api: { factroy: a }
        +  Clock: { factory: c, scope: transient }
        +  Api: { factory: a }

        """)
    #expect(result.error.hasPrefix("2 findings can be fixed in 1 file."))
  }

  @Test func fixesOfOneFindingAreAppliedTogetherOrNotAtAll() {
    let file = Findings.file("one two three four\n")
    func edit(_ word: String, _ text: String) -> Diagnostic.Fix {
      .init(replacing: Findings.place(word, in: file), with: text, safe: true)
    }
    let fixes = SafeFixes(of: [
      Diagnostic(Findings.rule, "a", at: nil, fixes: [edit("one", "1"), edit("two", "2")]),
      Diagnostic(Findings.rule, "b", at: nil, fixes: [edit("two", "zwei"), edit("four", "4")]),
      Diagnostic(Findings.rule, "c", at: nil, fixes: [edit("three", "3")]),
      Diagnostic(
        Findings.rule, "d", at: nil,
        fixes: [.init(replacing: Findings.place("four", in: file), with: "x", safe: false)]),
    ])
    #expect(fixes.mended.map(\.message) == ["a", "c"])
    #expect(String(decoding: fixes.apply(to: file.bytes, at: "app.yaml"), as: UTF8.self) == "1 2 3 four\n")
  }

  @Test func theSameFixFromTwoManifestsIsAppliedOnce() throws {
    let folder = try Folder([
      "a.yaml": "configdi: 1\nimports: [part.yaml]\n", "b.yaml": "configdi: 1\nimports: [part.yaml]\n",
      "part.yaml": misspelt,
    ])
    #expect(try folder.shell("$CHECK fix . --quiet").code == 0)
    #expect(try folder.text("part.yaml").contains("{ factory: c, scope: transient }"))
  }
}
