/// A parameter with its value.
package struct PlannedParameter: Sendable {
  package let entry: ComposedParameter
  let given: ParameterValues.Value

  package var name: String { entry.name.value }
  package var type: ParameterType { entry.type }
  /// The value; `unknown` if only the running program can know it.
  package var value: Setting { given.setting }
  package var ignoredGiver: String? { given.ignoredGiver }
  package var origin: SourceLocation { entry.sourceLocation }
  package var replaced: [Replacement] { entry.history }

  /// Whether the parameter is declared secret or a secret is part of its value.
  package var isSecret: Bool { entry.isSecret || value.secret != nil }
  package var isExposed: Bool { entry.isExposed }

  package var isKnown: Bool { value.isKnown }

  /// The value if it is known, otherwise where it comes from. A secret value is not shown.
  package var words: String {
    if isKnown { return entry.isSecret ? "<secret \(name)>" : value.words }
    return given.giver == nil && entry.source != nil ? entry.stateText : "no source"
  }

  /// Like `words`, with the provider's name if the program's source supplied the value.
  package var wordsWithGiver: String { given.giver.map { "\(words), from \($0)" } ?? words }

  /// The source that supplied the value, in words.
  package var source: String {
    if let giver = given.giver { return "from \(giver)" }
    return switch given.isPreset ? nil : entry.source {
    case .value?: "value"
    case .env(let name)?: "env \(name.value)"
    case .file(let path)?: "file \(path.value)"
    case nil: "default"
    }
  }
}
