import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

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
    plan.scopes = [(name: "session", parent: nil), (name: "request", parent: 0)]
    return plan
  }

  @Test("a scoped service has one instance in each open scope") func aScopedInstanceIsOneInEachOpenScope() async throws
  {
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

  @Test("a scoped service outside its scope throws") func aScopedServiceOutsideItsScopeIsAnError() throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(1))
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Page", "page", .transient, ["Store"])
    let container = try plan.container(registry())
    let error = refusal(.scopeNotOpen) { try container.resolve((any Clock).self) }
    #expect(error?.description.contains("withScope(\"request\")") == true)
    #expect(error?.chain == ["Clock"])
    let session = try container.openScope("session")
    refusal(.scopeNotOpen) { try session.resolve((any Page).self) }
    let request = try session.openScope("request")
    #expect(try request.resolve((any Page).self).store.clock === request.resolve((any Clock).self))
  }

  @Test("an inner scope shares the outer instances") func anInnerScopeSharesTheOuterOnes() throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(0))
    plan.add("Store", "store", .declared(1), ["Clock"])
    let session = try plan.container(registry()).openScope("session")
    let first = try session.openScope("request")
    let second = try session.openScope("request")
    #expect(try first.resolve((any Store).self) !== second.resolve((any Store).self))
    #expect(try first.resolve((any Store).self).clock === second.resolve((any Clock).self))
  }

  @Test("scopes open inside their parents") func scopesOpenInTheirParents() throws {
    let container = try scoped.container(registry())
    let error = refusal(.wrongParentScope) { try container.openScope("request") }
    #expect(error?.description.contains("can be opened only in the scope session") == true)
    refusal(.wrongParentScope) { try container.openScope("session").openScope("session") }
    refusal(.unknownScope) { try container.openScope("tenant") }
  }

  @Test("provided instances are passed when the scope opens") func whatIsProvidedIsHandedInWithTheScope() async throws {
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
    refusal(.notProvided) { try container.openScope("session") }
    let early = refusal(.unexpectedInstance) {
      try plan.container(registry(), provided: [Provided(clock, as: (any Clock).self)])
    }
    #expect(early?.description.contains("pass it when that scope is opened: withScope(\"session\"") == true)
    refusal(.unexpectedInstance) {
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

  @Test("a scoped provider reaches the scope that it is called with") func aScopedProviderReachesTheScopeItIsGiven()
    throws
  {
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
    refusal(.scopeNotOpen) { try server.page(in: container) }
    let stranger = try plan.container(registry).openScope("session")
    refusal(.foreignScope) { try server.page(in: stranger) }
    let error = refusal(.foreignScope) { try server.page(in: SystemClock()) }
    #expect(error?.description.contains("in an instance of SystemClock, which is not an open scope") == true)
  }

  private final class Caller: Sendable {
    let page: Provider<any Page>
    init(page: Provider<any Page>) { self.page = page }
  }

  private final class Keeper: Sendable {
    let caller: Caller
    init(caller: Caller) { self.caller = caller }
  }

  @Test("a provider of a scoped service does not prevent creation")
  func aProviderOfAScopedServiceIsNoReasonNotToBeMade() throws {
    var registry = registry()
    registry.declare(Key<Caller>("Caller"))
    registry.declare(Key<Keeper>("Keeper"))
    registry.register("caller", as: Caller.self, Caller.init)
    registry.register("keeper", as: Keeper.self, Keeper.init)
    var plan = scoped
    plan.add("Clock", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    plan.add("Page", "page", .declared(1), ["Store"])
    plan.add("Caller", "caller", .transient, [.provider("Page")])
    plan.add("Keeper", "keeper", .singleton, ["Caller"])
    plan.add("Caller/session", "caller", .declared(0), [.provider("Page")])
    let container = try plan.container(registry)
    let keeper = try container.resolve(Keeper.self)
    refusal(.scopeNotOpen) { try keeper.caller.page() }
    refusal(.scopeNotOpen) { try container.resolve(Caller.self).page() }
    let session = try container.openScope("session")
    refusal(.scopeNotOpen) { try session.resolve(Caller.self, named: "session").page() }
    let request = try session.openScope("request")
    let page = try request.resolve((any Page).self)
    #expect(try request.resolve(Caller.self).page().store === page.store)
    #expect(try request.resolve(Keeper.self) === keeper)
    refusal(.scopeNotOpen) { try container.resolve(Caller.self).page() }
  }

  @Test("a provider of a closed scope outlives the call that made it") func providersOutliveTheirMaking() async throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(0))
    let container = try plan.container(registry())
    let (now, later) = try container.make { (now: Provider<any Clock>, later: AsyncProvider<any Clock>) in (now, later)
    }
    refusal(.scopeNotOpen) { try now() }
    await refusal(.scopeNotOpen) { try await later() }
  }

  private final class Both: Sendable {
    let page: Provider<any Page>
    let clock: Provider<any Clock>
    init(page: Provider<any Page>, clock: Provider<any Clock>) {
      self.page = page
      self.clock = clock
    }
  }

  @Test("providers reach services in sibling scopes") func providersOfServicesInScopesBesideEachOther() throws {
    var registry = registry()
    registry.declare(Key<Both>("Both"))
    registry.declare(Key<Caller>("Caller"))
    registry.register("both", as: Both.self, Both.init)
    registry.register("caller", as: Caller.self) { (_: any Clock, page: Provider<any Page>) in Caller(page: page) }
    var plan = scoped
    plan.scopes.append((name: "side", parent: nil))
    plan.add("Clock", "clock", .declared(2))
    plan.add("Clock/plain", "clock")
    plan.add("Store", "store", .singleton, ["Clock/plain"])
    plan.add("Page", "page", .declared(1), ["Store"])
    plan.add("Both", "both", .transient, [.provider("Page"), .provider("Clock")])
    plan.add("Caller", "caller", .transient, ["Clock", .provider("Page")])
    let container = try plan.container(registry)
    let side = try container.openScope("side")
    let request = try container.openScope("session").openScope("request")
    #expect(try side.resolve(Both.self).clock() === side.resolve((any Clock).self))
    refusal(.scopeNotOpen) { try side.resolve(Both.self).page() }
    #expect(try request.resolve(Both.self).page().store.clock.name == "system")
    refusal(.scopeNotOpen) { try request.resolve(Both.self).clock() }
    refusal(.scopeNotOpen) { try container.resolve(Both.self).clock() }
    // What it needs at once is beside what it may call for: it is made all the same.
    refusal(.scopeNotOpen) { try side.resolve(Caller.self).page() }
    refusal(.scopeNotOpen) { try request.resolve(Caller.self) }
  }

  @Test("a provider reaches the scopes that are open") func aProviderReachesAsFarAsScopesAreOpen() throws {
    var registry = registry()
    registry.declare(Key<Caller>("Caller"))
    registry.declare(Key<Keeper>("Keeper"))
    registry.register("caller", as: Caller.self, Caller.init)
    registry.register("page2", as: (any Page).self) { (store: any Store, _: Provider<Keeper>) in ListPage(store: store)
    }
    registry.register("keeper", as: Keeper.self, Keeper.init)
    var plan = scoped
    plan.add("Clock", "clock")
    plan.add("Store", "store", .declared(0), ["Clock"])
    plan.add("Keeper", "keeper", .declared(1), ["Caller"])
    plan.add("Page", "page2", .transient, ["Store", .provider("Keeper")])
    plan.add("Caller", "caller", .transient, [.provider("Page")])
    let session = try plan.container(registry).openScope("session")
    #expect(try session.resolve(Caller.self).page().store === session.resolve((any Store).self))
  }

  @Test("a handle of a scope stays in it") func aHandleOfAScopeStaysInIt() throws {
    var plan = scoped
    plan.add("Clock", "clock", .declared(0))
    let container = try plan.container(registry())
    let scope = try container.openScope("session")
    let handle = try scope.handle(for: (any Clock).self)
    #expect(try handle() === scope.resolve((any Clock).self))
    refusal(.scopeNotOpen) { try container.handle(for: (any Clock).self) }
  }

  @Test("nothing leaks") func nothingLeaks() async throws {
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
