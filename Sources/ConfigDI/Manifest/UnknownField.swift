extension Rule {
  package static let unknownField = Rule(
    "DI004", "unknown-field", .error, summary: "a key that is not known at its place")
}

extension DecodingContext {
  /// Reports a key that its mapping may not have, and returns the names that it may stand for.
  mutating func unknownField<Key: MappingKey>(_ name: Node, in node: Node, of type: Key.Type) -> [String] {
    guard name.kind == .scalar else { return [] }
    let text = name.text
    if Key.allowsExtensions, text.hasPrefix("x-") { return [] }
    let suggestions = Spelling.suggestions(for: text, among: Key.allCases.lazy.map(\.rawValue))
    var fixes: [Diagnostic.Fix] = []
    if suggestions.count == 1, node[suggestions[0]] == nil {
      fixes = [Diagnostic.Fix(replacing: name.location, with: suggestions[0], safe: true)]
    }
    findings.report(
      Diagnostic(
        .unknownField, notAField(text, of: Key.owner), at: name.location,
        notes: suggestions.isEmpty ? [known(Key.self)] : [], help: Spelling.help(for: suggestions), fixes: fixes))
    return suggestions
  }

  /// Reports those of a mapping's keys that are known, but do not belong here.
  mutating func misplacedFields<Key: MappingKey>(_ misplaced: KeySet<Key>, in node: Node, because reason: String) {
    findings.report(contentsOf: Self.misplaced(misplaced, in: node, because: reason))
  }

  static func misplaced<Key: MappingKey>(
    _ misplaced: KeySet<Key>, in node: Node, because reason: String, related: [Diagnostic.Related] = []
  ) -> [Diagnostic] {
    guard !misplaced.isEmpty else { return [] }
    var found: [Diagnostic] = []
    for (name, _) in node.pairs {
      guard let (key, position) = Key.table.key(name), misplaced.contains(position) else { continue }
      found.append(
        Diagnostic(
          .unknownField, "'\(key.rawValue)' does not belong \(reason)", at: name.location, related: related))
    }
    return found
  }
}

private func notAField(_ name: String, of owner: String) -> String {
  "'\(name)' is not a key of \(owner)"
}

private func known<Key: MappingKey>(_ type: Key.Type) -> String {
  "\(Key.owner) may have: \(Key.allCases.map(\.rawValue).joined(separator: ", "))"
}
