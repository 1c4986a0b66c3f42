/// A service that must release something when its container or scope ends.
///
/// The container closes the instances that it made and keeps, each once, in reverse order of creation. An instance of
/// the scope `transient`, `graph` or `weak` belongs to the code that resolved it. An object that several services share
/// is closed once, with the last of them; an object that the program provided is not closed.
///
/// A decorator does not forward the call: its inner service is closed too, after the decorator. If a decorator throws,
/// the inner instance is closed at once, so a decorated service's factory must not return an object that is still in
/// use elsewhere.
///
/// Instances of `registerMainActor` and `registerMainActorInitializer`, and their decorators, are closed on the main
/// actor, even if the container is closed elsewhere. Their conformance may be isolated to the main actor: `final class
/// Screen: @MainActor Closeable`, or inferred in a module with `-default-isolation MainActor`. The container finds such
/// a conformance only on the main actor, so a type registered with `registerAsync` conforms with `nonisolated
/// AsyncCloseable` instead.
public protocol Closeable {
  /// Closes the service. Called once, after everything that was made with this instance was closed.
  func close() throws
}

/// A service whose closing is asynchronous.
public protocol AsyncCloseable {
  /// Closes the service. Called once, after everything that was made with this instance was closed.
  func close() async throws

  /// Closes the service, given how its scope ended, so that a transaction commits or rolls back. Calls ``close()`` unless
  /// implemented; the container calls this one.
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
  /// The body threw, or a service that is made when the scope opens failed.
  case threw(any Error)
  /// The body or the opening was cancelled, or the container around the scope ended before the scope.
  case cancelled

  init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .threw(error)
  }
}
