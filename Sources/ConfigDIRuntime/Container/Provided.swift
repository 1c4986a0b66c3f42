/// An instance that the program passes for a service that is `provided` in the manifest.
public struct Provided: Sendable, ContentsHiding {
  let service: ServiceReference
  private let makeSlot: @Sendable (Level, PassedInstance) -> AnySlot

  /// Passes an instance for a type, or for a named variant of the type.
  public init<Service: Sendable>(_ instance: Service, as type: Service.Type, named variant: String? = nil) {
    self.init(instance, for: Key(type, named: variant))
  }

  /// Passes an instance for a custom key.
  public init<Service: Sendable>(_ instance: Service, for key: Key<Service>) {
    service = ServiceReference(key)
    makeSlot = { level, passed in
      level.leaveOpen(instance, of: passed.index, passed.service)
      return Slot(owner: level, service: Int32(passed.index), constant: instance)
    }
  }

  func slot(_ level: Level, _ passed: PassedInstance) -> AnySlot {
    makeSlot(level, passed)
  }
}
