import ConfigDI

/// The files that `init` writes: small, sound, and compiled by the tests.
enum Starter {
  /// - Parameter manifest: The manifest's path from the package's folder, for the test.
  static func files(manifest: String) -> [(name: String, text: String)] {
    let path = manifest.backslashed("\"\\")
    return [("app.yaml", manifestText), ("AppAssembly.swift", assembly), ("WiringTests.swift", test(path))]
  }

  private static let manifestText = """
    # Which factory serves what, in each stage. `configdi-check` says whether that is sound.
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

    /// The program's factories, by the names that the manifest has for them.
    struct AppAssembly: Assembly {
      func assemble(_ registry: inout FactoryRegistry) {
        registry.register("plainGreeter", as: (any Greeter).self) { PlainGreeter() }
        registry.register("politeGreeter", as: (any Greeter).self, PoliteGreeter.init)
        registry.register("welcome", as: Welcome.self, Welcome.init)
      }
    }

    """#

  private static func test(_ manifest: String) -> String {
    """
    import ConfigDI
    import Testing

    @testable import App

    @Test func theWiringIsSound() throws {
      try Checker(registry: FactoryRegistry(AppAssembly())).validate("\(manifest)", failingOn: .warning)
    }

    """
  }
}
