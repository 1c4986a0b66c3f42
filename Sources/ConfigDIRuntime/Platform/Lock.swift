import Synchronization

/// A `Mutex` whose hand-over from thread to thread ThreadSanitizer can see.
///
/// On Linux the kernel hands over a contended `Mutex`, and the sanitizer reports a race on the guarded value. Reading
/// and writing one flag inside costs almost nothing beside the mutex itself.
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handOver = Atomic<Bool>(false)
  private let isLast: Bool

  /// - Parameter isLast: Whether no other lock may be taken while this one is held.
  package init(_ value: consuming sending Value, isLast: Bool = false) {
    mutex = Mutex(value)
    self.isLast = isLast
  }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    HeldLocks.take(isLast: isLast)
    defer { HeldLocks.leave(isLast: isLast) }
    return try mutex.withLock { value throws(Failure) in
      _ = handOver.load(ordering: .acquiring)
      defer { handOver.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
