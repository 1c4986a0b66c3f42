/// What a slot asks when its door alone does not answer. The levels of containers are the only ones.
@usableFromInline
class SlotOwner: @unchecked Sendable {
  init() {}

  /// The instance of one of its slots, made if need be.
  @usableFromInline
  func take<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    throw UnfinishedOwner()
  }

  /// Makes a shared instance if there is none, its dependencies being there already.
  func realize<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws {
    throw UnfinishedOwner()
  }

  /// An error of the slot's factory, with the service's key and place added.
  @usableFromInline
  func failure(of slot: AnySlot, _ error: any Error) -> any Error {
    error
  }
}

private struct UnfinishedOwner: Error {}
