import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A `Mutex` that ThreadSanitizer understands. A thread holds at most one lock at a time, so no locking order is
/// needed. Debug builds check this.
///
/// On Linux the kernel hands over a contended `Mutex`, which the sanitizer cannot see, so it would report a race on the
/// guarded value. This type also reads and writes a flag, which costs almost nothing compared with the mutex.
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

/// A gate that opens once and stays open. Threads wait until it opens.
///
/// A `Mutex` would not work, since the thread that does the work would have to hold it the whole time.
final class Latch: Sendable {
  private let gate = DispatchSemaphore(value: 0)

  func open() { gate.signal() }

  func wait() {
    gate.wait()
    // Each thread lets the next one through.
    gate.signal()
  }

  /// Waits at most this long. Returns whether the gate is open.
  func wait(milliseconds: Int) -> Bool {
    guard gate.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
    gate.signal()
    return true
  }
}

/// Checks in debug builds that a thread neither takes a second lock nor runs the program's code while it holds one.
enum HeldLocks {
  #if DEBUG
    /// Twice the number of locks that each thread has taken, plus one while it holds a lock.
    private static let states = ThreadMemory<UInt>(0)

    private static var holdsOne: Bool { states.current.pointee & 1 == 1 }

    static var taken: UInt { states.current.pointee / 2 }
  #endif

  @inline(__always) static func take() {
    #if DEBUG
      precondition(!holdsOne, "a lock is taken while another is held")
      states.current.pointee += 3
    #endif
  }

  @inline(__always) static func leave() {
    #if DEBUG
      states.current.pointee -= 1
    #endif
  }

  /// Asserts that this thread holds no lock. Called before any code of the program runs, such as factories, settings
  /// types and `close()`.
  @inline(__always) static func expectNone() {
    #if DEBUG
      precondition(!holdsOne, "a lock is held while a program's code runs")
    #endif
  }
}

/// The identity of a thread. Two values are equal if they were created on the same thread.
struct ThreadIdentity: Hashable, Sendable {
  /// The address of the thread's own data structure: even and not zero.
  let value: UInt

  static var current: ThreadIdentity {
    #if canImport(Glibc)
      ThreadIdentity(value: UInt(pthread_self()))
    #else
      ThreadIdentity(value: UInt(bitPattern: pthread_self()))
    #endif
  }
}

/// Stores one value for each thread. The memory is freed when the thread ends.
struct ThreadMemory<Value: BitwiseCopyable & Sendable>: Sendable {
  private let key: pthread_key_t?
  private let initial: Value

  init(_ initial: Value) {
    self.initial = initial
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { memory in
      // The pointer is optional on some systems but not on others.
      (memory as UnsafeMutableRawPointer?)?.deallocate()
    }
    self.key = status == 0 ? key : nil
  }

  var current: UnsafeMutablePointer<Value> {
    if let key, let memory = pthread_getspecific(key) { return memory.assumingMemoryBound(to: Value.self) }
    return make()
  }

  /// Allocates this thread's value. Not inlined, since each thread calls it only once. The value is not kept if the
  /// system has no free thread-local key.
  @inline(never)
  private func make() -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: initial)
    if let key { pthread_setspecific(key, memory) }
    return memory
  }
}
