/// One finding, stored as data so that each renderer can present it in its own way.
public struct Diagnostic: Sendable {
  /// The rule that was broken. A rule's code and slug never change.
  package let rule: Rule
  /// The code of the rule that was broken: `DI202`.
  public var code: String { rule.code }
  /// The severity: the rule's own, unless a configuration changed it.
  public var severity: Severity
  /// The message: lowercase, one line, no final period.
  public var message: String {
    get { shown(words.message) }
    set { words.message = newValue }
  }
  /// The primary location; `nil` if the finding concerns no file, but for example a flag.
  package var location: SourceLocation?
  /// The text under the carets at the primary location.
  package var label: String? {
    get { words.label.map(shown) }
    set { words.label = newValue }
  }
  /// All other locations that the message mentions.
  package var related: [Related] {
    get { words.related.map { Related(shown($0.message), at: $0.location) } }
    set { words.related = newValue }
  }
  /// Further explanations, without a location.
  package var notes: [String] {
    get { words.notes.map(shown) }
    set { words.notes = newValue }
  }
  /// The remedies, best first.
  public var help: [String] {
    get { words.help.map(shown) }
    set { words.help = newValue }
  }
  /// The edits of the first remedy, to be applied together.
  package var fixes: [Fix] { remedies.first?.fixes ?? [] }
  /// The remedies that consist of edits, simplest first. Any one of them corrects the mistake.
  package var remedies: [Remedy] {
    guard let secrets = quotedSecrets else { return words.remedies }
    // A remedy whose text contains a secret is dropped: the user writes the secret.
    return words.remedies.filter { $0.fixes.allSatisfy { secrets.redacted($0.text) == $0.text } }.map {
      Remedy(title: secrets.redacted($0.title), fixes: $0.fixes)
    }
  }
  /// The stages that have the finding, in manifest order; `nil` if all stages have it.
  public var stages: [String]?
  /// The manifests that have the finding, if several were checked and share the file; `nil` for a single manifest.
  package var manifests: [String]?

  /// The path of names in the manifest that, together with the rule, identifies the finding in baselines, such as
  /// `services.Api.dependencies.clock`.
  package var symbol: String?
  /// The missing key or name, which identifies findings that follow from the same mistake.
  package var absent: String?
  /// The missing settings, if there is more than one.
  package var absentSettings: [String] = []
  /// The key that the author probably meant, if the finding reports a misspelled key.
  package var meant: String?
  /// Whether this finding hides follow-up findings that prevent a container.
  package var leavesServicesMissing = false
  /// Whether the author may have meant a parameter at this location. If so, no parameter is reported as unused.
  package var mayNameParameter = false
  /// Other forms of the value that the finding's texts may quote. They are hidden too if the value is secret.
  package var readings: [String] = []
  /// Locations whose text the finding quotes, in addition to `location` and the locations in `related`.
  package var quotedPlaces: [SourceLocation] = []
  /// The entries that the finding's help suggests adding to a section. Their remedies are created after all files are
  /// read.
  package var wantedEntries: [WantedEntry] = []
  /// The parameter that the finding's help suggests declaring. Its remedy is created after all files are read.
  package private(set) var wantedParameter: WantedParameter?
  /// The finding's texts, including secrets, since it may become known only later that a text is secret.
  private var words: Words

  private struct Words {
    var message: String
    var label: String?
    var related: [Related]
    var notes: [String]
    var help: [String]
    var remedies: [Remedy]
  }

  /// All locations whose text the finding quotes, or that a remedy replaces and whose text it may repeat.
  var allPlaces: [SourceLocation] {
    (location.map { [$0] } ?? []) + words.related.map(\.location) + quotedPlaces
      + words.remedies.flatMap { $0.fixes.map(\.location) }
  }

  package init(
    _ rule: Rule, _ message: String, at location: SourceLocation?, label: String? = nil, related: [Related] = [],
    notes: [String] = [], help: [String] = [], fixes: [Fix] = [], meaning names: [String] = [],
    severity: Severity? = nil, symbol: String? = nil
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.location = location
    self.symbol = symbol
    words = Words(
      message: message, label: label, related: related, notes: notes, help: help,
      remedies: fixes.isEmpty ? [] : [Remedy(title: help.first ?? "fix: \(message)", fixes: fixes)])
    suggest(names)
  }

  /// Adds a help text and the edits, if any, that carry it out.
  package mutating func offer(_ help: String, _ fixes: [Fix]) {
    if !words.help.contains(help) { words.help.append(help) }
    addRemedy(help, fixes)
  }

  /// Adds the edits for a remedy, which may be one of several that a help text names.
  package mutating func addRemedy(_ title: String, _ fixes: [Fix]) {
    if !fixes.isEmpty { words.remedies.append(Remedy(title: title, fixes: fixes)) }
  }

  /// Suggests names that may be meant at the finding's location. A name is safe to write only if it is the only
  /// suggestion.
  private mutating func suggest(_ names: [String]) {
    words.help += Spelling.help(for: names)
    guard let location else { return }
    for name in names {
      addRemedy(
        names.count == 1 ? Spelling.help(for: names)[0] : "write \(FlowText.scalar(name))",
        [Fix(naming: name, at: location, safe: names.count == 1)])
    }
  }

  package mutating func want(_ parameter: WantedParameter) {
    wantedParameter = parameter
    words.help.append(parameter.help)
  }

  package mutating func removeRemedies() {
    wantedEntries = []
    words.remedies = []
  }

  /// A further location, with a message that says how it relates to the finding.
  package struct Related: Sendable {
    /// The text shown under the carets.
    package let message: String
    /// The location, in any of the files that were read.
    package let location: SourceLocation

    package init(_ message: String, at location: SourceLocation) {
      self.message = message
      self.location = location
    }
  }

  /// One way to correct the mistake.
  package struct Remedy: Sendable {
    /// A description of the remedy: a help text, or the part of a help text that names this remedy.
    package let title: String
    /// The edits, to be applied together. A `…` is a value that only the author knows.
    package let fixes: [Fix]

    package init(title: String, fixes: [Fix]) {
      self.title = title
      self.fixes = fixes
    }
  }

  /// A replacement of text that corrects the mistake.
  package struct Fix: Sendable {
    /// The text to replace; an empty span for an insertion.
    package let location: SourceLocation
    /// The new text.
    package let text: String
    /// Whether `fix` may apply the edit without a flag, since it cannot change the meaning of a correct manifest.
    package let safe: Bool

    package init(replacing location: SourceLocation, with text: String, safe: Bool) {
      self.location = location
      self.text = text
      self.safe = safe
    }
  }
}

extension Diagnostic {
  /// Whether `fix` may apply the first remedy without a flag.
  package var isSafelyFixable: Bool { !fixes.isEmpty && fixes.allSatisfy(\.safe) }
}

/// An entry that a remedy adds to a section, such as `scopes`; without a value, an element that it adds to a list.
package struct WantedEntry: Sendable {
  package let title: String
  package let section: String
  package let key: String
  package let value: String?

  package init(_ title: String, in section: String, _ key: String, _ value: String?) {
    self.title = title
    self.section = section
    self.key = key
    self.value = value
  }
}

/// A parameter that a remedy declares, so that the finding's location can refer to it.
package struct WantedParameter: Sendable {
  package let name: String
  package let variable: String
  /// The default, as YAML.
  package let preset: String?

  package init(_ name: String, variable: String, preset: String? = nil) {
    self.name = name
    self.variable = variable
    self.preset = preset
  }

  /// The help text to show while neither the files nor the type at the location are known.
  package var help: String {
    let entry = "{ env: \(variable)\(preset.map { ", default: \($0)" } ?? "") }"
    return "declare parameters: { \(name): \(entry) }, and write \"${\(name)}\""
  }
}

extension Diagnostic.Fix {
  /// Replaces a scalar with a name or a text, quoted if necessary. Safe only if the name is visible: a name with an
  /// invisible character is more likely the mistake.
  package init(naming text: String, at location: SourceLocation, safe: Bool = true) {
    let isVisible = !text.unicodeScalars.contains { FlowText.spaces[$0] != nil }
    self.init(replacing: location, with: FlowText.scalar(text), safe: safe && isVisible)
  }

  /// Replaces a scalar with a quoted text.
  package init(quoting text: String, at location: SourceLocation, safe: Bool) {
    self.init(replacing: location, with: FlowText.quoted(text), safe: safe)
  }
}
