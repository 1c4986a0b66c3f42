/// Reads one graph a line (the number of nodes, then the ends of each edge in turn) and prints what the algorithms say of
/// it, for a judge that is not ours to compare: components; order; the shortest cycle of each component; distances from node
/// 0; what node 0 reaches. Fields are separated by `|`, numbers by spaces, and `-` stands for nothing.
func answer() {
  while let line = readLine() {
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard let nodeCount = numbers.first else { continue }
    let edges = stride(from: 1, to: numbers.count - 1, by: 2).map {
      DirectedGraph.Edge(from: numbers[$0], to: numbers[$0 + 1])
    }
    let graph = DirectedGraph(nodeCount: nodeCount, edges: edges)
    let components = graph.components()
    let cycles = (0..<components.count).map { component in
      let members = (0..<nodeCount).filter { Int(components.ofNode[$0]) == component }
      return graph.shortestCycle(in: members).map { spaced($0.map { Int(edges[$0].source) }) } ?? "-"
    }
    let paths = graph.shortestPaths(from: [0])
    print(
      spaced(components.ofNode.map { Int($0) }),
      spaced(graph.topologicalOrder()),
      cycles.joined(separator: ","),
      spaced((0..<nodeCount).map { paths.path(to: $0)?.count ?? -1 }),
      spaced((0..<nodeCount).filter(paths.reaches)),
      separator: "|")
  }
}

private func spaced(_ numbers: [Int]) -> String {
  numbers.isEmpty ? "-" : numbers.map { String($0) }.joined(separator: " ")
}
