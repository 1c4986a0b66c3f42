import Foundation
import Testing

/// What a page shows of a file is what the file says.
@Suite struct ShownFileTests {
  @Test("shown files are current", arguments: Page.all) func shownFilesAreCurrent(page: Page) throws {
    for block in page.blocks {
      guard let name = block.directive?.suffix(after: "shows: ") else { continue }
      let text = try String(contentsOf: Page.repository.appending(path: name), encoding: .utf8)
      #expect(block.text == text, "\(page.name):\(block.line) differs from \(name)")
    }
  }

  @Test("the README shows its files") func theReadmeShowsFiles() {
    #expect(Page.all.first?.blocks.contains { $0.directive?.hasPrefix("shows: ") == true } == true)
  }

  /// Links of the README lead to what is there.
  @Test("links resolve") func linksLeadSomewhere() throws {
    let text = try String(contentsOf: Page.repository.appending(path: "README.md"), encoding: .utf8)
    let targets = text.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
    #expect(!targets.isEmpty)
    for target in targets where !target.hasPrefix("https://") && !target.hasPrefix("#") {
      #expect(FileManager.default.fileExists(atPath: Page.repository.appending(path: target).path), "\(target)")
    }
  }
}

extension String {
  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
