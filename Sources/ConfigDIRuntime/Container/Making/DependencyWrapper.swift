/// A parameter type that wraps the type of a service, such as `Lazy<P>`, `P?` or `[P]`.
protocol DependencyWrapper {
  associatedtype Service

  static var form: DependencyForm { get }
  /// The type of the argument that each call passes; `nil` if no call passes one.
  static var argument: (any Any.Type)? { get }

  /// Makes the slot for a parameter of this type.
  ///
  /// - Parameters:
  ///   - services: The wrapped services: any number for a collection, otherwise at most one.
  ///   - kept: Receives the slots that must live as long as the service that holds the wrapper, if that service is made
  ///     only once; otherwise `nil`.
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot
}

extension DependencyWrapper {
  static var wrapped: any Any.Type { Service.self }
  static var argument: (any Any.Type)? { nil }
}

/// A dependency that resolves its service when it is called.
protocol DeferredWrapper: DependencyWrapper, SendableMetatype {
  init(_ call: DeferredCall<Service>) throws
}

/// What a deferred dependency does when it is called.
struct DeferredCall<Service> {
  let level: Level
  /// The slot of the service.
  let target: Slot<Service>
  /// The slot to resolve: the service's own, or one that belongs to a lazy dependency.
  let slot: Slot<Service>
  /// The slot that the dependency keeps alive, if any.
  let kept: AnySlot?

  init(to target: Slot<Service>, through slot: Slot<Service>? = nil, keeping kept: AnySlot? = nil, in level: Level) {
    self.level = level
    self.target = target
    self.slot = slot ?? target
    self.kept = kept
  }

  /// What the dependency keeps beside a weak reference to the level.
  var freed: FreedLevel { FreedLevel(level, for: target) }

  func source(isMain: Bool = false) -> @Sendable () throws -> Service {
    { [weak level, freed, unowned(unsafe) slot, kept, isInCycle = level.isUnsharedInCycle(target)] in
      defer { withExtendedLifetime(kept) {} }
      guard let level else { throw freed.error }
      return try level.call(slot, isInCycle: isInCycle, isMain: isMain)
    }
  }
}

extension DeferredCall where Service: Sendable {
  func asyncSource() -> @Sendable () async throws -> Service {
    { [weak level, freed, unowned(unsafe) slot, unowned(unsafe) target, kept] in
      guard let level else { throw freed.error }
      defer { withExtendedLifetime(kept) {} }
      return try await slot === target ? level.value(of: slot) : level.value(ofOwn: slot, over: target)
    }
  }
}

extension DeferredWrapper {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let target: Slot<Service> = try level.one(services)
      // A shared instance is kept by its own slot. Any other instance is made once for each lazy dependency.
      guard form.kind == .lazy, target.sharing != .shared else {
        return Slot(owner: level, constant: try Self(DeferredCall(to: target, in: level)))
      }
      guard kept == nil else {
        // If the level keeps the service that holds the dependency, the level keeps this slot too. If the dependency
        // kept the slot, an instance that refers back to that service would never be freed.
        let own = level.own(over: target)
        kept?.append(own)
        return Slot(owner: level, constant: try Self(DeferredCall(to: target, through: own, in: level)))
      }
      return level.parameter(over: []) { [unowned(unsafe) level, unowned(unsafe) target] _ in
        let own = level.own(over: target)
        return try Self(DeferredCall(to: target, through: own, keeping: own, in: level))
      }
    } catch let error as ResolutionError where form.kind != .lazy && error.reason == .scopeNotOpen {
      // The dependency is made anyway, and calling it throws.
      let failing = Slot<Service>(owner: level, sharing: .transient) { _ in throw error }
      return Slot(owner: level, constant: try Self(DeferredCall(to: failing, keeping: failing, in: level)))
    }
  }
}

extension Optional: DependencyWrapper {
  typealias Service = Wrapped
  static var form: DependencyForm { .optional }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    guard let service = services.first, try !level.isAbsent(level.slot(service), service) else {
      return Slot<Wrapped?>(owner: level, constant: nil)
    }
    let target = try level.slot(service, as: Wrapped.self)
    return level.parameter(over: [target]) { (links: consuming Links) in Optional(try links.take(Wrapped.self)) }
  }
}

extension Array: DependencyWrapper {
  typealias Service = Element
  static var form: DependencyForm { .all }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let targets = try services.map { try level.slot($0, as: Element.self) }
    let count = targets.count
    return level.parameter(over: targets) { (links: consuming Links) in
      var elements: [Element] = []
      elements.reserveCapacity(count)
      for _ in 0..<count { elements.append(try links.take(Element.self)) }
      return elements
    }
  }
}

extension Lazy: DeferredWrapper {
  static var form: DependencyForm { .lazy }
  init(_ call: DeferredCall<Service>) { self.init(source: call.source()) }
}

extension MainLazy: DeferredWrapper {
  static var form: DependencyForm { .mainLazy }
  init(_ call: DeferredCall<Service>) { self.init(source: call.source(isMain: true)) }
}

extension AsyncLazy: DeferredWrapper {
  static var form: DependencyForm { .asyncLazy }
  init(_ call: DeferredCall<Service>) { self.init(source: call.asyncSource()) }
}

extension Provider: DeferredWrapper {
  static var form: DependencyForm { .provider }
  init(_ call: DeferredCall<Service>) { self.init(call.source()) }
}

extension MainProvider: DeferredWrapper {
  static var form: DependencyForm { .mainProvider }
  init(_ call: DeferredCall<Service>) { self.init(call.source(isMain: true)) }
}

extension AsyncProvider: DeferredWrapper {
  static var form: DependencyForm { .asyncProvider }
  init(_ call: DeferredCall<Service>) { self.init(call.asyncSource()) }
}

extension ScopedProvider: DependencyWrapper {
  static var form: DependencyForm { .scopedProvider }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let find = try level.finder(inScopes: services)
    return Slot(
      owner: level,
      constant: ScopedProvider {
        let (scope, service) = try find($0)
        return try scope.take(service, as: Service.self)
      })
  }
}

extension AsyncScopedProvider: DependencyWrapper {
  static var form: DependencyForm { .asyncScopedProvider }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let find = try level.finder(inScopes: services)
    return Slot(
      owner: level,
      constant: AsyncScopedProvider {
        let (scope, service) = try find($0)
        return try await scope.takeAsync(service, as: Service.self)
      })
  }
}

extension Level {
  fileprivate func one<Value>(_ services: [Int]) throws -> Slot<Value> {
    guard let service = services.first else { throw PlanMismatch.noService }
    return try slot(service, as: Value.self)
  }

  /// A closure that finds the service in the scope that a caller passes. The containers of a stack share their
  /// providers, so the scope may belong to any of these containers, which number their services differently.
  fileprivate func finder(
    inScopes services: [Int]
  ) throws -> @Sendable (any AnyObject & Sendable) throws -> (Container, service: Int) {
    guard let service = services.first else { throw PlanMismatch.noService }
    return { [weak core = core, step = wiring.step(service)] scope in
      guard let core else { throw ContainerClosed(steps: [step]) }
      guard let scope = scope as? Container else {
        let given = TypeName.short(type(of: scope))
        throw ResolutionError(
          .foreignScope,
          "\(step) was resolved in an instance of \(given), which is not an open scope",
          help: "pass the container that withScope passes to its closure")
      }
      guard scope.level.core !== core else { return (scope, service) }
      guard scope.level.core.isRelated(to: core),
        let own = scope.wiring.service(for: ServiceKey(step.key))
      else {
        throw ResolutionError(
          .foreignScope, "\(step) was resolved in a scope of another container",
          help: "open the scope in the container that made the provider")
      }
      return (scope, own)
    }
  }

  func own<Value>(over target: Slot<Value>) -> Slot<Value> {
    let own = Slot(owner: self, sharing: .shared) { (links: consuming Links) in try links.take(Value.self) }
    own.link(to: [target])
    return own
  }

  /// A slot that makes a new wrapper for each injection.
  fileprivate func parameter<Value>(
    over targets: [AnySlot], _ make: @escaping @Sendable (consuming Links) throws -> Value
  ) -> AnySlot {
    let traits = targets.reduce(into: ServiceTraits()) { $0.formUnion($1.traits) }
    let slot = Slot(owner: self, sharing: .transient, traits.intersection([.needsResolution, .isAwaited]), make: make)
    slot.link(to: targets)
    return slot
  }

  fileprivate func call<Value>(_ slot: Slot<Value>, isInCycle: Bool, isMain: Bool) throws -> Value {
    func take() throws -> Value { try Resolution.ifMain(isMain) { try slot.take(in: $0) } }
    return try isInCycle ? ThreadMakings.calling(slot, take) : take()
  }

  /// Whether a call may lead back to this slot without reaching a shared instance, which would stop the recursion.
  func isUnsharedInCycle(_ slot: AnySlot) -> Bool {
    // The slot's number belongs to the plan of its owner, which may be another container.
    slot.sharing != .shared && slot.service >= 0 && slot.owner.wiring.isInCycle(Int(slot.service))
  }
}

/// What a deferred dependency says once its level was freed. It does not keep the level alive, since services hold their
/// dependencies, and the level holds its services.
struct FreedLevel: Sendable {
  private let isOverlay: Bool
  /// The plan's services, for errors. Not the wiring, whose factories may keep the object that keeps the dependency. `nil`
  /// in a scope, since threads that open scopes would count the same references, and for a slot that only throws.
  private let services: [PlannedService]?
  private let service: Int32

  init(_ level: Level, for target: AnySlot) {
    isOverlay = level.older != nil
    services = level.scope < 0 && target.service >= 0 ? target.owner.wiring.plan.services : nil
    service = target.service
  }

  var error: ContainerClosed {
    ContainerClosed(steps: services.map { [$0[Int(service)].step] } ?? [], isOfOverlay: isOverlay)
  }
}
