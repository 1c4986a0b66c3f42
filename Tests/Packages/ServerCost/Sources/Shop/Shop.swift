import Foundation
public import Hummingbird
import Logging
public import ServiceLifecycle
import Synchronization

public struct Caller: Sendable {
  public let id: String

  public init(id: String) { self.id = id }
}

/// Shared by all requests.
public final class Pool: Sendable {
  public let size: Int

  public init(size: Int) { self.size = size }
}

/// Shared within one request.
public final class Basket: Sendable {
  private let items = Mutex<[String]>([])

  public init() {}

  public func add(_ item: String) -> Int {
    items.withLock {
      $0.append(item)
      return $0.count
    }
  }
}

public protocol Orders: Sendable {
  func list() -> String
}

public struct PooledOrders: Orders {
  let pool: Pool
  let basket: Basket
  let caller: Caller
  let greeting: String

  public init(pool: Pool, basket: Basket, caller: Caller, greeting: String) {
    self.pool = pool
    self.basket = basket
    self.caller = caller
    self.greeting = greeting
  }

  public func list() -> String {
    "\(greeting), \(pool.size) connections, \(basket.add(caller.id)) in the basket\n"
  }
}

/// The same server for each wiring, which has the router alone.
public func shop(
  _ services: [any Service] = [], beforeServerStarts: (@Sendable () async throws -> Void)? = nil,
  orders: @escaping @Sendable (BasicRequestContext) async throws -> String
) async throws {
  let router = Router()
  router.get("orders") { _, context in try await orders(context) }
  // A request's identifier is in its logger's metadata, so the logger has to keep them.
  var logger = Logger(label: "shop")
  logger.logLevel = .critical
  var application = Application(
    router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    services: services,
    onServerRunning: { channel in
      print("listening on \(channel.localAddress?.port ?? 0)")
      fflush(nil)
    },
    logger: logger)
  if let beforeServerStarts { application.beforeServerStarts(perform: beforeServerStarts) }
  try await application.runService()
}
