import ConfigDI

extension Command {
  static let explain = Command(
    "explain", "Explain a rule, with an incorrect and a correct example, or list every rule.",
    arguments: [
      Operand(
        "code", optional: true, repeatable: true, completion: .rule,
        "A rule's code or slug, such as DI202 or dependency-cycle.")
    ],
    options: [.format(["text", "json", "markdown"])]
  ) { arguments, console in
    var asked: [RulePage] = []
    for name in arguments.positionals {
      guard let rule = RuleBook.rule(name) else { throw unknownRule(name, command: arguments.command) }
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
func unknownRule(_ name: String, command: Command) -> UsageError {
  let suggestion = RuleBook.suggestions(for: name).first
  return UsageError(
    "Unknown rule '\(name)'\(suggestion.map { ". Did you mean '\($0)'?" } ?? ". 'configdi-check explain' lists them all.")",
    command: command)
}
