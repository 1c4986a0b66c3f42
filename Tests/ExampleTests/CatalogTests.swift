import ConfigDI
import Foundation
import Testing

@testable import Parcels

@Suite struct CatalogTests {
  @Test func theRegistrationsAreSound() {
    #expect(FactoryRegistry(PartsAssembly()).findings.isEmpty)
  }

  @Test func theCommittedCatalogIsTheProgramsOwn() throws {
    let committed = try String(contentsOf: Example.catalog, encoding: .utf8)
    let own = FactoryRegistry(PartsAssembly()).catalog.json
    #expect(committed == own, "run: swift run Parcels catalog > Examples/config/configdi.catalog.json")
  }
}
