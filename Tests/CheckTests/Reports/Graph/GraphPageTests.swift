import ConfigDI
import Testing

@testable import configdi_check

@Suite struct GraphPageTests {
  @Test("the page stores common parts of stages once") func stagesShareWhatTheyHaveInCommon() {
    let one = SampleGraph.stages(["a"], services: 60)
    let three = SampleGraph.stages(["a", "b", "c"], services: 60)
    let single = GraphPage(one, title: "t").data.utf8.count
    let triple = GraphPage(three, title: "t").data.utf8.count
    #expect(triple < single * 3 / 2)
  }

  @Test("data cannot close its HTML element") func nothingInTheDataEndsItsElement() {
    let file = SourceFile(path: "</script><!--.yaml", bytes: [])
    var document = GraphDocument()
    document.nodes = [
      .init(key: "</script>\u{2028}<!-- \u{0}", kind: .factory, factory: "a\\b\"c", origin: file.beginning)
    ]
    let page = GraphPage([document], title: "<b>&\"").html
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
    #expect(GraphPage([document], title: "t").data.contains(#""settings":[["token",null]]"#))
  }

  @Test("the page loads nothing") func nothingIsLoadedFromElsewhere() {
    let page = GraphPage(SampleGraph.stages([nil], services: 40), title: "app.yaml").html
    // A name, not an address: what the page saves as SVG has to carry it.
    #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").contains("http://"))
    #expect(!page.contains("https://"))
    #expect(!page.contains("src="))
    #expect(!page.contains("@import"))
    #expect(page.contains("default-src 'none'"))
  }

  @Test("every placeholder of the template is filled") func everyPlaceInTheTemplateIsFilled() {
    let page = GraphPage(SampleGraph.stages([nil], services: 20), title: "{{data}}.yaml").html
    let data = page.firstRange(of: "{{")
    #expect(data.map { page[$0.lowerBound...].hasPrefix("{{data}}.yaml") } == true)
    for part in ["graph-data", "function layOut(", "const state = {", "--scope-0"] {
      #expect(page.contains(part), "\(part) is missing")
    }
  }

  @Test func pathsAreRelative() {
    let file = SourceFile(path: "/home/someone/project/config/app.yaml", bytes: [0x0A])
    var document = GraphDocument()
    document.nodes = [.init(key: "A", kind: .factory, origin: file.beginning)]
    let paths = RepositoryPaths(root: "/home/someone/project", workingDirectory: "/home/someone/project")
    let page = GraphPage([document], title: file.path, paths: paths).html
    #expect(page.contains(#""files":["config/app.yaml"]"#))
    #expect(!page.contains("someone"))
  }

  @Test("paths start at the manifest if it is outside the working directory")
  func pathsStartAtTheManifestWhereItIsElsewhere() {
    let paths = Recorder().console().paths(besides: "/home/someone/app.yaml")
    #expect(paths.shortened("/home/someone/parts/a.yaml") == "parts/a.yaml")
    #expect(paths.shortened("parts/a.yaml") == "parts/a.yaml")
  }

  @Test("the page has the stages before the change") func theStagesBeforeAChangeAreInThePage() {
    let now = SampleGraph.stages(["a"], services: 30)
    let before = GraphPage.Before(name: "main", stages: SampleGraph.stages(["a"], services: 20), changes: [])
    let data = GraphPage(now, title: "t", before: before).data
    #expect(data.contains(#""before":{"name":"main","stages":[{"name":"a""#))
    #expect(!GraphPage(now, title: "t").data.contains(#""before""#))
  }

  @Test(
    "places are linked to the commit on the repository's server",
    arguments: [
      ("git@github.com:acme/shop.git", "https://github.com/acme/shop/blob/abc/{path}#L{line}"),
      ("https://user:secret@github.com/acme/shop", "https://github.com/acme/shop/blob/abc/{path}#L{line}"),
      ("ssh://git@code.example.org:2222/a/b/c.git", nil),
      ("ssh://git@gitlab.com:2222/a/b/c.git", "https://gitlab.com/a/b/c/-/blob/abc/{path}#L{line}"),
      ("/srv/git/shop", nil), ("", nil),
    ])
  func placesAreLinked(remote: String, template: String?) {
    #expect(PlaceLinks.template(remote: remote, commit: "abc") == template)
  }

  @Test("an initializer is in the page, with its phase and what it needs")
  func initializersAreInThePage() {
    let manifest = """
      configdi: 1
      lifecycle: { launch: [{ factory: warm, dependencies: { db: Database } }] }
      services: { Database: sqlite }

      """
    let files = InMemoryFiles(["app.yaml": manifest])
    let page = Recorder.run("graph", "app.yaml", "--format", "html", files: files).output
    #expect(page.contains(#""initializers":[["warm","launch",[0,2,34],[0]]]"#))
  }

  @Test(
    "--link-template is in the page, and must be an address",
    arguments: [
      ("vscode://file/{root}/{path}:{line}:{column}", ExitCode.success), ("javascript:{path}", .usage),
      ("https://example.org/", .usage), ("{path}", .usage), ("vscode://file/{path}:{lines}", .usage),
    ])
  func linkTemplates(template: String, code: ExitCode) {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\nservices: { Clock: systemClock }\n"])
    let recorder = Recorder()
    let words = ["graph", "app.yaml", "--format", "html", "--link-template", template]
    #expect(runProgram(words, console: recorder.console(files: files)) == code)
    #expect(recorder.output.contains(#""links":{"template""#) == (code == .success))
  }

  @Test("an edge that is called with await is marked in the page")
  func awaitedEdgesAreMarked() {
    let file = Findings.file("a\n")
    var document = GraphDocument()
    document.nodes = [.init(key: "A", kind: .factory, origin: file.beginning)]
    document.edges = [.init(from: 0, to: 0, kind: .provider, origin: file.beginning, isAwaited: true)]
    #expect(GraphPage([document], title: "t").data.contains(",null,[0,1,1],true]"))
  }
}
