#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The locks that this thread holds, counted in debug builds alone: there, a lock that is taken while the last one of
/// the order is held, and a lock that is held during a program's code, stop the tests.
enum HeldLocks {
  #if DEBUG
    /// Twice the number of locks, and one more while the last of the order is among them.
    private static let key = {
      var key = pthread_key_t()
      precondition(pthread_key_create(&key, nil) == 0, "no thread-local storage is left")
      return key
    }()

    private static var state: Int {
      get { Int(bitPattern: pthread_getspecific(key)) }
      set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }
  #endif

  @inline(__always) static func take(isLast: Bool) {
    #if DEBUG
      precondition(state & 1 == 0, "a lock is taken while the last in the order of locks is held")
      state += isLast ? 3 : 2
    #endif
  }

  @inline(__always) static func leave(isLast: Bool) {
    #if DEBUG
      state -= isLast ? 3 : 2
    #endif
  }

  /// Called before a program's own code: factories, `close()`.
  @inline(__always) static func expectNone() {
    #if DEBUG
      precondition(state == 0, "a lock is held while a program's code runs")
    #endif
  }
}
