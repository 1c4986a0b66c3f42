import ConfigDI

/// Lists the declarations in a manifest, for an editor's outline and search.
extension LanguageServer {
  func documentSymbols(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let focus = try focus(parameters), let root = focus.outline.documents.first,
      case .mapping(let sections) = focus.outline.nodes[root].content
    else { return [] }
    guard client.hasHierarchicalSymbols else {
      return .array(focus.occurrences.filter(\.isDeclaration).map { information($0, focus) })
    }
    var left = focus.occurrences[...]
    // A line with the wrong indentation is one more value of the key above it.
    return .array(
      sections.grouped(by: \.key).map { key, sections in
        let name = focus.outline.nodes[key].range
        let values = sections.map { focus.outline.nodes[$0.value].range }
        let end = values.map(\.upperBound).max() ?? name.upperBound
        left = left.drop { $0.range.lowerBound < values[0].lowerBound }
        let children = left.prefix { $0.range.lowerBound < end }.filter(\.isDeclaration)
        return symbol(
          focus.outline.text(of: key), kind: 3, name: name, whole: name.lowerBound..<max(end, name.upperBound),
          children: nested(children, focus), focus)
      })
  }

  /// The symbols for the declarations. A stage's symbol contains the symbols for the declarations in the stage.
  private func nested(_ occurrences: [Occurrence], _ focus: Focus) -> [JSON] {
    var result: [JSON] = []
    var rest = occurrences[...]
    while let first = rest.popFirst() {
      let inner = rest.prefix { first.whole.contains($0.range.lowerBound) }
      rest = rest.dropFirst(inner.count)
      result.append(
        symbol(
          first.name, kind: first.kind.protocolNumber, name: first.range, whole: first.whole,
          children: nested(Array(inner), focus), focus))
    }
    return result
  }

  private func symbol(
    _ name: String, kind: Int, name range: Range<Int>, whole: Range<Int>, children: [JSON], _ focus: Focus
  ) -> JSON {
    .object(present: [
      "name": .string(name.isEmpty ? "?" : name), "kind": .int(kind), "range": focus.range(whole).json,
      "selectionRange": focus.range(range).json, "children": children.isEmpty ? nil : .array(children),
    ])
  }

  private func information(_ occurrence: Occurrence, _ focus: Focus) -> JSON {
    [
      "name": .string(occurrence.name.isEmpty ? "?" : occurrence.name), "kind": .int(occurrence.kind.protocolNumber),
      "location": focus.part(occurrence.whole).json, "containerName": .string(occurrence.kind.rawValue),
    ]
  }

  /// Finds the declared names that contain the letters of the query in the same order.
  func workspaceSymbols(_ parameters: JSON) -> JSON {
    let query = parameters["query"]?.string ?? ""
    var found: [JSON] = []
    for focus in allFocuses {
      for occurrence in focus.occurrences where occurrence.isDeclaration && occurrence.name.mayBeMeant(by: query) {
        found.append(information(occurrence, focus))
        if found.count >= 500 { return .array(found) }
      }
    }
    return .array(found)
  }
}

extension SymbolKind {
  private static let numbers: [SymbolKind: Int] = [
    .scope: 3, .service: 5, .factory: 12, .parameter: 13, .collection: 18, .stage: 22, .phase: 24,
  ]

  var protocolNumber: Int { Self.numbers[self] ?? 0 }
}
