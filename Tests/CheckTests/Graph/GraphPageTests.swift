import ConfigDI
import Testing

@testable import configdi_check

@Suite struct GraphPageTests {
  @Test func stagesShareWhatTheyHaveInCommon() {
    let one = SampleGraph.stages(["a"], services: 60)
    let three = SampleGraph.stages(["a", "b", "c"], services: 60)
    let single = GraphPageData(one, title: "t").text.utf8.count
    let triple = GraphPageData(three, title: "t").text.utf8.count
    #expect(triple < single * 3 / 2)
  }

  @Test func nothingInTheDataEndsItsElement() {
    let file = SourceFile(path: "</script><!--.yaml", bytes: [])
    var document = GraphDocument()
    document.nodes = [
      .init(key: "</script>\u{2028}<!-- \u{0}", kind: .factory, factory: "a\\b\"c", origin: file.beginning)
    ]
    let page = GraphPage.html([document], title: "<b>&\"")
    let data = page.split(separator: "id=\"graph-data\">\n")[1].split(separator: "\n</script>")[0]
    #expect(!data.contains("<"))
    #expect(!page.contains("<b>"))
  }

  @Test func secretsAreNotWritten() {
    let file = Findings.file("a\n")
    var document = GraphDocument()
    document.nodes = [
      .init(key: "A", kind: .factory, origin: file.beginning, settings: [.init(name: "token", value: nil)])
    ]
    #expect(GraphPageData([document], title: "t").text.contains(#""settings":[["token",null]]"#))
  }

  @Test func nothingIsLoadedFromElsewhere() {
    let page = GraphPage.html(SampleGraph.stages([nil], services: 40), title: "app.yaml")
    #expect(!page.contains("http://"))
    #expect(!page.contains("https://"))
    #expect(!page.contains("src="))
    #expect(!page.contains("@import"))
    #expect(page.contains("default-src 'none'"))
  }
}
