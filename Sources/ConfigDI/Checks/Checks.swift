import Synchronization

/// The facts about a composed manifest that every check reads. The checks are methods, and each covers all stages at
/// once. Mistakes found while reading and composing the manifest are reported earlier.
package struct CheckContext: Sendable {
  /// An entry that would define a missing service. It is sound if it leads to no other finding.
  typealias Definition = (factory: CatalogFactory, text: String, isSound: Bool)

  package let graph: DependencyGraph
  /// The strongly connected components of the graph, including deferred edges. Several rules start from them.
  package let components: DirectedGraph.Components
  /// The step budget for searches, shared by all rules.
  package let steps: SearchSteps
  let lifetimes: Lifetimes
  /// The entries that would define each missing service, since many services may need the same one.
  let knownDefinitions = Memos<String, [Definition]>()
  package let limits: Limits
  /// Validates factories' settings against the catalog or the registry; `nil` if neither is available.
  package let judge: (any SettingsValidating)?
  /// The known values of the parameters in each stage.
  package let values: [ParameterValues]
  /// The findings from evaluating the parameters.
  let parameterFindings: Diagnostics
  /// The calls in the program's Swift sources, if they were read.
  let calls: [CallSite]
  /// What the names in those calls mean in the manifest.
  let served: ServedNames
  let async: AsyncServices
  /// The graph's missing targets, by their keys; collections have none.
  let missing: [ServiceKey?: [MissingTarget]]

  package var keys: KeyIndex { served.keys }
  package var catalog: CatalogIndex? { graph.catalog }
  package var composed: ComposedManifest { graph.composed }

  package init(
    _ graph: DependencyGraph, judge: (any SettingsValidating)?, sources: ParameterSources, limits: Limits,
    calls: [CallSite] = []
  ) {
    self.graph = graph
    self.calls = calls
    served = ServedNames(graph)
    self.judge = judge
    self.limits = limits
    var found = Diagnostics()
    values = ParameterRules.check(graph.composed, sources: sources, reporting: &found)
    parameterFindings = found
    components = graph.graph.components()
    async = served.async
    missing = Dictionary(grouping: graph.missing, by: \.key)
    // A few visits to each node and edge are always free.
    steps = SearchSteps(limits.steps.addingSaturated(16 * (graph.graph.nodeCount + graph.edges.count)))
    lifetimes = Lifetimes(graph, components, steps)
  }
}

extension DependencyGraph.MissingTarget {
  /// The key of the missing service; `nil` for a collection.
  var key: ServiceKey? { if case .key(let key) = reason { key } else { nil } }

  /// The version that holds the reference; `nil` for an entry point.
  var version: Int? { if case .version(let index) = holder { index } else { nil } }
}

extension CheckContext {
  typealias Edge = DependencyGraph.Edge
  typealias Version = DependencyGraph.Version
  typealias Holder = DependencyGraph.Holder
  typealias MissingTarget = DependencyGraph.MissingTarget

  /// The services to which an edge leads, directly or through aliases, selects and collections, the nearest first. Once
  /// the step limit is reached, some may be missing.
  ///
  /// - Parameter isEnd: Whether a key is a target even where it is an alias or a select.
  func targets(of edge: Edge, endingAt isEnd: (_ node: Int) -> Bool = { _ in false }) -> [DependencyGraph.Target] {
    graph.targets(of: edge.to, in: graph.scenarios(of: edge), endingAt: isEnd, spending: steps.spend)
  }

  /// The display name of the holder of a reference (a service, a root or an initializer) and its path in a baseline.
  private func names(of holder: Holder) -> (shown: String, path: String) {
    switch holder {
    case .version(let index):
      let key = graph.versions[index].service.key.value.text
      return (key, "services.\(key)")
    case .entryPoint(let index):
      switch graph.entryPoints[index].kind {
      case .root(let root): return ("root \(root.key.value)", "roots.\(root.key.value)")
      case .initializer(let use, let phase):
        return ("initializer '\(use.factory.value)' in phase '\(phase)'", "lifecycle.\(phase).\(use.factory.value)")
      }
    }
  }

  func holderName(_ holder: Holder) -> String { names(of: holder).shown }

  /// The path that identifies a reference in a baseline, such as `services.Api.dependencies.clock`.
  func symbol(_ holder: Holder, _ argument: MatchedDependency?) -> String {
    let path = names(of: holder).path
    return argument?.name.map { "\(path).dependencies.\($0)" } ?? path
  }

  func symbol(_ edge: Edge) -> String { symbol(edge.holder, edge.argument) }
  func symbol(_ missing: MissingTarget) -> String { symbol(missing.holder, missing.argument) }

  /// The path that identifies the use of a factory in a baseline, such as `services.Api.decorators.timed`.
  func symbol(of name: Located<String>, as role: CatalogFactory.Role, _ holder: Holder) -> String {
    symbol(holder, nil) + (role == .decorator ? ".decorators.\(name.value)" : "")
  }
}

/// The budget that all searches of a run share, so that the checks always end.
///
/// Most rules visit each edge a few times. Rules that search for paths take their steps from this budget. Once the
/// limit is reached they stop, and one finding reports it.
package final class SearchSteps: Sendable {
  private let left: Atomic<Int>

  init(_ steps: Int) { left = Atomic(steps) }

  /// Takes the steps for one search from the budget; false if too few are left.
  func spend(_ steps: Int) -> Bool {
    left.subtract(steps, ordering: .relaxed).newValue >= 0
  }

  package var isSpent: Bool { left.load(ordering: .relaxed) < 0 }
}
