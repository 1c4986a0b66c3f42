import ConfigDI
import ConfigDITesting
import Testing

/// What the documentation comments of the libraries show, with what they leave to the reader.
enum CommentSnippets {
  protocol APIClient: Sendable {}
  protocol Cart: Sendable { var isEmpty: Bool { get } }
  protocol Clock: Sendable { var now: Int { get } }
  protocol CredentialsStore: Sendable {}
  protocol Database: Sendable {}
  protocol Greeter: Sendable {}
  protocol HTTPClient: Sendable {}
  protocol Mailer: Sendable { func send(_ text: String) }
  protocol Repository: Sendable {}
  protocol SearchIndex: Sendable { func find(_ words: String) async throws -> [Page] }
  protocol Session: Sendable { var user: String { get } }
  protocol SessionManager: Sendable {}

  struct AppAssembly: Assembly { func assemble(_ registry: inout FactoryRegistry) {} }
  struct Logger { let label: String }
  struct MemoryStore: CredentialsStore {}
  struct OAuthSessionManager: SessionManager {}
  struct QuietGreeter: Greeter { let inner: any Greeter }
  struct SessionClient: HTTPClient {}
  struct StoppedClock: Clock { let now = 0 }
  struct User { let id: String }
  struct Welcome: Sendable { func run() {} }

  struct Page: Sendable {
    typealias ID = Int
    init(_ repository: any Repository, id: ID) {}
    func show() throws {}
  }

  struct Postgres: Database {
    struct Settings: ServiceSettings { var url: String }
    init(_ settings: Settings, logger: Logger) {}
  }

  static func containers(_ registry: FactoryRegistry, path: String) throws -> [Container] {
    let container = try Container(manifest: "config/app.yaml", registry: registry)
    let found = try Container(manifest: .path(path), registry: registry)
    let written = try Container(manifest: .yaml("configdi: 1\nservices: { Clock: systemClock }"), registry: registry)
    let compiled = try Container(manifest: .compiled("config/app.configdi"), registry: registry)
    return [container, found, written, compiled]
  }

  static func resolve(_ registry: FactoryRegistry) throws -> any SessionManager {
    let container = try Container(manifest: "config/app.yaml", stage: "production", registry: registry)
    let sessions = try container.resolve((any SessionManager).self)
    return sessions
  }

  static func compile(_ registry: FactoryRegistry) throws -> [UInt8] {
    let compiled = try Checker(registry: registry).compile("config/app.yaml")
    return compiled
  }

  static func overlay(_ container: Container) throws -> any Greeter {
    let token = try container.overlay((any Greeter).self) { original in QuietGreeter(inner: try original()) }
    defer { token.remove() }
    return try container.resolve((any Greeter).self)
  }

  static func overlays(_ container: Container) async throws -> any APIClient {
    try await container.withOverlays(
      .use(instance: StoppedClock(), for: (any Clock).self), .set("api.delay", to: Duration.zero)
    ) { try container.resolve((any APIClient).self) }
  }

  static func program() async {
    let registry = FactoryRegistry(AppAssembly())
    await Container.runProgram(try Container(manifest: "config/app.yaml", registry: registry)) { container in
      try container.resolve(Welcome.self).run()
    }
  }

  static func printCatalog() {
    let registry = FactoryRegistry(AppAssembly())
    registry.printCatalogIfAsked()
  }

  static func open(_ page: Page, _ openSession: () throws -> Void) throws {
    do {
      try page.show()
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      try openSession()
    }
  }

  static func register() -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("oauth", as: (any SessionManager).self, OAuthSessionManager.init)
    registry.register("memory", as: (any CredentialsStore).self) { MemoryStore() }
    typealias Settings = Postgres.Settings
    registry.register("postgres", as: (any Database).self) { (settings: Settings, site: InjectionSite) in
      Postgres(settings, logger: Logger(label: site.key))
    }
    registry.register("page", as: Page.self) { (repository: any Repository, id: Argument<Page.ID>) in
      Page(repository, id: id.value)
    }
    return registry
  }

  static func declare(_ registry: inout FactoryRegistry) -> Key<any Clock> {
    let reporting = Key<any Database>("reporting.db")
    registry.declare(reporting)
    let utc = Key((any Clock).self, named: "utc")
    return utc
  }

  static func live(_ registry: FactoryRegistry) async throws -> any APIClient {
    let live = try LiveContainer(manifest: "config/app.yaml", registry: registry)
    try await live.start()
    let client = try live.withCurrent { container in try container.resolve((any APIClient).self) }
    return client
  }

  static func stack(_ registry: FactoryRegistry) async throws -> any APIClient {
    let stack = try ContainerStack(manifest: "config/app.yaml", registry: registry)
    try await stack.start()
    try await stack.push { $0.use("account", for: (any SessionManager).self) }
    let client = try stack.withCurrent { try $0.resolve((any APIClient).self) }
    try await stack.pop()
    return client
  }

  static func change(_ stack: ContainerStack, _ user: User) async throws {
    try await stack.push {
      $0.use("account", for: (any Session).self, settings: ["id": user.id, "timeout": Duration.seconds(5)])
    }
  }

  struct Vault: Sendable { func text(at path: String) throws -> String? { nil } }

  static func source(_ vault: Vault, _ registry: FactoryRegistry) throws -> Container {
    let source = ParameterSource { parameter in
      try vault.text(at: parameter.name).map { ParameterSource.Value($0) }
    }
    let options = ManifestOptions(source: source)
    let container = try Container(manifest: "app.yaml", registry: registry, options: options)
    return container
  }

  struct Store: Sendable {
    func changes(of name: String) -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    func text(of name: String) async throws -> String { "" }
  }
  private static let store = Store()

  struct StoredManifest: ManifestSource {
    var changes: AsyncStream<Void> { store.changes(of: "app.yaml") }
    func snapshot() async throws -> ManifestLocation {
      .yaml(try await store.text(of: "app.yaml"), named: "app.yaml")
    }
  }

  struct NetworkAssembly: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {
      registry.register("urlSession", as: (any HTTPClient).self, SessionClient.init)
    }
  }

  struct Search {
    let index: AsyncLazy<any SearchIndex>
    func find(_ words: String) async throws -> [Page] { try await index().find(words) }
  }

  struct Reports {
    let mailer: Lazy<any Mailer>
    func report() throws { try mailer().send("report") }
  }

  struct Reader {
    let pages: Maker<Page.ID, Page>
    func open(_ id: Page.ID) throws -> Page { try pages(id) }
  }

  struct DatabaseSettings: ServiceSettings {
    var url: Secret<String>
  }

  struct OAuthSettings: ServiceSettings {
    var clientID: String
    var timeout: Duration
    static let defaults: SettingDefaults = ["timeout": "30s"]
  }

  struct ClientSettings: ServiceSettings {
    var timeout: Duration
    var retry: [String: Int]
    var hosts: [String]
    static let defaults: SettingDefaults = ["timeout": "30s", "retry": ["attempts": 3], "hosts": ["a", "b"]]
  }

  /// Their manifests are the reader's.
  @Suite(.disabled("shown, not run")) struct Tests {
    let registry = FactoryRegistry(AppAssembly())

    @Test func theCatalogIsCurrent() throws {
      try FactoryRegistry(AppAssembly()).checkCatalog(at: "../../configdi.catalog.json")
    }

    @Test func wiringIsSound() throws {
      try Checker(registry: registry).validate("config/app.yaml")
    }

    @Test(.stack("config/app.yaml", registry: FactoryRegistry(AppAssembly()), starts: true))
    func loginChangesTheSession() async throws {
      try await ContainerStack.current.push { $0.use("account", for: (any Session).self) }
      #expect(try Container.current.resolve((any Session).self).user == "account")
    }

    @Suite(.container("config/app.yaml", stage: "test", registry: FactoryRegistry(AppAssembly())))
    struct CheckoutTests {
      @Test func payingEmptiesTheCart() throws {
        let cart = try Container.current.resolve((any Cart).self)
        #expect(cart.isEmpty)
      }
    }

    @Test(.overlays([OverlayDefinition((any Clock).self, returning: StoppedClock())]))
    func timeStandsStill() throws {
      #expect(try Container.current.resolve((any Clock).self).now == 0)
    }
  }

  @Suite(.disabled("shown, not run")) struct SoundTests {
    @Test func wiringIsSound() {
      expectSound("config/app.yaml", registry: FactoryRegistry(AppAssembly()), catalog: "config/configdi.catalog.json")
    }
  }
}

struct Country: Decodable {
  let code: String
}

extension Country: SettingValue {
  static var schema: SettingSchema { .enumeration(["DE", "FR"]) }
  static var sample: Country { Country(code: "DE") }
  init(setting: Setting) throws { self.init(code: try setting.string) }
}
