/// One finding. It is data, which each renderer shows in its own way.
public struct Diagnostic: Sendable {
  /// The rule that was broken; its code and slug are stable.
  public let rule: Rule
  /// The severity: the rule's own, unless a configuration changed it.
  public var severity: Severity
  /// The message: lowercase, one line, no final period.
  public var message: String {
    get { shown(words.message) }
    set { words.message = newValue }
  }
  /// The primary location; `nil` if the finding does not concern a file, but a flag, for example.
  public var location: SourceLocation?
  /// The text under the carets of the primary location.
  public var label: String? {
    get { words.label.map(shown) }
    set { words.label = newValue }
  }
  /// All other locations that the message mentions.
  public var related: [Related] {
    get { words.related.map { Related(shown($0.message), at: $0.location) } }
    set { words.related = newValue }
  }
  /// Further explanations, without a location.
  public var notes: [String] {
    get { words.notes.map(shown) }
    set { words.notes = newValue }
  }
  /// The remedies, best first.
  public var help: [String] {
    get { words.help.map(shown) }
    set { words.help = newValue }
  }
  /// Edits that correct the mistake.
  public var fixes: [Fix] {
    // A fix whose text contains a secret is dropped: the user writes the secret.
    get { words.fixes.filter { shown($0.text) == $0.text } }
    set { words.fixes = newValue }
  }
  /// The stages that have the finding, in manifest order; `nil` for all of them.
  public var stages: [String]?
  /// The manifests that have the finding, if several were checked and share the file; `nil` for one.
  public var manifests: [String]?

  /// The path in the manifest's own names that, with the rule, identifies the finding in baselines, such as
  /// `services.Api.dependencies.clock`.
  package var symbol: String?
  /// The missing key or name. It identifies findings that follow from the same mistake.
  package var absent: String?
  /// The key that the author of the misspelled one probably meant.
  package var meant: String?
  /// Whether follow-up findings that prevent a container were hidden because of this one.
  package var leavesServicesMissing = false
  /// Whether the author may have meant a parameter here, so that no parameter is reported as unused.
  package var mayNameParameter = false
  /// Other forms of the value that the texts quote: hidden if the value is secret.
  package var readings: [String] = []
  /// Further locations whose text the finding quotes, besides `location` and those of `related`.
  package var quotedPlaces: [SourceLocation] = []
  /// The texts as written, including secrets. Whether a text is secret may be known only later.
  private var words: Words

  private struct Words {
    var message: String
    var label: String?
    var related: [Related]
    var notes: [String]
    var help: [String]
    var fixes: [Fix]
  }

  /// All locations whose text the finding quotes.
  var allPlaces: [SourceLocation] { (location.map { [$0] } ?? []) + words.related.map(\.location) + quotedPlaces }

  package init(
    _ rule: Rule, _ message: String, at location: SourceLocation?, label: String? = nil, related: [Related] = [],
    notes: [String] = [], help: [String] = [], fixes: [Fix] = [], severity: Severity? = nil, symbol: String? = nil
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.location = location
    self.symbol = symbol
    words = Words(message: message, label: label, related: related, notes: notes, help: help, fixes: fixes)
  }

  /// A further location, and its relation to the finding.
  public struct Related: Sendable {
    /// The text shown under the carets.
    public let message: String
    /// The location, in any of the files that were read.
    public let location: SourceLocation

    package init(_ message: String, at location: SourceLocation) {
      self.message = message
      self.location = location
    }
  }

  /// A replacement of text that corrects the mistake.
  public struct Fix: Sendable {
    /// The text to replace; an empty span for an insertion.
    public let location: SourceLocation
    /// The new text.
    public let text: String
    /// Whether `fix` may apply it without a flag: it cannot change the meaning of a correct manifest.
    public let safe: Bool

    package init(replacing location: SourceLocation, with text: String, safe: Bool) {
      self.location = location
      self.text = text
      self.safe = safe
    }
  }
}

extension Diagnostic.Fix {
  /// Replaces a scalar by a name or a text, quoted if necessary. Safe only if the name is visible: a name with an
  /// invisible character is more likely the mistake.
  package init(naming text: String, at location: SourceLocation, safe: Bool = true) {
    let isVisible = !text.unicodeScalars.contains { FlowText.spaces[$0] != nil }
    self.init(replacing: location, with: FlowText.scalar(text), safe: safe && isVisible)
  }

  /// Replaces a scalar by a quoted text.
  package init(quoting text: String, at location: SourceLocation, safe: Bool) {
    self.init(replacing: location, with: FlowText.quoted(text), safe: safe)
  }
}
