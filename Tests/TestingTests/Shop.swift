import ConfigDI
import Synchronization

protocol Clock: Sendable {
  var name: String { get }
}

struct NamedClock: Clock {
  let name: String
}

/// Stands above the clock, and counts what becomes of its instances.
final class Till: Closeable, Sendable {
  let clock: any Clock
  private let census: Census

  init(_ clock: any Clock, _ census: Census) {
    self.clock = clock
    self.census = census
    census.made.add(1, ordering: .relaxed)
  }

  func close() { census.closed.add(1, ordering: .relaxed) }
}

final class Census: Sendable {
  let made = Atomic<Int>(0)
  let closed = Atomic<Int>(0)
}

struct ShopAssembly: Assembly {
  var census = Census()

  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("system", as: (any Clock).self) { NamedClock(name: "system") }
    registry.register("stopped", as: (any Clock).self) { NamedClock(name: "stopped") }
    registry.registerAsync("dialled", as: (any Clock).self) {
      await Task.yield()
      return NamedClock(name: "dialled")
    }
    registry.register("till", as: Till.self) { [census] clock in Till(clock, census) }
  }

  static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    defaultStage: production
    stages:
      production: {}
      test: { services: { Clock: stopped } }
      dial: { services: { Clock: dialled } }
    services:
      Clock: system
      Till: till
    """)
}
