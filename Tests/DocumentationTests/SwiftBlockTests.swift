import Foundation
import Testing

/// Swift in the documentation is compiled: each block is found, line after line, in one of the files of `Snippets`, or in
/// the example. Blocks that name a file are compiled by `Scripts/first-hour`.
@Suite struct SwiftBlockTests {
  @Test(arguments: Page.all) func blocksAreCompiled(page: Page) {
    for block in page.blocks("swift") where block.directive == nil {
      let lines = Self.lines(of: block.text)
      #expect(Self.sources.contains { Self.has($0, lines) }, "\(page.name):\(block.line) is compiled nowhere")
    }
  }

  @Test func sourcesWereFound() {
    #expect(Self.sources.count > 5)
  }

  private static let sources: [[Substring]] = {
    let folders = ["Tests/DocumentationTests/Snippets", "Examples/Parcels"]
    return folders.flatMap { folder -> [[Substring]] in
      let url = Page.repository.appending(path: folder)
      let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
        (try? String(contentsOf: url.appending(path: name), encoding: .utf8)).map(lines)
      }
    }
  }()

  /// Without indentation and empty lines.
  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
  }

  private static func has(_ source: [Substring], _ lines: [Substring]) -> Bool {
    guard let first = lines.first, lines.count <= source.count else { return false }
    return source.indices.contains { start in
      source[start] == first && source[start...].starts(with: lines)
    }
  }
}
