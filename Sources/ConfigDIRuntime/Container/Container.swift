/// Makes the services that a manifest defines, on first use, and shares their instances as the manifest says.
///
/// A container may be used from any number of threads. A shared instance is made only once.
public final class Container: Sendable, ContentsHiding {
  @usableFromInline nonisolated(unsafe) let entries: UnsafePointer<SlotEntry>
  @usableFromInline let mask: UInt
  private nonisolated(unsafe) let services: UnsafePointer<Int32>
  /// Keeps `entries` alive: the slot table or, for an open scope, the enclosing container; `nil` if the scope's level
  /// keeps that container alive.
  private let owner: (any AnyObject & Sendable)?
  let level: Level

  /// - Parameter bases: Containers made from other plans. The new container shares with them the singletons and weak
  ///   services that are wired the same in both plans.
  package init(
    plan: Plan, registry: ExaminedRegistry, provided: [Provided] = [], sharingWith bases: [Container] = [],
    overlays: OpenOverlays? = nil,
    planning: (planning: any LevelPlanning, definitions: [LevelDefinition])? = nil
  ) throws {
    // A container that replaces its base hides only the lowest plan's secrets besides its own, so that it does not keep
    // the base alive.
    let below = bases.first.map { base in
      let isAbove = (planning?.definitions.count ?? 0) > (base.level.core.planning?.definitions.count ?? 0)
      return isAbove ? base.wiring.secrets : base.wiring.secrets.lowest
    }
    let wiring = try Wiring(plan, registry, renewals: planning?.definitions.renewals ?? [:], hiding: below)
    let instances = try wiring.match(provided, scope: nil, refusingOthers: bases.isEmpty)
    level = Level(
      Core(wiring, sharingWith: bases.first?.level.core, overlays: overlays, planning: planning), provided: instances,
      inheritance: try Inheritance(of: wiring, from: bases.map(\.level)))
    let table = try level.makeTable()
    owner = table
    entries = UnsafePointer(table.entries)
    services = UnsafePointer(table.services)
    mask = table.mask
    try level.core.overlays.join(table)
  }

  /// Creates a container with another container's table, such as that of an open scope. It keeps the other container
  /// alive.
  init(_ container: Container, level: Level) {
    self.level = level
    owner = level.keeps(container) ? nil : container
    entries = container.entries
    services = container.services
    mask = container.mask
  }

  /// Whether a level is the container's own, without an overlay.
  func isOf(_ level: borrowing Level) -> Bool { self.level === copy level }

  deinit {
    // Without retaining the level once more.
    Unmanaged.passUnretained(level)._withUnsafeGuaranteedRef { $0.release() }
  }

  func listedService(of type: any Any.Type) -> Int? {
    position(of: type).map { Int(services[Int(bitPattern: $0)]) }
  }

  var wiring: Wiring { level.core.wiring }

  package var secrets: Secrets { wiring.secrets }
  package var plan: Plan { wiring.plan }

  /// The wiring with the overlays that are open now, or the container's own wiring if these overlays are no longer
  /// valid.
  var seenWiring: Wiring { ((try? currentLevel) ?? level).wiring }

  /// The chosen stage, and the values of the parameters that the manifest exposes to the program.
  public var configuration: ExposedParameters {
    let plan = seenWiring.plan
    let exposed = plan.parameters.filter(\.isExposed).map { ($0.name, $0.value) }
    return ExposedParameters(
      stage: plan.stage, values: Dictionary(exposed, uniquingKeysWith: { first, _ in first }),
      hidden: plan.parameters.filter { !$0.isExposed }.map(\.name))
  }

  /// Unavailable: a container is checked as a whole when it is built, so it takes no further registrations.
  @available(
    *, unavailable,
    message: "a built container is frozen: register with replace: true before building it, or open an overlay"
  )
  public func register<Service>(_ name: String, as type: Service.Type, replace: Bool = false, _ make: Any) {}
}

extension Level {
  /// Makes the slots that every level above this one may use, and the table in which a slot is found by its type.
  fileprivate func makeTable() throws -> SlotTable {
    var slots: [AnySlot?] = Array(repeating: nil, count: wiring.plan.services.count)
    for service in wiring.plan.services.indices where wiring.targets[service] == service {
      // A scoped service gets a slot that sends its callers to the scope's level.
      slots[service] =
        wiring.places.innermostScopes[service] == -1
        ? try slot(service)
        : AnySlot(owner: self, service: Int32(service), sharing: .shared)
    }
    return SlotTable(
      wiring.typedServices().compactMap { type, service in slots[service].map { (type, service, $0) } }, of: self)
  }
}

extension Wiring {
  /// The services that can be looked up by type alone, each with its type.
  fileprivate func typedServices() -> [(type: any Any.Type, service: Int)] {
    let custom = Set(registry.keys.map(\.name))
    var typed: [(type: any Any.Type, service: Int)] = []
    typed.reserveCapacity(plan.services.count)
    for index in plan.services.indices where plan.services[index].key.variant == nil {
      let own = plan.services[index].key
      guard case .factory(let factory, _) = plan.services[targets[index]].kind,
        let type = registry.factories[factory.name]?.product
      else { continue }
      // A service made by a factory has the key of its type or a custom key; an alias may have any key.
      if (targets[index] == index && !custom.contains(own.text)) || key(of: type) == own {
        typed.append((type, targets[index]))
      }
    }
    return typed
  }

  /// Assigns the passed instances to services. Every service that is `provided` in the scope needs an instance unless
  /// it is optional, and no other service may have one. Returns `nil` if there is nothing to assign. Throws one error
  /// with all mistakes.
  ///
  /// - Parameter refusingOthers: Whether to throw if no service needs an instance. Pass `false` if a service in another
  ///   plan of the same manifest may need the instance.
  func match(
    _ provided: [Provided], scope: Int?, refusingOthers: Bool
  ) throws -> [PassedInstance]? {
    let services = self.provided[(scope ?? -1) + 1]
    if provided.isEmpty, services.isEmpty { return nil }
    var passed: [PassedInstance] = []
    passed.reserveCapacity(provided.count)
    var mistakes: [ResolutionError] = []
    for instance in provided {
      if services.count <= 16, let known = services.first(where: { $0.isFor(instance) }) {
        passed.append((known, instance))
        continue
      }
      let key = instance.service.key(in: self)
      guard let service = service(for: key), case .provided = plan.services[service].kind,
        places.innermostScopes[service] == scope ?? -1
      else {
        if refusingOthers { mistakes.append(unexpected(key, in: scope)) }
        continue
      }
      let known = services[services.indices.firstPosition { services[$0].index >= service }]
      do throws(ResolutionError) {
        try check(instance.service.type, serves: service)
        known.remember(instance)
      } catch {
        mistakes.append(error)
      }
      passed.append((known, instance))
    }
    let missing = services.filter { service in
      service.isRequired && !passed.contains { $0.service === service }
    }.map { step($0.index) }
    if !missing.isEmpty {
      mistakes.append(ResolutionError(InstanceNotProvided(missing: missing, scope: scope.map { plan.scopes[$0].name })))
    }
    guard let first = mistakes.first else { return passed }
    throw mistakes.count == 1 ? first : ResolutionError(WrongInstances(mistakes: mistakes))
  }

  private func unexpected(_ key: ServiceKey, in scope: Int?) -> ResolutionError {
    let service = service(for: key)
    let step = service.map { self.step($0) } ?? ResolutionStep(key: key.text, location: nil)
    func error(_ fact: String, help: String) -> ResolutionError {
      let place = scope.map { "the scope \(plan.scopes[$0].name)" } ?? "the container"
      return ResolutionError(
        .unexpectedInstance, "an instance of \(step) was passed to \(place), but \(fact)", help: help,
        place: step.location)
    }
    switch service.map({ (plan.services[$0].kind, plan.services[$0].scope) }) {
    case nil:
      return error(
        "\(plan.manifestName) has no such service\(plan.inStage)\(question(similar(to: key)))",
        help: "remove it, or add the service with provided: true")
    case (.provided, .declared(let wanted))? where plan.scopes.indices.contains(wanted):
      return error(
        "it belongs to the scope \(plan.scopes[wanted].name)",
        help: "pass it when that scope is opened: withScope(\"\(plan.scopes[wanted].name)\", providing: …)")
    case (.provided, _)?:
      return error("it belongs to the container", help: "pass it when the container is built")
    default:
      return error(
        "the manifest does not declare it as provided",
        help: "remove it, or write provided: true there; to replace a service, open an overlay")
    }
  }

  func unknown(_ key: ServiceKey, as form: (any DependencyWrapper.Type)? = nil) -> ResolutionError {
    ResolutionError(
      .unknownKey, "\(plan.manifestName) has no service \(key)\(plan.inStage)\(question(similar(to: key)))",
      help: form.map {
        "resolve \(TypeName.short($0.wrapped)) itself; optionals, collections and deferred dependencies work only as parameters of a factory or of make(_:)"
      } ?? "add it under services, or use an existing key")
  }

  func similar(to key: ServiceKey) -> [String] {
    let close = Spelling.suggestions(for: key.text, among: plan.services.map(\.key.text))
    guard close.isEmpty else { return close }
    return plan.services.map(\.key).filter { $0.name == key.name && $0 != key }.prefix(3).map(\.text)
  }
}
