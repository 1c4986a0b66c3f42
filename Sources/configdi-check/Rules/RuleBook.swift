import ConfigDI

/// Finds rules by the codes and slugs that the command line uses.
enum RuleBook {
  /// The rule with this code or slug, ignoring case.
  static func rule(_ name: String) -> Rule? {
    byName[name.lowercased()]
  }

  private static let byName = Dictionary(firstOf: Rule.all.flatMap { [($0.code.lowercased(), $0), ($0.slug, $0)] })

  /// The rules that match a code, a slug, or the beginning of a code such as `DI2`.
  static func rules(matching pattern: String) -> [Rule] {
    if let rule = rule(pattern) { return [rule] }
    let prefix = pattern.uppercased()
    guard prefix.hasPrefix("DI") else { return [] }
    return Rule.all.filter { $0.code.hasPrefix(prefix) }
  }

  static let names = Rule.all.map(\.code) + Rule.all.map(\.slug)
}

extension Rule {
  var page: RulePage { Self.pages[self] ?? RulePage(rule: self, summary: slug, paragraphs: [slug]) }

  private static let pages = Dictionary(firstOf: RulePage.all.map { ($0.rule, $0) })
}
