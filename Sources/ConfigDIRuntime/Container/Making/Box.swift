/// A published instance. Immutable, so that a reader can borrow it without a copy.
@usableFromInline
final class Box<Value>: @unchecked Sendable {
  // Unchecked: only the values of shared services, which are `Sendable`, are read by more than one thread.
  @usableFromInline let value: Value

  @inlinable
  init(_ value: consuming Value) {
    self.value = value
  }
}
