import Foundation
import Testing

/// A page of the documentation, or the README, and the code in it.
struct Page: Sendable, CustomTestStringConvertible {
  var name: String
  var blocks: [Block]
  /// The text outside them.
  var prose = ""

  struct Block: Sendable {
    /// What follows the opening fence: `swift`, `yaml`, or nothing.
    var language: String
    var text: String
    /// Of the opening fence.
    var line: Int
    /// The comment above the fence, if there is one: `file: Package.swift`.
    var directive: String?
  }

  var testDescription: String { name }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The README and every article of the catalogue.
  static let all: [Page] = {
    let catalogue = repository.appending(path: "Sources/ConfigDI/Documentation.docc")
    let names = FileManager.default.enumerator(atPath: catalogue.path)?.compactMap { $0 as? String } ?? []
    let articles = names.filter { $0.hasSuffix(".md") }.sorted().map { catalogue.appending(path: $0) }
    return ([repository.appending(path: "README.md")] + articles).compactMap(Page.init)
  }()

  init?(_ url: URL) {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    name = url.lastPathComponent
    blocks = []
    var open: Block?
    var directive: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), text: "", line: index + 1, directive: directive)
          directive = nil
        }
      } else if open != nil {
        open?.text += line + "\n"
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        directive = String(line.dropFirst(5).dropLast(4))
      } else {
        prose += line + "\n"
      }
    }
  }

  func blocks(_ language: String) -> [Block] {
    blocks.filter { $0.language == language }
  }
}
