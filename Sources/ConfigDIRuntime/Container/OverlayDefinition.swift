/// One replacement of a service for as long as an overlay is open.
public struct OverlayDefinition: Sendable {
  private let find: @Sendable (Container) throws -> Int
  private let replacement: Overlay.Replacement
  private let type: any Any.Type

  /// Everyone who asks is given this instance, which the host closes.
  public init<Service: Sendable>(_ type: Service.Type, named variant: String? = nil, returning instance: Service) {
    self.init({ try $0.service(type, variant) }, instance)
  }

  /// Everyone who asks for a custom key is given this instance, which the host closes.
  public init<Service: Sendable>(for key: Key<Service>, returning instance: Service) {
    self.init({ try $0.service(key) }, instance)
  }

  private init<Service: Sendable>(_ find: @escaping @Sendable (Container) throws -> Int, _ instance: Service) {
    self.find = find
    type = Service.self
    replacement = { level, service, _ in Slot(owner: level, service: Int32(service), constant: instance) }
  }

  /// The closure is called whenever the service is asked for, and may use the original, which is made when it is called.
  public init<Service>(
    _ type: Service.Type, named variant: String? = nil,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    self.init({ try $0.service(type, variant) }, make)
  }

  /// The closure is called whenever the custom key is asked for, and may use the original, which is made when it is
  /// called.
  public init<Service>(
    for key: Key<Service>, _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    self.init({ try $0.service(key) }, make)
  }

  private init<Service>(
    _ find: @escaping @Sendable (Container) throws -> Int,
    _ make: @escaping @Sendable (Provider<Service>) throws -> Service
  ) {
    self.find = find
    type = Service.self
    replacement = { level, service, original in
      let original = Result { try level.slot(try original(), service, as: Service.self) }
      // Its door never opens, so that a closure that asks for its own key is seen each time.
      let slot = Slot(
        owner: level, service: Int32(service), sharing: .transient, needsResolution: true
      ) { [weak level] links in
        let call = OriginalCall(links.resolution)
        defer { call.end() }
        return try make(
          Provider { [weak level] in
            guard level != nil else { throw ContainerClosed() }
            return try call.take(try original.get())
          })
      }
      slot.link(to: [])
      return slot
    }
  }

  func resolved(in container: Container) throws -> (service: Int, replacement: Overlay.Replacement) {
    let service = try find(container)
    try container.wiring.check(type, serves: service)
    return (service, replacement)
  }
}

/// The resolution in which an overlay's closure is called: the original belongs to it while the call lasts.
private final class OriginalCall: Sendable {
  private let thread = ThreadIdentity.current
  private let borrowed: Lock<Borrowed>

  private struct Borrowed: @unchecked Sendable {
    // Unchecked: used by the thread alone that lent it, before it is given back.
    let resolution: Unmanaged<Resolution>?
  }

  init(_ resolution: Unmanaged<Resolution>?) {
    borrowed = Lock(Borrowed(resolution: resolution))
  }

  func take<Value>(_ slot: Slot<Value>) throws -> Value {
    guard thread == .current else { return try slot.take(in: nil) }
    return try slot.take(in: borrowed.withLock { $0 }.resolution)
  }

  func end() { borrowed.withLock { $0 = Borrowed(resolution: nil) } }
}
