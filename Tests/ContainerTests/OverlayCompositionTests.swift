import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Overlays of several services, on top of one another.
@Suite struct OverlayCompositionTests {
  func container(
    _ clock: PlannedService.Scope = .singleton, page: PlannedService.Scope = .singleton, providesClock: Bool = false
  ) throws -> Container {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("system") }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("page", as: (any Page).self) { (store: any Store) in ListPage(store: store) }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil), (name: "request", parent: 0)]
    if providesClock { plan.provided("Clock", clock) } else { plan.add("Clock", "clock", clock) }
    plan.add("Clock/other", "clock")
    plan.add("Store", "store", clock == .singleton ? .singleton : page, ["Clock"])
    plan.add("Page", "page", page, ["Store"])
    return try plan.container(registry)
  }

  func clock(_ name: String) -> OverlayDefinition {
    OverlayDefinition((any Clock).self, returning: SystemClock(name))
  }

  let louder = OverlayDefinition((any Store).self) { original in
    MemoryStore(SystemClock("loud \(try original().clock.name)"))
  }

  func shown(_ container: Container) throws -> String {
    try container.resolve((any Page).self).store.clock.name
  }

  @Test("a replaced service stays replaced under a newer overlay")
  func whatIsReplacedStaysSoWhenANewerOverlayReachesIt() throws {
    let container = try container()
    let fixed = MemoryStore(SystemClock("fixed"))
    let store = try container.overlay((any Store).self, returning: fixed)
    let clock = try container.overlay(clock("mock"))
    #expect(try container.resolve((any Store).self) === fixed)
    #expect(try shown(container) == "fixed")
    #expect(try container.resolve((any Clock).self).name == "mock")
    store.remove()
    #expect(try shown(container) == "mock")
    clock.remove()
    #expect(try shown(container) == "system")
  }

  @Test("a newer overlay applies to a service that was taken back") func overTakenBack() async throws {
    let container = try container()
    let own = try container.resolve((any Store).self)
    func name(under overlays: [OverlayDefinition]) async throws -> String {
      try await container.withOverlays(overlays) { try shown(container) }
    }
    try await container.withOverlays(louder) {
      try await container.withOverlays(.takeBack((any Store).self)) {
        #expect(try container.resolve((any Store).self) === own)
        #expect(try await name(under: [clock("mock")]) == "mock")
        #expect(try await name(under: [louder]) == "loud system")
        #expect(try await name(under: [louder, clock("mock")]) == "loud mock")
        let renewed = try await container.withOverlays(.renew((any Store).self)) {
          try container.resolve((any Store).self)
        }
        #expect(renewed !== own && renewed.clock.name == "system")
        #expect(try container.resolve((any Store).self) === own)
      }
    }
  }

  @Test("a closure's original is the service without that overlay", arguments: [[0, 1], [1, 0]])
  func aClosuresOriginalIsWhatItWouldBeWithoutIt(order: [Int]) throws {
    let container = try container()
    let definitions = [louder, clock("mock")]
    let tokens = try order.map { try container.overlay(definitions[$0]) }
    #expect(try shown(container) == "loud mock")
    tokens[0].remove()
    #expect(try shown(container) == (order[0] == 0 ? "mock" : "loud system"))
    tokens[1].remove()
    #expect(try shown(container) == "system")
  }

  @Test("one overlay may replace a service and its dependency") func oneOverlayMayReplaceAServiceAndWhatIsUnderIt()
    async throws
  {
    let container = try container()
    let before = try container.resolve((any Store).self)
    try await container.withOverlays(louder, clock("mock")) {
      let names = [try shown(container), try shown(container)]
      #expect(names == ["loud mock", "loud mock"])
    }
    let same = OverlayDefinition((any Store).self) { try $0() }
    try await container.withOverlays(same) {
      let same = try container.resolve((any Store).self)
      #expect(same === before)
    }
  }

  /// What was made before any overlay is found without a lock, unless an overlay stands before it.
  @Test("an overlay stays active when an older one ends") func anOverlayStaysInForceWhenAnOlderOneEnds() async throws {
    let container = try container()
    #expect(try shown(container) == "system")
    let older = try container.overlay(clock("older"))
    let newer = try container.overlay(clock("newer"))
    older.remove()
    #expect(try shown(container) == "newer")
    #expect(try container.resolve((any Clock).self).name == "newer")
    let outer = try container.overlay(clock("outer"))
    try await container.withOverlays(clock("task")) {
      outer.remove()
      let name = try container.resolve((any Clock).self).name
      #expect(name == "task")
    }
    newer.remove()
    #expect(try container.resolve((any Clock).self).name == "system")
    let service = try container.service((any Clock).self, nil)
    let door = try container.level.slot(service).door.load(ordering: .acquiring)
    #expect(door > AnySlot.lastNumber)
  }

  @Test("labels are kept when an overlay ends during creation")
  func labelsAreKeptWhenAnOverlayEndsWhileAnArgumentIsMade() throws {
    let token = Lock<OverlayToken?>(nil)
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("first") }
    registry.register("other", as: (any Clock).self) { SystemClock("other") }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in
      let ended = token.withLock { token in
        defer { token = nil }
        return token
      }
      ended?.remove()
      guard ended == nil else { throw Refusal() }
      return MemoryStore(clock)
    }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Clock/other", "other")
    plan.add("Store", "store", .transient, ["Clock"])
    let container = try plan.container(registry)
    token.withLock { $0 = nil }
    let opened = try container.overlay(clock("mock"))
    token.withLock { $0 = opened }
    let names = try container.make(labels: ["Clock/other", nil]) { (clock: any Clock, store: any Store) in
      [clock.name, store.clock.name]
    }
    #expect(names == ["other", "first"])
  }

  private final class Stubborn: Sendable, Closeable {
    func close() throws { throw Refusal() }
  }

  /// `Stubborn` of a session, and `Stubborn/shared` of the container.
  private func stubbornContainer() throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Stubborn>("Stubborn"))
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("stubborn", as: Stubborn.self) { (_: any Clock) in Stubborn() }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Clock", "clock")
    plan.add("Stubborn", "stubborn", .declared(0), ["Clock"])
    plan.add("Stubborn/shared", "stubborn", .singleton, ["Clock"])
    return try plan.container(registry)
  }

  @Test("a failure to close is reported once") func whatFailsToCloseIsToldOnce() async throws {
    let container = try stubbornContainer()
    let scope = try container.openScope("session")
    let error = await #expect(throws: ClosingFailed.self) {
      try await container.withOverlays(clock("mock")) { _ = try scope.resolve(Stubborn.self) }
    }
    #expect(error?.failures.count == 1)
    let token = try container.overlay(clock("outer"))
    let other = try scope.overlay(clock("of the scope"))
    _ = try scope.resolve(Stubborn.self)
    other.remove()
    _ = try scope.resolve(Stubborn.self)
    let all = await #expect(throws: ClosingFailed.self) { try await container.close() }
    #expect(all?.failures.count == 2)
    token.remove()
  }

  @Test("a failure that a token's close() threw is not reported again at shutdown")
  func receivedFailure() async throws {
    let container = try stubbornContainer()
    let token = try container.overlay(clock("mock"))
    _ = try container.resolve(Key<Stubborn>("Stubborn/shared"))
    let scope = try container.openScope("session")
    try await scope.close()
    await #expect(throws: ClosingFailed.self) { try await token.close() }
    try await container.shutdown()
    // The closed scope keeps the overlay's level alive.
    withExtendedLifetime(scope) {}
  }

  @Test("startNow works under an overlay that replaces an asynchronous service by an instance")
  func instanceForAsynchronousService() throws {
    var registry = FactoryRegistry()
    registry.registerAsync("clock", as: (any Clock).self) { SystemClock("slow") }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    let container = try plan.container(registry)
    #expect(throws: ContainerError.self) { try container.startNow() }
    let token = try container.overlay(clock("mock"))
    try container.startNow()
    #expect(try container.resolve((any Store).self).clock.name == "mock")
    token.remove()
  }

  @Test("startNow works under an overlay once asynchronous services exist") func whatIsMadeMayStartNowUnderAnOverlay()
    async throws
  {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.registerAsync("store", as: (any Store).self) { MemoryStore(SystemClock("made")) }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store")
    let container = try plan.container(registry)
    _ = try await container.resolveAsync((any Store).self)
    let token = try container.overlay(clock("mock"))
    try container.startNow()
    token.remove()
  }

  @Test("renew makes a new instance under a closure too") func whatIsRenewedIsRenewedUnderAClosureToo() throws {
    let container = try container()
    let before = try container.resolve((any Store).self)
    let same = try container.overlay((any Store).self) { try $0() }
    #expect(try container.resolve((any Store).self) === before)
    let renewed = try container.overlay(.renew((any Store).self))
    let after = try container.resolve((any Store).self)
    #expect(after !== before)
    #expect(try container.resolve((any Store).self) === after)
    renewed.remove()
    #expect(try container.resolve((any Store).self) === before)
    same.remove()
  }

  @Test("handles of a removed overlay end with its scopes") func whatWasHeldInARemovedOverlayEndsWithItsScopes()
    async throws
  {
    let container = try container(page: .declared(0))
    for opensScope in [false, true] {
      for _ in 0..<50 {
        let token = try container.overlay(clock("mock"))
        let handle = try container.handle(for: (any Clock).self)
        let scope = opensScope ? try container.openScope("session") : nil
        let store = try container.handle(for: (any Store).self)
        #expect(try handle().name == "mock" && store().clock.name == "mock")
        token.remove()
        if let scope {
          #expect(try handle().name == "mock" && shown(scope) == "mock" && store().clock.name == "mock")
          try await scope.close()
          #expect(throws: ContainerClosed.self) { try shown(scope) }
        }
        #expect(throws: ContainerClosed.self) { try handle() }
        #expect(throws: ContainerClosed.self) { try store() }
      }
    }
  }

  @Test("an overlay of another type is refused") func anOverlayOfAnotherTypeIsRefused() throws {
    let container = try container()
    let error = refusal(.wrongType) {
      _ = try container.overlay(Key<String>("Clock"), returning: "noon")
    }
    #expect(error?.description.contains("is a Clock, not a String") == true)
  }

  @Test("graph instances are shared through a closure") func graphInstancesAreSharedThroughAClosure() throws {
    final class Pair: Sendable {
      let own: any Clock
      let store: any Store
      init(_ own: any Clock, _ store: any Store) { (self.own, self.store) = (own, store) }
    }
    var registry = FactoryRegistry()
    let pair = Key<Pair>("Pair")
    registry.declare(pair)
    registry.register("clock", as: (any Clock).self) { SystemClock("system") }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("pair", as: Pair.self) { (clock: any Clock, store: any Store) in Pair(clock, store) }
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .graph)
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Pair", "pair", .transient, ["Clock", "Store"])
    let container = try plan.container(registry)
    let kept = Lock<[Provider<any Clock>]>([])
    let token = try container.overlay((any Clock).self) { original in
      kept.withLock { $0.append(original) }
      return try original()
    }
    let made = try container.resolve(pair)
    #expect(made.own === made.store.clock)
    let late = try kept.withLock { $0 }[0]()
    #expect(late !== made.own, "the resolution is over")
    token.remove()
  }
}
