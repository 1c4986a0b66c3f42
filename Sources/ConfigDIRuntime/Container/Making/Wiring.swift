/// The immutable data that all levels of a container share: the plan, its factories, and facts about each service.
package final class Wiring: Sendable {
  package let plan: Plan
  let registry: ExaminedRegistry
  let secrets: Secrets
  let keys: [ServiceKey: Int]
  let phases: PhaseTable
  /// The services to make again. Each has a unique number, assigned by the newest change to the service.
  let renewals: [ServiceKey: Int]
  let recipes: Recipes
  /// The services that each scope makes when it opens; empty if no scope makes any.
  let madeAtOpening: [Int: [Int]]
  /// The services for which the program passes an instance: first for the container itself, then for each scope.
  let provided: [[ProvidedService]]
  private let lazyGraph = Memo<(all: DirectedGraph, isInCycle: [Bool])>()
  private let knownOrders = Memos<Int, MakingOrder>()
  private let lazyFingerprints = Memo<[Fingerprint]>()
  private let typeNames: Lock<TypeNames>
  private let lazyUnregistered = Memo<Set<String>>()
  /// The keys of the types that have been looked up so far; `nil` for a type without a key.
  private let knownKeys = Memos<ObjectIdentifier, ServiceKey?>()

  /// - Parameter below: The secrets of the plan that this plan changes.
  init(_ plan: Plan, _ registry: ExaminedRegistry, renewals: [ServiceKey: Int], hiding below: Secrets?) throws {
    self.plan = plan
    self.renewals = renewals
    self.registry = registry
    secrets = Secrets(plan, registry, below: below)
    phases = PhaseTable(plan)
    recipes = Recipes(plan.services.count)
    madeAtOpening = plan.madeAtOpening
    var provided = [[ProvidedService]](repeating: [], count: plan.scopes.count + 1)
    for index in plan.services.indices {
      guard case .provided = plan.services[index].kind else { continue }
      provided[plan.places.innermostScopes[index] + 1].append(
        ProvidedService(index, isRequired: !plan.services[index].mayBeAbsent))
    }
    self.provided = provided
    typeNames = Lock(TypeNames(registry.keys))
    var keys: [ServiceKey: Int] = [:]
    keys.reserveCapacity(plan.services.count)
    for index in plan.services.indices.reversed() { keys[plan.services[index].key] = index }
    self.keys = keys
    if let service = plan.tooDeeplyNested {
      throw ResolutionError(NestingTooDeep(limit: Plan.deepestNesting), at: [step(service)])
    }
  }

  /// For each service, the service that it forwards to, or the service itself.
  var targets: [Int] { plan.targets }
  var places: Places { plan.places }
  var traits: [ServiceTraits] { plan.traits }

  /// A fingerprint of each service, which includes everything that it depends on. Computed at the first comparison,
  /// because most containers are never compared.
  var fingerprints: [Fingerprint] {
    lazyFingerprints.answer { plan.fingerprints(renewals: renewals, settings: registry.settings(of:)) }
  }

  /// The order in which the start, or the opening of a scope, makes services.
  func order(of services: [Int], at scope: Int) -> MakingOrder {
    knownOrders.answer(scope) { plan.order(of: services) }
  }

  /// The key for a type; `nil` for a private type without a declared custom key.
  func key(of type: any Any.Type) -> ServiceKey? {
    knownKeys.answer(ObjectIdentifier(type)) {
      guard let name = typeNames.withLock({ $0.name(of: type) }) else { return nil }
      let unregistered = self.unregistered
      let spelling = unregistered.isEmpty ? nil : KeySpelling.spellings(of: name).first { unregistered.contains($0) }
      return spelling.map { ServiceKey($0) } ?? registry.keyNames().key(name)
    }
  }

  /// The key for a type, or for a named variant of the type, as the manifest writes it.
  func key(of type: any Any.Type, named variant: String?) -> ServiceKey {
    let name = key(of: type)?.text ?? TypeName.short(type)
    return ServiceKey(variant.map { "\(name)/\($0)" } ?? name)
  }

  /// The names of the plan's keys that match no type in the registry, such as the key of a provided instance that no
  /// factory takes. Each of these keys matches any type with its name. Computed on first use.
  private var unregistered: Set<String> {
    lazyUnregistered.answer {
      let factories = registry.catalog.factories
      return Set(plan.services.map(\.key.nameText))
        .subtracting(registry.keyNames().all)
        .subtracting(registry.keys.map(\.name))
        .subtracting(factories.compactMap(\.provides))
        .subtracting(factories.lazy.flatMap(\.dependencies).map(\.key))
    }
  }

  func service(for key: ServiceKey) -> Int? {
    keys[key].map { targets[$0] }
  }

  /// The services that a service's factory receives immediately.
  func needs(of service: Int) -> [Int] {
    plan.services[service].factories.flatMap { needs(of: $0) }
  }

  func needs(of factory: PlannedFactory) -> [Int] {
    factory.arguments.flatMap { $0.kind.isDeferred ? [] : $0.targets.map { targets[$0] } }
  }

  /// The graph of all dependencies in the plan, including deferred ones. Computed on first use, because most containers
  /// never need it.
  private var graph: (all: DirectedGraph, isInCycle: [Bool]) {
    lazyGraph.answer {
      let all = plan.dependencies
      var isInCycle = [Bool](repeating: false, count: plan.services.count)
      for service in all.components().groups(withLoopsIn: all.edges).joined() { isInCycle[service] = true }
      return (all, isInCycle)
    }
  }

  /// Whether a service's dependencies may lead back to the service. Only a deferred dependency makes that possible.
  func isInCycle(_ service: Int) -> Bool { graph.isInCycle[service] }

  /// The given services and everything that depends on one of them, immediately or deferred, directly or indirectly.
  func reach(from services: some Sequence<Int>) -> Set<Int> { graph.all.reversed().everything(from: services) }

  /// The given services and everything that they depend on, immediately or deferred, directly or indirectly.
  func everythingUnder(_ services: some Sequence<Int>) -> Set<Int> { graph.all.everything(from: services) }

  func step(_ service: Int) -> ResolutionStep { plan.services[service].step }

  func step(_ source: Made.Source) -> ResolutionStep {
    switch source {
    case .service(let service): return step(service)
    case .initializer(let index):
      let planned = phases.initializers[index]
      return ResolutionStep(key: "initializer \(planned.name)", location: planned.origin)
    }
  }

  func check(_ type: any Any.Type, serves service: Int) throws(ResolutionError) {
    let planned = plan.services[service]
    let found: String
    switch planned.kind {
    case .factory(let factory, _):
      guard let product = registry.factories[factory.name]?.product, product != type else { return }
      found = TypeName.short(product)
    case .provided:
      let declared = registry.keys.first { $0.name == planned.key.nameText }
      guard declared.map({ $0.type != type }) ?? (key(of: type)?.text != planned.key.nameText) else { return }
      found = declared.map { TypeName.short($0.type) } ?? planned.key.nameText
    case .alias, .select: return
    }
    throw ResolutionError(.wrongType(expected: TypeName.short(type), found: found), at: [step(service)])
  }

  var isObserved: Bool { !registry.observers.isEmpty }

  private static let origin = ContinuousClock.now

  /// The time since an arbitrary moment. An optional `Duration` costs less to pass than an optional `Instant`, whose
  /// layout is known only at run time.
  private static var now: Duration { origin.duration(to: .now) }

  /// Reports to the observers that a creation begins, and returns the current time. Returns `nil` if there are no
  /// observers.
  func beginObserving(_ service: Int) -> Duration? {
    HeldLocks.expectNone()
    guard isObserved else { return nil }
    report(.creating, service)
    return Self.now
  }

  func endObserving(_ service: Int, since start: Duration?, _ error: (any Error)? = nil) {
    if let start { report(error == nil ? .created : .failed, service, after: Self.now - start, error) }
  }

  /// Returns the current time if the closing of an instance is reported to observers. An initializer is not reported,
  /// since it has no key.
  func beginClosing(_ source: Made.Source) -> Duration? {
    HeldLocks.expectNone()
    if isObserved, case .service = source { return Self.now }
    return nil
  }

  @inline(__always)
  func endClosing(_ source: Made.Source, since start: Duration?, _ error: (any Error)? = nil) {
    guard let start, case .service(let service) = source else { return }
    report(error == nil ? .closed : .closingFailed, service, after: Self.now - start, error)
  }

  func failure(toClose source: Made.Source, _ error: any Error) -> ClosingFailed.Failure {
    ClosingFailed.Failure(step: step(source), underlying: error, secrets: secrets)
  }

  func timeout(closing source: Made.Source, _ timeout: ClosingTimeout) -> ClosingFailed.Failure {
    if case .service(let service) = source, isObserved {
      report(.closingFailed, service, after: timeout.limit, timeout)
    }
    return failure(toClose: source, timeout)
  }

  private func report(
    _ kind: ContainerEvent.Kind, _ service: Int, after duration: Duration? = nil, _ error: (any Error)? = nil
  ) {
    let key = plan.services[service].key.text
    let event = ContainerEvent(kind: kind, key: key, duration: duration, error: error, secrets: secrets)
    for observer in registry.observers { observer(event) }
  }
}

extension DirectedGraph {
  fileprivate func everything(from nodes: some Sequence<Int>) -> Set<Int> {
    Set(shortestPaths(from: nodes).nodes.map(Int.init))
  }
}

extension Wiring {
  func factory(_ planned: PlannedFactory) throws -> AnyFactory {
    guard let factory = registry.factories[planned.name] else {
      let mismatch = PlanMismatch(description: "no factory is registered under \(planned.name)")
      throw ResolutionError(FactoryFailed(underlying: mismatch, factory: planned.name, secrets: secrets))
    }
    return factory
  }

  /// Adds to an error the services that led to it, outermost first.
  func failure(of services: [Int], _ error: any Error) -> any Error {
    guard let last = services.last else { return error }
    let steps = services.map { step($0) }
    if var failure = error as? any FailureOnTheWay {
      failure.steps.insert(contentsOf: steps, at: 0)
      return failure
    }
    var name = ""
    if case .factory(let factory, _) = plan.services[last].kind { name = factory.name }
    return ResolutionError(FactoryFailed(underlying: error, factory: name, secrets: secrets), at: steps)
  }

  /// Adds the name and line of a decorator, or the location of a level's closure, to an error that the decorator or
  /// closure threw.
  func failure(ofDecorator planned: PlannedFactory, _ error: any Error) -> any Error {
    if error is any FailureOnTheWay { return error }
    let decorator =
      LevelPart.place(ofClosure: planned.name).map { ResolutionStep(key: "closure (\($0))", location: nil) }
      ?? ResolutionStep(key: "decorator \(planned.name)", location: planned.origin)
    return ResolutionError(FactoryFailed(underlying: error, decorator: decorator, secrets: secrets))
  }
}
