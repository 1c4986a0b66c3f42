import ConfigDI

protocol CardReader: Sendable {
  func read() -> String
}

struct ChipReader: CardReader {
  func read() -> String { "chip" }
}

struct Acquirer: Sendable {
  struct Account: ServiceSettings {
    var host: String
    var currency: String
  }

  let account: Account
  func charge(_ card: String, _ amount: Int) -> String { "\(amount) \(account.currency) of \(card) at \(account.host)" }
}

/// Prints what was charged where; it asks the acquirer only when it prints.
final class ReceiptPrinter: Sendable {
  private let acquirer: Lazy<Acquirer>
  init(acquirer: Lazy<Acquirer>) { self.acquirer = acquirer }
  func header() throws -> String { "charged by \(try acquirer().account.host)" }
}

struct Payment: Sendable {
  let reader: any CardReader
  let acquirer: Acquirer
  func take(_ amount: Int) -> String { acquirer.charge(reader.read(), amount) }
}

/// The SDK's module.
struct PaySDK: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("reader", as: (any CardReader).self) { ChipReader() }
    registry.register("acquirer", as: Acquirer.self) { (account: Acquirer.Account) in Acquirer(account: account) }
    registry.register("printer", as: ReceiptPrinter.self, ReceiptPrinter.init)
    registry.register("payment", as: Payment.self, Payment.init)
  }
}

/// What the SDK's clients hold.
final class Terminal: Sendable {
  private let container: Container
  let printer: ReceiptPrinter

  /// Collects what a client brings, until the terminal is built.
  struct Builder {
    var registry = FactoryRegistry(PaySDK())
    var manifest: ManifestLocation
    var options = ManifestOptions()

    mutating func replaceReader(_ make: @escaping @Sendable () -> any CardReader) {
      registry.register("reader", as: (any CardReader).self, replace: true, make)
    }

    func build() throws -> Terminal {
      try Terminal(Container(manifest: manifest, registry: registry, options: options))
    }
  }

  private init(_ container: Container) throws {
    self.container = container
    printer = try container.resolve(ReceiptPrinter.self)
  }

  func pay(_ amount: Int) throws -> String { try container.resolve(Payment.self).take(amount) }
  func shutDown() async throws { try await container.shutdown() }
}
