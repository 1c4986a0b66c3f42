import ConfigDI

/// What `explain` prints of a rule, and the reference in Markdown.
struct RulePage {
  private let rule: Rule

  init(_ rule: Rule) {
    self.rule = rule
  }

  func text(width: Int) -> String {
    var text = "\(rule.code) \(rule.slug) (\(traits))\n\n"
    text += TextWrapping.wrap(Self.sentence(rule.summary), width: width) + "\n"
    for paragraph in Self.paragraphs(rule.explanation) {
      text += "\n" + (Self.isVerbatim(paragraph) ? paragraph : TextWrapping.wrap(paragraph, width: width)) + "\n"
    }
    for (title, example) in examples {
      text += "\n\(title):\n"
      for file in example.files {
        text += "\n  \(file.name)\n" + Self.indented(file.text, by: 4) + "\n"
      }
    }
    return text
  }

  var markdown: String {
    var text = "## \(rule.code) \(rule.slug)\n\n*\(traits)*\n\n\(Self.sentence(rule.summary))\n\n\(rule.explanation)\n"
    for (title, example) in examples {
      text += "\n\(title):\n"
      for file in example.files {
        text += "\n`\(file.name)`\n\n```yaml\n\(Self.withoutFinalNewlines(file.text))\n```\n"
      }
    }
    return text
  }

  private var traits: String {
    rule.severity.rawValue + (rule.needsCatalog ? ", needs a catalog" : "")
  }

  private var examples: [(String, Rule.Example)] {
    [("Reported", rule.bad), ("Correct", rule.good)].compactMap { title, example in example.map { (title, $0) } }
  }

  /// Summaries are written without a capital and a full stop, to stand in tables.
  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + (summary.hasSuffix(".") ? "" : ".")
  }

  private static func paragraphs(_ text: String) -> [String] {
    var result: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { result.append([]) } else { result[result.count - 1].append(line) }
    }
    return result.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
  }

  /// Lists and code keep their lines.
  private static func isVerbatim(_ paragraph: String) -> Bool {
    ["- ", "    ", "```", "| "].contains { paragraph.hasPrefix($0) }
  }

  private static func indented(_ text: String, by count: Int) -> String {
    withoutFinalNewlines(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
  }

  private static func withoutFinalNewlines(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
