import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A graph from pairs, as tests write them.
func graph(_ nodeCount: Int, _ pairs: [(Int, Int)]) -> DirectedGraph {
  DirectedGraph(nodeCount: nodeCount, edges: pairs.map { DirectedGraph.Edge(from: $0.0, to: $0.1) })
}

@Suite struct DirectedGraphTests {
  @Test("rows keep the order of insertion") func rowsKeepTheOrderOfAdding() {
    let graph = graph(3, [(2, 0), (0, 2), (2, 1), (0, 1), (2, 0)])
    #expect(graph.neighbors(of: 0).map(\.target) == [2, 1])
    #expect(graph.neighbors(of: 1).isEmpty)
    #expect(graph.neighbors(of: 2).map(\.target) == [0, 1, 0])
    #expect(graph.neighbors(of: 2).map(\.edge) == [0, 2, 4])
  }

  @Test("reversed edges keep their names") func reversedEdgesKeepTheirNames() {
    let reversed = graph(3, [(2, 0), (0, 2), (2, 1)]).reversed()
    #expect(reversed.neighbors(of: 0).map(\.edge) == [0])
    #expect(reversed.neighbors(of: 2).map(\.edge) == [1])
    #expect(reversed.neighbors(of: 1).map(\.target) == [2])
    #expect(reversed.edges[1] == DirectedGraph.Edge(from: 2, to: 0))
  }

  @Test func noNodes() {
    let graph = graph(0, [])
    #expect(graph.components().count == 0)
    #expect(graph.topologicalOrder().isEmpty)
    #expect(graph.shortestCycle(in: []) == nil)
    #expect(graph.shortestPaths(from: []).nodes.isEmpty)
  }

  @Test("components are numbered dependencies first") func componentsAreNumberedDependenciesFirst() {
    // 0 ⇄ 1 leads to 2 ⇄ 3 ⇄ 4, and 5 to both.
    let graph = graph(6, [(5, 0), (5, 3), (0, 1), (1, 0), (1, 4), (2, 3), (3, 4), (4, 2)])
    let components = graph.components()
    #expect(components.count == 3)
    #expect(components.ofNode == [1, 1, 0, 0, 0, 2])
    #expect(components.groups() == [[2, 3, 4], [0, 1]])
  }

  @Test("excluding an edge opens a component") func aForbiddenEdgeOpensAComponent() {
    let graph = graph(3, [(0, 1), (1, 2), (2, 0)])
    #expect(graph.components().groups() == [[0, 1, 2]])
    #expect(graph.components { $0 != 1 }.groups().isEmpty)
  }

  @Test("the order takes the smallest ready node") func orderTakesTheSmallestReadyNode() {
    let graph = graph(6, [(0, 5), (1, 0), (2, 4), (5, 3)])
    #expect(graph.topologicalOrder() == [3, 4, 2, 5, 0, 1])
  }

  @Test("a sorted graph keeps its order") func aGraphInOrderStaysAsItIs() {
    #expect(graph(4, [(3, 0), (3, 2), (2, 1)]).topologicalOrder() == [0, 1, 2, 3])
  }

  @Test("the order leaves out cycles and their dependents") func orderLeavesOutCyclesAndWhatNeedsThem() {
    let graph = graph(5, [(0, 1), (1, 2), (2, 1), (3, 4)])
    #expect(graph.topologicalOrder() == [4, 3])
  }

  @Test("the order handles more ready nodes than one word has bits") func orderBeyondOneWordOfReadyNodes() {
    let count = 10_000
    let graph = graph(count, (1..<count).map { ($0 - 1, $0) })
    #expect(graph.topologicalOrder() == (0..<count).reversed())
    let independent = self.independent(count)
    #expect(independent.topologicalOrder() == [1, 0] + (2..<count))
  }

  private func independent(_ count: Int) -> DirectedGraph {
    graph(count, [(0, 1)])
  }

  @Test("paths are shortest and the earlier edge wins") func pathsAreShortestAndTheEarlierEdgeWins() {
    let graph = graph(6, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (0, 4)])
    let paths = graph.shortestPaths(from: [0])
    #expect(paths.path(to: 3) == [0, 2])
    #expect(paths.path(to: 4) == [5])
    #expect(paths.path(to: 0) == [])
    #expect(paths.path(to: 5) == nil)
    #expect(!paths.reaches(5))
    #expect(paths.lastEdge(to: 0) == nil)
    #expect(paths.nodes == [0, 1, 2, 4, 3])
    #expect(graph.shortestPaths(from: [0]) { $0 != 5 }.path(to: 4) == [0, 2, 4])
  }

  @Test("the earlier source wins") func theEarlierSourceWins() {
    let graph = graph(3, [(0, 2), (1, 2)])
    #expect(graph.shortestPaths(from: [1, 0, 1]).path(to: 2) == [1])
    #expect(graph.shortestPaths(from: [0, 1]).path(to: 2) == [0])
  }

  @Test("reachability follows the allowed edges") func reachabilityFollowsAllowedEdges() {
    let graph = graph(4, [(0, 1), (1, 2), (2, 0), (3, 0)])
    #expect(graph.shortestPaths(from: [1]).nodes == [1, 2, 0])
    #expect(graph.shortestPaths(from: [1]) { $0 != 2 }.nodes == [1, 2])
  }
}
