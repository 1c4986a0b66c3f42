/// The value that a caller passes to a factory, in addition to the factory's dependencies.
///
/// ```swift
/// registry.register("page", as: Page.self) { (repository: any Repository, id: Argument<Page.ID>) in
///   Page(repository, id: id.value)
/// }
/// ```
///
/// A factory takes at most one argument; use a struct for several values. A decorator of the service may also take this
/// argument. The service is `transient`, and is requested through a ``Maker`` or with
/// ``Container/make(_:named:with:)``.
public struct Argument<Value> {
  /// The value that the caller passed.
  public let value: Value

  /// Wraps a value, to call a factory or an initializer without a container.
  public init(_ value: Value) {
    self.value = value
  }
}

extension Argument: Sendable where Value: Sendable {}

/// A dependency on a service that takes an argument. Each call makes a new instance.
///
/// ```swift
/// struct Reader {
///   let pages: Maker<Page.ID, Page>
///   func open(_ id: Page.ID) throws -> Page { try pages(id) }
/// }
/// ```
public struct Maker<Value, Service>: Sendable {
  @usableFromInline let source: @Sendable (Value) throws -> Service

  /// Creates a maker without a container, for tests. The maker calls `make` each time.
  public init(_ make: @escaping @Sendable (Value) throws -> Service) {
    source = make
  }

  /// A new instance of the service, made with this argument and the dependencies that the container resolves now.
  ///
  /// - Throws: The error that the service's factory threw.
  @inlinable
  public func callAsFunction(_ value: Value) throws -> Service {
    try source(value)
  }
}

/// A dependency on a service that takes an argument and is made asynchronously. Each call makes a new instance.
public struct AsyncMaker<Value: Sendable, Service: Sendable>: Sendable {
  @usableFromInline let source: @Sendable (Value) async throws -> Service

  /// Creates a maker without a container, for tests. The maker calls `make` each time.
  public init(_ make: @escaping @Sendable (Value) async throws -> Service) {
    source = make
  }

  /// A new instance of the service, made with this argument and the dependencies that the container resolves now.
  ///
  /// - Throws: The error that the service's factory threw.
  @inlinable
  public nonisolated(nonsending) func callAsFunction(_ value: Value) async throws -> Service {
    try await source(value)
  }
}

/// A dependency on a main-actor service that takes an argument. Each call makes a new instance on the main actor.
///
/// Any code may hold a `MainMaker`, but only the main actor may call it.
public struct MainMaker<Value, Service>: Sendable {
  private let source: @MainActor @Sendable (Value) throws -> Service

  /// Creates a maker without a container, for tests. The maker calls `make` each time.
  public init(_ make: @escaping @MainActor @Sendable (Value) throws -> Service) {
    source = make
  }

  /// A new instance of the service, made with this argument and the dependencies that the container resolves now.
  ///
  /// - Throws: The error that the service's factory threw.
  @MainActor
  public func callAsFunction(_ value: Value) throws -> Service {
    try source(value)
  }
}

/// `Argument<Value>` without its generic parameter.
protocol ArgumentWrapper {
  static var argument: any Any.Type { get }
  static func slot(in level: Level) -> AnySlot
  /// The value inside the `Argument` at an address.
  static func value(at place: UnsafeRawPointer) -> Any
}
