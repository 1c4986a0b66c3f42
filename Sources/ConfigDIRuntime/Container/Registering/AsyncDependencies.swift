/// A dependency that is made once, on first use, and may be made asynchronously.
///
/// ```swift
/// let index: AsyncLazy<any SearchIndex>
/// func find(_ words: String) async throws -> [Page] { try await index().find(words) }
/// ```
///
/// - Warning: An `AsyncLazy` belongs to the container that made it: see ``Lazy``.
public struct AsyncLazy<Service: Sendable>: Sendable {
  /// Returns the same instance each time it is called.
  let source: @Sendable () async throws -> Service
}

extension AsyncLazy {
  /// Creates a lazy dependency without a container, for tests. The dependency calls `make` on first use and keeps the
  /// result.
  public init(_ make: @escaping @Sendable () async throws -> Service) {
    // `nil` before the first call and after a failure.
    let kept = Lock<Task<Service, any Error>?>(nil)
    self.init(source: {
      let making = kept.withLock { kept in
        let making = kept ?? Task { try await make() }
        kept = making
        return making
      }
      do { return try await making.value } catch {
        kept.withLock { if $0 == making { $0 = nil } }
        throw error
      }
    })
  }

  /// The service, made on first use. Concurrent callers wait for the same creation.
  ///
  /// - Throws: The error that the service's factory threw. The next call tries again.
  public func callAsFunction() async throws -> Service {
    try await source()
  }
}

/// A dependency that is resolved each time it is called, and may be made asynchronously.
///
/// Each call returns the result of `resolveAsync`: a new instance of a transient service, or the one instance of a
/// singleton.
public struct AsyncProvider<Service: Sendable>: Sendable {
  private let source: @Sendable () async throws -> Service

  /// Creates a provider without a container, for tests. The provider calls `make` each time.
  public init(_ make: @escaping @Sendable () async throws -> Service) {
    source = make
  }

  /// The service, as the container resolves it now.
  ///
  /// - Throws: The error that the service's factory threw.
  public func callAsFunction() async throws -> Service {
    try await source()
  }
}

/// A dependency that is resolved in an open scope and may be made asynchronously. The caller passes the scope with each
/// call.
public struct AsyncScopedProvider<Service: Sendable>: Sendable {
  /// Makes the service in the open scope passed to it.
  let source: @Sendable (any AnyObject & Sendable) async throws -> Service

  /// The service in an open scope of the provider's container, made now if the scope does not have it yet.
  public func callAsFunction(in scope: Container) async throws -> Service {
    try await source(scope)
  }
}
