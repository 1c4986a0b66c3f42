/// A service that must release something when its container or scope ends.
///
/// The container closes the instances that it made and keeps, each once, in the reverse order of making. An instance
/// whose scope is `transient`, `graph` or `weak` belongs to the code that asked for it. An object that several services
/// give is closed once, with the last of them; an object that the program handed in is not closed.
///
/// A decorator does not pass the call on: the service that it wraps is closed too, after the decorator. If a decorator
/// throws, what it was to wrap is closed at once, so a decorated service's factory must not give an object that others
/// still use.
///
/// The instances of `registerMainActor` and `registerMainActorInitializer`, and the decorators around them, are closed
/// on the main actor, wherever the container is closed. Their conformance may be the main actor's: `final class Screen:
/// @MainActor Closeable`, or the inferred one of a module with `-default-isolation MainActor`. The container finds such a
/// conformance only on the main actor, so a type that `registerAsync` makes conforms with
/// `nonisolated AsyncCloseable` instead.
public protocol Closeable {
  /// Closes the service. Called once, after everything that was made with this instance was closed.
  func close() throws
}

/// A service whose closing must be awaited.
public protocol AsyncCloseable {
  /// Closes the service. Called once, after everything that was made with this instance was closed.
  func close() async throws
}
