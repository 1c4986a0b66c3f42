import ConfigDI
import Testing

/// Run in a folder that has the manifest, by `Scripts/drive/first-hour`; here it is compiled.
@Suite(.disabled("config/app.yaml is the reader's")) struct CheckingInCI {
  @Test func theManifestIsSound() throws {
    try Checker(registry: FactoryRegistry(HelloAssembly())).validate("config/app.yaml", failingOn: .warning)
  }

  @Test func theCatalogIsCurrent() throws {
    try FactoryRegistry(HelloAssembly()).checkCatalog(at: "../../config/configdi.catalog.json")
  }
}
