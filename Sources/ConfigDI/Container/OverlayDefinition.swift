/// One replacement of a service for as long as an overlay is open.
public struct OverlayDefinition: Sendable {
  private let find: @Sendable (Container) throws -> Int
  private let replacement: Overlay.Replacement

  /// Everyone who asks is given this instance, which the host closes.
  public init<Service: Sendable>(_ type: Service.Type, named variant: String? = nil, returning instance: Service) {
    find = { try $0.service(type, variant) }
    replacement = { level, service in Slot(owner: level, service: Int32(service), constant: instance) }
  }

  /// The closure is called whenever the service is asked for, and may use the original, which is made when it is called.
  public init<Service>(
    _ type: Service.Type, named variant: String? = nil,
    _ make: @escaping @Sendable (_ original: Provider<Service>) throws -> Service
  ) {
    find = { try $0.service(type, variant) }
    replacement = { level, service in
      let slot = Slot(owner: level, service: Int32(service), sharing: .transient) { [unowned(unsafe) level] _ in
        try make(level.original(of: service, as: type))
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
