/// A service that must release something when its container or scope ends.
///
/// The container closes the instances that it made and keeps, each once, in reverse order of creation. A `transient`,
/// `graph` or `weak` instance belongs to the code that resolved it. An object that several services share is closed
/// once, with the last of these services; an object that the program provided is not closed.
///
/// A decorator must not forward the call to `close()`, since the container also closes the service that it wraps, after
/// the decorator. If a decorator throws while it is made, the wrapped instance is closed at once, so the factory of a
/// decorated service must not return an object that is still in use elsewhere.
///
/// Instances made by factories that were registered with `registerMainActor` or `registerMainActorInitializer`, and
/// their decorators, are closed on the main actor, even if the container is closed elsewhere. Their conformance may be
/// isolated to the main actor: `final class Screen: @MainActor Closeable`, or inferred in a module with
/// `-default-isolation MainActor`. The container finds such a conformance only on the main actor, so a type registered
/// with `registerAsync` conforms with `nonisolated AsyncCloseable` instead.
public protocol Closeable {
  /// Closes the service. Called once, after all instances that were made with this one have been closed.
  func close() throws
}

/// A service whose closing is asynchronous.
public protocol AsyncCloseable {
  /// Closes the service. Called once, after all instances that were made with this one have been closed.
  func close() async throws

  /// Closes the service, given how its scope ended, so that for example a transaction commits or rolls back. The
  /// container calls this function, whose default implementation calls ``close()``.
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
  /// The body threw, or making a service that the scope makes when it opens failed.
  case threw(any Error)
  /// The body or the opening was cancelled, or the container around the scope ended before the scope.
  case cancelled

  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .threw(error)
  }
}
