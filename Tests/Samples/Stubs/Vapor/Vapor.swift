/// The signatures of Vapor that the recipe uses.
public protocol StorageKey {
  associatedtype Value: Sendable
}

public struct Storage: Sendable {
  public subscript<Key: StorageKey>(_ key: Key.Type) -> Key.Value? {
    get { nil }
    set {}
  }
}

public protocol LifecycleHandler: Sendable {
  func didBootAsync(_ application: Application) async throws
  func shutdownAsync(_ application: Application) async
}

public final class Application: @unchecked Sendable {
  public var storage = Storage()
  public var lifecycle = Lifecycle()

  public struct Lifecycle {
    public mutating func use(_ handler: any LifecycleHandler) {}
  }

  public func get(_ path: String..., use closure: @escaping @Sendable (Request) async throws -> String) {}
}

public final class Request: Sendable {
  public let application: Application
  public let id: String

  init(application: Application) {
    self.application = application
    id = ""
  }
}
