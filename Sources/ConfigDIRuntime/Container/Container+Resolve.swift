public import Synchronization

extension Container {
  /// The service that the manifest defines for a type, made now if it does not exist yet.
  ///
  /// - Throws: ``ResolutionError`` if a factory threw, the manifest has no such service, or the service is not
  ///   available at this point: see the error's `reason`. ``ContainerClosed`` after the container has ended.
  @inlinable
  @inline(__always)
  public func resolve<Service>(_ type: Service.Type) throws -> Service {
    guard let position = position(of: type) else { return try resolveUnlisted(type) }
    return try slot(at: position)._withUnsafeGuaranteedRef { slot in
      let bits = slot.door.load(ordering: .acquiring)
      if bits > AnySlot.lastNumber { return Slot<Service>.box(at: bits)._withUnsafeGuaranteedRef { $0.value } }
      guard bits == AnySlot.open else { return try resolveSlowly(slot) }
      do {
        return try unsafeDowncast(slot, to: Slot<Service>.self).makeUnwrapped()
      } catch {
        throw failure(ofMaking: type, error)
      }
    }
  }

  /// The service that the manifest defines for a named variant of a type.
  public func resolve<Service>(_ type: Service.Type, named variant: String) throws -> Service {
    try take(service(type, variant), as: type)
  }

  /// The service that the manifest defines for a custom key.
  public func resolve<Service>(_ key: Key<Service>) throws -> Service {
    try take(service(key), as: Service.self)
  }

  /// The service that the manifest defines for a type; `nil` if it is `provided: optional` and not provided.
  public func resolveIfPresent<Service>(_ type: Service.Type, named variant: String? = nil) throws -> Service? {
    try resolveIfPresent(Key(type, named: variant))
  }

  /// The service that the manifest defines for a custom key; `nil` if it is `provided: optional` and not provided.
  public func resolveIfPresent<Service>(_ key: Key<Service>) throws -> Service? {
    let service = try service(key)
    guard !level.hasEnded else { throw ContainerClosed(steps: [wiring.step(service)]) }
    return try level.underOverlays { level in
      guard try !level.isAbsent(level.slot(service), service) else { return nil }
      return try level.take(service, as: Service.self, isMain: false)
    }
  }

  /// Unavailable: a key's name does not tell the compiler the service's type. This overload exists only to produce its
  /// error message.
  @available(*, unavailable, message: "resolve a type: resolve((any Service).self), with 'named:' for a variant")
  public func resolve<Service>(_ name: String) throws -> Service { throw ContainerClosed(steps: []) }

  @available(*, unavailable, message: "resolve a type: resolve((any Service).self), with 'named:' for a variant")
  @_disfavoredOverload
  public func resolve(_ name: String) throws -> Never { throw ContainerClosed(steps: []) }

  /// Looks up a service once, and returns a handle that can resolve it many times.
  public func handle<Service>(for type: Service.Type, named variant: String? = nil) throws -> Handle<Service> {
    try handle(for: Key(type, named: variant))
  }

  /// Looks up a service once, and returns a handle that can resolve it many times.
  public func handle<Service>(for key: Key<Service>) throws -> Handle<Service> {
    let service = try service(key)
    let level = try currentLevel
    return Handle(try level.slotOfHandle(service, as: Service.self), in: level, of: self)
  }

  @inlinable
  @inline(__always)
  func position(of type: any Any.Type) -> UInt? {
    let key = SlotEntry.key(of: type)
    var index = SlotEntry.start(of: key) & mask
    while true {
      let found = entries[Int(bitPattern: index)].key
      if found == key { return index }
      if found == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// The slot at an index that `position(of:)` found. Such an entry always has a slot, so it is not compared with
  /// `nil`.
  @inlinable
  @inline(__always)
  func slot(at position: UInt) -> Unmanaged<AnySlot> {
    entries[Int(bitPattern: position)].slot.unsafelyUnwrapped
  }

  @usableFromInline
  @inline(never)
  func resolveSlowly<Service>(_ slot: AnySlot) throws -> Service {
    try take(listedService(of: Service.self) ?? Int(slot.service), as: Service.self)
  }

  /// Adds the service to an error that its factory threw. Looks the slot up again, so that the fast path need not keep
  /// it.
  @usableFromInline
  @inline(never)
  func failure(ofMaking type: any Any.Type, _ error: any Error) -> any Error {
    position(of: type).map { AnySlot.failure(of: slot(at: $0), error) } ?? error
  }

  /// Resolves a type that the table does not contain: its key is unknown, or the service is `provided` and its type is
  /// known only from the instance.
  @usableFromInline
  @inline(never)
  func resolveUnlisted<Service>(_ type: Service.Type) throws -> Service {
    try take(service(type, nil), as: type)
  }

  /// Resolves a service under the overlays that are open now.
  func take<Service>(_ service: Int, as type: Service.Type, isMain: Bool = false) throws -> Service {
    guard !level.hasEnded else { throw ContainerClosed(steps: [wiring.step(service)]) }
    return try level.underOverlays { try $0.take(service, as: type, isMain: isMain) }
  }

  func service(_ type: any Any.Type, _ variant: String?) throws -> Int {
    if variant == nil, let service = listedService(of: type) { return service }
    let key = wiring.key(of: type, named: variant)
    guard let service = wiring.service(for: key) else {
      throw wiring.unknown(key, as: type as? any DependencyWrapper.Type)
    }
    return service
  }

  func service<Service>(_ key: Key<Service>) throws -> Int {
    try ServiceReference(key).service(in: self)
  }

  func service(_ key: ServiceKey) throws -> Int {
    guard let service = wiring.service(for: key) else { throw wiring.unknown(key) }
    return service
  }

  /// The level in which this container resolves services under the overlays that are open now.
  var currentLevel: Level {
    get throws {
      try level.underOverlays { $0 }
    }
  }

  /// Resolves this container's services on the main actor.
  @MainActor public var main: MainContainer { MainContainer(container: self) }
}

/// Resolves a container's services on the main actor, including main-actor services.
@MainActor
public struct MainContainer {
  let container: Container

  /// The service that the manifest defines for a type, made now if it does not exist yet.
  public func resolve<Service>(_ type: Service.Type, named variant: String? = nil) throws -> Service {
    try container.take(container.service(type, variant), as: type, isMain: true)
  }

  /// The service that the manifest defines for a custom key.
  public func resolve<Service>(_ key: Key<Service>) throws -> Service {
    try container.take(container.service(key), as: Service.self, isMain: true)
  }
}

extension MainContainer: @MainActor CustomReflectable {
  /// Hides the contents, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
