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

  /// The documentation comments of each source file, from which DocC makes the pages of symbols.
  static let ofDocumentationComments: [Page] = {
    let sources = repository.appending(path: "Sources")
    let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasPrefix("ConfigDI") && $0.hasSuffix(".swift") }.sorted().compactMap { name in
      guard let text = try? String(contentsOf: sources.appending(path: name), encoding: .utf8) else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let line = line.drop { $0 == " " }
        return line.hasPrefix("///") ? line.dropFirst(3).drop { $0 == " " } : ""
      }
      let page = Page(name: name, text: lines.joined(separator: "\n"))
      return page.blocks.isEmpty ? nil : page
    }
  }()

  init?(_ url: URL) {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    self.init(name: url.lastPathComponent, text: text)
  }

  private init(name: String, text: String) {
    self.name = name
    blocks = []
    var open: Block?
    var directive: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      // A block in a list is indented.
      let mark = line.drop { $0 == " " }
      if mark.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(mark.dropFirst(3)), text: "", line: index + 1, directive: directive)
          directive = nil
        }
      } else if open != nil {
        open?.text += line + "\n"
      } else if mark.hasPrefix("<!-- "), mark.hasSuffix(" -->") {
        directive = String(mark.dropFirst(5).dropLast(4))
      } else {
        prose += line + "\n"
      }
    }
  }

  func blocks(_ language: String) -> [Block] {
    blocks.filter { $0.language == language }
  }
}
