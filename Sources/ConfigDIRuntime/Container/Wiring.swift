/// What every level of one container shares: the plan, its factories, and what can be known of each service beforehand.
final class Wiring: Sendable {
  let plan: Plan
  let registry: ExaminedRegistry
  let secrets: Secrets
  /// For each service what it stands for: itself, or an alias's target.
  let targets: [Int]
  let places: Places
  let traits: [ServiceTraits]
  let keys: [ServiceKey: Int]
  let phases: PhaseTable
  private let lazyGraph = Lock<(all: DirectedGraph, isInRing: [Bool])?>(nil)
  private let names: KeyNames
  private let typeNames: Lock<TypeNames>

  init(_ plan: Plan, _ registry: ExaminedRegistry, names: KeyNames) throws {
    self.plan = plan
    self.registry = registry
    self.names = names
    secrets = Secrets(plan)
    phases = PhaseTable(plan.phases)
    typeNames = Lock(TypeNames(registry.keys))
    targets = Self.targets(plan)
    keys = Dictionary(plan.services.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    var analysis = WiringAnalysis(plan, registry, targets)
    places = analysis.places()
    traits = analysis.traits()
    try analysis.checkDepth()
  }

  /// The key by which a type is known; `nil` for a private type that no custom key was declared for.
  func key(of type: any Any.Type) -> ServiceKey? {
    typeNames.withLock { $0.name(of: type) }.map { names.key($0) }
  }

  func service(for key: ServiceKey) -> Int? {
    keys[key].map { targets[$0] }
  }

  /// The services that a service's factory is given at once.
  func needs(of service: Int) -> [Int] {
    Wiring.factories(of: plan.services[service]).flatMap { needs(of: $0) }
  }

  /// The services that a factory is given at once.
  func needs(of factory: PlannedFactory) -> [Int] {
    factory.arguments.flatMap { $0.kind == .lazy || $0.kind == .provider ? [] : $0.targets.map { targets[$0] } }
  }

  /// Whether a factory runs on the main actor.
  func isOnMain(_ factory: PlannedFactory) -> Bool {
    registry.factories[factory.name]?.traits.contains(.mainActor) == true
  }

  /// Every edge of the plan, deferred ones too. Worked out for the first who needs it, which most containers never do.
  private var graph: (all: DirectedGraph, isInRing: [Bool]) {
    lazyGraph.withLock { graph in
      if let graph { return graph }
      var edges: [DirectedGraph.Edge] = []
      for (index, service) in plan.services.enumerated() {
        for argument in Wiring.factories(of: service).flatMap(\.arguments) {
          for target in argument.targets { edges.append(.init(from: index, to: targets[target])) }
        }
      }
      let all = DirectedGraph(nodeCount: plan.services.count, edges: edges)
      var isInRing = [Bool](repeating: false, count: plan.services.count)
      for edge in edges where edge.source == edge.target { isInRing[Int(edge.source)] = true }
      for service in all.components().groups().joined() { isInRing[service] = true }
      graph = (all, isInRing)
      return (all, isInRing)
    }
  }

  /// Whether a service may lead back to itself, which only a deferred dependency can.
  func isInRing(_ service: Int) -> Bool { graph.isInRing[service] }

  /// The services and everything that holds one of them, at once or deferred, directly or not.
  func reach(from services: some Sequence<Int>) -> Set<Int> {
    let holders = graph.all.reversed()
    var reach = Set(services)
    var open = Array(reach)
    while let service = open.popLast() {
      for (holder, _) in holders.neighbors(of: service) where reach.insert(holder).inserted { open.append(holder) }
    }
    return reach
  }

  /// The services and everything that they hold, at once or deferred, directly or not.
  func everythingUnder(_ services: some Sequence<Int>) -> Set<Int> {
    var under = Set(services)
    var open = Array(under)
    while let service = open.popLast() {
      for (held, _) in graph.all.neighbors(of: service) where under.insert(held).inserted { open.append(held) }
    }
    return under
  }

  func step(_ service: Int) -> ResolutionStep {
    let planned = plan.services[service]
    return ResolutionStep(key: planned.key.text, location: planned.origin)
  }

  func step(_ source: Made.Source) -> ResolutionStep {
    switch source {
    case .service(let service): return step(service)
    case .initializer(let index):
      let planned = phases.initializers[index]
      return ResolutionStep(key: "initializer \(planned.name)", location: planned.origin)
    }
  }

  /// A service's factory, then its decorators; empty for one without.
  static func factories(of service: PlannedService) -> [PlannedFactory] {
    guard case .factory(let factory, let decorators) = service.kind else { return [] }
    return decorators.isEmpty ? [factory] : [factory] + decorators
  }

  private static func targets(_ plan: Plan) -> [Int] {
    var targets = Array(plan.services.indices)
    for index in plan.services.indices {
      var target = index
      // A ring of aliases cannot be in a plan; the bound keeps a wrong one from hanging.
      for _ in plan.services.indices {
        guard case .alias(let next) = plan.services[target].kind, plan.services.indices.contains(next) else { break }
        target = next
      }
      targets[index] = target
    }
    return targets
  }
}

struct ServiceTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// Itself or something that it holds belongs to one outermost resolution, or to the main actor.
  static let needsResolution = ServiceTraits(rawValue: 1)
  static let isAsync = ServiceTraits(rawValue: 2)
  /// Itself asynchronous, or not to be had before something asynchronous.
  static let reachesAsync = ServiceTraits(rawValue: 4)
  static let isMain = ServiceTraits(rawValue: 8)
}
