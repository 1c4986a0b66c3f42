/// What the recipe uses of Vapor 4, with its behavior: its packages cannot be had here.
public protocol StorageKey {
  associatedtype Value: Sendable
}

public struct Storage: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  public subscript<Key: StorageKey>(_ key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// The asynchronous methods call the others unless they are implemented.
public protocol LifecycleHandler: Sendable {
  func willBoot(_ application: Application) throws
  func didBoot(_ application: Application) throws
  func shutdown(_ application: Application)
  func willBootAsync(_ application: Application) async throws
  func didBootAsync(_ application: Application) async throws
  func shutdownAsync(_ application: Application) async
}

extension LifecycleHandler {
  public func willBoot(_ application: Application) throws {}
  public func didBoot(_ application: Application) throws {}
  public func shutdown(_ application: Application) {}
  public func willBootAsync(_ application: Application) async throws { try willBoot(application) }
  public func didBootAsync(_ application: Application) async throws { try didBoot(application) }
  public func shutdownAsync(_ application: Application) async { shutdown(application) }
}

public final class Application: @unchecked Sendable {
  public var storage = Storage()
  public var lifecycle = Lifecycle()
  private var routes: [String: @Sendable (Request) async throws -> String] = [:]

  public init() {}

  public struct Lifecycle {
    fileprivate var handlers: [any LifecycleHandler] = []
    public mutating func use(_ handler: any LifecycleHandler) { handlers.append(handler) }
  }

  public func get(_ path: String..., use closure: @escaping @Sendable (Request) async throws -> String) {
    routes[path.joined(separator: "/")] = closure
  }

  public func asyncBoot() async throws {
    for handler in lifecycle.handlers { try await handler.willBootAsync(self) }
    for handler in lifecycle.handlers { try await handler.didBootAsync(self) }
  }

  public func asyncShutdown() async throws {
    for handler in lifecycle.handlers.reversed() { await handler.shutdownAsync(self) }
  }

  /// In place of a socket.
  public func answer(_ path: String, id: String) async throws -> String? {
    try await routes[path]?(Request(application: self, id: id))
  }
}

public final class Request: Sendable {
  public let application: Application
  public let id: String

  init(application: Application, id: String) {
    self.application = application
    self.id = id
  }
}
