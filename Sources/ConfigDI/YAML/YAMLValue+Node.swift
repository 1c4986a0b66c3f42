extension YAMLValue {
  /// Creates a value from a node, with aliases expanded; `nil` if they nest too deeply.
  package init?(_ node: Node, within depth: Int = 512) {
    guard depth > 0 else { return nil }
    switch node.kind {
    case .scalar:
      if case .string? = node.scalar { self = .text(node.text) } else { self = .plain(node.text) }
    case .sequence:
      var elements: [YAMLValue] = []
      for element in node.elements {
        guard let value = YAMLValue(element, within: depth - 1) else { return nil }
        elements.append(value)
      }
      self = .list(elements)
    case .mapping:
      var entries: [Entry] = []
      for (key, element) in node.pairs {
        guard let value = YAMLValue(element, within: depth - 1) else { return nil }
        entries.append(Entry(key.text, value))
      }
      self = .map(entries)
    }
  }
}
