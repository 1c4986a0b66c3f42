// Written by `configdi-check wiring` from app.yaml, stage `production`. You can edit it: no tool reads it back.
// swift-format-ignore-file
import ConfigDIRuntime
import class Foundation.NSRecursiveLock

/// The values that the services' settings need.
struct ProductionParameters: Sendable {
  /// `ledger.url`, from the variable `LEDGER_URL`. Secret.
  var ledgerUrl: String
  /// `ledger.connections`, from the variable `LEDGER_CONNECTIONS`.
  var ledgerConnections: Int = 10
}

/// The factories. Set each one to the initializer or closure that is registered under its name.
struct ProductionFactories: Sendable {
  /// Factory `bank`, registered in DocumentationTests/Bank.swift.
  var bank: @Sendable (_ ledger: any Ledger) throws -> Bank
  /// Factory `sqlLedger`, registered in DocumentationTests/Bank.swift.
  var sqlLedger: @Sendable (_ settings: LedgerSettings) throws -> any Ledger
  /// Factory `teller`, registered in DocumentationTests/Bank.swift.
  var teller: @Sendable (_ ledger: any Ledger) throws -> Teller
}

/// The services. Each shared service is made on first use and kept.
final class ProductionWiring: @unchecked Sendable {
  let parameters: ProductionParameters
  let factories: ProductionFactories
  let lock = NSRecursiveLock()
  private let kept = Kept()
  private var ledgerMade: (any Ledger)?
  private var bankMade: Bank?

  init(parameters: ProductionParameters, factories: ProductionFactories) {
    self.parameters = parameters
    self.factories = factories
  }

  /// Does nothing: no service is eager or made asynchronously.
  func start() async throws {}

  /// The services that the program itself resolves.
  struct Roots {
    let bank: Bank
  }

  func roots() throws -> Roots {
    try Roots(bank: bank())
  }

  /// `Ledger`: sqlLedger, once.
  func ledger() throws -> any Ledger {
    try lock.withLock {
      if let made = ledgerMade { return made }
      let made: any Ledger = try kept.add(factories.sqlLedger(LedgerSettings(url: Secret(parameters.ledgerUrl), connections: parameters.ledgerConnections)))
      ledgerMade = made
      return made
    }
  }

  /// `Bank`: bank, once.
  func bank() throws -> Bank {
    try lock.withLock {
      if let made = bankMade { return made }
      let made: Bank = try kept.add(factories.bank(ledger()))
      bankMade = made
      return made
    }
  }

  /// Closes the instances made here, in reverse order of creation. Close open scopes first.
  func close() async throws {
    try await kept.close()
    ledgerMade = nil
    bankMade = nil
  }
}

/// The services of an open scope `visit`.
final class ProductionVisitScope: @unchecked Sendable {
  let parent: ProductionWiring
  var factories: ProductionFactories { parent.factories }
  let lock: NSRecursiveLock
  private let kept = Kept()
  private var tellerMade: Teller?

  init(in parent: ProductionWiring) {
    self.parent = parent
    lock = parent.lock
  }

  /// The services that the program itself resolves.
  struct Roots {
    let teller: Teller
  }

  func roots() throws -> Roots {
    try Roots(teller: teller())
  }

  /// `Teller`: teller, once per scope.
  func teller() throws -> Teller {
    try lock.withLock {
      if let made = tellerMade { return made }
      let made: Teller = try kept.add(factories.teller(parent.ledger()))
      tellerMade = made
      return made
    }
  }

  /// Closes the instances made here, in reverse order of creation. Close open scopes first.
  func close() async throws {
    try await kept.close()
    tellerMade = nil
  }
}

/// The instances to close, in order of creation.
private final class Kept {
  private var instances: [Any] = []

  func add<Instance>(_ instance: Instance) -> Instance {
    instances.append(instance)
    return instance
  }

  /// Closes each object once, in reverse order of creation. If one fails to close, the others are still closed.
  func close() async throws {
    var closed: Set<ObjectIdentifier> = []
    var failure: (any Error)?
    let made = instances.reversed()
    instances = []
    for instance in made {
      if type(of: instance) is AnyClass, !closed.insert(ObjectIdentifier(instance as AnyObject)).inserted { continue }
      do {
        try await Self.close(instance)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private static func close(_ instance: Any) async throws {
    if let instance = instance as? any AsyncCloseable {
      return try await instance.close()
    }
    if let instance = instance as? any Closeable { try instance.close() }
  }
}
