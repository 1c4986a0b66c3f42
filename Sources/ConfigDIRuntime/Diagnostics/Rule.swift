/// What can be found wrong: a stable code and slug, and one line about it.
///
/// Each rule is a static member declared beside what emits it, and one line in `Rule.all`.
public final class Rule: Sendable {
  /// `DI` and three digits, never used again for another rule.
  public let code: String
  /// The code in words: `captive-dependency`.
  public let slug: String
  /// Unless a project's configuration changes it.
  public let severity: Severity
  /// Whether it is skipped where the program's factories are not known.
  public let needsCatalog: Bool
  /// Whether it is reported only where it is selected by its code or given a severity.
  public let isOptIn: Bool
  /// One line: what is wrong, as a noun phrase without a full stop.
  public let summary: String

  package init(
    _ code: String, _ slug: String, _ severity: Severity, needsCatalog: Bool = false, isOptIn: Bool = false,
    summary: String
  ) {
    self.code = code
    self.slug = slug
    self.severity = severity
    self.needsCatalog = needsCatalog
    self.isOptIn = isOptIn
    self.summary = summary
  }
}

extension Rule: Hashable {
  public static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
