import Synchronization

/// A service for which the program passes an instance. Remembers what it found for the last instance, since every scope
/// gets a new one, usually of the same type.
final class ProvidedService: Sendable {
  let index: Int
  let isRequired: Bool
  /// The type for which the last instance was passed without a variant or a custom key; 0 for none.
  private let type = Atomic<UInt>(0)
  /// The type of the last instance that no level has to leave open; 0 for none.
  private let plainType = Atomic<UInt>(0)

  init(_ index: Int, isRequired: Bool) {
    self.index = index
    self.isRequired = isRequired
  }

  /// Whether an instance is known to be for this service.
  func isFor(_ instance: Provided) -> Bool {
    instance.isForItsType && type.load(ordering: .relaxed) == ProvidedService.word(of: instance.type)
  }

  /// Records that an instance was found to be for this service.
  func remember(_ instance: Provided) {
    if instance.isForItsType { type.store(ProvidedService.word(of: instance.type), ordering: .relaxed) }
  }

  func isPlain<Value>(_ value: Value) -> Bool {
    plainType.load(ordering: .relaxed) == Recipe.typeWord(of: value)
  }

  func rememberPlain<Value>(_ value: Value) {
    plainType.store(Recipe.typeWord(of: value), ordering: .relaxed)
  }

  private static func word(of type: any Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }
}

/// An instance that the program passed for a service.
struct PassedInstance: Sendable {
  let index: Int
  /// `nil` if too many services are provided for looking through them.
  let service: ProvidedService?
  let instance: Provided
}
