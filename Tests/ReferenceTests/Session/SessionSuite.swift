import ConfigDI
import ConfigDITesting
import TestSupport
import Testing

/// A program with a login: one struct with every dependency, a user who may be absent, a cache of the user's own.
@Suite struct SessionSuite {
  struct User: Sendable, Equatable { let name: String }

  final class Cache: Sendable {}

  protocol Server: Sendable { var url: String { get } }

  struct Remote: Server {
    struct Settings: ServiceSettings {
      var url: String
      var token: Secret<String>?
    }
    let settings: Settings
    var url: String { settings.url }
  }

  struct Screen: Sendable {
    let user: User?
    let cache: Cache
  }

  /// Two fields of one type.
  struct Environment {
    let user: User?
    let main: any Server
    let images: any Server
    let cache: Cache
  }

  static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    parameters:
      host: { value: other, exposed: true }
      server.url: https://api.example.com
      server.token: { value: "", secret: true }
    services:
      User: { provided: optional }
      Cache: cache
      Server: { factory: remote, settings: { url: "${server.url}", token: "${server.token}" } }
      Server/images: { factory: remote, settings: { url: "${server.url}/images" } }
      Screen: screen
    """)

  static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("cache", as: Cache.self) { Cache() }
    registry.register("remote", as: (any Server).self, Remote.init)
    registry.register("screen", as: Screen.self, Screen.init)
    return registry
  }

  static func stack() throws -> ContainerStack {
    try ContainerStack(manifest: manifest, registry: registry, options: ManifestOptions(environment: [:]))
  }

  @Test("a user may be absent and appear at login") func aUserMayBeAbsentAndComeAtLogin() async throws {
    let stack = try Self.stack()
    #expect(try stack.current.resolveIfPresent(User.self) == nil)
    #expect(try stack.current.resolve(Screen.self).user == nil)
    #expect(throws: ResolutionError.self) { try stack.current.resolve(User.self) }
    try await stack.push { $0.use(instance: User(name: "ada"), for: User.self) }
    #expect(try stack.current.resolve(Screen.self).user?.name == "ada")
    #expect(try stack.current.resolveIfPresent(User.self)?.name == "ada")
    try await stack.pop()
    #expect(try stack.current.make { (user: User?) in user } == nil)
    let container = try Container(
      manifest: Self.manifest, registry: Self.registry, provided: [Provided(User(name: "host's"), as: User.self)],
      options: ManifestOptions(environment: [:]))
    #expect(try container.resolve(Screen.self).user?.name == "host's")
  }

  @Test("a logout has a fresh cache") func aLogoutHasAFreshCache() async throws {
    let stack = try Self.stack()
    let first = try stack.current.resolve(Cache.self)
    try await stack.replaceCurrent { $0.use("cache", for: Cache.self) }
    let second = try stack.current.resolve(Cache.self)
    #expect(second !== first, "the factory in place makes a new instance")
    try await stack.replaceCurrent { $0.set("server.url", to: "https://other.example.com") }
    #expect(try stack.current.resolve(Cache.self) === second, "it is renewed once")
    try await stack.replaceCurrent { $0.renew(Cache.self) }
    let third = try stack.current.resolve(Cache.self)
    #expect(third !== second)
    #expect(try stack.current.resolve(Screen.self).cache === third)
    try await stack.push { $0.renew(Cache.self) }
    #expect(try stack.current.resolve(Cache.self) !== third)
    try await stack.replaceCurrent { $0.takeBack(Cache.self) }
    #expect(try stack.current.resolve(Cache.self) === third, "taken back, it is the lower level's")
  }

  @Test("text is literal unless it is a template") func textIsTakenAsItIsUnlessItIsATemplate() async throws {
    let stack = try Self.stack()
    let name = "${server.url}"
    try await stack.push {
      $0.use("remote", for: (any Server).self, settings: ["url": name, "token": .template("${server.token}")])
    }
    #expect(try stack.current.resolve((any Server).self).url == "${server.url}")
    try await stack.replaceCurrent {
      $0.use("remote", for: (any Server).self, settings: ["url": .template("${server.url}/v2")])
    }
    #expect(try stack.current.resolve((any Server).self).url == "https://api.example.com/v2")
    try await stack.replaceCurrent { $0.set("server.url", to: .template("https://${host}.example.com")) }
    try await stack.replaceCurrent { $0.takeBack(parameter: "server.url") }
    #expect(try stack.current.resolve((any Server).self).url == "https://api.example.com/v2")
  }

  @Test("fields of one type are told apart by labels") func fieldsOfOneTypeAreToldApart() throws {
    let environment = try Self.stack().current.make(labels: [nil, nil, "Server/images"], Environment.init)
    #expect(environment.main.url == "https://api.example.com")
    #expect(environment.images.url == "https://api.example.com/images")
    #expect(environment.user == nil)
  }

  @Test("unsaved changes are reported on save and on restore") func whatIsNotSavedIsToldAtBothEnds() async throws {
    let (store, keychain) = (InMemoryStore(), InMemoryStore())
    let stack = try Self.stack()
    try await stack.push {
      $0.use(instance: User(name: "ada"), for: User.self)
      $0.set("server.token", to: "abc123")
      $0.renew(Cache.self)
    }
    let omitted = try await stack.save(to: store)
    #expect(omitted == ["User", "server.token"])
    #expect(store.value(for: "ConfigDI.stack")?.contains("abc123") == false)
    let poor = try Self.stack()
    #expect(try await poor.restore(from: store) == omitted)
    #expect(try await stack.save(to: store, secrets: keychain) == ["User"])
    let rich = try Self.stack()
    #expect(try await rich.restore(from: store, secrets: keychain) == ["User"])
    let server = try #require(try rich.current.resolve((any Server).self) as? Remote)
    #expect(server.settings.token?.value == "abc123")
    try await stack.pop()
    try await stack.push { $0.set("server.token", to: "newer") }
    try await stack.save(to: store)
    let mixed = try await Self.stack().restore(from: store, secrets: keychain)
    #expect(mixed == ["server.token"], "secrets of another save are not taken")
  }

  @Test(
    "a test has its own stack",
    .stack(Self.manifest, registry: Self.registry, options: ManifestOptions(environment: [:])))
  func aTestHasAStackOfItsOwn() async throws {
    try await ContainerStack.current.push { $0.use(instance: User(name: "ada"), for: User.self) }
    #expect(try Container.current.resolve(Screen.self).user?.name == "ada")
    try await ContainerStack.current.pop()
    #expect(try Container.current.resolve(Screen.self).user == nil)
  }
}
