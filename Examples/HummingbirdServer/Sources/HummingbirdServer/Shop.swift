import ConfigDI
import ConfigDIObservability
import Logging
import ServiceLifecycle
import Synchronization

struct Caller: Sendable {
  let id: String
}

protocol Orders: Sendable {
  func list() -> String
  func line(_ number: Int) -> String
}

struct PooledOrders: Orders {
  let pool: Pool
  let caller: Caller
  let settings: Settings

  struct Settings: ServiceSettings {
    var greeting: String
  }

  func list() -> String { "\(settings.greeting), \(pool.size) connections\n" }
  func line(_ number: Int) -> String { "\(settings.greeting) \(number), open \(!pool.isClosed)\n" }
}

final class Pool: Sendable, AsyncCloseable {
  let size: Int
  private let closed = Atomic(false)

  struct Settings: ServiceSettings {
    var size: Int
    var connect: Duration
  }

  /// Simulates connecting, which takes as long as `connect`, even if the program is told to stop in the meantime.
  init(_ settings: Settings) async throws {
    size = settings.size
    say("opening a pool")
    try? await Task.sleep(for: settings.connect)
    say("opened a pool")
  }

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  func close() async throws {
    closed.store(true, ordering: .releasing)
    try await Task.sleep(for: .milliseconds(1))
    say("closed a pool")
  }
}

/// Background work that uses the pool of one generation.
struct Sweeper: Service {
  let pool: Pool
  let logger: Logger

  func run() async throws {
    say("sweeping as \(logger.label)")
    try await gracefulShutdown()
    say(pool.isClosed ? "swept a closed pool" : "swept")
  }
}

struct ShopAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerAsync("pool", as: Pool.self, Pool.init)
    registry.register("sweeper", as: (any Service).self) { (pool: Pool, site: InjectionSite) in
      Sweeper(pool: pool, logger: site.logger)
    }
    registry.register("orders", as: (any Orders).self, PooledOrders.init)
  }
}
