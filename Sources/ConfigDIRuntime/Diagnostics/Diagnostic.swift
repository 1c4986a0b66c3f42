/// One finding. It is data, which each renderer shows in its own way.
public struct Diagnostic: Sendable {
  /// The rule that was broken; its code and slug are stable.
  public let rule: Rule
  /// The rule's own severity, unless a configuration changed it.
  public var severity: Severity
  /// The message: lower case, one line, no final full stop.
  public var message: String
  /// The primary place; `nil` if the finding concerns no file, but a flag, for example.
  public var location: SourceLocation?
  /// The text shown under the carets of the primary place.
  public var label: String?
  /// All other places that the message mentions.
  public var related: [Related]
  /// Further explanations, without a place of their own.
  public var notes: [String]
  /// The remedies, best first.
  public var help: [String]
  /// Edits that would correct the mistake.
  public var fixes: [Fix]
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
  /// Whether its message quotes nothing of the text at its place, so that it need not be hidden with it.
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

extension Diagnostics {
  /// Removes from all findings the quoted text that must not be shown.
  package mutating func hideSecrets() {
    update { $0.hideSecrets() }
  }
}

extension Diagnostic {
  /// Rules whose messages do not contain the text at their place if the parameter or setting is secret.
  private static let discreetCodes: Set<String> = ["DI406", "DI502", "DI503", "DI505", "DI506", "DI509", "DI510"]

  fileprivate mutating func hideSecrets() {
    guard let location, !quotesNothing else { return }
    let hidden = location.file.hidden(in: location.range)
    // What is wrong with a text that is no YAML may be said with words of other lines.
    let quoted = rule.code == "DI001" ? location.file.hidden(in: 0..<location.file.bytes.count) : hidden
    guard !hidden.isEmpty && !Self.discreetCodes.contains(rule.code) || quotes(quoted, of: location.file) else {
      return
    }
    message = "\(rule.summary); the text is secret and not shown"
    label = nil
    related = related.map { Related("see here", at: $0.location) }
    notes = []
    help = []
    fixes = []
  }

  /// Whether a hidden text is shown all the same: a file calls a parameter secret that has no effect on its definition.
  private func quotes(_ hidden: [Range<Int>], of file: SourceFile) -> Bool {
    let shown = [message, label ?? ""] + notes + help + fixes.map(\.text)
    return hidden.contains { range in
      let text = String(decoding: file.bytes[range], as: UTF8.self)
      let bare = text.utf8.count > 2 && "\"'".contains(text.prefix(1)) ? String(text.dropFirst().dropLast()) : text
      return bare.utf8.count > 2 && shown.contains { $0.contains(bare) }
    }
  }
}
