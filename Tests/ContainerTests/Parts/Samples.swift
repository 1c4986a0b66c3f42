@testable import ConfigDI
@testable import ConfigDIRuntime

protocol Clock: AnyObject, Sendable { var name: String { get } }
protocol Store: AnyObject, Sendable { var clock: any Clock { get } }
protocol Page: Sendable { var store: any Store { get } }

/// How many instances of a test are alive, and how many were made.
final class Census: Sendable {
  private let counts = Lock((made: 0, alive: 0))
  var made: Int { counts.withLock { $0.made } }
  var alive: Int { counts.withLock { $0.alive } }

  func born() { counts.withLock { $0 = ($0.made + 1, $0.alive + 1) } }
  func died() { counts.withLock { $0.alive -= 1 } }
}

final class SystemClock: Clock {
  let name: String
  let census: Census?

  init(_ name: String = "system", _ census: Census? = nil) {
    self.name = name
    self.census = census
    census?.born()
  }

  deinit { census?.died() }
}

final class MemoryStore: Store {
  let clock: any Clock
  let census: Census?

  init(_ clock: any Clock, _ census: Census? = nil) {
    self.clock = clock
    self.census = census
    census?.born()
  }

  deinit { census?.died() }
}

struct ListPage: Page {
  let store: any Store
}

struct Refusal: Error, Equatable { var text = "no" }
