import Synchronization

/// A `Mutex` whose hand-over from thread to thread ThreadSanitizer can see. While one is held no other may be taken, so
/// there is no order of locks to know; debug builds check it.
///
/// On Linux the kernel hands over a contended `Mutex`, and the sanitizer reports a race on the guarded value. Reading
/// and writing one flag inside costs almost nothing beside the mutex itself.
package struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let handOver = Atomic<Bool>(false)

  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    HeldLocks.take()
    defer { HeldLocks.leave() }
    return try mutex.withLock { value throws(Failure) in
      _ = handOver.load(ordering: .acquiring)
      defer { handOver.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
