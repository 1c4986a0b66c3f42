package struct PlannedParameter: Sendable {
  package let name: String
  package let type: ParameterType
  /// The value; `unknown` if only the running program knows it.
  package let value: Setting
  package let traits: ParameterTraits
  package let source: Source
  /// The part of the program's source whose value is ignored, since this one is fixed.
  package let ignoredGiver: String?
  /// The default as written; `nil` if there is none or it is secret.
  package let preset: String?
  /// The value as written; `nil` if the value is secret or comes from another source.
  package let written: String?
  package let origin: SourceLocation
  /// The parts of the entry that overlays and stages replaced, oldest first.
  package let replaced: [Replacement]

  package init(
    name: String, type: ParameterType, value: Setting, traits: ParameterTraits = [], source: Source = .value,
    ignoredGiver: String? = nil, preset: String? = nil, written: String? = nil, origin: SourceLocation? = nil,
    replaced: [Replacement] = []
  ) {
    self.name = name
    self.type = type
    self.value = value
    self.traits = traits
    self.source = source
    self.ignoredGiver = ignoredGiver
    self.preset = preset
    self.written = written
    self.origin = origin ?? value.location
    self.replaced = replaced
  }

  package var isSecret: Bool { traits.contains(.secret) }
  package var isExposed: Bool { traits.contains(.exposed) }

  /// The parameter's value if it is known, otherwise its source. The text of a secret is not shown.
  package var words: String {
    if isSecret, source == .value || isKnown { return "<secret \(name)>" }
    if isKnown { return value.words }
    let preset = preset.map { " (default \($0))" } ?? ""
    return switch source {
    case .preset, .program: "no source"
    case .value: written ?? value.words
    case .env(let variable): "$\(variable)\(preset)"
    case .file(let path): "file \(path)\(preset)"
    }
  }

  /// The parameter's value and, if the program's source supplied it, the part of the source that did.
  package var wordsWithGiver: String {
    if case .program(let name) = source { "\(words), from \(name)" } else { words }
  }

  package var isKnown: Bool {
    if case .unknown = value.content { false } else { true }
  }

  package enum Source: Sendable, Hashable, CustomStringConvertible {
    case value
    case env(String)
    case file(String)
    /// The value is the default, since the manifest declares no source.
    case preset
    /// The value comes from the part of the program's ``ParameterSource`` with this name.
    case program(String)

    package var description: String {
      switch self {
      case .value: "value"
      case .env(let name): "env \(name)"
      case .file(let path): "file \(path)"
      case .preset: "default"
      case .program(let name): "given by \(name)"
      }
    }
  }
}
