public import ServiceLifecycle

/// The signatures of Hummingbird that the recipe uses.
public struct Request: Sendable {
  public let uri: String
}

public struct BasicRequestContext: Sendable {
  public let id: String
}

public final class Router<Context: Sendable>: @unchecked Sendable {
  public init(context: Context.Type = BasicRequestContext.self) {}

  @discardableResult
  public func get(_ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> String) -> Self {
    self
  }
}

public struct Application {
  public init(router: Router<BasicRequestContext>) {}
  public mutating func addServices(_ services: any Service...) {}
  public func runService() async throws {}
}
