/// The shortest way from the program's entry points to each service.
struct RootPaths {
  private let graph: DependencyGraph
  private let paths: DirectedGraph.ShortestPaths

  init(_ graph: DependencyGraph) {
    self.graph = graph
    paths = graph.graph.shortestPaths(from: graph.entryPoints.lazy.flatMap { $0.edges.map(\.to) })
  }

  /// The names from a root to the node; `nil` where no root leads there, or where the node is one itself.
  func path(to node: Int) -> [String]? {
    guard let edges = paths.path(to: node), let first = edges.first else { return nil }
    return [graph.name(of: graph.edges[first].from)] + edges.map { graph.name(of: graph.edges[$0].to) }
  }
}
