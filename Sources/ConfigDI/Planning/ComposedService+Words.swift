/// Short descriptions of a service's parts, to compare and to show. With `isWhole`, they include the manifest's secrets
/// and must not be shown. They are then equal if the parts differ only in the order of a mapping or in the spelling of a
/// whole number, a boolean or null.
extension ComposedService {
  /// The factory with its decorators, or the target of an alias or `select`.
  package func served(isWhole: Bool = false) -> String {
    guard case .factory = kind else { return provider(isWhole: isWhole) }
    return ([provider(isWhole: isWhole)] + decorators.map { $0.words(isWhole: isWhole) }).joined(separator: " + ")
  }

  /// The factory without its decorators, or the target of an alias or `select`.
  func provider(isWhole: Bool) -> String {
    switch kind {
    case .factory(let name): name.value.factoryWords
    case .alias(let key): "alias of \(key.value)"
    case .select(let parameter, let cases):
      "select \(parameter.value) "
        + FlowText.mapping((cases?.value ?? []).map { ($0.value.value, $0.key.value.text) }, sorted: isWhole)
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

  package func wiringText(isWhole: Bool = false) -> String {
    let names = isWhole ? collect.map(\.value).sorted() : collect.map(\.value)
    let collections = names.isEmpty ? "" : " in \(names.joined(separator: ", "))"
    return (dependencies?.words(sorted: isWhole) ?? "{}") + collections
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
    if let dependencies { text += " \(dependencies.words(sorted: isWhole))" }
    if let settings { text += " \(settings.words(isWhole: isWhole))" }
    return text
  }
}

extension ComposedSettings {
  fileprivate func words(isWhole: Bool) -> String {
    switch self {
    case .node(let node): node.wordsOfElement(isWhole: isWhole, within: 256)
    case .merged(let labels, _):
      FlowText.mapping(
        labels.map { ($0.name.value, $0.value.wordsOfElement(isWhole: isWhole)) }, sorted: isWhole)
    }
  }
}

extension Node {
  /// The value as settings or as an element of a list or mapping.
  fileprivate func wordsOfElement(isWhole: Bool, within depth: Int = 255) -> String {
    let words = words(isWhole: isWhole, within: depth)
    if case .string? = scalar { return FlowText.element(words) }
    return words
  }

  /// A scalar's text, in one spelling for each whole number and boolean, and for null. The text of another number may
  /// have more digits than its value.
  private var comparedText: String {
    switch scalar {
    case .null?, .bool?, .int?: scalar?.plainText ?? text
    default: text
    }
  }

  /// The value in flow style, with references to parameters instead of their values. Its depth is limited, since aliases
  /// can nest deeper than the text of any file.
  ///
  /// - Parameter isWhole: Whether to include secrets.
  package func words(isWhole: Bool = false, within depth: Int = 256) -> String {
    guard depth > 0 else { return "…" }
    func words(_ node: Node) -> String { node.wordsOfElement(isWhole: isWhole, within: depth - 1) }
    return switch kind {
    case .scalar: isWhole ? comparedText : shownText
    case .sequence: FlowText.list(elements.map(words))
    case .mapping: FlowText.mapping(pairs.map { ($0.key.text, words($0.value)) }, sorted: isWhole)
    }
  }
}
