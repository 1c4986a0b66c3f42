/// A dependency that is made once, on first use.
///
/// ```swift
/// let mailer: Lazy<any Mailer>
/// func report() throws { try mailer().send("report") }
/// ```
///
/// A `Lazy` breaks a cycle between two services, and avoids making a service that may never be needed.
///
/// - Warning: A `Lazy` belongs to the container that made it. Code that keeps a `Lazy` longer, such as the facade of an
///   SDK, must keep the container too: a call after the container has ended throws ``ContainerClosed``.
public struct Lazy<Service> {
  /// Returns the same instance each time it is called.
  let source: @Sendable () throws -> Service

  /// The service, made on first use.
  ///
  /// - Throws: The error that the service's factory threw. The next call tries again.
  public func callAsFunction() throws -> Service {
    try source()
  }
}

extension Lazy: Sendable where Service: Sendable {}

extension Lazy where Service: Sendable {
  /// Creates a lazy dependency without a container, for tests. The dependency calls `make` on first use and keeps the
  /// result.
  public init(_ make: @escaping @Sendable () throws -> Service) {
    let kept = Memo<Service>()
    self.init(source: { try kept.answer(make) })
  }
}

/// A dependency on a main-actor service that is made once, when it is first used on the main actor.
///
/// Any code may hold a `MainLazy`, but only the main actor may call it.
public struct MainLazy<Service>: Sendable {
  /// Returns the same instance each time it is called.
  let source: @MainActor @Sendable () throws -> Service
}

extension MainLazy {
  /// Creates a lazy dependency without a container, for tests. The dependency calls `make` on first use and keeps the
  /// result.
  public init(_ make: @escaping @MainActor @Sendable () throws -> Service) {
    // Unchecked: used only on the main actor.
    nonisolated(unsafe) var kept: Service?
    self.init(source: {
      if let kept { return kept }
      let made = try make()
      // The call may have led back here.
      let first = kept ?? made
      kept = first
      return first
    })
  }

  /// The service, made on first use.
  ///
  /// - Throws: The error that the service's factory threw. The next call tries again.
  @MainActor
  public func callAsFunction() throws -> Service {
    try source()
  }
}
