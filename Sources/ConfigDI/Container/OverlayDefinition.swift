/// One replacement of a service for as long as an overlay is open.
public struct OverlayDefinition: Sendable {
  private let find: @Sendable (Container) throws -> Int
  private let replacement: Overlay.Replacement

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
    replacement = { level, service in Slot(owner: level, service: Int32(service), constant: instance) }
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
    replacement = { level, service in
      let slot = Slot(owner: level, service: Int32(service), sharing: .transient) { [unowned(unsafe) level] _ in
        try make(level.original(of: service, as: Service.self))
      }
      slot.link(to: [])
      return slot
    }
  }

  func resolved(in container: Container) throws -> (service: Int, replacement: Overlay.Replacement) {
    (try find(container), replacement)
  }
}

extension Level {
  /// The service as the level below gives it.
  fileprivate func original<Service>(of service: Int, as type: Service.Type) -> Provider<Service> {
    Provider { [weak below] in
      guard let below else { throw ContainerClosed() }
      return try below.slot(service, as: type).take(in: nil)
    }
  }
}
