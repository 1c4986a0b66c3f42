import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Every manifest in the documentation is read by the checker.
@Suite struct ManifestBlockTests {
  @Test("manifests in the documentation are sound", arguments: Page.all) func manifestsAreSound(page: Page) {
    for block in page.blocks("yaml") where !Self.isNoManifest(block) {
      let isOverlay = block.text.contains("kind: overlay")
      let isWhole = block.text.hasPrefix("configdi: 1")
      let text = isWhole ? block.text : "configdi: 1\n" + block.text
      let files =
        isOverlay
        ? ["app.yaml": "configdi: 1\noverlays: [overlay.yaml]\n", "overlay.yaml": text] : ["app.yaml": text]
      let pipeline = Pipeline(world: World(files: InMemoryFiles(files)))
      for finding in pipeline.check(.path("app.yaml"), catalog: nil).diagnostics.sorted() {
        #expect(
          isWhole && !isOverlay ? Self.isExpected(finding) : !finding.rule.code.hasPrefix("DI0"),
          "\(page.name):\(block.line): \(finding.rule.code) \(finding.message)")
      }
    }
  }

  @Test("the documentation has manifests") func thereAreManifestsToRead() {
    #expect(Page.all.count > 15)
    #expect(Page.all.flatMap { $0.blocks("yaml") }.count > 20)
  }

  /// A workflow, the checker's own configuration, or a file that has its own test.
  private static func isNoManifest(_ block: Page.Block) -> Bool {
    block.directive?.hasPrefix("shows: ") == true || block.text.hasPrefix("name:") || block.text.hasPrefix("catalog:")
      || block.text.hasPrefix("ignore:")
  }

  /// Files that a page only speaks of are not there, and what uses a service may be known to the program's types alone.
  private static func isExpected(_ finding: Diagnostic) -> Bool {
    [.importMissing, .unusedService].contains(finding.rule)
  }
}
