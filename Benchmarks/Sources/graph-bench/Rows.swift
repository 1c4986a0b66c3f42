import Bench

/// Components and topological order beside one sweep over the edges of the same graph.
///
/// Each node needs the one before it, the one at half its index and the one at a third: deep, and shared.
func rows(nodeCount: Int) -> [Row] {
  var pairs: [(Int, Int)] = []
  for node in 1..<nodeCount {
    for target in [node - 1, node / 2, node / 3] where target < node { pairs.append((node, target)) }
  }
  var random = Generator(state: 7)
  let places = (0..<nodeCount).shuffled(using: &random)
  let inOrder = DirectedGraph(nodeCount: nodeCount, edges: pairs.map { .init(from: $0.0, to: $0.1) })
  let shuffled = DirectedGraph(
    nodeCount: nodeCount,
    edges: pairs.map { .init(from: places[$0.0], to: places[$0.1]) }.shuffled(using: &random))
  return [("in order", inOrder, 4.0), ("shuffled", shuffled, 35.0)].flatMap { name, graph, target in
    [
      row("components, \(name)", of: graph, target) { graph.components().count },
      row("topological order, \(name)", of: graph, target) { graph.topologicalOrder().count },
    ]
  }
}

private func row(_ name: String, of graph: DirectedGraph, _ target: Double, _ body: @escaping () -> Int) -> Row {
  Row(
    name, size: graph.nodeCount, .time(target), parts: graph.nodeCount,
    loop: .init(timed: max(1, 100_000 / graph.nodeCount), runs: 7, counted: nil),
    limit: { for _ in 0..<$0 { consume(sweepEdges(of: graph)) } },
    ours: { for _ in 0..<$0 { consume(body()) } })
}

/// What no algorithm can do without: to look at every edge, and at its target.
private func sweepEdges(of graph: DirectedGraph) -> Int {
  var seen = [Int32](repeating: 0, count: graph.nodeCount)
  for node in 0..<graph.nodeCount {
    for position in graph.rows[node] { seen[Int(graph.rows.targets[position])] &+= 1 }
  }
  return Int(seen[0])
}

@inline(never) private func consume(_ value: Int) {
  if value == Int.min { print(value) }
}

private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
