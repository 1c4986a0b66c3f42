/// A service that releases resources when its container or scope ends.
///
/// The container closes the instances that it made and keeps, each exactly once, in reverse order of creation. It does
/// not close a `transient`, `graph` or `weak` instance, which belongs to the code that resolved it. An object that
/// several services share is closed once, when the last of these services is closed. An object that the program
/// provided is not closed.
///
/// A decorator must not forward `close()` to the wrapped service: the container closes that service itself, after the
/// decorator. If a decorator throws while it is made, the wrapped instance is closed at once, so the factory of a
/// decorated service must not return an object that is still in use elsewhere.
///
/// Instances made by factories that were registered with `registerMainActor` or `registerMainActorInitializer`, and
/// their decorators, are closed on the main actor, even if the container is closed elsewhere. Their conformance may be
/// isolated to the main actor: `final class Screen: @MainActor Closeable`, or inferred in a module with
/// `-default-isolation MainActor`. The container finds such a conformance only on the main actor, so a type registered
/// with `registerAsync` must conform with `nonisolated AsyncCloseable` instead.
public protocol Closeable {
  /// Closes the service. Called once, after the instances that were made using this one have been closed.
  func close() throws
}

/// A service that is closed asynchronously.
public protocol AsyncCloseable {
  /// Closes the service. Called once, after the instances that were made using this one have been closed.
  func close() async throws

  /// Closes the service, and receives how its scope ended, for example to commit or roll back a transaction. The
  /// container calls this function; the default implementation calls ``close()``.
  func close(after outcome: ScopeOutcome) async throws
}

extension AsyncCloseable {
  /// Calls ``close()``.
  public func close(after outcome: ScopeOutcome) async throws { try await close() }
}

/// How the work in a scope, or in the container, ended.
public enum ScopeOutcome: Sendable {
  /// The body of `withScope` returned, or the program called `close()` or `shutdown()`.
  case returned
  /// The body threw, or a service that is made when the scope opens could not be made.
  case threw(any Error)
  /// The body or the opening of the scope was cancelled, or the enclosing container ended first.
  case cancelled

  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .threw(error)
  }
}
