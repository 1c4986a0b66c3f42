/// One finding. It is data, which each renderer shows in its own way.
public struct Diagnostic: Sendable {
  /// The rule that was broken; its code and slug are stable.
  public let rule: Rule
  /// The rule's own severity, unless a configuration changed it.
  public var severity: Severity
  /// The message: lower case, one line, no final full stop.
  public var message: String {
    get { shown(words.message) }
    set { words.message = newValue }
  }
  /// The primary place; `nil` if the finding concerns no file, but a flag, for example.
  public var location: SourceLocation?
  /// The text shown under the carets of the primary place.
  public var label: String? {
    get { words.label.map(shown) }
    set { words.label = newValue }
  }
  /// All other places that the message mentions.
  public var related: [Related] {
    get { words.related.map { Related(shown($0.message), at: $0.location) } }
    set { words.related = newValue }
  }
  /// Further explanations, without a place of their own.
  public var notes: [String] {
    get { words.notes.map(shown) }
    set { words.notes = newValue }
  }
  /// The remedies, best first.
  public var help: [String] {
    get { words.help.map(shown) }
    set { words.help = newValue }
  }
  /// Edits that would correct the mistake.
  public var fixes: [Fix] {
    // A text with a secret in it stays as it is: whoever knows the secret writes it.
    get { words.fixes.filter { shown($0.text) == $0.text } }
    set { words.fixes = newValue }
  }
  /// The stages in which it holds, in manifest order; `nil` for all of them.
  public var stages: [String]?
  /// The manifests in which it holds, if several were checked and share the file; `nil` for one.
  public var manifests: [String]?

  /// The path in the manifest's own names that identifies it in baselines, beside the rule, such as
  /// `services.Api.dependencies.clock`.
  package var symbol: String?
  /// The key or name that the finding says does not exist. Findings that follow from the same mistake are recognized
  /// by it.
  package var absent: String?
  /// The key that the one at its place is a misspelling of.
  package var meant: String?
  /// Whether findings that prevent a container were left out because they follow from it.
  package var leavesServicesMissing = false
  /// Whether a parameter may have been meant at its place, so that no parameter is reported as unused because of it.
  package var mayNameParameter = false
  /// The values at its place in other forms than the written ones, as its texts quote them: hidden if the value is.
  package var readings: [String] = []
  /// The places besides `location` and those of `related` whose text it quotes.
  package var quotedPlaces: [SourceLocation] = []
  /// The texts as they were written, with secrets in them. Whether one is secret may be known only later.
  private var words: Words

  private struct Words {
    var message: String
    var label: String?
    var related: [Related]
    var notes: [String]
    var help: [String]
    var fixes: [Fix]
  }

  /// Its places, and the others whose text it quotes.
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

  /// A further place, and its relation to the finding.
  public struct Related: Sendable {
    /// The text shown under the carets.
    public let message: String
    /// The place, in any of the files that were read.
    public let location: SourceLocation

    package init(_ message: String, at location: SourceLocation) {
      self.message = message
      self.location = location
    }
  }

  /// A replacement of text that would correct the mistake.
  public struct Fix: Sendable {
    /// The text to replace; an empty span for an insertion.
    public let location: SourceLocation
    /// The new text.
    public let text: String
    /// Whether `fix` may apply it without a flag: it cannot change what a correct manifest means.
    public let safe: Bool

    package init(replacing location: SourceLocation, with text: String, safe: Bool) {
      self.location = location
      self.text = text
      self.safe = safe
    }
  }
}

extension Diagnostic.Fix {
  /// Replaces a scalar by a name or a text, in quotes if it needs them. Safe only where the name can be seen: one with
  /// an invisible character is more likely the mistake.
  package init(naming text: String, at location: SourceLocation, safe: Bool = true) {
    let isVisible = !text.unicodeScalars.contains { FlowText.spaces[$0] != nil }
    self.init(replacing: location, with: FlowText.scalar(text), safe: safe && isVisible)
  }

  /// Replaces a scalar by a text in quotes.
  package init(quoting text: String, at location: SourceLocation, safe: Bool) {
    self.init(replacing: location, with: FlowText.quoted(text), safe: safe)
  }
}
