import ConfigDI

/// The rules to report, according to `--select` and `--ignore`.
struct Selection: Sendable {
  private let selected: Set<Rule>?
  /// The rules that `--ignore` names; `nil` if it is not given, so that the configuration's `ignore` counts.
  private var ignored: Set<Rule>?
  /// The rules that `--select` names by themselves, not only in a group of rules.
  private var named: Set<Rule> = []

  /// A selection of every rule, including the rules that a configuration ignores.
  static let everything = Selection(selected: Set(Rule.all))
}

extension Selection {
  init(_ arguments: Arguments) throws(UsageError) {
    selected = arguments.has(.select) ? try Self.rules(.select, arguments) : nil
    named = Set(arguments.list(.select).compactMap(RuleBook.rule))
    ignored = arguments.has(.ignore) ? try Self.rules(.ignore, arguments) : nil
  }

  /// The rules that a configuration excludes.
  func ignored(by configuration: ConfigurationFile) -> [Rule] {
    configuration.off + (ignored == nil ? configuration.ignore : [])
  }

  /// Whether a rule is reported. A rule that `--select` names is reported even if a configuration ignores it.
  ///
  /// - Parameter isGiven: Whether the configuration sets the rule's severity, which enables a rule that is off by
  ///   default.
  func includes(_ rule: Rule, ignoring configured: [Rule], isGiven: Bool = false) -> Bool {
    if ignored?.contains(rule) == true { return false }
    if rule.isOptIn, !named.contains(rule) { return isGiven && !configured.contains(rule) }
    if let selected { return selected.contains(rule) }
    return !configured.contains(rule)
  }

  private static func rules(_ option: Option, _ arguments: Arguments) throws(UsageError) -> Set<Rule> {
    var result: Set<Rule> = []
    let patterns = arguments.list(option)
    guard !patterns.isEmpty else { throw unknownRule("") }
    for pattern in patterns {
      let rules = RuleBook.rules(matching: pattern)
      guard !rules.isEmpty else { throw unknownRule(pattern) }
      result.formUnion(rules)
    }
    return result
  }
}
