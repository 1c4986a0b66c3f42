import ConfigDI
import ConfigDITesting
import Foundation
import Synchronization
import Testing

protocol APIService: Sendable {
  var serverURL: String { get }
  var token: String? { get }
  func fetchBackings() throws -> [String]
}

struct RemoteService: APIService {
  struct Settings: ServiceSettings {
    var serverURL: String
    var delay: Duration
    var token: Secret<String>?
  }

  let settings: Settings
  var serverURL: String { settings.serverURL }
  var token: String? { settings.token.flatMap { $0.value.isEmpty ? nil : $0.value } }

  func fetchBackings() throws -> [String] {
    guard token != nil else { throw NotSignedIn() }
    return ["backed"]
  }

  struct NotSignedIn: Error {}
}

struct MockService: APIService {
  var backings = ["mocked"]
  let serverURL = "mock://"
  let token: String? = nil

  func fetchBackings() -> [String] { backings }
}

final class CurrentUser: Sendable {
  struct Settings: ServiceSettings { var name: String? }

  let name: String?
  init(settings: Settings) { name = settings.name }
}

/// What a login must not disturb.
final class Cookies: Sendable {
  private let values = Mutex<[String]>([])
  var all: [String] { values.withLock { $0 } }
  func keep(_ cookie: String) { values.withLock { $0.append(cookie) } }
}

final class Backings: Sendable {
  let api: any APIService
  let user: CurrentUser

  init(api: any APIService, user: CurrentUser) { (self.api, self.user) = (api, user) }
}

/// The one struct that such programs pass everything in.
struct Environment {
  let apiService: any APIService
  let currentUser: CurrentUser
  let cookies: Cookies
  let backings: Backings
}

/// What programs on Kickstarter's environment do: one struct with every dependency, and a stack of them.
@Suite struct KickstarterSuite {
  static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    defaultStage: production
    stages:
      production: {}
      staging: { parameters: { api.url: "https://staging.example.com" } }
    parameters:
      api.url: { type: url, value: "https://api.example.com", exposed: true }
      api.delay: { type: duration, value: 50ms }
      api.token: { type: string, env: API_TOKEN, default: "", secret: true }
      user.name: { type: string, value: "" }
    services:
      APIService:
        factory: remote
        settings: { serverURL: "${api.url}", delay: "${api.delay}", token: "${api.token}" }
      CurrentUser: { factory: user, settings: { name: "${user.name}" } }
      Cookies: cookies
      Backings: backings
    """)

  static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("remote", as: (any APIService).self, RemoteService.init)
    registry.register("mock", as: (any APIService).self) { MockService() }
    registry.register("user", as: CurrentUser.self, CurrentUser.init)
    registry.register("cookies", as: Cookies.self) { Cookies() }
    registry.register("backings", as: Backings.self, Backings.init)
    return registry
  }

  static func stack(stage: String? = nil) throws -> ContainerStack {
    try ContainerStack(
      manifest: manifest, stage: stage, registry: registry, options: ManifestOptions(environment: [:]))
  }

  @Test func theStructIsFilledFromTheGraph() throws {
    let environment = try Self.stack().current.make(Environment.init)
    #expect(environment.apiService.serverURL == "https://api.example.com")
    #expect(environment.backings.user === environment.currentUser)
  }

  @Test("push and pop replace and restore") func pushAndPopGoThereAndBack() async throws {
    let stack = try Self.stack()
    let before = try stack.current.make(Environment.init)
    try await stack.push { $0.use("mock", for: (any APIService).self) }
    let pushed = try stack.current.make(Environment.init)
    #expect(try pushed.apiService.fetchBackings() == ["mocked"])
    #expect(try pushed.backings.api.fetchBackings() == ["mocked"], "what was made with the field is replaced with it")
    #expect(pushed.cookies === before.cookies)
    try await stack.pop()
    let after = try stack.current.make(Environment.init)
    #expect(after.backings === before.backings && after.currentUser === before.currentUser)
  }

  @Test("login replaces some fields and logout restores them") func loginReplacesSomeFieldsAndLogoutPutsThemBack()
    async throws
  {
    let stack = try Self.stack()
    let guest = try stack.current.make(Environment.init)
    guest.cookies.keep("visitor")
    #expect(throws: RemoteService.NotSignedIn.self) { try guest.backings.api.fetchBackings() }

    try await stack.replaceCurrent {
      $0.set("api.token", to: "deadbeef")
      $0.set("user.name", to: "Blob")
    }
    let member = try stack.current.make(Environment.init)
    #expect(try member.backings.api.fetchBackings() == ["backed"])
    #expect(member.currentUser.name == "Blob")
    #expect(member.cookies.all == ["visitor"], "nothing of it depends on the user")

    try await stack.replaceCurrent { $0.set("api.delay", to: Duration.zero) }
    let configured = try stack.current.make(Environment.init)
    #expect(configured.currentUser === member.currentUser, "a new configuration signs nobody out")
    #expect(configured.apiService.token == "deadbeef")

    try await stack.replaceCurrent {
      $0.set("api.token", to: "")
      $0.set("user.name", to: "")
    }
    #expect(throws: RemoteService.NotSignedIn.self) {
      try stack.current.make(Environment.init).backings.api.fetchBackings()
    }
    #expect(stack.depth == 1)
  }

  @Test("the program finds the current environment") func theCurrentOneIsWhatTheProgramFinds() async throws {
    let stack = try Self.stack(stage: "staging")
    #expect(stack.current.configuration.stage == "staging")
    try await stack.push { $0.use(instance: MockService(backings: ["mine"]), for: (any APIService).self) }
    let backings = try stack.withCurrent { _ in
      try Container.current.resolve((any APIService).self).fetchBackings()
    }
    #expect(backings == ["mine"])
  }

  @Test("observers are notified of login and logout") func observersHearOfLoginAndLogout() async throws {
    let stack = try Self.stack()
    let changes = stack.changes
    try await stack.push { $0.set("user.name", to: "Blob") }
    try await stack.pop()
    try await stack.shutdown()
    var heard: [ContainerStack.Change] = []
    for await change in changes { heard.append(change) }
    #expect(heard == [.push(depth: 2), .pop(depth: 1)])
  }

  @Test("the stack is restored after a restart") func theStackComesBackAfterARestart() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "backings-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let stack = try Self.stack()
      try await stack.replaceCurrent { $0.set("api.delay", to: Duration.milliseconds(5)) }
      try await stack.push {
        $0.set("user.name", to: "Blob")
        $0.set("api.token", to: "deadbeef")
      }
      try await stack.save(to: FileStore(folder: folder))
      try await stack.shutdown()
    }
    let saved = try #require(try FileStore(folder: folder).value(for: "ConfigDI.stack"))
    #expect(!saved.contains("deadbeef"), "the token belongs into the keychain")
    let stack = try Self.stack()
    try await stack.restore(from: FileStore(folder: folder))
    #expect(stack.depth == 2)
    #expect(try stack.current.make(Environment.init).currentUser.name == "Blob")
    #expect(try stack.current.make(Environment.init).apiService.token == nil)
  }

  @Test(
    .container(
      manifest, registry: registry, overlays: [OverlayDefinition((any APIService).self, returning: MockService())]))
  func testsReplaceWithMocks() throws {
    #expect(try Container.current.make(Environment.init).backings.api.fetchBackings() == ["mocked"])
  }
}
