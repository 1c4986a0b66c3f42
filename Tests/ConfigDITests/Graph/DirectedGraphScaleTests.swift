import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Many nodes in a row or a circle: what recursion or a quadratic step would not survive.
@Suite(.timeLimit(.minutes(10))) struct DirectedGraphScaleTests {
  private let count = 200_000

  @Test func chain() {
    let chain = DirectedGraph(nodeCount: count, edges: (1..<count).map { DirectedGraph.Edge(from: $0 - 1, to: $0) })
    let components = chain.components()
    #expect(components.count == count)
    #expect(components.ofNode.first == Int32(count - 1))
    let order = chain.topologicalOrder()
    #expect(order.count == count)
    #expect(order.first == count - 1)
    #expect(chain.shortestPaths(from: [0]).path(to: count - 1)?.count == count - 1)
  }

  @Test func ring() {
    let count = count
    let ring = DirectedGraph(
      nodeCount: count, edges: (0..<count).map { DirectedGraph.Edge(from: $0, to: ($0 + 1) % count) })
    let groups = ring.components().groups()
    #expect(groups.map(\.count) == [count])
    #expect(groups.first.flatMap { ring.shortestCycle(in: $0) } == Array(0..<count))
    #expect(ring.topologicalOrder().isEmpty)
    #expect(ring.components { $0 != 0 }.count == count)
  }

  /// Many long ways round and no short one: the search for a certain answer would be quadratic.
  @Test func ringWithChords() {
    let count = 100_000
    let edges = (0..<count).flatMap { node in
      [DirectedGraph.Edge(from: node, to: (node + 1) % count), DirectedGraph.Edge(from: node, to: (node + 2) % count)]
    }
    let cycle = DirectedGraph(nodeCount: count, edges: edges).shortestCycle(in: Array(0..<count))
    #expect(cycle?.count == count / 2)
  }
}
