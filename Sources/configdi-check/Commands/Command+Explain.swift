import ConfigDI

extension Command {
  static let explain = Command(
    "explain", "Tell what a rule means, with a bad and a good example.",
    arguments: [
      Operand(
        "code", repeatable: true, completion: .rule, "A rule's code or slug, such as DI202 or dependency-cycle.")
    ]
  ) { arguments, console in
    var pages: [String] = []
    for name in arguments.positionals {
      guard let rule = RuleBook.rule(name) else { throw unknownRule(name, command: arguments.command) }
      pages.append(rule.page.text(width: console.width))
    }
    console.write(pages.joined(separator: "\n"))
    return .success
  }
}

/// The error for a code or slug on the command line that no rule has.
func unknownRule(_ name: String, command: Command) -> UsageError {
  let suggestion = RuleBook.suggestions(for: name).first
  return UsageError(
    "Unknown rule '\(name)'\(suggestion.map { ". Did you mean '\($0)'?" } ?? ". 'configdi-check rules' lists them all.")",
    command: command)
}
