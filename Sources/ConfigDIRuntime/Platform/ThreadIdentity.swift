#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The identity of a thread: two values are equal if they were taken on one thread.
struct ThreadIdentity: Hashable, Sendable {
  private let value: UInt

  static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(value: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(value: UInt(pthread_self()))
    #endif
  }
}
