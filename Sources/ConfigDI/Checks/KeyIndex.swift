import Synchronization

/// The graph's keys by name and by type, grouped when a finding first needs a suggestion.
package final class KeyIndex: Sendable {
  private final class Sorted: Sendable {
    let byName: [Substring: [ServiceKey]]
    let byType: [String: [ServiceKey]]
    let spellings: Spelling.Index

    init(_ graph: DependencyGraph) {
      byName = Dictionary(grouping: graph.keys, by: \.name)
      byType = graph.catalog.map { catalog in Dictionary(grouping: graph.keys) { catalog.type(of: $0) } } ?? [:]
      spellings = Spelling.Index(graph.keys.lazy.map(\.text))
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

  /// The keys of a type that the catalog knows, in composed order.
  func ofType(_ type: String) -> [ServiceKey] {
    index.byType[type] ?? []
  }

  /// The texts of all keys, to compare misspelt ones with.
  var spellings: Spelling.Index { index.spellings }

  private var index: Sorted { sorted.load() ?? sorted.storeIfNil(Sorted(graph)) }
}
