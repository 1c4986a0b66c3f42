#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
