import Testing

@testable import ConfigDI

@Suite struct OpenScopeTests {
  private func registry(_ census: Census? = nil) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("system", census) }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock, census) }
    registry.register("page", as: (any Page).self) { (store: any Store) in ListPage(store: store) }
    return registry
  }

  /// `session`, and `request` in it.
  private var scoped: HandMadePlan {
    var plan = HandMadePlan()
    plan.scopes = [PlannedScope(name: "session", parent: nil), PlannedScope(name: "request", parent: 0)]
    return plan
  }

  @Test func aScopedInstanceIsOneInEachOpenScope() async throws {
    var plan = scoped
    plan.add("Clock", "clock")
    plan.add("Store", "store", .declared(0), ["Clock"])
    plan.add("Page", "page", .transient, ["Store"])
    let container = try plan.container(registry())
    let stores = try await container.withScope("session") { first in
      try await container.withScope("session") { second in
        #expect(try first.resolve((any Store).self) === first.resolve((any Store).self))
        #expect(try first.resolve((any Page).self).store === first.resolve((any Store).self))
        #expect(try first.resolve((any Clock).self) === container.resolve((any Clock).self))
        return [try first.resolve((any Store).self), try second.resolve((any Store).self)]
      }
    }
    #expect(stores[0] !== stores[1])
    #expect(stores[0].clock === stores[1].clock)
  }

  @Test func aScopedServiceOutsideItsScopeIsAnError() throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(1))
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Page", "page", .transient, ["Store"])
    let container = try plan.container(registry())
    let error = #expect(throws: ScopeNotOpen.self) { try container.resolve((any Clock).self) }
    #expect(error?.scope == "request")
    #expect(error?.chain.map(\.key) == ["Clock"])
    let session = try container.openScope("session")
    #expect(throws: ScopeNotOpen.self) { try session.resolve((any Page).self) }
    let request = try session.openScope("request")
    #expect(try request.resolve((any Page).self).store.clock === request.resolve((any Clock).self))
  }

  @Test func anInnerScopeSharesTheOuterOnes() throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(0))
    plan.add("Store", "store", .declared(1), ["Clock"])
    let session = try plan.container(registry()).openScope("session")
    let first = try session.openScope("request")
    let second = try session.openScope("request")
    #expect(try first.resolve((any Store).self) !== second.resolve((any Store).self))
    #expect(try first.resolve((any Store).self).clock === second.resolve((any Clock).self))
  }

  @Test func scopesOpenInTheirParents() throws {
    let container = try scoped.container(registry())
    let error = #expect(throws: WrongParentScope.self) { try container.openScope("request") }
    #expect(error?.parent == "session")
    #expect(throws: WrongParentScope.self) { try container.openScope("session").openScope("session") }
    #expect(throws: UnknownScope.self) { try container.openScope("tenant") }
  }

  @Test func whatIsProvidedIsHandedInWithTheScope() async throws {
    var plan = scoped
    plan.provided("Clock", .declared(0))
    plan.add("Store", "store", .declared(0), ["Clock"])
    let container = try plan.container(registry())
    let clock = SystemClock("tenant")
    try await container.withScope("session", providing: [Provided(clock, as: (any Clock).self)]) { scope in
      let store = try scope.resolve((any Store).self)
      #expect(try scope.resolve((any Clock).self) === clock)
      #expect(store.clock === clock)
    }
    #expect(throws: InstanceNotProvided.self) { try container.openScope("session") }
    #expect(throws: UnknownKey.self) {
      try container.openScope(
        "session",
        providing: [
          Provided(clock, as: (any Clock).self), Provided(ListPage(store: MemoryStore(clock)), as: (any Page).self),
        ])
    }
  }

  private final class Server: Sendable {
    let page: ScopedProvider<any Page>
    init(page: ScopedProvider<any Page>) { self.page = page }
  }

  @Test func aScopedProviderReachesTheScopeItIsGiven() throws {
    var registry = registry()
    registry.declare(Key<Server>("Server"))
    registry.register("server", as: Server.self, Server.init)
    var plan = scoped
    plan.add("Clock", "clock")
    plan.add("Store", "store", .declared(0), ["Clock"])
    plan.add("Page", "page", .transient, ["Store"])
    plan.add("Server", "server", .singleton, [.provider("Page")])
    let container = try plan.container(registry)
    let server = try container.resolve(Server.self)
    let scope = try container.openScope("session")
    #expect(try server.page(in: scope).store === scope.resolve((any Store).self))
    #expect(throws: ScopeNotOpen.self) { try server.page(in: container) }
    let stranger = try plan.container(registry).openScope("session")
    #expect(throws: ForeignScope.self) { try server.page(in: stranger) }
  }

  @Test func aHandleOfAScopeStaysInIt() throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(0))
    let container = try plan.container(registry())
    let scope = try container.openScope("session")
    let handle = try scope.handle(for: (any Clock).self)
    #expect(try handle() === scope.resolve((any Clock).self))
    #expect(throws: ScopeNotOpen.self) { try container.handle(for: (any Clock).self) }
  }

  @Test func nothingLeaks() async throws {
    let census = Census()
    var plan = scoped
    plan.add("Clock", "clock")
    plan.add("Store", "store", .declared(0), ["Clock"])
    plan.add("Page", "page", .transient, ["Store"])
    do {
      let container = try plan.container(registry(census))
      try await container.withScope("session") { _ = try $0.resolve((any Page).self) }
      #expect(census.alive == 1)
      let forgotten = try container.openScope("session")
      _ = try forgotten.resolve((any Page).self)
      #expect(census.alive == 2)
    }
    #expect(census.made == 3)
    #expect(census.alive == 0)
  }
}
