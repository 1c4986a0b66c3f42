import ConfigDI
import Foundation
import Testing

@testable import Parcels

@Suite struct CatalogTests {
  @Test func theRegistrationsAreSound() {
    #expect(FactoryRegistry(PartsAssembly()).findings.isEmpty)
  }

  @Test func theCommittedCatalogIsTheProgramsOwn() throws {
    try FactoryRegistry(PartsAssembly()).checkCatalog(at: Example.catalog.path)
  }

  @Test("the program prints the catalog on request") func theProgramPrintsItWhenAsked() throws {
    let run = try Command("Parcels", environment: ["CONFIGDI_PRINT_CATALOG": "1"])
    #expect(try run.output == String(contentsOf: Example.catalog, encoding: .utf8))
  }
}
