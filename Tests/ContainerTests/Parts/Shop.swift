@testable import ConfigDI
@testable import ConfigDIRuntime

/// A program with a session, for the tests of stacks: what a login changes, and what it does not.
enum Shop {
  static let manifest = """
    configdi: 1
    scopes: { request: {} }
    parameters:
      api.delay: { type: duration, env: API_DELAY, default: 5ms }
      api.token: { env: API_TOKEN, secret: true, default: "" }
      greeting: Hello
    collections: { checks: { of: API } }
    services:
      Log: { factory: memoryLog, eager: true }
      Session: guest
      API:
        factory: slowAPI
        settings: { delay: "${api.delay}", token: "${api.token}" }
        collect: checks
        decorators: [counted]
      Cart: { factory: cart, dependencies: { session: Session, api: API } }
      Sheet: { factory: sheet, scope: request }
      Entry: { factory: entry, scope: request }
      Menu: menu
      Greeting: { factory: greeting, settings: { text: "${greeting}" } }
    """

  static let reentered = Lock<ContainerStack?>(nil)

  static var registry: FactoryRegistry { registry(Ledger()) }

  static func registry(_ ledger: Ledger) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("memoryLog", as: (any Log).self) { MemoryLog(ledger) }
    registry.register("refusing", as: (any Log).self) { () throws -> any Log in throw Refusal() }
    registry.registerAsync("reentering", as: (any Log).self) { () async throws -> any Log in
      try await Shop.reentered.withLock { $0 }?.pop()
      return MemoryLog(ledger)
    }
    registry.register("guest", as: (any Session).self) { User(name: "guest", ledger) }
    registry.register("account", as: (any Session).self) { User(name: "account", ledger) }
    registry.register("slowAPI", as: (any API).self) { SlowAPI(settings: $0, ledger) }
    registry.register("fastAPI", as: (any API).self) { FastAPI(settings: $0, ledger) }
    registry.registerDecorator("counted", of: (any API).self) { CountedAPI($0, ledger) }
    registry.register("cart", as: (any Cart).self, labels: ["session", "api", "log"]) {
      Basket(session: $0, api: $1, log: $2, ledger)
    }
    registry.register("sheet", as: Sheet.self, Sheet.init)
    registry.register("desk", as: Desk.self, Desk.init)
    registry.register("entry", as: Entry.self) { Entry() }
    registry.register("menu", as: Menu.self, Menu.init)
    registry.register("greeting", as: Greeting.self, Greeting.init)
    return registry
  }

  static func stack(
    _ ledger: Ledger = Ledger(), options: ManifestOptions = ManifestOptions(environment: [:])
  ) throws -> ContainerStack {
    try ContainerStack(manifest: .yaml(manifest), registry: registry(ledger), options: options)
  }
}

protocol Log: AnyObject, Sendable { var isClosed: Bool { get } }
protocol Session: AnyObject, Sendable {
  var user: String { get }
  var isClosed: Bool { get }
}
protocol API: AnyObject, Sendable {
  var delay: Duration { get }
  var token: String { get }
  var isClosed: Bool { get }
}
protocol Cart: AnyObject, Sendable {
  var session: any Session { get }
  var api: any API { get }
  var isClosed: Bool { get }
}

/// What became of a shop's instances.
final class Ledger: Sendable {
  private let counts = Lock((made: 0, alive: 0, closed: 0, closedTwice: 0))
  var made: Int { counts.withLock { $0.made } }
  var alive: Int { counts.withLock { $0.alive } }
  var closed: Int { counts.withLock { $0.closed } }
  var closedTwice: Int { counts.withLock { $0.closedTwice } }

  fileprivate func born() { counts.withLock { $0 = ($0.made + 1, $0.alive + 1, $0.closed, $0.closedTwice) } }
  fileprivate func died() { counts.withLock { $0.alive -= 1 } }
  fileprivate func closed(again: Bool) {
    counts.withLock { if again { $0.closedTwice += 1 } else { $0.closed += 1 } }
  }
}

class Closable: Closeable, @unchecked Sendable {
  // Unchecked: the one variable is behind a lock.
  private let closings = Lock(0)
  private let ledger: Ledger
  init(_ ledger: Ledger) {
    self.ledger = ledger
    ledger.born()
  }
  deinit { ledger.died() }
  var isClosed: Bool { closings.withLock { $0 > 0 } }
  func close() {
    let count = closings.withLock {
      $0 += 1
      return $0
    }
    ledger.closed(again: count > 1)
  }
}

final class MemoryLog: Closable, Log, @unchecked Sendable {}

final class User: Closable, Session, @unchecked Sendable {
  let user: String
  init(name: String, _ ledger: Ledger = Ledger()) {
    user = name
    super.init(ledger)
  }
}

struct APISettings: ServiceSettings {
  var delay: Duration
  var token: Secret<String>?
}

class RemoteAPI: Closable, API, @unchecked Sendable {
  let delay: Duration
  let token: String
  init(settings: APISettings, _ ledger: Ledger) {
    (delay, token) = (settings.delay, settings.token?.value ?? "")
    super.init(ledger)
  }
}

final class SlowAPI: RemoteAPI, @unchecked Sendable {}
final class FastAPI: RemoteAPI, @unchecked Sendable {}

final class CountedAPI: Closable, API, @unchecked Sendable {
  let inner: any API
  var delay: Duration { inner.delay }
  var token: String { inner.token }
  init(_ inner: any API, _ ledger: Ledger) {
    self.inner = inner
    super.init(ledger)
  }
}

final class Basket: Closable, Cart, @unchecked Sendable {
  let session: any Session
  let api: any API
  let log: any Log
  init(session: any Session, api: any API, log: any Log, _ ledger: Ledger) {
    (self.session, self.api, self.log) = (session, api, log)
    super.init(ledger)
  }
}

final class Sheet: Sendable {
  let session: any Session
  init(session: any Session) { self.session = session }
}

final class Entry: Sendable {}

final class Desk: Sendable {
  let session: any Session
  init(session: any Session) { self.session = session }
}

final class Menu: Sendable {
  let entry: ScopedProvider<Entry>
  init(entry: ScopedProvider<Entry>) { self.entry = entry }
}

final class Greeting: Sendable {
  struct Settings: ServiceSettings { var text: String }
  let text: String
  init(settings: Settings) { text = settings.text }
}

/// One container's instances.
struct Parts: Equatable {
  let log: any Log
  let session: any Session
  let api: any API
  let cart: any Cart

  init(_ container: Container) throws {
    log = try container.resolve((any Log).self)
    session = try container.resolve((any Session).self)
    api = try container.resolve((any API).self)
    cart = try container.resolve((any Cart).self)
  }

  static func == (left: Parts, right: Parts) -> Bool {
    left.log === right.log && left.session === right.session && left.api === right.api && left.cart === right.cart
  }
}
