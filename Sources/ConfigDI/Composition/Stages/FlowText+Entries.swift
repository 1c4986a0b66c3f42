/// Writes entries in flow style, for fixes that copy part of one entry into another.
extension FlowText {
  /// A factory with its settings as text; `nil` if the settings cannot be copied.
  static func use(_ use: FactoryUse) -> String? {
    var pairs = [(key: "factory", value: scalar(use.factory.value))]
    if let list = use.dependencies { pairs.append((key: "dependencies", value: list.words(quote: scalar))) }
    if let settings = use.settings {
      guard let text = node(settings) else { return nil }
      pairs.append((key: "settings", value: text))
    }
    return pairs.count == 1 ? pairs[0].value : mapping(pairs)
  }

  /// The fix that adds fields to an entry.
  static func adding(
    _ pairs: [(key: String, value: String)], to entry: ServiceEntry, safe: Bool = true
  ) -> [Diagnostic.Fix] {
    adding(pairs, to: entry.kind, at: entry.location, safe: safe)
  }

  static func adding(
    _ pairs: [(key: String, value: String)], to kind: ServiceEntry.Kind?, at location: SourceLocation, safe: Bool
  ) -> [Diagnostic.Fix] {
    guard case .factory(let factory)? = kind, factory.location == location else {
      return Diagnostic.Fix.adding(pairs, toMappingAt: location, safe: safe)
    }
    let text = mapping([(key: "factory", value: scalar(factory.value))] + pairs)
    return [Diagnostic.Fix(replacing: location, with: text, safe: safe)]
  }

  /// A node's text; `nil` if the node is too deep, since aliases can nest deeper than any text.
  static func node(_ node: Node, depth: Int = 0) -> String? {
    guard depth < 32 else { return nil }
    switch node.kind {
    case .scalar:
      if case .string(let text)? = node.scalar { return scalar(text) }
      return node.text.isEmpty ? "null" : node.text
    case .sequence:
      var items: [String] = []
      for element in node.elements {
        guard let item = self.node(element, depth: depth + 1) else { return nil }
        items.append(item)
      }
      return list(items)
    case .mapping:
      var pairs: [(key: String, value: String)] = []
      for (key, value) in node.pairs {
        guard let text = self.node(value, depth: depth + 1) else { return nil }
        pairs.append((scalar(key.text), text))
      }
      return mapping(pairs)
    }
  }
}

extension DependencyList {
  /// The list in flow style.
  ///
  /// - Parameter quote: Quotes a name for YAML; names for people stay as they are.
  package func words(quote: (String) -> String = { $0 }) -> String {
    let items = items.map { (key: quote($0.label?.value ?? ""), value: $0.reference.words(quote: quote)) }
    return isMapping ? FlowText.mapping(items) : FlowText.list(items.map(\.value))
  }
}

extension Reference {
  package func words(quote: (String) -> String = { $0 }) -> String { kind.reference(to: quote(target.value.text)) }
}
