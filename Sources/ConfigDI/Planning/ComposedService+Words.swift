/// A service's parts in a few words each, for comparison and for people.
extension ComposedService {
  /// The factory and its decorators, or the service that the key stands for.
  package func served(_ secrets: SecretSettings) -> String {
    switch kind {
    case .factory(let name):
      ([name.value] + decorators.map { $0.words(secrets) }).joined(separator: " + ")
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
    return (dependencies?.words ?? "{}") + collections
  }

  package func settingsText(_ secrets: SecretSettings) -> String {
    guard case .factory(let name) = kind else { return "none" }
    return settings?.words(hiding: secrets.names(of: name.value)) ?? "none"
  }
}

extension FactoryUse {
  package func words(_ secrets: SecretSettings) -> String {
    var text = factory.value
    if let dependencies { text += " \(dependencies.words)" }
    if let settings { text += " \(ComposedSettings.node(settings).words(hiding: secrets.names(of: factory.value)))" }
    return text
  }
}

extension DependencyList {
  package var words: String {
    let items = items.map { item in (item.label.map { "\($0.value): " } ?? "") + item.reference.words }
    return isMapping ? "{ \(items.joined(separator: ", ")) }" : "[\(items.joined(separator: ", "))]"
  }
}

extension Reference {
  package var words: String {
    kind == .instance ? target.value.text : "{ \(kind.rawValue): \(target.value) }"
  }
}

extension ComposedSettings {
  fileprivate func words(hiding hidden: SecretSettings.Names) -> String {
    let labels: [(name: String, value: Node)]
    switch self {
    case .node(let node) where node.kind == .mapping: labels = node.pairs.map { ($0.key.text, $0.value) }
    case .node(let node): return !hidden.hasSecret || node.isOneParameter ? node.words : "<secret settings>"
    case .merged(let merged, _): labels = merged.map { ($0.name.value, $0.value) }
    }
    let words = labels.map { name, value in
      "\(name): \(hidden.mayBeSecret(name) && !value.isOneParameter ? "<secret \(name)>" : value.words)"
    }
    return "{ \(words.joined(separator: ", ")) }"
  }
}

extension Node {
  /// Whether only a parameter's name is written, which reveals no secret.
  fileprivate var isOneParameter: Bool {
    kind == .scalar && text.hasPrefix("${") && text.hasSuffix("}") && text.utf8.count { $0 == UInt8(ascii: "}") } == 1
  }

  /// The value as flow text; parameters stay as they are written, so their values are not in it.
  package var words: String { words(within: 256) }

  /// The value as flow text, with bounded depth: aliases can nest deeper than the text of any file.
  private func words(within depth: Int) -> String {
    guard depth > 0 else { return "…" }
    return switch kind {
    case .scalar: text
    case .sequence: "[\(elements.map { $0.words(within: depth - 1) }.joined(separator: ", "))]"
    case .mapping:
      "{ \(pairs.map { "\($0.key.text): \($0.value.words(within: depth - 1))" }.joined(separator: ", ")) }"
    }
  }
}
