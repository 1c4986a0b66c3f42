import ConfigDI

/// Which rules to report, by `--select` and `--ignore`.
struct Selection: Sendable {
  private let selected: Set<Rule>?
  private let ignored: Set<Rule>

  /// Every rule, whatever a configuration ignores.
  static let everything = Selection()

  private init() {
    selected = Set(RuleBook.all)
    ignored = []
  }

  init(_ arguments: Arguments) throws(UsageError) {
    selected = arguments.has(.select) ? try Self.rules(.select, arguments) : nil
    ignored = try Self.rules(.ignore, arguments)
  }

  /// Flags win over what a configuration ignores: a rule that is selected by name is reported.
  func includes(_ rule: Rule, ignoring configured: [Rule]) -> Bool {
    if ignored.contains(rule) { return false }
    if let selected { return selected.contains(rule) }
    return !configured.contains(rule)
  }

  private static func rules(_ option: Option, _ arguments: Arguments) throws(UsageError) -> Set<Rule> {
    var result: Set<Rule> = []
    for pattern in arguments.list(option) {
      let rules = RuleBook.rules(matching: pattern)
      guard !rules.isEmpty else { throw unknownRule(pattern, command: arguments.command) }
      result.formUnion(rules)
    }
    return result
  }
}
