import ConfigDI
import Foundation
import Testing

@testable import configdi_check

private let pagesFolder = ProcessInfo.processInfo.environment["CONFIGDI_GRAPH_PAGES"]

/// Writes pages for the script that drives them in a browser, into the folder that the environment names.
@Suite(.enabled(if: pagesFolder != nil)) struct GraphPageSamples {
  @Test(arguments: [15, 30, 300, 2000])
  func write(services: Int) throws {
    let folder = try #require(pagesFolder)
    // A small sample ends before a whole topic would fit.
    let asked = services < 20 ? services + 3 : services
    let stages = SampleGraph.stages(["development", "test", "production"], services: asked)
    let page = GraphPage(stages, title: "config/app.yaml").html
    let stage = stages[0]
    try stage.dot.write(toFile: "\(folder)/graph-\(services).dot", atomically: true, encoding: .utf8)
    try stage.mermaid.write(toFile: "\(folder)/graph-\(services).mmd", atomically: true, encoding: .utf8)
    try page.write(toFile: "\(folder)/graph-\(services).html", atomically: true, encoding: .utf8)
  }

  /// A layer for each service, which no window is long enough for.
  @Test func writeChain() throws {
    let folder = try #require(pagesFolder)
    let file = SourceFile(path: "chain.yaml", bytes: [0x0A])
    var document = GraphDocument()
    document.nodes = (0..<2000).map {
      .init(key: "Step\($0)", kind: .factory, factory: "step", scope: .singleton, origin: file.beginning)
    }
    document.nodes[0].isRoot = true
    for step in 1..<2000 {
      for needed in Set([step - 1, step / 2, step / 3]) {
        document.edges.append(.init(from: needed, to: step, kind: .instance, origin: file.beginning))
      }
    }
    try GraphPage([document], title: "chain.yaml").html
      .write(toFile: "\(folder)/graph-chain.html", atomically: true, encoding: .utf8)
  }

  /// Two revisions, one of which has more services.
  @Test func writeDifference() throws {
    let folder = try #require(pagesFolder)
    let stages = ["development", "production"]
    let before = GraphPage.Before(name: "main", stages: SampleGraph.stages(stages, services: 26), changes: [])
    try GraphPage(SampleGraph.stages(stages, services: 40), title: "config/app.yaml", before: before).html
      .write(toFile: "\(folder)/graph-difference.html", atomically: true, encoding: .utf8)
  }

  /// Names that formats trip over.
  @Test func writeNames() throws {
    let folder = try #require(pagesFolder)
    let names = [
      "end", "a\"b", "<b>&amp;", "x]y[z", "(p){q}", "a|b", "50%", "#35;", "`code`", "日本語/変種", "🧩", "a\\b", "click",
      "--> n1",
      "very" + String(repeating: "Long", count: 40), "\u{202E}rtl", "line\nbreak", "</script><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>", "__proto__", "constructor", "a&&b'\"",
    ]
    let file = SourceFile(path: "dir with space/<&>\".yaml", bytes: [0x0A])
    var document = GraphDocument(stage: "50% \"<b>\"")
    document.nodes = names.map {
      .init(key: $0, kind: .factory, factory: $0, scope: ScopeName($0), origin: file.beginning)
    }
    document.edges = names.indices.dropFirst().map {
      .init(from: $0 - 1, to: $0, kind: .instance, label: names[$0], origin: file.beginning)
    }
    try document.dot.write(toFile: "\(folder)/graph-names.dot", atomically: true, encoding: .utf8)
    try document.mermaid.write(toFile: "\(folder)/graph-names.mmd", atomically: true, encoding: .utf8)
    try GraphPage([document], title: "dir with space/<&>\".yaml").html
      .write(toFile: "\(folder)/graph-names.html", atomically: true, encoding: .utf8)
  }
}
