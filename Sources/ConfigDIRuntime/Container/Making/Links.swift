import Synchronization

/// The slots that supply a factory's parameters, in order.
///
/// Public only so that registration code can be inlined into the program, where it costs nothing.
@frozen
@usableFromInline
struct Links {
  @usableFromInline var next: UnsafePointer<UnsafeRawPointer>
  /// The enclosing resolution. Unmanaged like the links: both outlive the call, and passing them on must cost nothing.
  @usableFromInline let resolution: Unmanaged<Resolution>?

  @inlinable
  @inline(__always)
  init(_ first: UnsafeMutablePointer<UnsafeRawPointer>, in resolution: Unmanaged<Resolution>? = nil) {
    next = UnsafePointer(first)
    self.resolution = resolution
  }

  /// Takes the next parameter.
  @inlinable
  @inline(__always)
  mutating func take<Value>(_ type: Value.Type) throws -> Value {
    let slot = next.pointee
    next += 1
    return try Unmanaged<Slot<Value>>.fromOpaque(slot)._withUnsafeGuaranteedRef { try $0.take(in: resolution) }
  }

  /// The remaining links after the first ones, for a decorator.
  func dropping(_ count: Int) -> Links {
    var links = self
    links.next += count
    return links
  }
}

extension Links {
  /// Runs a main-actor factory; throws unless the resolution is on the main actor.
  func onMain<Product>(_ make: @MainActor @Sendable (Links) throws -> Product) throws -> Product {
    guard resolution?._withUnsafeGuaranteedRef(\.isMain) == true else { throw ResolutionError(NotOnMainActor()) }
    nonisolated(unsafe) let links = self
    nonisolated(unsafe) var result: Swift.Result<Product, any Error> = .failure(ResolutionError(NotOnMainActor()))
    MainActor.assumeIsolated { result = Swift.Result { try make(links) } }
    return try result.get()
  }
}

extension Level {
  /// The slots for a factory's parameters. The types are compared only once, when the links are made.
  func links(of slot: AnySlot) throws -> UnsafeMutablePointer<UnsafeRawPointer> {
    if let links = slot.links.load(ordering: .acquiring) { return links }
    let recipe = slot.service < 0 ? nil : try recipe(of: Int(slot.service))
    if let recipe, recipe._withUnsafeGuaranteedRef(\.takesNothing) { return slot.linkToNothing() }
    var targets: [AnySlot] = []
    var parameters: [AnySlot] = []
    var kept: [AnySlot]? = slot.sharing == .shared ? [] : nil
    if slot.service >= 0 {
      let service = Int(slot.service)
      for planned in wiring.plan.services[service].factories {
        let site = InjectionSite(key: wiring.plan.services[service].key.text)
        try link(planned, try wiring.factory(planned, of: service), for: site, &targets, &parameters, keeping: &kept)
      }
    }
    return slot.link(to: targets, parameters: parameters + (kept ?? []))
  }

  /// - Parameter parameters: Receives the slots that are made for this factory alone.
  func link(
    _ planned: PlannedFactory, _ factory: AnyFactory, for site: InjectionSite, _ targets: inout [AnySlot],
    _ parameters: inout [AnySlot], keeping kept: inout [AnySlot]?
  ) throws {
    var arguments = planned.arguments.makeIterator()
    for type in factory.parameterTypes {
      if let settings = type as? any ServiceSettings.Type {
        let slot = try self.slot(ofSettings: settings, planned)
        parameters.append(slot)
        targets.append(slot)
        continue
      }
      if let argument = type as? any ArgumentWrapper.Type {
        let slot = argument.slot(in: self)
        parameters.append(slot)
        targets.append(slot)
        continue
      }
      if type == InjectionSite.self {
        let slot = Slot(owner: self, constant: site)
        parameters.append(slot)
        targets.append(slot)
        continue
      }
      let services = (arguments.next()?.targets ?? []).map { wiring.targets[$0] }
      if let shape = type as? any ParameterShape.Type {
        let slot = try shape.slot(of: services, in: self, keeping: &kept)
        parameters.append(slot)
        targets.append(slot)
      } else {
        guard let service = services.first else { throw MissingArgument(type: type) }
        let slot = try slot(service)
        guard slot.valueType == type else { throw wrongType(slot, service, expected: type) }
        targets.append(slot)
      }
    }
  }

  /// A service's slot, with its full type.
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
    if isAbsent(slot, service) {
      return ResolutionError(InstanceNotProvided(missing: [wiring.step(service)], scope: nil))
    }
    let found = slot.valueType.map { TypeName.short($0) } ?? "service of a scope"
    return ResolutionError(
      WrongType(expected: TypeName.short(expected), found: found), at: [wiring.step(service)])
  }

  private func slot<Settings: ServiceSettings>(
    ofSettings type: Settings.Type, _ planned: PlannedFactory
  ) throws -> AnySlot {
    let setting = Setting.entries(of: planned.settings, at: planned.origin)
    let settings = try SettingsDecoder(setting, run: DecodingRun()).decode(type)
    return Slot(owner: self, constant: settings)
  }
}

/// Thrown if a plan has fewer arguments than the factory has parameters, because the plan was made for another
/// registry.
private struct MissingArgument: Error, CustomStringConvertible {
  let type: any Any.Type

  var description: String { "no service is wired to the parameter of type \(TypeName.short(type))" }
}
