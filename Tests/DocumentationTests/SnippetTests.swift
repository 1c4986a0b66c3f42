import Foundation
import Testing

/// Every piece of Swift in the documentation stands in a file that is compiled: a test, or the example.
@Suite struct SnippetTests {
  private static let compiled: [String] = ["Tests", "Examples"].flatMap { folder in
    let root = Page.repository.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    // The checker reads some of the tests' data without a compiler, and builds leave other packages' sources.
    return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") && !$0.hasPrefix("Data/") }.compactMap {
      try? code(in: String(contentsOf: root.appending(path: $0), encoding: .utf8))
    }
  }

  @Test("Swift snippets compile, or are marked as fragments", arguments: Page.all + Page.ofDocumentationComments)
  func swiftIsCompiled(page: Page) {
    // What is a whole file is compiled by `Scripts/drive/first-hour`.
    for block in page.blocks("swift")
    where !["file: ", "wrote: ", "fragment: "].contains(where: { block.directive?.hasPrefix($0) == true }) {
      let snippet = Self.code(in: block.text)
      #expect(Self.compiled.contains { $0.contains(snippet) }, "\(page.name):\(block.line) is compiled nowhere")
    }
  }

  @Test("a block without a language is not Swift", arguments: Page.all) func swiftIsMarkedAsSuch(page: Page) {
    for block in page.blocks
    where ["", "text"].contains(block.language) && block.directive?.hasPrefix("prints") != true {
      let line = block.text.split(separator: "\n").first {
        $0.contains(/^ *((import|let|var|func|struct|try) |(registry|container)\.\w+\(|\.(package|target)\()/)
      }
      #expect(line == nil, "\(page.name):\(block.line): mark the block as swift")
    }
  }

  @Test("the documentation has Swift snippets") func thereIsSwiftToFind() {
    #expect(Page.all.flatMap { $0.blocks("swift") }.count > 20)
    #expect(Page.ofDocumentationComments.flatMap { $0.blocks("swift") }.count > 20)
    #expect(Self.compiled.count > 50)
  }

  /// The lines without what sets them in, blank ones and comments.
  private static func code(in text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
  }
}
