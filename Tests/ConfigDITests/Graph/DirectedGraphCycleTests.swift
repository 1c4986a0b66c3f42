import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct DirectedGraphCycleTests {
  @Test func noCycle() {
    #expect(graph(3, [(0, 1), (1, 2), (0, 2)]).shortestCycle(in: [0, 1, 2]) == nil)
  }

  @Test("the shortest of several cycles is found") func theShortestOfSeveral() {
    let graph = graph(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 2), (3, 4), (4, 0)])
    #expect(graph.shortestCycle(in: [0, 1, 2, 3, 4]) == [3, 4])
  }

  @Test("a self-edge is a cycle unless it is excluded") func aSelfEdgeIsACycleUnlessForbidden() {
    let graph = graph(2, [(0, 1), (1, 1), (1, 0)])
    #expect(graph.shortestCycle(in: [0, 1]) == [1])
    #expect(graph.shortestCycle(in: [0, 1]) { $0 != 1 } == [0, 2])
  }

  @Test("the order of nodes breaks ties") func theOrderOfNodesDecides() {
    let graph = graph(4, [(0, 1), (1, 0), (2, 3), (3, 2), (1, 2), (3, 0)])
    #expect(graph.shortestCycle(in: [0, 1, 2, 3]) == [0, 1])
    #expect(graph.shortestCycle(in: [3, 2, 1, 0]) == [3, 2])
    // Through 0 there are two, of which the one over 1 comes first, though its edges were added later.
    let fork = self.fork
    #expect(fork.shortestCycle(in: [0, 1, 2, 3]) == [4, 2, 3])
    #expect(fork.shortestCycle(in: [0, 2, 1, 3]) == [0, 1, 3])
  }

  private var fork: DirectedGraph { graph(4, [(0, 2), (2, 3), (1, 3), (3, 0), (0, 1)]) }

  @Test("a cycle does not pass nodes outside the set") func nodesOutsideAreNotPassed() {
    let graph = graph(4, [(0, 3), (3, 0), (0, 1), (1, 2), (2, 0)])
    #expect(graph.shortestCycle(in: [2, 1, 0]) == [4, 2, 3])
  }

  @Test("cycles of several components are found at once") func severalComponentsAtOnce() {
    // A ring of three leads to a ring of two.
    let graph = graph(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)])
    #expect(graph.shortestCycle(in: Array(0..<5)) == [4, 5])
  }

  @Test("the result agrees with enumerating all simple cycles", arguments: 0..<300)
  func agreesWithAllSimpleCycles(seed: Int) {
    var random = Seeded(UInt64(seed))
    let count = Int.random(in: 1...7, using: &random)
    let pairs = (0..<Int.random(in: 0...14, using: &random)).map { _ in
      (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    }
    let order = (0..<count).shuffled(using: &random)
    let graph = graph(count, pairs)
    let found = graph.shortestCycle(in: order)
    let expected = simpleCycles(of: graph, in: order).min { left, right in
      left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
    }
    let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    #expect(found?.map { rank[Int(graph.edges[$0].source)] } == expected)
  }

  /// Every simple cycle as the ranks of its nodes, each begun at its smallest.
  private func simpleCycles(of graph: DirectedGraph, in order: [Int]) -> [[Int]] {
    let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var cycles: [[Int]] = []
    var open = order.indices.map { [$0] }
    while let path = open.popLast() {
      for (target, _) in graph.neighbors(of: order[path[path.count - 1]]) {
        guard let next = rank[target] else { continue }
        if next == path[0] { cycles.append(path) }
        if next > path[0], !path.contains(next) { open.append(path + [next]) }
      }
    }
    return cycles
  }
}
