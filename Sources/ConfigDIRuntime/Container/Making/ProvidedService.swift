import Synchronization

/// A service for which the program passes an instance. Caches facts about the last instance, since every scope gets a
/// new instance, usually of the same type.
final class ProvidedService: Sendable {
  let index: Int
  let isRequired: Bool
  /// The last type for which an instance was passed without a variant or a custom key; 0 if there is none.
  private let type = Atomic<UInt>(0)
  /// The type of the last instance that was not a closeable object; 0 if there is none.
  private let plainType = Atomic<UInt>(0)

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

  func isPlain<Value>(_ value: Value) -> Bool {
    plainType.load(ordering: .relaxed) == Recipe.typeWord(of: value)
  }

  func rememberPlain<Value>(_ value: Value) {
    plainType.store(Recipe.typeWord(of: value), ordering: .relaxed)
  }
}

/// An instance that the program has passed for a service.
typealias PassedInstance = (service: ProvidedService, instance: Provided)
