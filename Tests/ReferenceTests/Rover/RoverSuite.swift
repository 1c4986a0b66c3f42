import ConfigDI
import ConfigDITesting
import Synchronization
import Testing

protocol HTTPClient: Sendable {
  var account: String { get }
}

struct AccountClient: HTTPClient {
  let account: String
}

final class EventQueue: Sendable {
  let client: any HTTPClient
  let context: DeviceContext
  private let sent = Mutex<[String]>([])

  init(client: any HTTPClient, context: DeviceContext) {
    self.client = client
    self.context = context
  }

  var all: [String] { sent.withLock { $0 } }
  func add(_ event: String) { sent.withLock { $0.append("\(event) of \(client.account) on \(context.model)") } }
}

struct DeviceContext: Sendable {
  let model: String
}

final class SyncCoordinator: Sendable {
  let clients: [any HTTPClient]
  let queue: Lazy<EventQueue>

  init(clients: [any HTTPClient], queue: Lazy<EventQueue>) {
    self.clients = clients
    self.queue = queue
  }
}

/// The module that all others build on.
struct FoundationAssembler: Assembly {
  let account: String
  var made: @Sendable (String) -> Void = { _ in }

  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("client", as: (any HTTPClient).self) { [account, made] in
      made("client")
      return AccountClient(account: account)
    }
    registry.register("guest", as: (any HTTPClient).self) { AccountClient(account: "guest") }
    registry.register("device", as: DeviceContext.self) { DeviceContext(model: "phone") }
    registry.register("coordinator", as: SyncCoordinator.self, SyncCoordinator.init)
  }
}

/// Adds the queue, and fills it once everything is assembled.
struct EventsAssembler: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("queue", as: EventQueue.self, EventQueue.init)
  }

  func containerDidAssemble(_ container: Container) async throws {
    try container.resolve(EventQueue.self).add("started")
  }
}

/// A later module overrides what an earlier one registered.
struct WatchAssembler: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("device", as: DeviceContext.self, replace: true) { DeviceContext(model: "watch") }
  }

  func containerDidAssemble(_ container: Container) async throws {
    try container.resolve(EventQueue.self).add("worn")
  }
}

/// What programs on Rover's assemblers do: modules that register into one container, the later over the earlier.
@Suite struct RoverSuite {
  private static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    collections: { clients: { of: HTTPClient } }
    services:
      HTTPClient: { factory: client, collect: clients }
      HTTPClient/guest: { factory: guest, collect: clients }
      DeviceContext: device
      EventQueue: queue
      SyncCoordinator: coordinator
    """)

  private static func container(_ assemblies: any Assembly...) throws -> Container {
    var registry = FactoryRegistry()
    for assembly in assemblies { registry.add(assembly) }
    return try Container(manifest: manifest, registry: registry)
  }

  @Test func theManifestIsSound() {
    expectSound(Self.manifest, registry: FactoryRegistry(FoundationAssembler(account: "a"), EventsAssembler()))
  }

  @Test("modules register closures, resolved by type and name")
  func closuresAreRegisteredByModulesAndResolvedByTypeAndName() throws {
    let container = try Self.container(FoundationAssembler(account: "acme"), EventsAssembler())
    #expect(try container.resolve((any HTTPClient).self).account == "acme")
    #expect(try container.resolve((any HTTPClient).self, named: "guest").account == "guest")
    #expect(try container.resolve(EventQueue.self).client.account == "acme")
    #expect(try container.resolve(SyncCoordinator.self).clients.map(\.account) == ["acme", "guest"])
  }

  @Test func aLaterModuleOverridesAnEarlierOne() throws {
    let earlier = try Self.container(FoundationAssembler(account: "acme"), EventsAssembler())
    #expect(try earlier.resolve(EventQueue.self).context.model == "phone")
    let later = try Self.container(FoundationAssembler(account: "acme"), EventsAssembler(), WatchAssembler())
    #expect(try later.resolve(EventQueue.self).context.model == "watch")
  }

  @Test("an accidental clash throws") func aClashThatNobodyMeantIsAnError() throws {
    let error = try #require(throws: ManifestError.self) {
      try Self.container(FoundationAssembler(account: "a"), EventsAssembler(), FoundationAssembler(account: "b"))
    }
    #expect(Set(error.diagnostics.map(\.rule.code)) == ["DI411"])
  }

  @Test("services are made on first use") func everythingIsMadeWhenItIsFirstNeeded() throws {
    let made = Mutex<[String]>([])
    let all: @Sendable () -> [String] = { made.withLock { $0 } }
    let note: @Sendable (String) -> Void = { name in made.withLock { $0.append(name) } }
    let container = try Self.container(FoundationAssembler(account: "acme", made: note), EventsAssembler())
    #expect(all().isEmpty)
    let coordinator = try container.resolve(SyncCoordinator.self)
    #expect(all() == ["client"])
    #expect(try coordinator.queue() === container.resolve(EventQueue.self))
    #expect(all() == ["client"])
  }

  @Test("hooks run after assembly in the order of the modules") func hooksRunAfterAssemblyInTheOrderOfTheModules()
    async throws
  {
    let container = try Self.container(FoundationAssembler(account: "acme"), EventsAssembler(), WatchAssembler())
    let queue = try container.resolve(EventQueue.self)
    #expect(queue.all.isEmpty)
    try await container.start()
    #expect(queue.all == ["started of acme on watch", "worn of acme on watch"])
  }

  @Test func oneContainerIsShared() async {
    await #expect(processExitsWith: .success) {
      try Container.setDefault {
        var registry = FactoryRegistry(FoundationAssembler(account: "acme"), EventsAssembler())
        registry.add(WatchAssembler())
        return try Container(manifest: RoverSuite.manifest, registry: registry)
      }
      try await Container.current.start()
      let queue = try Container.current.resolve(EventQueue.self)
      #expect(queue.all.count == 2)
      try await Task.detached { try Container.current.resolve(EventQueue.self).add("elsewhere") }.value
      #expect(queue.all.last == "elsewhere of acme on watch")
      let other = try Container(
        manifest: RoverSuite.manifest,
        registry: FactoryRegistry(FoundationAssembler(account: "other"), EventsAssembler()))
      let seen = try other.withCurrent { try Container.current.resolve(EventQueue.self) }
      #expect(seen.client.account == "other")
    }
  }
}
