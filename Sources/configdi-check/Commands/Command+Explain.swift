import ConfigDI

extension Command {
  static let explain = Command(
    "explain", "Explain a rule, with an incorrect and a correct example, or list every rule.",
    arguments: [
      Operand(
        name: "code", isOptional: true, isRepeatable: true, completion: .rule,
        help: "A rule's code or slug, such as DI202 or dependency-cycle.")
    ],
    options: [.format(["text", "json", "markdown"])]
  ) { arguments, console in
    var asked: [RulePage] = []
    for name in arguments.positionals {
      guard let rule = RuleBook.rule(name) else { throw unknownRule(name) }
      asked.append(rule.page)
    }
    switch arguments[.format([])] {
    case "json": console.write(rulesAsJSON(asked.isEmpty ? RulePage.all : asked).text)
    case "markdown":
      console.write(asked.isEmpty ? rulesAsMarkdown(RulePage.all) : asked.map(\.markdown).joined(separator: "\n"))
    default:
      console.write(
        asked.isEmpty
          ? rulesAsText(RulePage.all) : asked.map { $0.text(width: console.width) }.joined(separator: "\n"))
    }
    return .success
  }
}

/// The error for a code or slug that no rule has.
func unknownRule(_ name: String) -> UsageError {
  .unknown("rule", name, among: RuleBook.names, advice: ". 'configdi-check explain' lists them all.")
}

func rulesAsText(_ pages: [RulePage]) -> String {
  let slugs = pages.map { $0.rule.slug.count }.max() ?? 0
  return pages.map { page in
    let rule = page.rule
    let severity = padded(rule.severity.rawValue, to: 7)
    return "\(rule.code)  \(severity)  \(padded(rule.slug, to: slugs))  \(page.summary)"
      + (rule.needsCatalog ? " (requires a catalog)\n" : "\n")
  }.joined()
}

func rulesAsJSON(_ pages: [RulePage]) -> JSON {
  [
    "version": 1,
    "rules": .array(
      pages.map { page in
        let rule = page.rule
        return [
          "code": .string(rule.code), "slug": .string(rule.slug), "severity": .string(rule.severity.rawValue),
          "needsCatalog": .bool(rule.needsCatalog), "summary": .string(page.summary),
          "explanation": .string(page.explanation),
        ]
      }),
  ]
}

func rulesAsMarkdown(_ pages: [RulePage]) -> String {
  let rows = pages.map { page in
    let rule = page.rule
    return [rule.code, rule.slug, rule.severity.rawValue, rule.needsCatalog ? "needed" : "", page.summary]
  }
  return "# Rules\n\n" + MarkdownText.table(["code", "slug", "severity", "catalog", "meaning"], rows)
    + pages.map { "\n" + $0.markdown }.joined()
}
