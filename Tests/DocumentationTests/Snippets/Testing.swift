import ConfigDI
import Testing

struct QuietGreeter: Greeter {
  let inner: any Greeter
  func greeting(for name: String) -> String { inner.greeting(for: name).lowercased() }
}

struct CannedClient: APIClient {
  func refresh() {}
}

enum TestingPage {
  static func run() async throws {
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        services:
          Greeter: loud
          Hello: hello
        """), registry: FactoryRegistry(HelloAssembly()))
    try await container.withOverlays(OverlayDefinition((any Greeter).self, returning: PlainGreeter())) {
      try container.resolve(Hello.self).run()
    }
    let quiet = OverlayDefinition((any Greeter).self) { original in QuietGreeter(inner: try original()) }
    try await container.withOverlays(quiet) { try container.resolve(Hello.self).run() }
    let token = try container.overlay((any Greeter).self) { original in QuietGreeter(inner: try original()) }
    let fixed = try container.overlay((any Greeter).self, returning: PlainGreeter())
    try container.resolve(Hello.self).run()
    token.remove()
    fixed.remove()
  }

  static let store = TokenStore(client: Lazy { CannedClient() })
}
