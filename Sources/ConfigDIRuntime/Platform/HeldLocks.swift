#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether this thread holds a lock, known in debug builds alone: there, a lock that is taken while another is held, and
/// a lock that is held during a program's code, stop the tests.
enum HeldLocks {
  #if DEBUG
    private static let key = {
      var key = pthread_key_t()
      precondition(pthread_key_create(&key, nil) == 0, "no thread-local storage is left")
      return key
    }()

    private static var holdsOne: Bool {
      get { pthread_getspecific(key) != nil }
      set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
    }
  #endif

  @inline(__always) static func take() {
    #if DEBUG
      precondition(!holdsOne, "a lock is taken while another is held")
      holdsOne = true
    #endif
  }

  @inline(__always) static func leave() {
    #if DEBUG
      holdsOne = false
    #endif
  }

  /// Called before a program's own code: factories, settings, `close()`.
  @inline(__always) static func expectNone() {
    #if DEBUG
      precondition(!holdsOne, "a lock is held while a program's code runs")
    #endif
  }
}
