import ConfigDI

protocol Gateway: Sendable {
  func pay(_ amount: Int) -> String
}

protocol Meter: Sendable {
  func measure(_ text: String) -> String
}

struct PlainMeter: Meter {
  func measure(_ text: String) -> String { "[\(text)]" }
}

struct CardGateway: Gateway {
  func pay(_ amount: Int) -> String { "card \(amount)" }
}

struct MeteredGateway: Gateway {
  let inner: any Gateway
  let meter: any Meter

  func pay(_ amount: Int) -> String { meter.measure(inner.pay(amount)) }
}

struct RetryingGateway: Gateway {
  struct Settings: ServiceSettings {
    var attempts: Int
  }

  let settings: Settings
  let wrapped: any Gateway

  init(settings: Settings, wrapping wrapped: any Gateway) {
    self.settings = settings
    self.wrapped = wrapped
  }

  func pay(_ amount: Int) -> String { "\(wrapped.pay(amount)) x\(settings.attempts)" }
}

protocol Shop: Sendable {
  func sell() -> String
}

struct CornerShop: Shop {
  let gateway: any Gateway

  func sell() -> String { gateway.pay(3) }
}

enum DecoratedProgram {
  static func run(_ container: Container) async throws -> String {
    try container.resolve((any Shop).self).sell()
  }
}
