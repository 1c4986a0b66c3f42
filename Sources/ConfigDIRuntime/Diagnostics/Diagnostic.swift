/// A finding, stored as data so that each output format can present it differently.
public struct Diagnostic: Sendable {
  /// The broken rule. Its code and slug never change.
  package let rule: Rule
  /// The broken rule's code, such as `DI202`.
  public var code: String { rule.code }
  /// The severity: the rule's own, unless a configuration changed it.
  public var severity: Severity
  /// The message: one line in lowercase, without a final period.
  public var message: String {
    get { shown(words.message) }
    set { words.message = newValue }
  }
  /// The primary location; `nil` if the finding is not about a file but, for example, about a flag.
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
  /// Explanations that have no location.
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
  /// Remedies that can be applied as edits, simplest first. Each one alone corrects the mistake.
  package var remedies: [Remedy] {
    // What the command line or a program gave cannot be edited.
    let remedies = words.remedies.filter { $0.fixes.allSatisfy { !$0.location.file.isArgument } }
    guard let secrets = quotedSecrets else { return remedies }
    // Remedies whose text contains a secret are dropped. The user has to write the secret.
    return remedies.filter { $0.fixes.allSatisfy { secrets.redacted($0.text) == $0.text } }.map {
      Remedy(title: secrets.redacted($0.title), fixes: $0.fixes)
    }
  }
  /// The stages in which the finding occurs, in manifest order; `nil` for all stages.
  public var stages: [String]?
  /// The manifests in which the finding occurs, if several checked manifests share the file.
  package var manifests: [String]?

  /// The path of names in the manifest, such as `services.Api.dependencies.clock`. Together with the rule, it
  /// identifies the finding in baselines.
  package var symbol: String?
  /// The part that the finding reports as absent. The finding is not shown if another mistake hides the part.
  package var absent: Absence?
  /// The parts that this mistake hides. Findings that report these parts as absent only follow from this finding.
  package var hides: [Absence]
  /// The whole value whose text misleads, which explains any finding that the value is wrong.
  package var misleadingValue: SourceLocation?
  /// Whether this finding prevents building a container although its rule alone would not.
  package var leavesServicesMissing = false
  /// Other spellings of the value that the messages may quote. If the value is secret, they are hidden too.
  package var readings: [String] = []
  /// Locations whose text the finding quotes, in addition to `location` and the locations in `related`.
  package var quotedPlaces: [SourceLocation] = []
  /// Entries that the help message suggests adding to a section. The edits are created once all files are read.
  package var wantedEntries: [WantedEntry] = []
  /// A parameter that the help message suggests declaring. The edits are created once all files are read.
  package private(set) var wantedParameter: WantedParameter?
  /// The finding's wording before secrets are masked, since some secrets become known only later.
  private var words:
    (message: String, label: String?, related: [Related], notes: [String], help: [String], remedies: [Remedy])

  /// All locations whose text may appear in the finding or in one of its remedies.
  var allPlaces: [SourceLocation] {
    (location.map { [$0] } ?? []) + words.related.map(\.location) + quotedPlaces
      + words.remedies.flatMap { $0.fixes.map(\.location) }
  }

  /// - Parameters:
  ///   - fixes: The edits of the first help message.
  ///   - remedies: Further remedies, each only if it has edits.
  ///   - names: The names that the author may have meant at the location.
  ///   - absent: The part that is reported as absent; the rule's by default.
  ///   - hides: The parts that the mistake hides, in addition to the rule's.
  package init(
    _ rule: Rule, _ message: String, at location: SourceLocation?, label: String? = nil, related: [Related] = [],
    notes: [String] = [], help: [String] = [], fixes: [Fix] = [], remedies: [Remedy] = [],
    meaning names: [String] = [], severity: Severity? = nil, symbol: String? = nil, stages: [String]? = nil,
    absent: Absence? = nil, hides: [Absence] = []
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.location = location
    self.symbol = symbol
    self.stages = stages
    self.absent = absent ?? rule.absent
    self.hides = hides.isEmpty ? rule.hides : rule.hides + hides
    words = (message, label, related, notes, help, [])
    addRemedy(help.first ?? "fix: \(message)", fixes)
    suggest(names, as: FlowText.scalar) { name in
      location.map { [Fix(naming: name, at: $0, safe: names.count == 1)] } ?? []
    }
    for remedy in remedies { addRemedy(remedy.title, remedy.fixes) }
  }

  /// Adds a help message and any edits that do what it suggests.
  package mutating func offer(_ help: String, _ fixes: [Fix] = []) {
    if !words.help.contains(help) { words.help.append(help) }
    addRemedy(help, fixes)
  }

  /// Adds the edits for one remedy, unless they would remove an anchor. A help message may name several remedies.
  package mutating func addRemedy(_ title: String, _ fixes: [Fix]) {
    guard !fixes.isEmpty, !fixes.contains(where: \.removesAnchor) else { return }
    words.remedies.append(Remedy(title: title, fixes: fixes))
  }

  /// Adds the edits of the same remedies in a report of this finding for other stages, whose entries may differ.
  package mutating func completeRemedies(from other: Diagnostic) {
    for (index, remedy) in words.remedies.enumerated() {
      guard let same = other.words.remedies.first(where: { $0.title == remedy.title }) else { continue }
      let further = same.fixes.filter { fix in
        !remedy.fixes.contains { known in
          known.location.file === fix.location.file
            && (known.location.range.overlaps(fix.location.range)
              || known.location.startOffset == fix.location.startOffset)
        }
      }
      if !further.isEmpty { words.remedies[index] = Remedy(title: remedy.title, fixes: remedy.fixes + further) }
    }
  }

  /// Suggests names that the author may have meant, each with the edits that write it.
  package mutating func suggest(
    _ names: [String], as spelling: (_ name: String) -> String = { $0 }, fixes: (_ name: String) -> [Fix]
  ) {
    let help = Spelling.help(for: names)
    words.help += help
    for name in names { addRemedy(names.count == 1 ? help[0] : "write \(spelling(name))", fixes(name)) }
  }

  package mutating func want(_ parameter: WantedParameter) {
    wantedParameter = parameter
    words.help.append(parameter.help)
  }

  package mutating func removeRemedies() {
    wantedEntries = []
    if let wantedParameter { words.help.removeAll { $0 == wantedParameter.help } }
    wantedParameter = nil
    words.remedies = []
  }

  /// A secondary location, with a message that explains how it is related.
  package typealias Related = Located<String>

  /// One way to correct the mistake.
  package struct Remedy: Sendable {
    package let title: String
    /// The edits to apply together. `…` stands for a value that only the author knows.
    package let fixes: [Fix]

    package init(title: String, fixes: [Fix]) {
      self.title = title
      self.fixes = fixes
    }
  }

  /// An edit that replaces some text in a file.
  package struct Fix: Sendable, Hashable {
    /// The text to replace; empty for an insertion.
    package let location: SourceLocation
    package let text: String
    /// Whether `fix` may apply the edit without a flag, since it cannot change the meaning of a correct manifest.
    package let safe: Bool

    package init(replacing location: SourceLocation, with text: String, safe: Bool = false) {
      self.location = location
      self.text = text
      self.safe = safe
    }

    /// Whether the replaced text has an anchor, to which an alias elsewhere may refer.
    fileprivate var removesAnchor: Bool {
      let old = location.bytes
      return !text.contains("&")
        && old.indices.dropFirst().dropLast().contains { index in
          // Other text has blanks on both sides, as in `R & D`, or two of them.
          old[index] == UInt8(ascii: "&") && old[index + 1] > 0x20 && old[index + 1] != UInt8(ascii: "&")
            && (old[index - 1] <= 0x20 || "[{,:".utf8.contains(old[index - 1]))
        }
    }
  }

  /// Whether `fix` may apply the first remedy without a flag.
  package var isSafelyFixable: Bool { !fixes.isEmpty && fixes.allSatisfy(\.safe) }

  /// The symbol without the wrong name that it leads to.
  package var path: String? {
    symbol.map { symbol in symbol.firstRange(of: " -> ").map { String(symbol[..<$0.lowerBound]) } ?? symbol }
  }
}

extension [Diagnostic.Remedy] {
  /// A remedy for each name that may be written at a location. Each title is the name after a verb.
  package static func naming(_ names: [String], _ verb: String, at location: SourceLocation) -> Self {
    names.map { .init(title: "\(verb) \($0)", fixes: [.init(naming: $0, at: location)]) }
  }
}

extension [[Diagnostic.Fix]] {
  /// The edits of all parts of a change, each once; none if one of the parts cannot be edited.
  package var allOrNone: [Diagnostic.Fix] {
    contains(where: \.isEmpty) ? [] : joined().reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension Diagnostic.Related {
  /// The text shown under the carets.
  package var message: String { value }
}

/// An entry that a remedy adds to a section, such as `scopes`. Without a value, it is a list element.
package typealias WantedEntry = (title: String, section: String, key: String, value: String?)

/// A parameter that a remedy declares so that a value can refer to it.
package struct WantedParameter: Sendable {
  package let name: String
  package let variable: String
  /// The default, as YAML.
  package let preset: String?
  /// Whether the value already refers to the parameter.
  private let isReferredTo: Bool

  package init(_ name: String, variable: String, preset: String? = nil, isReferredTo: Bool = false) {
    self.name = name
    self.variable = variable
    self.preset = preset
    self.isReferredTo = isReferredTo
  }

  /// The help message to show while the files and the expected type are unknown.
  package var help: String {
    let entry = "{ env: \(variable)\(preset.map { ", default: \($0)" } ?? "") }"
    return "declare parameters: { \(name): \(entry) }\(isReferredTo ? "" : ", and write \"${\(name)}\"")"
  }
}

extension Diagnostic.Fix {
  /// Replaces a scalar with a name or other string, quoted if necessary. The edit is not safe if the name has an
  /// invisible character, or if the scalar may be the name of a sibling.
  package init(naming text: String, at location: SourceLocation, safe: Bool = false) {
    let isVisible = !text.unicodeScalars.contains { FlowText.spaces[$0] != nil }
    let written = location.bytes.filter { !$0.isQuote }
    let isSibling = safe && Spelling.areSiblings(String(decoding: written, as: UTF8.self), text)
    // In JSON, such as a catalog, every name has quotes.
    let isJSON = location.file.path.hasSuffix(".json")
    self.init(
      replacing: location, with: isJSON ? FlowText.quoted(text) : FlowText.scalar(text),
      safe: safe && isVisible && !isSibling)
  }

  package init(quoting text: String, at location: SourceLocation, safe: Bool = false) {
    self.init(replacing: location, with: FlowText.quoted(text), safe: safe)
  }

  package init(inserting text: String, at offset: Int, in file: SourceFile, safe: Bool = false) {
    self.init(replacing: file.location(offset..<offset), with: text, safe: safe)
  }
}

extension String {
  /// The path of an entry with the name that is wrong there, so that a baseline does not hide another wrong name.
  package func leading(to name: String) -> String { hasSuffix(".\(name)") ? self : "\(self) -> \(name)" }
}
