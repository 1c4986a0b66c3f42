/// The graph's keys by name and by type, and its collections. Created when a finding first needs a suggestion.
package final class KeyIndex: Sendable {
  private let byName: [Substring: [ServiceKey]]
  private let byType: [String: [ServiceKey]]
  private let spellings: Spelling.Index
  private let collections: [String: [String]]
  private let collectionSpellings: Spelling.Index
  private let collectionNodes: [String: [Int]]
  /// The keys that any stage has or any overlay removes.
  let declared: DeclaredNames

  init(_ graph: DependencyGraph) {
    byName = Dictionary(grouping: graph.keys, by: \.name)
    var ofName: [Substring: Int] = [:]
    let few = graph.keys.filter { key in
      ofName[key.name, default: 0] += 1
      return ofName[key.name, default: 0] <= 4
    }
    byType = graph.catalog.map { catalog in Dictionary(grouping: few) { catalog.type(of: $0) } } ?? [:]
    spellings = Spelling.Index(graph.keys.lazy.map(\.text))
    var collections: [String: [String]] = [:]
    var named: [String: Set<String>] = [:]
    for (entry, _) in graph.collections {
      let name = entry.name.value
      guard let type = graph.catalog?.type(of: entry.element.value), named[type, default: []].insert(name).inserted
      else { continue }
      collections[type, default: []].append(name)
    }
    self.collections = collections
    collectionNodes = graph.collectionNodes
    collectionSpellings = Spelling.Index(collectionNodes.keys)
    declared = DeclaredNames(servicesOf: graph.composed.stages)
  }

  /// All keys with a name, which are variants of each other, in composed order.
  func named(_ name: Substring) -> [ServiceKey] { byName[name] ?? [] }

  /// The keys for a type in the catalog, in composed order, with at most four variants of each key.
  func ofType(_ type: String) -> [ServiceKey] { byType[type] ?? [] }

  /// The names of the collections whose elements have a type in the catalog.
  func collections(ofType type: String) -> [String] { collections[type] ?? [] }

  /// The keys to suggest for an undefined key; none if the key is declared somewhere.
  func suggestions(
    for key: ServiceKey, where isIncluded: (String) -> Bool = { _ in true },
    preferred: (String) -> Bool = { _ in false }
  ) -> [String] {
    declared.contains(key.text)
      ? [] : Spelling.suggestions(for: key.text, in: spellings, where: isIncluded, preferred: preferred)
  }

  /// The collections to suggest for an unknown name; none if a stage declares the name.
  func suggestions(forCollection name: String) -> [String] {
    collectionNodes[name] != nil ? [] : Spelling.suggestions(for: name, in: collectionSpellings)
  }
}
