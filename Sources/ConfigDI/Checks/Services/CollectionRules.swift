extension CheckContext {
  /// DI602, DI603: the members of collections.
  func checkCollections(_ reporting: inout Diagnostics) {
    guard !graph.collections.isEmpty else { return }
    var filled = [StageSet](repeating: StageSet(), count: graph.collections.count)
    for edge in graph.edges where edge.kind == .member {
      filled[edge.from - graph.keys.count] = filled[edge.from - graph.keys.count].union(edge.stages)
      checkMember(edge, &reporting)
    }
    for (index, collection) in graph.collections.enumerated() {
      let name = collection.entry.name
      if let meant = misspeltElement(of: graph.keys.count + index) {
        let element = collection.entry.element
        reporting.report(
          .collectionType, "collection '\(name.value)' holds \(element.value), but its members are \(meant.spelling)",
          at: element.location, meaning: [meant.spelling], symbol: "collections.\(name.value)",
          stages: graph.names(of: collection.stages))
      }
      // DI109 reports a replacement that leaves a collection without its member.
      let empty = collection.stages.subtracting(filled[index]).subtracting(
        graph.stages { $0.droppedCollections.contains(name.value) })
      // A collection without an element type was already reported.
      guard !empty.isEmpty, !collection.entry.element.value.text.isEmpty else { continue }
      reporting.report(
        .emptyCollection, "collection '\(name.value)' has no members", at: name.location,
        help: [
          "add 'collect: \(name.value)' to the \(collection.entry.element.value) services that belong in it, or remove the collection"
        ], symbol: "collections.\(name.value)", stages: graph.names(of: empty), absent: Absence(.member, name.value))
    }
  }

  /// The type of a collection's first member, and the spelling of that type that the collection's own type resembles.
  /// `nil` if the collection's own type is known or not similar.
  func misspeltElement(of node: Int) -> (type: String, spelling: String)? {
    let element = graph.collections[node - graph.keys.count].entry.element.value
    guard let catalog, !element.text.isEmpty, !catalog.knows(element),
      let type = graph.graph.neighbors(of: node).first.map({ graph.types[$0.target] }), catalog.knows(ServiceKey(type))
    else { return nil }
    let spellings = [type] + catalog.spellings(of: type)
    return Spelling.suggestions(for: element.text, among: spellings).first.map { (type: type, spelling: $0) }
  }

  fileprivate func checkMember(_ edge: Edge, _ reporting: inout Diagnostics) {
    let collection = graph.collections[edge.from - graph.keys.count].entry
    guard let catalog, !collection.element.value.text.isEmpty else { return }
    let key = graph.keys[edge.to]
    // The key of a service whose factory is refused may be the mistake.
    guard !graph.versions[edge.owner].isRefused else { return }
    // DI205 reports a name that belongs to two types.
    guard ![key, collection.element.value].contains(where: { catalog.ambiguous[String($0.name)] != nil }),
      catalog.knows(key) || catalog.knows(collection.element.value),
      misspeltElement(of: edge.from)?.type != graph.types[edge.to]
    else { return }
    let held = catalog.type(of: collection.element.value)
    guard graph.types[edge.to] != held, let stray = stray(over: edge, catalog, where: { $0 != held }) else { return }
    reporting.report(
      .collectionType,
      "\(key) cannot be in collection '\(collection.name.value)', which holds \(collection.element.value)",
      at: edge.location,
      related: [.init("'\(collection.name.value)' holds \(collection.element.value)", at: collection.element.location)]
        + stray.related,
      help: [
        "\(overridesCollect(edge) ? "write 'collect: []'" : "remove 'collect'"), or use a key of that type, "
          + "such as \(collection.element.value)/name"
      ], fixes: leavingCollection(edge), symbol: "services.\(key).collect.\(collection.name.value)",
      stages: graph.names(of: stray.stages))
  }
}
