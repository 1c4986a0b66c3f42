import Synchronization

/// The slots that supply a factory's parameters, in order.
///
/// Usable from other modules only so that registration code can be inlined into the program, where that code costs
/// nothing.
@frozen
@usableFromInline
struct Links {
  @usableFromInline var next: UnsafePointer<UnsafeRawPointer>
  /// The enclosing resolution. Like the links, it is unmanaged: both outlive the call, and passing them on must cost
  /// nothing.
  @usableFromInline let resolution: Unmanaged<Resolution>?

  @inlinable
  @inline(__always)
  init(_ first: UnsafeMutablePointer<UnsafeRawPointer>, in resolution: Unmanaged<Resolution>? = nil) {
    next = UnsafePointer(first)
    self.resolution = resolution
  }

  @inlinable
  @inline(__always)
  mutating func take<Value>(_ type: Value.Type) throws -> Value {
    let slot = next.pointee
    next += 1
    return try Unmanaged<Slot<Value>>.fromOpaque(slot)._withUnsafeGuaranteedRef { try $0.take(in: resolution) }
  }

  /// The links after the first `count` links, for a decorator.
  func dropping(_ count: Int) -> Links {
    var links = self
    links.next += count
    return links
  }

  /// Runs a main-actor factory; throws unless the resolution is on the main actor.
  func onMain<Product>(_ make: @MainActor @Sendable (consuming Links) throws -> Product) throws -> Product {
    nonisolated(unsafe) let links = self
    nonisolated(unsafe) var result: Swift.Result<Product, any Error>?
    if resolution?._withUnsafeGuaranteedRef(\.isMain) == true {
      MainActor.assumeIsolated { result = Swift.Result { try make(links) } }
    }
    guard let result else { throw ResolutionError(.notOnMainActor()) }
    return try result.get()
  }
}

/// The source of a factory's parameter, which is the same in all levels of one wiring. It is stored because finding it
/// takes thousands of instructions, for casts and for decoding settings.
enum ParameterLink: @unchecked Sendable {
  // Unchecked because of the metatypes, none of whose conformances is isolated to an actor.
  /// The settings or the injection site, in a slot that all levels may share.
  case constant(AnySlot)
  case argument(any ArgumentWrapper.Type)
  case shape(any DependencyWrapper.Type, [Int])
  case service(Int, any Any.Type)
}

extension Level {
  /// The slots for a factory's parameters. The types are compared only once, when the links are made.
  func links(of slot: AnySlot) throws -> UnsafeMutablePointer<UnsafeRawPointer> {
    if let links = slot.links.load(ordering: .acquiring) { return links }
    guard slot.service >= 0 else { return slot.link(to: []) }
    let service = Int(slot.service)
    guard let recipe = try recipe(of: service) else { return try link(slot, to: parameters(of: service)) }
    return try recipe._withUnsafeGuaranteedRef { recipe in
      if recipe.takesNothing { return slot.linkToNothing() }
      return try link(slot, to: recipe.parameters { try parameters(of: service) }, keepsConstants: false)
    }
  }

  private func parameters(of service: Int) throws -> [ParameterLink] {
    let planned = wiring.plan.services[service]
    let site = InjectionSite(key: planned.key.text)
    return try planned.factories.flatMap { try parameters(of: $0, wiring.factory($0), for: site) }
  }

  func parameters(
    of planned: PlannedFactory, _ factory: AnyFactory, for site: InjectionSite
  ) throws -> [ParameterLink] {
    var arguments = planned.arguments.makeIterator()
    return try factory.parameterTypes.map { type in
      func services() -> [Int] { (arguments.next()?.targets ?? .none).map { wiring.targets[$0] } }
      switch FactoryParameter(type) {
      case .settings(let settings): return .constant(try slot(ofSettings: settings, planned))
      case .argument(let argument): return .argument(argument)
      case .site: return .constant(Slot(owner: foundation, constant: site))
      case .wrapper(let wrapper): return .shape(wrapper, services())
      case .instance(let type):
        guard let service = services().first else {
          throw PlanMismatch(description: "no service is wired to the parameter of type \(TypeName.short(type))")
        }
        return .service(service, type)
      }
    }
  }

  /// Links a slot to the slots of its factory's parameters.
  ///
  /// - Parameter keepsConstants: Whether the slot must keep constant parameters alive, since no recipe keeps them.
  @discardableResult
  func link(
    _ slot: AnySlot, to parameters: [ParameterLink], keepsConstants: Bool = true
  ) throws -> UnsafeMutablePointer<UnsafeRawPointer> {
    var targets: [AnySlot] = []
    targets.reserveCapacity(parameters.count)
    /// The slots that are made only for this factory.
    var own: [AnySlot] = []
    // An instance that is made once keeps the instances of its lazy dependencies.
    var kept: [AnySlot]? = slot.sharing == .shared ? [] : nil
    for parameter in parameters {
      switch parameter {
      case .constant(let constant):
        targets.append(constant)
        if keepsConstants { own.append(constant) }
      case .argument(let argument):
        own.append(argument.slot(in: self))
        targets.append(own[own.count - 1])
      case .shape(let shape, let services):
        own.append(try shape.slot(of: services, in: self, keeping: &kept))
        targets.append(own[own.count - 1])
      case .service(let service, let type):
        let target = try self.slot(service)
        guard target.valueType == type else { throw wrongType(target, service, expected: type) }
        targets.append(target)
      }
    }
    return slot.link(to: targets, parameters: own + (kept ?? []))
  }

  func slot<Value>(_ service: Int, as type: Value.Type) throws -> Slot<Value> {
    try self.slot(try slot(service), service, as: type)
  }

  func slot<Value>(_ slot: AnySlot, _ service: Int, as type: Value.Type) throws -> Slot<Value> {
    guard let typed = slot.typed(as: type) else { throw wrongType(slot, service, expected: type) }
    return typed
  }

  /// Whether a slot is for a `provided` instance that the program has omitted.
  func isAbsent(_ slot: AnySlot, _ service: Int) -> Bool {
    slot.valueType == nil && wiring.plan.services[service].mayBeAbsent
  }

  func wrongType(_ slot: AnySlot, _ service: Int, expected: any Any.Type) -> any Error {
    if isAbsent(slot, service) { return notProvided(service) }
    let found = slot.valueType.map { TypeName.short($0) } ?? "scoped service"
    return ResolutionError(.wrongType(expected: TypeName.short(expected), found: found), at: [wiring.step(service)])
  }

  private func slot<Settings: ServiceSettings>(
    ofSettings type: Settings.Type, _ planned: PlannedFactory
  ) throws -> AnySlot {
    let setting = Setting.entries(of: planned.settings, at: planned.origin)
    let settings = try SettingsDecoder(setting: setting).decode(type)
    return Slot(owner: foundation, constant: settings)
  }
}
