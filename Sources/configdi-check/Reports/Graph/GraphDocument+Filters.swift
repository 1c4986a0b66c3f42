import ConfigDI

extension GraphDocument {
  /// The service with the given key, and the services at most `depth` steps away that it needs or that need it; `nil`
  /// if no service has the key.
  ///
  /// Aliases, selects and collections do not count as steps.
  func focused(on key: String, depth: Int) -> GraphDocument? {
    guard let focus = nodes.firstIndex(where: { $0.key == key }) else { return nil }
    let graph = directed
    var isKept = [Bool](repeating: false, count: nodes.count)
    for direction in [graph, graph.reversed()] {
      for node in reached(from: focus, within: depth, along: direction) { isKept[node] = true }
    }
    return keeping { isKept[$0] }
  }

  /// The services that are part of a cycle, including deferred cycles, and the edges between them.
  func cyclesOnly() -> GraphDocument {
    let graph = directed
    let components = graph.components()
    let cyclic = Set(components.groups(withLoopsIn: graph.edges).joined())
    return keeping(
      nodes: cyclic.contains, edges: { components.ofNode[$0.from] == components.ofNode[$0.to] })
  }

  var directed: DirectedGraph {
    DirectedGraph(nodeCount: nodes.count, edges: edges.map { .init(from: $0.from, to: $0.to) })
  }

  private func reached(from focus: Int, within depth: Int, along graph: DirectedGraph) -> [Int] {
    var isSeen = [Bool](repeating: false, count: nodes.count)
    isSeen[focus] = true
    var reached: [Int] = []
    var level = [focus]
    var left = depth
    while !level.isEmpty {
      var next: [Int] = []
      while let node = level.popLast() {
        reached.append(node)
        let isFree = nodes[node].kind.isPassage && node != focus
        guard isFree || left > 0 else { continue }
        for (target, _) in graph.neighbors(of: node) where !isSeen[target] {
          isSeen[target] = true
          if isFree { level.append(target) } else { next.append(target) }
        }
      }
      level = next
      left -= 1
    }
    return reached
  }

  /// The nodes and edges that satisfy conditions, with the findings about them.
  func keeping(
    nodes isNodeKept: (Int) -> Bool, edges isEdgeKept: (Edge) -> Bool = { _ in true }
  ) -> GraphDocument {
    var result = GraphDocument(stage: stage)
    var positions = [Int?](repeating: nil, count: nodes.count)
    for (index, node) in nodes.enumerated() where isNodeKept(index) {
      positions[index] = result.nodes.count
      result.nodes.append(node)
    }
    var edgePositions = [Int?](repeating: nil, count: edges.count)
    for (index, edge) in edges.enumerated() where isEdgeKept(edge) {
      guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
      edgePositions[index] = result.edges.count
      var edge = edge
      edge.from = from
      edge.to = to
      result.edges.append(edge)
    }
    for finding in findings {
      let nodes = finding.nodes.compactMap { positions[$0] }
      let edges = finding.edges.compactMap { edgePositions[$0] }
      guard !(nodes.isEmpty && edges.isEmpty) else { continue }
      result.findings.append(Finding(diagnostic: finding.diagnostic, nodes: nodes, edges: edges))
    }
    return result
  }
}
