/// One finding, as data, which each renderer presents in its own way.
public struct Diagnostic: Sendable {
  /// The rule that was broken; its code and slug are stable.
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
  /// The text under the carets of the primary location.
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
  /// The edits of the first remedy, which belong together.
  package var fixes: [Fix] { remedies.first?.fixes ?? [] }
  /// The remedies that are edits, simplest first. Each one corrects the mistake by itself.
  package var remedies: [Remedy] {
    guard let secrets = quotedSecrets else { return words.remedies }
    // A remedy whose text contains a secret is dropped: the user writes the secret.
    return words.remedies.filter { $0.fixes.allSatisfy { secrets.redacted($0.text) == $0.text } }.map {
      Remedy(title: secrets.redacted($0.title), fixes: $0.fixes)
    }
  }
  /// The stages that have the finding, in manifest order; `nil` for all of them.
  public var stages: [String]?
  /// The manifests that have the finding, if several were checked and share the file; `nil` for one.
  package var manifests: [String]?

  /// The path in the manifest's own names that, with the rule, identifies the finding in baselines, such as
  /// `services.Api.dependencies.clock`.
  package var symbol: String?
  /// The missing key or name. It identifies findings that follow from the same mistake.
  package var absent: String?
  /// The missing settings, if they are several.
  package var absentSettings: [String] = []
  /// The key that the author probably meant instead of the misspelled one.
  package var meant: String?
  /// Whether follow-up findings that prevent a container were hidden because of this finding.
  package var leavesServicesMissing = false
  /// Whether the author may have meant a parameter here, so that no parameter is reported as unused.
  package var mayNameParameter = false
  /// Other forms in which the texts quote the value. They are hidden too if the value is secret.
  package var readings: [String] = []
  /// Additional locations whose text the finding quotes, besides `location` and those of `related`.
  package var quotedPlaces: [SourceLocation] = []
  /// The entries that its help would add to a section; their remedies are made after all files are read.
  package var wantedEntries: [WantedEntry] = []
  /// The parameter that its location would name; its remedy is made after all files are read.
  package private(set) var wantedParameter: WantedParameter?
  /// The texts as written, including secrets. Whether a text is secret may be known only later.
  private var words: Words

  private struct Words {
    var message: String
    var label: String?
    var related: [Related]
    var notes: [String]
    var help: [String]
    var remedies: [Remedy]
  }

  /// All locations whose text the finding quotes, or that a remedy replaces and may repeat.
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

  /// Adds a help and, if there are any, the edits that carry it out.
  package mutating func offer(_ help: String, _ fixes: [Fix]) {
    if !words.help.contains(help) { words.help.append(help) }
    addRemedy(help, fixes)
  }

  /// Adds the edits for one of several remedies that a help names.
  package mutating func addRemedy(_ title: String, _ fixes: [Fix]) {
    if !fixes.isEmpty { words.remedies.append(Remedy(title: title, fixes: fixes)) }
  }

  /// Suggests the names that may be meant at its location. A name is safe to write only if it is the only suggestion.
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

  /// A further location, and its relation to the finding.
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
    /// A description of the remedy: one of the helps, or the part of a help that names this remedy.
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
    /// Whether `fix` may apply it without a flag: it cannot change the meaning of a correct manifest.
    package let safe: Bool

    package init(replacing location: SourceLocation, with text: String, safe: Bool) {
      self.location = location
      self.text = text
      self.safe = safe
    }
  }
}

extension Diagnostic {
  /// Whether `fix` may apply its first remedy.
  package var isSafelyFixable: Bool { !fixes.isEmpty && fixes.allSatisfy(\.safe) }
}

/// An entry of a section, such as `scopes`, that a remedy adds; without a value, an element of a list.
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

/// A parameter that a location would name if it were declared.
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

  /// The help text if neither the files nor the type at the location are known.
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
