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
  private let lazyHolders = Lock<[[Int]]?>(nil)
  private let names: KeyNames
  private let typeNames: Lock<TypeNames>

  init(_ plan: Plan, _ registry: ExaminedRegistry, names: KeyNames) throws {
    self.plan = plan
    self.registry = registry
    self.names = names
    secrets = Secrets(plan)
    typeNames = Lock(TypeNames(registry.keys))
    targets = Self.targets(plan)
    keys = Dictionary(plan.services.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    var analysis = WiringAnalysis(plan, registry, targets)
    places = Places(homes: analysis.homes(), scopes: plan.scopes.count)
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
    Wiring.factories(of: plan.services[service]).flatMap(\.arguments)
      .flatMap { $0.kind == .lazy || $0.kind == .provider ? [] : $0.targets.map { targets[$0] } }
  }

  /// For each service those that depend on it, at once or deferred. Worked out for the first overlay.
  var holders: [[Int]] {
    lazyHolders.withLock { holders in
      if let holders { return holders }
      var found = [[Int]](repeating: [], count: plan.services.count)
      for (index, service) in plan.services.enumerated() {
        for argument in Wiring.factories(of: service).flatMap(\.arguments) {
          for target in argument.targets { found[targets[target]].append(index) }
        }
      }
      holders = found
      return found
    }
  }

  func step(_ service: Int) -> ResolutionStep {
    let planned = plan.services[service]
    return ResolutionStep(key: planned.key.text, location: planned.origin)
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
