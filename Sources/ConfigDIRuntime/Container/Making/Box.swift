/// A published instance. Immutable, so that whoever borrows from it copies nothing.
@usableFromInline
final class Box<Value>: @unchecked Sendable {
  // Unchecked: only values of shared services, which are `Sendable`, are read by more than one thread.
  @usableFromInline let value: Value

  @inlinable
  init(_ value: consuming Value) {
    self.value = value
  }
}
