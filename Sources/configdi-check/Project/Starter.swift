import ConfigDI

/// The files that `init` writes: small, valid, and compiled by the tests.
struct Starter {
  /// The manifest's path as the Swift files write it, relative to the package's folder.
  let manifest: String
  /// The module that contains the assembly.
  var module = "App"
  /// The folders to write the files to. Each is empty or ends with a slash.
  var folders: (config: String, sources: String, tests: String) = ("", "", "")
  /// Whether the module also needs a main file.
  var needsMain = false
  /// Whether there already is a manifest. The Swift files, which belong to the starter's own manifest, are left out then.
  var isWired = false

  var files: [(name: String, text: String)] {
    let config = [(folders.config + "app.yaml", Self.manifestText)]
    guard !isWired else { return config }
    return config + [(folders.sources + "AppAssembly.swift", Self.assembly)]
      + (needsMain ? [(folders.sources + "main.swift", main)] : []) + [(folders.tests + "WiringTests.swift", test)]
  }

  private var main: String {
    """
    import ConfigDI

    let registry = FactoryRegistry(AppAssembly())
    registry.printCatalogIfAsked()
    await Container.runProgram(try Container(manifest: \(SwiftWords.literal(manifest)), registry: registry)) { container in
      try container.resolve(Welcome.self).run()
    }

    """
  }

  private var test: String {
    """
    import ConfigDI
    import Testing

    @testable import \(module)

    @Test func theWiringIsSound() throws {
      try Checker(registry: FactoryRegistry(AppAssembly())).validate(\(SwiftWords.literal(manifest)), failingOn: .warning)
    }

    """
  }

  private static let manifestText = """
    # The factory of each service, in each stage. Run `configdi-check` to check it.
    configdi: 1
    defaultStage: development
    stages:
      development: {}
      production:
        services:
          Greeter: { factory: politeGreeter, settings: { salutation: Good day } }
    roots: [Welcome]
    services:
      Greeter: plainGreeter
      Welcome: { factory: welcome, dependencies: [Greeter] }

    """

  private static let assembly = #"""
    import ConfigDI

    protocol Greeter: Sendable {
      func greeting(for name: String) -> String
    }

    struct PlainGreeter: Greeter {
      func greeting(for name: String) -> String { "Hello, \(name)." }
    }

    struct PoliteGreeter: Greeter {
      struct Settings: ServiceSettings {
        var salutation: String
      }

      let settings: Settings

      func greeting(for name: String) -> String { "\(settings.salutation), \(name)." }
    }

    struct Welcome: Sendable {
      let greeter: any Greeter

      func run() { print(greeter.greeting(for: "world")) }
    }

    /// The program's factories, under the names that the manifest uses.
    struct AppAssembly: Assembly {
      func assemble(_ registry: inout FactoryRegistry) {
        registry.register("plainGreeter", as: (any Greeter).self) { PlainGreeter() }
        registry.register("politeGreeter", as: (any Greeter).self, PoliteGreeter.init)
        registry.register("welcome", as: Welcome.self, Welcome.init)
      }
    }

    """#
}
