import Foundation
import Testing

@testable import configdi_check

@Suite struct InitCommandTests {
  @Test func whatItWritesIsSound() throws {
    let folder = try Folder()
    let (code, output) = try folder.shell("$CHECK init new/config && $CHECK new/config --fail-on warning --quiet")
    #expect(code == 0, "\(output)")
    #expect(
      output.hasPrefix(
        "wrote new/config/app.yaml\nwrote new/config/AppAssembly.swift\nwrote new/config/WiringTests.swift\n"))
    #expect(try folder.text("new/config/WiringTests.swift").contains(".validate(\"new/config/app.yaml\""))
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try Folder(["WiringTests.swift": "mine"])
    let (code, output) = try folder.shell("$CHECK init")
    #expect(code == 2)
    #expect(output == "error: WiringTests.swift is there already, and nothing was written\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("app.yaml")))
    #expect(try folder.shell("$CHECK init WiringTests.swift/sub").code == 2)
  }

  /// The compiler that builds the tests knows the library under test.
  @Test func itsSwiftCompiles() throws {
    let folder = try Folder()
    let products = Bundle.main.bundleURL.path(percentEncoded: false)
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/CYAML")
      .standardizedFileURL.path(percentEncoded: false)
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    let (code, output) = try folder.shell(
      """
      export PATH='\(path)'
      $CHECK init && printf 'import ConfigDI\\nlet registry = FactoryRegistry(AppAssembly())\\n' >main.swift
      sed -e '/^import Testing/d; /^@testable/d; s/^@Test //' WiringTests.swift >Wiring.swift
      swiftc -typecheck -swift-version 6 -I '\(products)/Modules' -I '\(sources)' main.swift AppAssembly.swift Wiring.swift
      """)
    #expect(code == 0, "\(output)")
  }
}
