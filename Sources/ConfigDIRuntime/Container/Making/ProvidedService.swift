import Synchronization

/// A service for which the program passes an instance. Caches facts about the last instance, since every scope gets a
/// new instance, usually of the same type.
final class ProvidedService: Sendable {
  let index: Int
  let isRequired: Bool
  /// The last type for which an instance was passed without a variant or a custom key; 0 if there is none.
  private let type = Atomic<UInt>(0)
  let closing = InstanceClosing()

  init(_ index: Int, isRequired: Bool) {
    self.index = index
    self.isRequired = isRequired
  }

  func isFor(_ instance: Provided) -> Bool {
    instance.service.isType && type.load(ordering: .relaxed) == SlotEntry.key(of: instance.service.type)
  }

  func remember(_ instance: Provided) {
    if instance.service.isType { type.store(SlotEntry.key(of: instance.service.type), ordering: .relaxed) }
  }
}

/// An instance that the program has passed for a service.
typealias PassedInstance = (service: ProvidedService, instance: Provided)
