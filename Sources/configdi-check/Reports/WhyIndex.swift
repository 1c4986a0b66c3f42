import ConfigDI

/// What uses each key, and the paths to each key. The paths in each stage are searched once.
final class WhyIndex: Sendable {
  /// An edge that ends at a key, from another node or from an entry point of the program.
  typealias Use = (edge: DependencyGraph.Edge, entryPoint: DependencyGraph.EntryPoint?)

  /// The shortest paths from one kind of starting point. If a starting point has a title, the title is shown before the
  /// path.
  private typealias Ways = (walk: ScenarioWalk, titles: [Int: String])

  let graph: DependencyGraph
  let requests: ServiceRequests
  private let reversed: DirectedGraph
  /// For each node, its uses by entry points.
  private let entries: [Int: [Use]]
  private let known = Memos<Int, [Ways]>()

  init(_ graph: DependencyGraph, requests: ServiceRequests) {
    self.graph = graph
    self.requests = requests
    reversed = graph.graph.reversed()
    entries = graph.entryPoints.reduce(into: [:]) { entries, entryPoint in
      for edge in entryPoint.edges { entries[edge.to, default: []].append((edge, entryPoint)) }
    }
  }

  /// Everything that uses a node in some stage, with entry points last.
  func uses(of node: Int) -> [Use] {
    reversed.neighbors(of: node).map { (graph.edges[$0.edge], nil) } + (entries[node] ?? [])
  }

  /// The shortest path to a node, from the roots if possible, else from initializers, eager services and collections.
  func path(to node: Int, stage: Int) -> [String]? {
    for ways in ways(stage: stage) {
      guard let stop = ways.walk.firstStop(at: node) else { continue }
      let edges = ways.walk.path(to: stop, in: ways.walk.stops[stop].scenarios).edges
      let start = edges.first.map { graph.edges[$0].from } ?? node
      return (ways.titles[start].map { [$0] } ?? []) + [graph.name(of: start)]
        + edges.map { graph.name(of: graph.edges[$0].to) }
    }
    return nil
  }

  /// Whether some path leads to a node.
  func isReached(_ node: Int, stage: Int) -> Bool {
    ways(stage: stage).contains { $0.walk.firstStop(at: node) != nil }
  }

  private func ways(stage: Int) -> [Ways] {
    func starts(_ entryPoints: [DependencyGraph.EntryPoint]) -> [(Int, String)] {
      entryPoints.flatMap { entryPoint in
        entryPoint.edges.filter { $0.stages.contains(stage) }.map { ($0.to, entryPoint.title) }
      }
    }
    return known.answer(stage) {
      let roots = starts(graph.entryPoints.filter(\.isRoot)).map(\.0)
      let others = starts(graph.entryPoints.filter { !$0.isRoot })
      let eager = graph.versions.filter { $0.service.isEager && $0.stages.contains(stage) }.map(\.node)
      return [
        ways(from: roots, stage),
        ways(from: others.map(\.0) + eager, stage, titles: Dictionary(firstOf: others)),
        ways(from: graph.collections.indices.map { graph.keys.count + $0 }, stage),
      ]
    }
  }

  private func ways(from starts: [Int], _ stage: Int, titles: [Int: String] = [:]) -> Ways {
    var walk = ScenarioWalk(from: starts, in: ScenarioSet(StageSet(stage: stage)))
    while let stop = walk.next() {
      let (node, scenarios) = (walk.stops[stop].node, walk.stops[stop].scenarios)
      walk.follow(graph.graph.neighbors(of: node).map(\.edge), of: graph, in: scenarios)
    }
    return (walk, titles)
  }
}

/// The locations in a program's Swift sources where the services in a graph are resolved.
struct ServiceRequests: Sendable {
  private var byNode: [Int: [SourceLocation]] = [:]
  /// All calls in the program that name something in a manifest.
  private(set) var sites: [CallSite] = []
  /// The calls that surely run a phase of the manifest.
  private(set) var phases: [CallSite] = []
  private(set) var served: ServedNames?

  init() {}

  init(of program: ProgramCalls?, in graph: DependencyGraph) {
    guard let program else { return }
    let served = ServedNames(graph)
    self.served = served
    sites = program.sites
    phases = program.phases.filter { run in
      !served.stages(having: run.site.subject).isEmpty && program.isCertain(run)
    }.map(\.site)
    for site in sites where site.isRequest {
      for node in served.nodes(of: site.subject) { byNode[node, default: []].append(site.location) }
    }
  }

  func places(of node: Int) -> [SourceLocation] { byNode[node] ?? [] }
}
