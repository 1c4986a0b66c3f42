import ConfigDI
import Testing

@testable import configdi_check

@Suite struct NewPackageTests {
  @Test("the package's manifest, catalog and Swift sources pass the check", arguments: [false, true])
  func passes(isServer: Bool) throws {
    let files = NewPackage(name: "Hail", dependency: #"path: "..""#, isServer: isServer).files
    #expect(Set(files.map(\.name)).count == files.count)
    for file in files {
      #expect(!file.name.contains("NewApp") && !file.text.contains("NewApp") && !file.text.contains("ADDRESS"))
    }
    let project = files.filter { $0.name.hasPrefix("config/") || $0.name.hasPrefix("Sources/") }
      .map { (name: $0.name.replacing("config/", with: ""), text: $0.text) }
    #expect(project.contains { $0.name == "configdi.catalog.json" })
    #expect(RulePage.Example(project).findings.isEmpty)

    let misspelt = project.map { (name: $0.name, text: $0.text.replacing("Welcome:", with: "Welcom:")) }
    #expect(RulePage.Example(misspelt).findings.contains { $0.code == "DI211" })
  }

  @Test("a server depends on Hummingbird and on the trait that starts the container with it")
  func server() throws {
    let package = NewPackage(name: "Hail", dependency: #"path: "..""#, isServer: true)
    let manifest = try #require(package.files.first { $0.name == "Package.swift" }?.text)
    #expect(manifest.contains(#".package(path: "..", traits: ["ServiceLifecycle"]),"#))
    #expect(manifest.contains(#".product(name: "Hummingbird", package: "hummingbird"),"#))
  }
}
