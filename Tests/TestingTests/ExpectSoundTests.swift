import ConfigDI
import ConfigDITesting
import Foundation
import Testing

@Suite struct ExpectSoundTests {
  private let registry = FactoryRegistry(ShopAssembly())

  @Test("a sound manifest records no issue") func whatIsSoundIsNoIssue() {
    expectSound("shop.yaml", ShopAssembly.manifest, registry: registry)
    expectSound("Tests/TestingTests/shop.yaml")
  }

  @Test("an unsound manifest records an issue at the caller's line") func whatIsNotIsAnIssueAtTheCallersLine() {
    let wrong = ManifestLocation.yaml("configdi: 1\nservices: { Clock: sistem }")
    let line = #line + 2
    withKnownIssue {
      expectSound(ShopAssembly.manifest, wrong, registry: registry)
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
        && (issue.error as? ManifestError)?.description.contains("did you mean 'system'?") == true
    }
  }

  @Test("warnings count on request") func warningsCountWhereThatIsAskedFor() {
    let unused = ManifestLocation.yaml("configdi: 1\nparameters: { a: 1 }")
    expectSound(unused)
    withKnownIssue { expectSound(unused, failingOn: .warning) }
  }

  @Test func theCatalogIsComparedWithTheRegistry() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "catalog-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try registry.catalog.json.write(toFile: path, atomically: true, encoding: .utf8)
    expectSound(registry: registry, catalog: path)
    var other = registry
    other.register("third", as: (any Clock).self) { NamedClock(name: "third") }
    withKnownIssue {
      expectSound(registry: other, catalog: path)
    } matching: { issue in
      (issue.error as? ManifestError)?.diagnostics.first?.message.contains("third") == true
    }
  }

  @Test("a missing catalog records an issue that says how to write it") func missingCatalog() {
    withKnownIssue {
      expectSound(registry: registry, catalog: "nowhere/configdi.catalog.json")
    } matching: { issue in
      let help = (issue.error as? ManifestError)?.diagnostics.first?.help ?? []
      return help.first == "write the catalog: swift package configdi-catalog"
    }
  }

  @Test("a missing manifest records an issue") func aManifestThatIsNotThereIsAnIssue() {
    withKnownIssue {
      expectSound("nowhere/app.yaml", registry: registry)
    } matching: { issue in
      (issue.error as? ManifestError)?.diagnostics.map(\.rule.code) == ["DI009"]
    }
  }
}
