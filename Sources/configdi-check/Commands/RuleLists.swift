import ConfigDI

// The lists of rules that `explain` prints without a code.

func rulesAsText(_ pages: [RulePage]) -> String {
  let rules = pages.map(\.rule)
  let slugs = rules.map { $0.slug.count }.max() ?? 0
  return rules.map { rule in
    let severity = padded(rule.severity.rawValue, to: 7)
    return "\(rule.code)  \(severity)  \(padded(rule.slug, to: slugs))  \(rule.summary)"
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
          "needsCatalog": .bool(rule.needsCatalog), "summary": .string(rule.summary),
          "explanation": .string(page.explanation),
        ]
      }),
  ]
}

func rulesAsMarkdown(_ pages: [RulePage]) -> String {
  var text = "# Rules\n\n| code | slug | severity | catalog | meaning |\n|---|---|---|---|---|\n"
  for rule in pages.map(\.rule) {
    text += "| \(rule.code) | \(rule.slug) | \(rule.severity.rawValue) | \(rule.needsCatalog ? "needed" : "") |"
    text += " \(rule.summary.backslashed("|")) |\n"
  }
  for page in pages { text += "\n" + page.markdown }
  return text
}

func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
}
