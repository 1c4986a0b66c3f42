import Synchronization

/// The graph's keys by name and by type, and its collections, grouped when a finding first needs a suggestion.
package final class KeyIndex: Sendable {
  private final class Sorted: Sendable {
    let byName: [Substring: [ServiceKey]]
    let byType: [String: [ServiceKey]]
    let spellings: Spelling.Index
    let collections: [ServiceKey: [String]]
    let collectionSpellings: Spelling.Index

    init(_ graph: DependencyGraph) {
      byName = Dictionary(grouping: graph.keys, by: \.name)
      var ofName: [Substring: Int] = [:]
      let few = graph.keys.filter { key in
        ofName[key.name, default: 0] += 1
        return ofName[key.name, default: 0] <= 4
      }
      byType = graph.catalog.map { catalog in Dictionary(grouping: few) { catalog.type(of: $0) } } ?? [:]
      spellings = Spelling.Index(graph.keys.lazy.map(\.text))
      collections = Dictionary(grouping: graph.collections, by: \.entry.element.value).mapValues {
        $0.map(\.entry.name.value)
      }
      collectionSpellings = Spelling.Index(graph.collections.lazy.map(\.entry.name.value))
    }
  }

  private let graph: DependencyGraph
  private let sorted = AtomicLazyReference<Sorted>()

  init(_ graph: DependencyGraph) {
    self.graph = graph
  }

  /// The keys of a name, which are variants of each other, in composed order.
  func named(_ name: Substring) -> [ServiceKey] {
    index.byName[name] ?? []
  }

  /// The keys of a type that the catalog knows, in composed order; of variants of each other the first four.
  func ofType(_ type: String) -> [ServiceKey] {
    index.byType[type] ?? []
  }

  /// The names of the collections of a key.
  func collections(of key: ServiceKey) -> [String] {
    index.collections[key] ?? []
  }

  /// The names of all collections, to compare misspelt ones with.
  var collectionSpellings: Spelling.Index { index.collectionSpellings }

  /// The texts of all keys, to compare misspelt ones with.
  var spellings: Spelling.Index { index.spellings }

  private var index: Sorted { sorted.load() ?? sorted.storeIfNil(Sorted(graph)) }
}
