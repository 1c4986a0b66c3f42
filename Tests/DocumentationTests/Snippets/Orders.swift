import ConfigDI

protocol Database: Sendable {}
protocol OrderRepository: Sendable {}
protocol PaymentGateway: Sendable {}
protocol APIClient: Sendable { func refresh() }

struct SQLOrders: OrderRepository {
  let db: any Database
  let reader: any Database
}

struct RetryingGateway: PaymentGateway {
  let inner: any PaymentGateway
}

final class TokenStore: Sendable {
  private let client: Lazy<any APIClient>
  init(client: Lazy<any APIClient>) { self.client = client }
  func refresh() throws { try client().refresh() }
}

enum Wiring {
  static func registry() -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("sqlOrders", as: (any OrderRepository).self, labels: ["db", "reader"], SQLOrders.init)
    registry.registerDecorator("retrying", of: (any PaymentGateway).self, RetryingGateway.init)
    registry.register("eventQueue", as: EventQueue.self, EventQueue.init)
    return registry
  }
}

struct EventQueue: Sendable {
  let client: any APIClient
}

struct OAuthSettings: ServiceSettings {
  var clientID: String
  var timeout: Duration
  var password: Secret<String>
  static let defaults: SettingDefaults = ["timeout": "30s"]
}
