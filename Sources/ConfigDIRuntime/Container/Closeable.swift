/// A service that has something to give back when its container or scope ends.
///
/// The container closes what it made and keeps, in reverse order of making, each instance once; an instance whose scope
/// is `transient`, `graph` or `weak` belongs to those who asked for it. A decorator does not pass the call on: what it
/// wraps is closed too, after it.
public protocol Closeable {
  /// Called once, after everything that was made with this instance was closed.
  func close() throws
}

/// A service that must be awaited while it ends.
public protocol AsyncCloseable {
  /// Called once, after everything that was made with this instance was closed.
  func close() async throws
}
