import CResources
import ConfigDI

/// The page about a rule. `explain` prints it, and the Markdown reference contains it.
struct RulePage {
  let rule: Rule
  /// The mistake in one line, as a noun phrase without a period.
  let summary: String
  /// Why the rule exists and how to fix its findings, in Markdown.
  let paragraphs: [String]
  /// A project in which the rule has findings.
  var bad: Example?
  /// The same project after the findings are fixed.
  var good: Example?

  var explanation: String { paragraphs.joined(separator: "\n\n") }

  func text(width: Int) -> String {
    var text = "\(rule.code) \(rule.slug) (\(traits))\n\n"
    text += TextWrapping.wrap(Self.sentence(summary), width: width) + "\n"
    for paragraph in paragraphs {
      text += "\n" + (Self.isVerbatim(paragraph) ? paragraph : TextWrapping.wrap(paragraph, width: width)) + "\n"
    }
    for (title, example) in examples {
      text += "\n\(title):\n"
      for file in example.files {
        text += "\n  \(file.name)\n" + Self.indented(file.text, by: 4) + "\n"
      }
      for message in example.messages(width: width - 4) { text += "\n" + Self.indented(message, by: 4) + "\n" }
    }
    return text
  }

  var markdown: String {
    var text = "## \(rule.code) \(rule.slug)\n\n*\(traits)*\n\n\(Self.sentence(summary))\n\n\(explanation)\n"
    for (title, example) in examples {
      text += "\n\(title):\n"
      for file in example.files {
        let language = file.name.hasSuffix(".swift") ? "swift" : "yaml"
        text += "\n`\(file.name)`\n\n```\(language)\n\(Self.withoutFinalNewlines(file.text))\n```\n"
      }
      for message in example.messages(width: 80) { text += "\n```\n\(Self.withoutFinalNewlines(message))\n```\n" }
    }
    return text
  }

  private var traits: String {
    rule.severity.rawValue + (rule.needsCatalog ? ", requires a catalog" : "")
  }

  private var examples: [(String, Example)] {
    [("Reported", bad), ("Correct", good)].compactMap { title, example in example.map { (title, $0) } }
  }

  /// A summary as a sentence. Summaries have no capital letter and no period, since they also appear in tables.
  private static func sentence(_ summary: String) -> String {
    summary.firstCapitalized + (summary.hasSuffix(".") ? "" : ".")
  }

  /// Whether a paragraph keeps its line breaks, as in lists, tables and code.
  static func isVerbatim(_ paragraph: some StringProtocol) -> Bool {
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

  /// The files in a small project whose entry manifest is `app.yaml`. The tests check every example.
  struct Example: Sendable {
    let files: [(name: String, text: String)]

    init(_ files: [(name: String, text: String)]) {
      self.files = files
    }

    /// The findings that `check` reports in the project.
    var findings: [Diagnostic] {
      let catalog = files.first { $0.name == "configdi.catalog.json" }.flatMap { try? Catalog(json: $0.text) }
      let texts = InMemoryFiles(
        Dictionary(uniqueKeysWithValues: files.map { (Self.folder + $0.name, $0.text) }))
      let folder = SourceFolders.Folder(path: String(Self.folder.dropLast()))
      let program = ProgramCalls(
        SourceFolders([folder], texts, limit: Limits().fileBytes), CallCache(), package: nil)
      let checked = Pipeline(world: World(files: texts))
        .check(.path(Self.folder + "app.yaml"), catalog: catalog.map { CatalogIndex($0) }, calls: program.sites)
      var diagnostics = checked.diagnostics
      if let graph = checked.graph {
        diagnostics.report(contentsOf: AskedFor(program.sites, in: [ServedNames(graph)]).findings())
      }
      let comments = (checked.composed?.files ?? []).map(\.comments) + program.comments
      Suppressions(comments: comments).apply(
        to: &diagnostics, notRun: Set(checked.skippedRules.map(\.code)))
      return diagnostics.sorted()
    }

    /// The findings as printed when the project's folder is the working directory.
    func messages(width: Int) -> [String] {
      findings.map { $0.text(width: width).replacing(Self.folder, with: "") }
    }

    /// The folder that contains the project, so that paths can also lead out of it.
    private static let folder = "project/"
  }
}

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

  /// Parses a page: a heading with the code, slug and summary, the explanation, and sections `Reported` and `Correct`
  /// with examples. `nil` if the text does not have this structure.
  init?(_ rule: Rule, markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let name = "# \(rule.code) \(rule.slug): "
    guard let heading = lines.first, heading.hasPrefix(name) else { return nil }
    let summary = String(heading.dropFirst(name.count))
    let sections = lines.dropFirst().split { $0 == "## Reported" || $0 == "## Correct" }
    let paragraphs = (sections.first ?? []).split(whereSeparator: \.isEmpty).map { paragraph in
      paragraph.joined(separator: Self.isVerbatim(paragraph.first ?? "") ? "\n" : " ")
    }
    guard sections.count > 1 else {
      self.init(rule: rule, summary: summary, paragraphs: paragraphs)
      return
    }
    guard sections.count == 3, let bad = Example(sections[1]), let good = Example(sections[2], changing: bad.files)
    else { return nil }
    self.init(rule: rule, summary: summary, paragraphs: paragraphs, bad: bad, good: good)
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
