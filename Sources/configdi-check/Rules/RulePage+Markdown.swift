import CResources
import ConfigDI

extension RulePage {
  /// The page of every rule, in the order of `Rule.all`. A test reports pages that are missing or malformed.
  static let all: [RulePage] = {
    var pages: [Substring: String] = [:]
    var next = configdi_rule_pages()
    while next.pointee != 0 {
      let page = String(cString: next)
      pages[page.dropFirst(2).prefix { $0 != " " }] = page
      next += page.utf8.count + 1
    }
    return Rule.all.compactMap { rule in pages[rule.code[...]].flatMap { RulePage(rule, markdown: $0) } }
  }()

  /// Parses a page: a heading with the code and slug, the explanation, and sections `Reported` and `Correct` with
  /// examples. `nil` if the text does not have this structure.
  init?(_ rule: Rule, markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == "# \(rule.code) \(rule.slug)" else { return nil }
    let sections = lines.dropFirst().split { $0 == "## Reported" || $0 == "## Correct" }
    let paragraphs = (sections.first ?? []).split(whereSeparator: \.isEmpty).map { paragraph in
      paragraph.joined(separator: Self.isVerbatim(paragraph.first ?? "") ? "\n" : " ")
    }
    guard sections.count > 1 else {
      self.init(rule: rule, paragraphs: paragraphs)
      return
    }
    guard sections.count == 3, let bad = Example(sections[1]), let good = Example(sections[2], changing: bad.files)
    else { return nil }
    self.init(rule: rule, paragraphs: paragraphs, bad: bad, good: good)
  }
}

extension RulePage.Example {
  /// Parses a section's files. Each file has a line with its name and a fenced block. A struck-out name removes the file.
  init?(_ lines: ArraySlice<Substring>, changing files: [(name: String, text: String)] = []) {
    var files = files
    var rest = lines
    while let line = rest.popFirst() {
      guard !line.isEmpty else { continue }
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == parts[2] else { return nil }
      let known = files.firstIndex { $0.name == parts[1] }
      if parts[0] == "~~", let known {
        files.remove(at: known)
        continue
      }
      rest = rest.drop { $0.isEmpty }
      guard parts[0] == "", rest.popFirst()?.hasPrefix("```") == true, let end = rest.firstIndex(of: "```") else {
        return nil
      }
      let file = (name: String(parts[1]), text: rest[..<end].joined(separator: "\n"))
      if let known { files[known] = file } else { files.append(file) }
      rest = rest[end...].dropFirst()
    }
    self.init(files)
  }
}
