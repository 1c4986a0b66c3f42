import Synchronization

/// One change that an overlay makes while it is open. The changes are the same as in ``LevelChanges``. If an overlay
/// changes a service or parameter twice, the last change wins.
///
/// ```swift
/// try await container.withOverlays(
///   .use(instance: StoppedClock(), for: (any Clock).self), .set("api.delay", to: Duration.zero)
/// ) { try container.resolve((any APIClient).self) }
/// ```
public struct OverlayDefinition: Sendable, ContentsHiding {
  let content: Content

  enum Content: Sendable {
    case replacement(Overlay.Replacement, ServiceReference)
    /// A changed factory of a service, or a changed parameter.
    case wiring(WiringChange, of: ServiceReference?)
  }

  private init(_ content: Content) { self.content = content }

  /// Replaces a service with an instance. The caller remains responsible for closing the instance.
  public init<Service: Sendable>(_ type: Service.Type, named variant: String? = nil, returning instance: Service) {
    self.init(for: Key(type, named: variant), returning: instance)
  }

  /// Replaces the service for a key with an instance. The caller remains responsible for closing the instance.
  public init<Service: Sendable>(for key: Key<Service>, returning instance: Service) {
    self.init(
      .replacement(
        .slot { level, service, _ in Slot(owner: level, service: Int32(service), constant: instance) },
        ServiceReference(key)))
  }

  /// Replaces a service with a closure's result. The closure runs each time the service is resolved, and can call its
  /// parameter to get the original service.
  public init<Service>(
    _ type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    self.init(for: Key(type, named: variant), fileID: fileID, line: line, make)
  }

  /// Replaces the service for a key with a closure's result, as ``init(_:named:fileID:line:_:)`` does.
  public init<Service>(
    for key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    let place = "\(fileID):\(line)"
    self.init(.replacement(.slot { try .overlay($0, $1, $2, place, make) }, ServiceReference(key)))
  }

  /// Makes a service with another factory, given by its registered name.
  ///
  /// - Parameter settings: The factory's settings as Swift values. A string is used literally, unless it is written as
  ///   `.template("…")`.
  public static func use<Service>(
    _ factory: String, for type: Service.Type, named variant: String? = nil,
    settings: [String: any SettingConvertible] = [:]
  ) -> OverlayDefinition {
    use(factory, for: Key(type, named: variant), settings: settings)
  }

  /// Makes the service for a key with another factory, given by its registered name.
  public static func use<Service>(
    _ factory: String, for key: Key<Service>, settings: [String: any SettingConvertible] = [:]
  ) -> OverlayDefinition {
    let service = ServiceReference(key)
    let source = LevelDefinition.Source.factory(factory, settings: YAMLValue(entries: settings))
    return OverlayDefinition(
      .wiring(
        WiringChange { container, level in level.use(source, for: try service.asked(in: container)) }, of: service))
  }

  /// Replaces a service with an instance. The caller remains responsible for closing the instance.
  public static func use<Service: Sendable>(
    instance: Service, for type: Service.Type, named variant: String? = nil
  ) -> OverlayDefinition {
    OverlayDefinition(for: Key(type, named: variant), returning: instance)
  }

  /// Replaces the service for a key with an instance. The caller remains responsible for closing the instance.
  public static func use<Service: Sendable>(instance: Service, for key: Key<Service>) -> OverlayDefinition {
    OverlayDefinition(for: key, returning: instance)
  }

  /// Replaces a service with a closure's result, as ``init(_:named:fileID:line:_:)`` does.
  public static func use<Service>(
    for type: Service.Type, named variant: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) -> OverlayDefinition {
    OverlayDefinition(for: Key(type, named: variant), fileID: fileID, line: line, make)
  }

  /// Replaces the service for a key with a closure's result, as ``init(_:named:fileID:line:_:)`` does.
  public static func use<Service>(
    for key: Key<Service>, fileID: StaticString = #fileID, line: Int = #line,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) -> OverlayDefinition {
    OverlayDefinition(for: key, fileID: fileID, line: line, make)
  }

  /// Sets a parameter's value, overriding the manifest and the environment. The services that use the parameter are
  /// remade. A list may contain only single values, and a mapping is refused.
  public static func set(_ parameter: String, to value: some SettingConvertible) -> OverlayDefinition {
    OverlayDefinition(.wiring(.set(parameter, to: value), of: nil))
  }

  /// Makes new instances of a service and of its dependents, even if nothing else changes.
  public static func renew<Service>(_ type: Service.Type, named variant: String? = nil) -> OverlayDefinition {
    renew(Key(type, named: variant))
  }

  /// Makes new instances of the service for a key, and of its dependents.
  public static func renew<Service>(_ key: Key<Service>) -> OverlayDefinition {
    OverlayDefinition(.replacement(.renewed, ServiceReference(key)))
  }

  /// Undoes the changes that overlays under this one made to a service, so that the service is the container's own
  /// again.
  public static func takeBack<Service>(_ type: Service.Type, named variant: String? = nil) -> OverlayDefinition {
    takeBack(Key(type, named: variant))
  }

  /// Undoes the changes that overlays under this one made to the service for a key.
  public static func takeBack<Service>(_ key: Key<Service>) -> OverlayDefinition {
    OverlayDefinition(.replacement(.original, ServiceReference(key)))
  }

  /// Undoes the changes that overlays under this one made to a parameter's value.
  public static func takeBack(parameter: String) -> OverlayDefinition {
    OverlayDefinition(.wiring(WiringChange { _, level in level.takeBack(parameter: parameter) }, of: nil))
  }
}

extension AnySlot {
  fileprivate static func overlay<Service>(
    _ level: Level, _ service: Int, _ original: () throws -> AnySlot, _ place: String,
    _ make: @escaping @Sendable (Provider<Service>) throws -> Service
  ) throws -> AnySlot {
    let original = Result { try level.slot(try original(), service, as: Service.self) }
    // This slot never takes the fast path, so that a closure that requests its own key is detected each time.
    let slot = Slot(owner: level, service: Int32(service), sharing: .transient, .needsResolution) {
      [weak level] links in
      let call = OriginalCall(links.resolution)
      defer { call.end() }
      do {
        return try make(
          Provider { [weak level] in
            guard level != nil else { throw ContainerClosed() }
            return try call.take(try original.get())
          })
      } catch let failure as any FailureOnTheWay {
        throw AnySlot.failure(failure, ofClosureFor: service, at: place, in: level)
      } catch {
        guard let level else { throw error }
        throw ResolutionError(FactoryFailed(underlying: error, overlay: place, secrets: level.wiring.secrets))
      }
    }
    slot.link(to: [])
    return slot
  }

  /// The error of an overlay's closure. If the closure has requested its own key from the container, or an original that
  /// it cannot wait for, the error says so.
  private static func failure(
    _ failure: any FailureOnTheWay, ofClosureFor service: Int, at place: String, in level: Level?
  ) -> any Error {
    guard let error = failure as? ResolutionError, let level, error.steps.last == level.wiring.step(service)
    else { return failure }
    // A shared original is made before the closure runs.
    if error.reason == .notStarted, level.wiring.plan.services[service].scope.isMadeAnew {
      return ResolutionError(
        .notStarted, service: "is made asynchronously, so the overlay's closure at \(place) cannot make the original",
        help: "do without the original, or push the closure as a level of a ContainerStack, which makes it first",
        at: Array(error.steps.dropLast()))
    }
    guard var cause = error.cause as? NestingTooDeep, cause.overlay == nil else { return failure }
    cause.overlay = place
    return ResolutionError(cause, at: error.steps)
  }
}

/// The resolution that called an overlay's closure. Until the closure returns, the original service is made in that
/// resolution.
private final class OriginalCall: @unchecked Sendable {
  // Unchecked: only the thread that lends the resolution uses it, and only until it is returned.
  private let thread = ThreadIdentity.current
  private let resolution: Atomic<Unmanaged<Resolution>?>

  init(_ resolution: Unmanaged<Resolution>?) {
    self.resolution = Atomic(resolution)
  }

  func take<Value>(_ slot: Slot<Value>) throws -> Value {
    try slot.take(in: thread == .current ? resolution.load(ordering: .acquiring) : nil)
  }

  func end() { resolution.store(nil, ordering: .releasing) }
}
