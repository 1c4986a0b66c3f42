/// An instance that the program passes for a service that is `provided` in the manifest.
///
/// If several instances are passed for one service, the last one counts.
public struct Provided: Sendable, ContentsHiding {
  let service: ServiceReference
  /// Makes the slot for the service to which the instance was assigned.
  let slot: @Sendable (Level, ProvidedService) -> AnySlot

  /// Passes an instance for a type, or for a named variant of the type.
  public init<Service: Sendable>(_ instance: Service, as type: Service.Type, named variant: String? = nil) {
    self.init(instance, for: Key(type, named: variant))
  }

  /// Passes an instance for a custom key.
  public init<Service: Sendable>(_ instance: Service, for key: Key<Service>) {
    service = ServiceReference(key)
    slot = { level, service in
      level.leaveOpen(instance, of: service.index, service)
      return Slot(owner: level, service: Int32(service.index), constant: instance)
    }
  }
}
