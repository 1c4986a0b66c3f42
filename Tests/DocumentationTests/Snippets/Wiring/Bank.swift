import ConfigDI
import ConfigDIRuntime
import Foundation
import Testing

@testable import configdi_check

protocol Ledger: Sendable { func balance() -> Int }

struct LedgerSettings: ServiceSettings {
  var url: Secret<String>
  var connections: Int
}

final class SQLLedger: Ledger, Closeable, Sendable {
  private let settings: LedgerSettings
  init(_ settings: LedgerSettings) { self.settings = settings }
  func balance() -> Int { settings.connections }
  func close() {}
}

struct Bank: Sendable {
  let ledger: any Ledger
  func open() -> Int { ledger.balance() }
}

struct Teller: Sendable {
  let ledger: any Ledger
}

/// The program of the page on wiring by hand.
private func open(_ url: String) async throws -> Int {
  let wiring = ProductionWiring(
    parameters: ProductionParameters(ledgerUrl: url),
    factories: ProductionFactories(bank: Bank.init, sqlLedger: SQLLedger.init, teller: Teller.init))
  try await wiring.start()
  let bank = try wiring.roots().bank
  let visit = ProductionVisitScope(in: wiring)
  let teller = try visit.roots().teller
  try await visit.close()
  try await wiring.close()
  return bank.open() + teller.ledger.balance()
}

@Suite struct HandWiringTests {
  @Test("the page's wiring runs") func runs() async throws {
    #expect(try await open("postgres://ledger") == 20)
  }

  @Test("the page's wiring is what the command writes") func isCurrent() {
    let folder = Page.repository.appending(path: "Tests/DocumentationTests/Snippets/Wiring").path
    let console = configdi_check.Console(
      write: { print($0) }, tell: { print($0) }, readInput: { _ throws(FileProblem) in [] }, files: DiskFiles(),
      environment: [:], workingDirectory: folder, isOutputTerminal: false, isErrorTerminal: false, width: 80)
    let arguments = ["wiring", "\(folder)/config/app.yaml", "--output", "\(folder)/ProductionWiring.swift", "--check"]
    #expect(runProgram(arguments, console: console) == .success)
  }
}
