/// A kind of mistake, with a stable code and slug.
///
/// Each rule is a static member, listed in `RuleList.swift`. Its page in the tool's resources describes it.
package final class Rule: Sendable, Hashable {
  /// The rule's code: `DI` and three digits. Codes are never reused.
  package let code: String
  /// A readable name for the rule, such as `captive-dependency`.
  package let slug: String
  /// The default severity, which a project's configuration may change.
  package let severity: Severity
  /// Whether the rule is skipped if the program's factories are unknown.
  package let needsCatalog: Bool
  /// Whether the rule applies only if its code is selected or given a severity.
  package let isOptIn: Bool
  /// Whether a container can be made despite an error, since it concerns an unused entry or is debatable.
  package let allowsContainer: Bool
  /// Whether the findings are about what a reference or a `${…}` leads to, which may differ between stages.
  package let followsReferences: Bool
  /// The parts that the rule's findings hide by default, and the part that they report as absent by default.
  package let hides: [Absence]
  let absent: Absence?

  package init(
    _ code: String, _ slug: String, _ severity: Severity, needsCatalog: Bool = false, isOptIn: Bool = false,
    allowsContainer: Bool = false, followsReferences: Bool = false, hides: [Absence.Kind] = [],
    absent: Absence.Kind? = nil
  ) {
    self.code = code
    self.slug = slug
    self.severity = severity
    self.needsCatalog = needsCatalog
    self.isOptIn = isOptIn
    self.allowsContainer = allowsContainer
    self.followsReferences = followsReferences
    self.hides = hides.map { Absence($0) }
    self.absent = absent.map { Absence($0) }
  }

  package static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// How serious a finding is. Errors compare greatest.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Useful information; nothing is wrong.
  case note
  /// Probably not intended.
  case warning
  /// The program would not start.
  case error

  public static func < (left: Severity, right: Severity) -> Bool {
    left != right && (left == .note || right == .error)
  }
}
