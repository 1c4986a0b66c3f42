/// Prints the time of each algorithm beside one sweep over the edges, in order and shuffled; medians of seven.
func measure(nodeCount: Int) {
  // Each node needs the one before it, the one at half its index and the one at a third: deep, and shared.
  var pairs: [(Int, Int)] = []
  for node in 1..<nodeCount {
    for target in [node - 1, node / 2, node / 3] where target < node { pairs.append((node, target)) }
  }
  var random = Generator(state: 7)
  let places = (0..<nodeCount).shuffled(using: &random)
  let graphs = [
    ("in order", pairs.map { DirectedGraph.Edge(from: $0.0, to: $0.1) }),
    ("shuffled", pairs.map { DirectedGraph.Edge(from: places[$0.0], to: places[$0.1]) }.shuffled(using: &random)),
    ("ring", (0..<nodeCount).map { DirectedGraph.Edge(from: $0, to: ($0 + 1) % nodeCount) }),
  ]
  var sweepInOrder = 0.0
  for (name, edges) in graphs {
    let graph = DirectedGraph(nodeCount: nodeCount, edges: edges)
    let last = name == "shuffled" ? places[nodeCount - 1] : nodeCount - 1
    let sweep = median { sweepEdges(of: graph) }
    if sweepInOrder == 0 { sweepInOrder = sweep }
    report(name, "sweep", sweep, sweep)
    report(name, "build", median { DirectedGraph(nodeCount: nodeCount, edges: edges).edges.count }, sweep)
    report(name, "components", median { graph.components().count }, sweep)
    report(name, "components, filtered", median { graph.components { $0 >= 0 && edges[$0].source >= 0 }.count }, sweep)
    report(name, "order", median { graph.topologicalOrder().count }, sweep)
    report(name, "paths", median { graph.shortestPaths(from: [last]).nodes.count }, sweep)
    let groups = graph.components().groups()
    report(name, "cycles", median { groups.reduce(0) { $0 + (graph.shortestCycle(in: $1)?.count ?? 0) } }, sweep)
  }
  print("sweep, in order: \(sweepInOrder) ms")
}

/// What no algorithm can do without: to look at every edge, and at its target.
private func sweepEdges(of graph: DirectedGraph) -> Int {
  var seen = [Int32](repeating: 0, count: graph.nodeCount)
  for node in 0..<graph.nodeCount {
    for position in graph.rows[node] { seen[Int(graph.rows.targets[position])] &+= 1 }
  }
  return Int(seen[0])
}

private func median(_ body: () -> Int) -> Double {
  let clock = ContinuousClock()
  var times: [Double] = []
  for _ in 0..<7 {
    let time = clock.measure { consume(body()) }
    times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
  }
  return times.sorted()[3]
}

@inline(never) private func consume(_ value: Int) {
  if value == Int.min { print(value) }
}

private func report(_ graph: String, _ what: String, _ milliseconds: Double, _ sweep: Double) {
  func rounded(_ value: Double) -> Double { Double(Int(value * 100)) / 100 }
  print("\(graph)\t\(what)\t\(rounded(milliseconds)) ms\t\(rounded(milliseconds / sweep))x")
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
