package struct PlannedParameter: Sendable {
  package let name: String
  package let type: ParameterType
  /// The value; `unknown` if only the running program can know it.
  package let value: Setting
  package var traits: ParameterTraits = []
  package var source = Source.value
  package var ignoredGiver: String?
  /// The default as written; `nil` if there is none or it is secret.
  package var preset: String?
  /// The value as written in the manifest; `nil` if it is secret or not in the manifest.
  package var written: String?
  package let origin: SourceLocation
  package var replaced: [Replacement] = []

  /// Whether the parameter is declared secret or a secret is part of its value.
  package var isSecret: Bool { traits.contains(.secret) || value.secret != nil }
  package var isExposed: Bool { traits.contains(.exposed) }

  /// The value if it is known, otherwise where it comes from. A secret value is not shown.
  package var words: String {
    if traits.contains(.secret), source == .value || isKnown { return "<secret \(name)>" }
    if isKnown { return value.words }
    let preset = preset.map { " (default \($0))" } ?? ""
    return switch source {
    case .preset, .program: "no source"
    case .value: written ?? value.words
    case .env(let variable): "$\(variable)\(preset)"
    case .file(let path): "file \(path)\(preset)"
    }
  }

  /// Like `words`, with the provider's name if the program's source supplied the value.
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
    /// The default, since the manifest declares no source.
    case preset
    /// The provider with this name in the program's ``ParameterSource``.
    case program(String)

    package var description: String {
      switch self {
      case .value: "value"
      case .env(let name): "env \(name)"
      case .file(let path): "file \(path)"
      case .preset: "default"
      case .program(let name): "from \(name)"
      }
    }
  }
}
