import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct CatalogCheckTests {
  private var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.registerInstance("tick", as: (any Clocked).self, Tick())
    registry.register("orders", as: (any Storage).self, Orders.init)
    return registry
  }

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "configdi-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "configdi.catalog.json")
    try Data(text.utf8).write(to: file)
    try body(file.path)
  }

  @Test("a current file passes") func aCurrentFileIsQuiet() throws {
    try withFile(registry.catalog.json) { try registry.checkCatalog(at: $0) }
  }

  @Test("differences are named") func whatDiffersIsNamed() throws {
    try withFile(registry.catalog.json) { path in
      var registry = registry
      registry.register("orders", as: (any Storage).self, replace: true) {
        (settings: StoreSettings, clock: any Clocked, late: Lazy<any Storage>, _: Base) in
        Orders(settings: settings, clock: clock, late: late)
      }
      let stale = try #require(throws: ManifestError.self) { try registry.checkCatalog(at: path) }
      #expect(
        stale.diagnostics.map(\.message) == ["the catalog is out of date: factory 'orders' differs in 'dependencies'"])
      #expect(stale.diagnostics.allSatisfy { $0.code == "DI701" && $0.help[0].hasPrefix("update it: ") })
    }
  }

  @Test("a different layout is named") func anotherLayoutIsNamed() throws {
    try withFile(registry.catalog.json.replacing("\n", with: "\r\n")) { path in
      let stale = try #require(throws: ManifestError.self) { try registry.checkCatalog(at: path) }
      #expect(
        stale.diagnostics.map(\.message) == [
          "the catalog is out of date: the contents are the same, but the layout differs"
        ])
    }
  }

  @Test("a file that is not a catalog is reported") func aFileThatIsNoCatalogIsNamed() throws {
    try withFile("{ \"configdiCatalog\": 1, \"factorys\": [] }") { path in
      let stale = try #require(throws: ManifestError.self) { try registry.checkCatalog(at: path) }
      #expect(
        stale.diagnostics.map(\.description) == ["\(path):1:25: error: 'factorys' is not a key of a catalog [DI004]"])
    }
    // A relative path begins at this file's folder.
    let stale = try #require(throws: ManifestError.self) { try registry.checkCatalog(at: "absent.json") }
    #expect(stale.diagnostics.map(\.message) == ["there is no file 'absent.json'"])
    let folder = try #require(throws: ManifestError.self) { try registry.checkCatalog(at: "../Registering") }
    #expect(folder.diagnostics.map(\.message) == ["'../Registering' is a folder, not a regular file"])
  }

  @Test("registrations with mistakes make no catalog") func registrationsWithMistakesAreNoCatalog() throws {
    try withFile(registry.catalog.json) { path in
      var registry = registry
      registry.registerInstance("tick", as: (any Clocked).self, Tick(), line: 9)
      let stale = try #require(throws: ManifestError.self) { try registry.checkCatalog(at: path) }
      #expect(
        stale.diagnostics.map(\.description) == [
          "ConfigDITests/CatalogCheckTests.swift:9:1: error: factory 'tick' is registered twice [DI411]"
        ])
    }
  }

  @Test("a program prints its catalog on request") func aProgramPrintsItsCatalogWhenAsked() async throws {
    let printed = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      setenv("CONFIGDI_PRINT_CATALOG", "1", 1)
      var registry = FactoryRegistry()
      registry.registerInstance("tick", as: (any Clocked).self, Tick())
      registry.printCatalogIfAsked()
      exit(3)
    }
    var registry = FactoryRegistry()
    registry.registerInstance("tick", as: (any Clocked).self, Tick())
    let output = String(decoding: printed?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix(registry.catalog.json))
  }

  @Test("a program with mistakes prints the mistakes instead") func aProgramWithMistakesPrintsThemInstead() async throws
  {
    let printed = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      setenv("CONFIGDI_PRINT_CATALOG", "1", 1)
      var registry = FactoryRegistry()
      registry.registerInstance("tick", as: Tick.self, Tick())
      registry.registerInstance("tick", as: Tick.self, Tick())
      registry.printCatalogIfAsked()
      exit(3)
    }
    let errors = String(decoding: printed?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("factory 'tick' is registered twice [DI411]"))
  }

  @Test("without the request the program continues") func aProgramThatIsNotAskedGoesOn() async {
    await #expect(processExitsWith: .exitCode(3)) {
      unsetenv("CONFIGDI_PRINT_CATALOG")
      FactoryRegistry().printCatalogIfAsked()
      exit(3)
    }
  }
}
