extension Literal {
  /// Reads a parameter's value, default or bound. Recursion is safe, since the decoder rejects deep nesting.
  package init(_ node: Node) {
    var reader = SettingsReader()
    self = reader.literal(from: node, depth: 1)
  }
}

/// Reads the settings of factories from a manifest.
package struct SettingsReader {
  package private(set) var findings = Diagnostics()
  private let limits: Limits

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  package mutating func settings(_ settings: ComposedSettings) -> OpenSettings {
    switch settings {
    case .node(let node):
      return node.mayBeInterpolated ? .open(literal(from: node, depth: 1)) : .fixed(setting(from: node, depth: 1))
    case .merged(let labels, let base):
      if labels.contains(where: { $0.value.mayBeInterpolated }) {
        let entries = labels.map { (name: $0.name, value: literal(from: $0.value, depth: 1)) }
        return .open(Literal(.map(entries), at: base))
      }
      let entries = labels.map { (name: $0.name, value: setting(from: $0.value, depth: 1)) }
      return .fixed(Setting(.map(entries), at: base))
    }
  }

  /// Converts a node that uses no parameters.
  private mutating func setting(from node: Node, depth: Int) -> Setting {
    switch node.kind {
    case .scalar: return Setting((node.scalar ?? .null).content, at: node.location)
    case .sequence, .mapping:
      guard mayEnter(node, depth) else { return Setting(.null, at: node.location) }
      if node.kind == .sequence {
        return Setting(.list(node.elements.map { setting(from: $0, depth: depth + 1) }), at: node.location)
      }
      let entries = node.pairs.map { key, value in
        (name: Located(key.text, at: key.location), value: setting(from: value, depth: depth + 1))
      }
      return Setting(.map(entries), at: node.location)
    }
  }

  fileprivate mutating func literal(from node: Node, depth: Int) -> Literal {
    let location = node.location
    switch node.kind {
    case .scalar where node.isInterpolated:
      return Literal(.template(OpenText(node)), at: location)
    case .scalar: return Literal(.scalar(node.scalar ?? .null, text: node.text), at: location)
    case .sequence, .mapping:
      guard mayEnter(node, depth) else { return Literal(.scalar(.null, text: ""), at: location) }
      if node.kind == .sequence {
        return Literal(.list(node.elements.map { literal(from: $0, depth: depth + 1) }), at: location)
      }
      let entries = node.pairs.map { key, value in
        (name: Located(key.text, at: key.location), value: literal(from: value, depth: depth + 1))
      }
      return Literal(.map(entries), at: location)
    }
  }

  /// Checks the depth limit again, since aliases can nest deeper than the text of any file.
  private mutating func mayEnter(_ node: Node, _ depth: Int) -> Bool {
    guard depth > min(limits.nesting, Limits.mostNesting) else { return true }
    findings.report(limits.passed(.nesting, at: node.location))
    return false
  }
}
