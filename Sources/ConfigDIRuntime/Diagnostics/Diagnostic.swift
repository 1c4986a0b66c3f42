/// One finding: data, which each renderer shows in its own way.
public struct Diagnostic: Sendable {
  /// What was found wrong; its code and slug are stable.
  public let rule: Rule
  /// The rule's own severity, unless a configuration changed it.
  public var severity: Severity
  /// Lower case, one line, no final full stop.
  public var message: String
  /// The primary place; `nil` for what concerns no file, such as a flag.
  public var location: SourceLocation?
  /// What stands at the primary place, shown under its carets.
  public var label: String?
  /// Every other place that the message speaks of.
  public var related: [Related]
  /// What else explains the finding, without a place of its own.
  public var notes: [String]
  /// What to do about it, best first.
  public var help: [String]
  /// Edits that would mend it.
  public var fixes: [Fix]
  /// The stages in which it holds, in manifest order; `nil` for all of them.
  public var stages: [String]?
  /// The manifests in which it holds, where several were checked and share the file; `nil` for one.
  public var manifests: [String]?

  /// What baselines key on besides the rule: a path in the manifest's own names, such as `services.Api.dependencies.clock`.
  package var symbol: String?
  /// The key or name that it finds absent, by which what follows from a misspelling is recognized.
  package var absent: String?
  /// Whether it stands where a parameter was meant, so that none is said to be unused because of it.
  package var mayNameParameter = false
  /// Whether its words quote nothing of the text at its place, so that they need not be hidden with it.
  package var quotesNothing = false

  package init(
    _ rule: Rule, _ message: String, at location: SourceLocation?, label: String? = nil, related: [Related] = [],
    notes: [String] = [], help: [String] = [], fixes: [Fix] = [], severity: Severity? = nil, symbol: String? = nil
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.message = message
    self.location = location
    self.label = label
    self.related = related
    self.notes = notes
    self.help = help
    self.fixes = fixes
    self.symbol = symbol
  }

  /// A further place, and what it has to do with the finding.
  public struct Related: Sendable {
    /// Shown under the carets.
    public let message: String
    /// In any of the files that were read.
    public let location: SourceLocation

    package init(_ message: String, at location: SourceLocation) {
      self.message = message
      self.location = location
    }
  }

  /// A replacement of text that would mend the finding.
  public struct Fix: Sendable {
    /// What is replaced; an empty span where something is inserted.
    public let location: SourceLocation
    /// What takes its place.
    public let text: String
    /// Whether `fix` may apply it without being told: it cannot change what a correct manifest means.
    public let safe: Bool

    package init(replacing location: SourceLocation, with text: String, safe: Bool) {
      self.location = location
      self.text = text
      self.safe = safe
    }
  }
}
