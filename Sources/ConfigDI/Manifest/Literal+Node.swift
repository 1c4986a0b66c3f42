extension Literal {
  /// Reads a parameter's value, default or bound. Recursion is safe, since the decoder rejects deep nesting.
  package init(_ node: Node) {
    var reader = SettingsReader()
    self = reader.setting(from: node, isOpen: true)
  }
}

/// Reads the settings of factories from a manifest.
package struct SettingsReader {
  package private(set) var findings = Diagnostics()
  private let limits: Limits

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// - Parameter isOpen: Whether the setting may refer to parameters. Its scalars then keep their text.
  mutating func setting(from node: Node, isOpen: Bool, depth: Int = 1) -> Setting {
    let location = node.location
    switch node.kind {
    case .scalar where node.isInterpolated: return Setting(.template(OpenText(node)), at: location)
    case .scalar where isOpen: return Setting(.written(node.scalar ?? .null, text: node.text), at: location)
    case .scalar: return Setting((node.scalar ?? .null).content, at: location)
    case .sequence, .mapping:
      // Aliases can nest deeper than the text of any file.
      guard depth <= min(limits.nesting, Limits.mostNesting) else {
        findings.report(limits.passed(.nesting, at: location))
        return Setting(isOpen ? .written(.null, text: "") : .null, at: location)
      }
      if node.kind == .sequence {
        return Setting(
          .list(node.elements.map { setting(from: $0, isOpen: isOpen, depth: depth + 1) }), at: location)
      }
      let entries = node.pairs.map { key, value in
        (name: Located(key.text, at: key.location), value: setting(from: value, isOpen: isOpen, depth: depth + 1))
      }
      return Setting(.map(entries), at: location)
    }
  }
}
