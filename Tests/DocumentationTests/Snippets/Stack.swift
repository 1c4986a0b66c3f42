import ConfigDI
import Foundation
import Synchronization
import Testing

enum StackPage {
  protocol APIClient: Sendable {
    func profile() async throws -> String
  }

  struct RemoteAPI: APIClient {
    struct Settings: ServiceSettings {
      var delay: Duration
      var token: Secret<String>
    }

    let settings: Settings
    let user: User

    func profile() async throws -> String {
      try await Task.sleep(for: settings.delay)
      return "\(user.name) \(settings.token.value)"
    }
  }

  struct CannedAPI: APIClient {
    func profile() async throws -> String { "canned" }
  }

  final class User: Sendable {
    struct Settings: ServiceSettings { var name: String }

    let name: String
    init(settings: Settings) { name = settings.name }
  }

  final class Cookies: Sendable {}

  struct AppEnvironment {
    let api: any APIClient
    let user: User
    let cookies: Cookies
  }

  /// As the page has it, with the reader's own manifest.
  static func begin(registry: FactoryRegistry) async throws -> ContainerStack {
    let stack = try ContainerStack(manifest: "config/app.yaml", registry: registry)
    try await stack.start()
    try await stack.push {
      $0.use("cannedAPI", for: (any APIClient).self)
      $0.set("api.delay", to: Duration.zero)
    }
    return stack
  }

  /// The pages about the stack, run.
  @Suite struct StackPages {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "stack-\(UUID())").path

    var registry: FactoryRegistry {
      var registry = FactoryRegistry()
      registry.register("remoteAPI", as: (any APIClient).self, RemoteAPI.init)
      registry.register("cannedAPI", as: (any APIClient).self) { CannedAPI() }
      registry.register("user", as: User.self, User.init)
      registry.register("cookies", as: Cookies.self) { Cookies() }
      return registry
    }

    func withManifest(_ body: (String) async throws -> Void) async throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = folder + "/app.yaml"
      try """
      configdi: 1
      parameters:
        api.delay: 1ms
        api.token: { env: API_TOKEN, default: "", secret: true }
        user.name: nobody
      services:
        APIClient: { factory: remoteAPI, settings: { delay: "${api.delay}", token: "${api.token}" } }
        User: { factory: user, settings: { name: "${user.name}" } }
        Cookies: cookies
      """.write(toFile: path, atomically: true, encoding: .utf8)
      try await body(path)
    }

    @Test func levels() async throws {
      try await withManifest { path in
        let stack = try ContainerStack(manifest: .path(path), registry: registry)
        try await stack.start()
        try await stack.push {
          $0.use("cannedAPI", for: (any APIClient).self)
          $0.set("api.delay", to: Duration.zero)
        }
        let changes = Task { await heard(stack) }
        let profile = try await stack.withCurrent { container in
          try await container.resolve((any APIClient).self).profile()
        }
        #expect(profile == "canned")
        try await stack.replaceCurrent { $0.set("api.delay", to: Duration.seconds(1)) }
        try await stack.save(to: FileStore(folder: folder))
        try await stack.restore(from: FileStore(folder: folder))
        #expect(stack.depth == 2)
        try await stack.pop()
        try await stack.shutdown()
        await changes.value
      }
    }

    func heard(_ stack: ContainerStack) async {
      for await change in stack.changes {
        print(change)
      }
    }

    @Test func login() async throws {
      try await withManifest { path in
        let stack = try ContainerStack(manifest: .path(path), registry: registry)
        let environment = try stack.current.make(AppEnvironment.init)
        let (token, name) = ("deadbeef", "Blob")
        try await stack.replaceCurrent {
          $0.set("api.token", to: token)
          $0.set("user.name", to: name)
        }
        let member = try stack.current.make(AppEnvironment.init)
        #expect(try await member.api.profile() == "Blob deadbeef")
        #expect(member.user !== environment.user && member.cookies === environment.cookies)
        try await stack.push { $0.use("cannedAPI", for: (any APIClient).self) }
        try await stack.pop()
        #expect(try stack.current.make(AppEnvironment.init).user === member.user)
      }
    }
  }
}
