/// What can be found wrong: a stable code and slug, and the page that `explain` prints.
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
  /// Why it matters and what to do, in Markdown paragraphs.
  public let explanation: String
  /// A project that the rule refuses.
  package let bad: Example?
  /// The same project, mended.
  package let good: Example?

  package init(
    _ code: String, _ slug: String, _ severity: Severity, needsCatalog: Bool = false, isOptIn: Bool = false,
    summary: String,
    explanation: String, bad: Example? = nil, good: Example? = nil
  ) {
    self.code = code
    self.slug = slug
    self.severity = severity
    self.needsCatalog = needsCatalog
    self.isOptIn = isOptIn
    self.summary = summary
    self.explanation = explanation
    self.bad = bad
    self.good = good
  }

  /// The files of a small project; the entry is `app.yaml`. Every example is run by the tests.
  package struct Example: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    package let files: [(name: String, text: String)]

    package init(stringLiteral text: String) {
      files = [("app.yaml", text)]
    }

    package init(dictionaryLiteral files: (String, String)...) {
      self.files = files.map { (name: $0.0, text: $0.1) }
    }
  }
}

extension Rule: Hashable {
  public static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
