extension Checks {
  /// DI602, DI603: the members of collections.
  static let checkCollections: Check = { context, reporting in
    let graph = context.graph
    guard !graph.collections.isEmpty else { return }
    var filled = [StageSet](repeating: StageSet(), count: graph.collections.count)
    for edge in graph.edges where edge.kind == .member {
      filled[edge.from - graph.keys.count] = filled[edge.from - graph.keys.count].union(edge.stages)
      context.checkMember(edge, &reporting)
    }
    for (index, collection) in graph.collections.enumerated() {
      let name = collection.entry.name
      // A replacement that leaves a collection without its member is DI109.
      let empty = collection.stages.subtracting(filled[index]).subtracting(
        graph.stages { $0.droppedCollections.contains(name.value) })
      // One without a type of elements has been reported.
      guard !empty.isEmpty, !collection.entry.element.value.text.isEmpty else { continue }
      var finding = Diagnostic(
        .emptyCollection, .empty(name.value), at: name.location,
        help: [.collect(name.value, collection.entry.element.value)],
        symbol: "collections.\(name.value)")
      finding.absent = name.value
      reporting.report(context.limited(finding, to: empty))
    }
  }
}

extension CheckContext {
  fileprivate func checkMember(_ edge: DependencyGraph.Edge, _ reporting: inout Diagnostics) {
    guard let catalog else { return }
    let collection = graph.collections[edge.from - graph.keys.count].entry
    let key = graph.keys[edge.to]
    // DI205 says what is wrong with a name of two types.
    guard ![key, collection.element.value].contains(where: { catalog.ambiguous[String($0.name)] != nil }),
      catalog.knows(key) || catalog.knows(collection.element.value),
      graph.types[edge.to] != catalog.type(of: collection.element.value)
    else { return }
    let finding = Diagnostic(
      .collectionType,
      "\(key) cannot be in collection '\(collection.name.value)', which holds \(collection.element.value)",
      at: edge.location,
      related: [.init(.holds(collection), at: collection.element.location)],
      help: ["remove 'collect', or use a key of that type, such as \(collection.element.value)/name"],
      symbol: "services.\(key).collect.\(collection.name.value)")
    reporting.report(limited(finding, to: edge.stages))
  }
}

extension Rule {
  package static let emptyCollection = Rule(
    "DI602", "empty-collection", .warning, summary: "a collection that no service is in")

  package static let collectionType = Rule(
    "DI603", "collection-type", .error, needsCatalog: true,
    summary: "a member whose type differs from its collection's")
}

extension String {
  fileprivate static func empty(_ name: String) -> String { "no service is in collection '\(name)'" }

  fileprivate static func collect(_ name: String, _ element: ServiceKey) -> String {
    "add 'collect: \(name)' to the services of \(element) that belong in it, or remove the collection"
  }

  fileprivate static func holds(_ collection: CollectionEntry) -> String {
    "'\(collection.name.value)' holds \(collection.element.value)"
  }
}
