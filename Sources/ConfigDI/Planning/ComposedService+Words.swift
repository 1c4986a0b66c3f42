/// Short descriptions of a service's parts, to compare and to show. With `isWhole`, they include the manifest's secrets
/// and must not be shown.
extension ComposedService {
  /// The factory with its decorators, or the target of an alias or `select`.
  package func served(isWhole: Bool = false) -> String {
    guard case .factory = kind else { return provider }
    return ([provider] + decorators.map { $0.words(isWhole: isWhole) }).joined(separator: " + ")
  }

  /// The factory without its decorators, or the target of an alias or `select`.
  var provider: String {
    switch kind {
    case .factory(let name): name.value.factoryWords
    case .alias(let key): "alias of \(key.value)"
    case .select(let parameter, let cases):
      "select \(parameter.value) { "
        + (cases?.value ?? []).map { "\($0.value.value): \($0.key.value)" }.joined(separator: ", ") + " }"
    case .provided: mayBeAbsent ? "provided: optional" : "provided"
    }
  }

  package var kindLocation: SourceLocation {
    switch kind {
    case .factory(let name): name.location
    case .alias(let key): key.location
    case .select(let parameter, _): parameter.location
    case .provided(let location, _): location
    }
  }

  package var scopeText: String { (scope?.value ?? .singleton).text + (isEager ? ", eager" : "") }

  package var wiringText: String {
    let collections = collect.isEmpty ? "" : " in \(collect.map(\.value).joined(separator: ", "))"
    return (dependencies?.words() ?? "{}") + collections
  }

  package func settingsText(isWhole: Bool = false) -> String {
    guard case .factory = kind else { return "none" }
    return settings?.words(isWhole: isWhole) ?? "none"
  }
}

extension DependencyGraph.Version {
  package var scopeText: String { scope.text + (service.isEager ? ", eager" : "") }
}

extension FactoryUse {
  package func words(isWhole: Bool = false) -> String {
    var text = factory.value
    if let dependencies { text += " \(dependencies.words())" }
    if let settings { text += " \(settings.words(isWhole: isWhole))" }
    return text
  }
}

extension ComposedSettings {
  fileprivate func words(isWhole: Bool) -> String {
    switch self {
    case .node(let node): node.words(isWhole: isWhole)
    case .merged(let labels, _):
      FlowText.mapping(labels.map { ($0.name.value, $0.value.wordsOfElement(isWhole: isWhole)) })
    }
  }
}

extension Node {
  /// The value as an element of a list or mapping.
  fileprivate func wordsOfElement(isWhole: Bool, within depth: Int = 255) -> String {
    let words = words(isWhole: isWhole, within: depth)
    if case .string? = scalar { return FlowText.element(words) }
    return words
  }

  /// The value in flow style, with references to parameters instead of their values. Its depth is limited, since aliases
  /// can nest deeper than the text of any file.
  ///
  /// - Parameter isWhole: Whether to include secrets.
  package func words(isWhole: Bool = false, within depth: Int = 256) -> String {
    guard depth > 0 else { return "…" }
    func words(_ node: Node) -> String { node.wordsOfElement(isWhole: isWhole, within: depth - 1) }
    return switch kind {
    case .scalar: isWhole ? text : shownText
    case .sequence: FlowText.list(elements.map(words))
    case .mapping: FlowText.mapping(pairs.map { ($0.key.text, words($0.value)) })
    }
  }
}
