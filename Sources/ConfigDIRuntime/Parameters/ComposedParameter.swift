/// A parameter that a manifest declares, with its type and where its value comes from.
package final class ComposedParameter: Sendable {
  package let name: Located<String>
  package let type: ParameterType
  /// Where the value comes from. DI505 is reported if this is `nil` and neither the program nor a default supplies a
  /// value.
  package let source: Source?
  package let `default`: Literal?
  package let traits: ParameterTraits
  /// Whether the parameter is secret only because another file declares it as secret. That conflict has been reported.
  package let isSecretByName: Bool
  package let minimum: Literal?
  package let maximum: Literal?
  package let cases: [Located<String>]
  package let description: String?
  /// The parts of the entry that overlays, stages or passed values have replaced, oldest first.
  package let history: [Replacement]
  /// Whether the parameter's type or source is invalid. That mistake has been reported.
  package let isMalformed: Bool
  /// The location of the definition's value; `nil` if that is an alias, or unknown.
  package let entry: SourceLocation?
  /// The literals in the parameter's value and default.
  package let literals: [Literal]
  /// References to other parameters in this parameter's value or default.
  package let parameterUses: [ParameterUse]

  package enum Source: Sendable {
    case value(Literal)
    case env(Located<String>)
    case file(Located<String>)

    /// The field that declares this kind of source in a manifest.
    package var field: String {
      switch self {
      case .value: "value"
      case .env: "env"
      case .file: "file"
      }
    }

    package var location: SourceLocation {
      switch self {
      case .value(let literal): literal.location
      case .env(let name), .file(let name): name.location
      }
    }
  }

  package init(
    name: Located<String>, type: ParameterType, source: Source?, default: Literal?, traits: ParameterTraits,
    minimum: Literal?, maximum: Literal?, cases: [Located<String>], description: String?, history: [Replacement],
    isMalformed: Bool = false, isSecretByName: Bool = false, entry: SourceLocation? = nil
  ) {
    self.name = name
    self.entry = entry
    self.type = type
    self.source = source
    self.default = `default`
    self.traits = traits
    self.isSecretByName = isSecretByName
    self.minimum = minimum
    self.maximum = maximum
    self.cases = cases
    self.description = description
    self.history = history
    self.isMalformed = isMalformed
    let value: Literal? = if case .value(let value)? = source { value } else { nil }
    literals = [value, `default`].compactMap(\.self)
    parameterUses = literals.flatMap(\.uses)
  }

  /// Whether some text is a part of the parameter's value or default, so that it cannot refer to this parameter.
  package func contains(_ text: SourceLocation) -> Bool {
    literals.contains { $0.location.file === text.file && $0.location.range.overlaps(text.range) }
  }

  package func copy(
    type: ParameterType? = nil, source: Source? = nil, default preset: Literal?? = nil, traits: ParameterTraits? = nil,
    description: String? = nil, history: [Replacement]? = nil, isMalformed: Bool? = nil, isSecretByName: Bool? = nil
  ) -> ComposedParameter {
    ComposedParameter(
      name: name, type: type ?? self.type, source: source ?? self.source, default: preset ?? `default`,
      traits: traits ?? self.traits, minimum: minimum, maximum: maximum, cases: cases,
      description: description ?? self.description, history: history ?? self.history,
      isMalformed: isMalformed ?? self.isMalformed, isSecretByName: isSecretByName ?? self.isSecretByName,
      entry: entry)
  }

  /// A copy of this parameter with a fixed value instead of a source and a default.
  package func set(to value: Literal) -> ComposedParameter {
    var history = history
    if let source { history.append((source.field, source.location)) }
    if let preset = `default` { history.append(("default", preset.location)) }
    return copy(source: .value(value), default: .some(nil), history: history, isMalformed: false, isSecretByName: false)
  }

  package var isSecret: Bool { traits.contains(.secret) }
  package var isExposed: Bool { traits.contains(.exposed) }

  /// The location of the parameter's source, or of its name if it has no source.
  package var sourceLocation: SourceLocation { source?.location ?? name.location }

  package var variable: String? { if case .env(let name)? = source { name.value } else { nil } }

  var secretName: String? { isSecret ? name.value : nil }
}

/// The boolean fields of a parameter's entry.
package struct ParameterTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(secret: Bool, exposed: Bool, restart: Bool) {
    self = [secret ? .secret : [], exposed ? .exposed : [], restart ? .restart : []]
  }

  /// The parameter's value must never be shown.
  package static let secret = ParameterTraits(rawValue: 1)
  /// The program may read the parameter by name.
  package static let exposed = ParameterTraits(rawValue: 2)
  /// A changed value takes effect only after the program restarts.
  package static let restart = ParameterTraits(rawValue: 4)

  fileprivate var names: [String] {
    let fields: [(ParameterTraits, String)] = [(.secret, "secret"), (.exposed, "exposed"), (.restart, "restart")]
    return fields.filter { contains($0.0) }.map(\.1)
  }
}

extension [ComposedParameter] {
  /// The name of the first parameter that reads an environment variable and to which some text can refer.
  package func reader(of variable: String, for text: SourceLocation) -> String? {
    first { $0.variable == variable && !$0.contains(text) }?.name.value
  }

  /// All parameters that need a value: those in `names`, exposed parameters, and all parameters that these refer to.
  package func read(by names: Set<String>) -> Set<String> {
    let known = Dictionary(map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    var read = names.union(filter(\.isExposed).map(\.name.value))
    var open = [String](read)
    while let name = open.popLast() {
      for use in known[name]?.parameterUses ?? [] where read.insert(use.value).inserted { open.append(use.value) }
    }
    return read
  }
}

extension ComposedParameter {
  /// Where the value comes from, as text without secrets.
  package var stateText: String {
    let fallback = `default`.map { " (default \(isSecret ? "<secret>" : $0.words))" } ?? ""
    switch source {
    case nil: return "no source\(fallback)"
    case .value(let node)?:
      // In quotes if it could be taken for a variable or a file.
      let words = node.words
      let isOther = words.hasPrefix("$") && !node.isTemplate || words.hasPrefix("file ")
      return isSecret ? "<secret \(name.value)>" : isOther ? FlowText.quoted(words) : words
    case .env(let variable)?: return "$\(variable.value)\(fallback)"
    case .file(let path)?: return "file \(path.value)\(fallback)"
    }
  }

  /// The type, where the value comes from, and the traits, as text.
  package var typedText: String { "\(type.rawValue) \(stateText)\(traits.names.map { ", \($0)" }.joined())" }

  /// The values that are allowed, as text. Without `isWhole`, a secret's values are omitted.
  package func limitsText(isWhole: Bool = false) -> String {
    guard isWhole || !isSecret else { return "" }
    var words: [String] = []
    if let minimum { words.append("min: \(minimum.words)") }
    if let maximum { words.append("max: \(maximum.words)") }
    let cases = cases.map { $0.value.contains(", ") ? FlowText.quoted($0.value) : $0.value }
    if !cases.isEmpty { words.append("of: \(FlowText.list(cases))") }
    return words.map { ", \($0)" }.joined()
  }

  /// The secret strings that `stateText` omits. They may be compared but must not be shown.
  package var hiddenText: [String] {
    guard isSecret else { return [] }
    var texts = [`default`?.words ?? ""]
    if case .value(let node)? = source { texts.append(node.words) }
    return texts
  }
}
