/// An entry in flow form, for fixes that write a part of one entry into another.
extension FlowText {
  /// A factory and its settings; `nil` if the settings cannot be copied.
  static func use(_ use: FactoryUse) -> String? {
    var pairs = [(key: "factory", value: scalar(use.factory.value))]
    if let list = use.dependencies { pairs.append((key: "dependencies", value: dependencies(list))) }
    if let settings = use.settings {
      guard let text = node(settings) else { return nil }
      pairs.append((key: "settings", value: text))
    }
    return pairs.count == 1 ? pairs[0].value : mapping(pairs)
  }

  /// The fix that gives an entry further fields.
  static func adding(_ pairs: [(key: String, value: String)], to entry: ServiceEntry) -> [Diagnostic.Fix] {
    let node = entry.node
    let bytes = node.location.file.bytes
    let range = node.location.range.clamped(to: 0..<bytes.count)
    guard node.kind == .mapping else {
      guard case .factory(let factory)? = entry.kind else { return [] }
      let text = mapping([(key: "factory", value: scalar(factory.value))] + pairs)
      return [Diagnostic.Fix(replacing: node.location, with: text, safe: true)]
    }
    guard let first = node.pairs.first(where: { _ in true }) else { return [] }
    let place = first.key.location.range.lowerBound
    let separator: String
    if range.first.map({ bytes[$0] }) == UInt8(ascii: "{") {
      separator = ", "
    } else {
      let lineStart = bytes[..<min(place, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      guard lineStart <= place, bytes[lineStart..<place].allSatisfy({ $0 == 0x20 }) else { return [] }
      separator = "\n" + String(repeating: " ", count: place - lineStart)
    }
    let text = pairs.map { "\($0.key): \($0.value)\(separator)" }.joined()
    return [Diagnostic.Fix(replacing: node.location.file.location(place..<place), with: text, safe: true)]
  }

  private static func dependencies(_ list: DependencyList) -> String {
    let references = list.items.map { item in
      let target = scalar(item.reference.target.value.text)
      let kind = item.reference.kind
      return kind == .instance ? target : mapping([(key: kind.rawValue, value: target)])
    }
    guard list.isMapping else { return self.list(references) }
    return mapping(
      zip(list.items, references).map { (key: scalar($0.label?.value ?? ""), value: $1) })
  }

  /// A node's text; `nil` if it is too deep to be copied: aliases can nest deeper than any text.
  private static func node(_ node: Node, depth: Int = 0) -> String? {
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
