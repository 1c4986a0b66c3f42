import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

@Suite struct ScopeTests {
  private func registry(_ census: Census? = nil) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("system", census) }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock, census) }
    registry.register("page", as: (any Page).self) { (store: any Store) in ListPage(store: store) }
    return registry
  }

  @Test("a singleton is made once and on demand") func aSingletonIsMadeOnceAndNotBefore() throws {
    let census = Census()
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    let container = try plan.container(registry(census))
    #expect(census.made == 0)
    let store = try container.resolve((any Store).self)
    #expect(census.made == 2)
    #expect(try container.resolve((any Store).self) === store)
    #expect(try container.resolve((any Clock).self) === store.clock)
    #expect(census.made == 2)
  }

  @Test func aTransientIsMadeAtEveryInjection() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .transient)
    plan.add("Store", "store", .transient, ["Clock"])
    let container = try plan.container(registry())
    let first = try container.resolve((any Store).self)
    let second = try container.resolve((any Store).self)
    #expect(first !== second)
    #expect(first.clock !== second.clock)
  }

  @Test("a transient shares its singleton dependency") func aTransientOverASingletonSharesIt() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store", .transient, ["Clock"])
    let container = try plan.container(registry())
    #expect(try container.resolve((any Store).self).clock === container.resolve((any Store).self).clock)
  }

  private struct Pair: Sendable {
    let left: any Store
    let right: any Store
  }

  private func pairs(_ census: Census? = nil) -> FactoryRegistry {
    var registry = registry(census)
    registry.declare(Key<Pair>("Pair"))
    registry.register("pair", as: Pair.self) { (left: any Store, right: any Store) in Pair(left: left, right: right) }
    return registry
  }

  @Test("a graph instance is shared within one outermost resolution")
  func aGraphInstanceIsOneInEachOutermostResolution() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .graph)
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Pair", "pair", .transient, ["Store", "Store"])
    let container = try plan.container(pairs())
    let first = try container.resolve(Pair.self)
    let second = try container.resolve(Pair.self)
    #expect(first.left !== first.right)
    #expect(first.left.clock === first.right.clock)
    #expect(first.left.clock !== second.left.clock)
  }

  @Test("creating a shared instance begins a new graph") func makingASharedInstanceBeginsAGraph() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .graph)
    plan.add("Store/shared", "store", .singleton, ["Clock"])
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Pair", "pair", .transient, ["Store/shared", "Store"])
    let container = try plan.container(pairs())
    let pair = try container.resolve(Pair.self)
    #expect(pair.left.clock !== pair.right.clock)
  }

  @Test("the dependencies of a shared instance are one graph") func aSharedInstanceIsAGraphOfItsOwn() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .graph)
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Pair", "pair", .singleton, ["Store", "Store"])
    let pair = try plan.container(pairs()).resolve(Pair.self)
    #expect(pair.left.clock === pair.right.clock)
  }

  @Test("a weak instance is shared while it is held") func aWeakInstanceIsSharedWhileSomeoneHoldsIt() throws {
    let census = Census()
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .weak)
    let container = try plan.container(registry(census))
    var held: (any Clock)? = try container.resolve((any Clock).self)
    #expect(try container.resolve((any Clock).self) === held)
    #expect(census.made == 1)
    held = nil
    #expect(census.alive == 0)
    held = try container.resolve((any Clock).self)
    #expect(census.made == 2)
    #expect(held?.name == "system")
  }

  @Test("a weak service that is not a class instance is refused") func aWeakServiceThatIsNoClassInstanceIsRefused()
    throws
  {
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    plan.add("Page", "page", .weak, ["Store"])
    let container = try plan.container(registry())
    let error = refusal(.notAnObject) { try container.resolve((any Page).self) }
    #expect(error?.description.contains("its factory made a ListPage") == true)
    #expect(error?.chain == ["Page"])
  }

  @Test("an alias resolves to its target") func anAliasIsTheServiceThatItStandsFor() throws {
    var plan = HandMadePlan()
    plan.add("Clock/wall", "clock")
    plan.alias("Clock", "Clock/wall")
    plan.alias("Timer", "Clock")
    plan.add("Store", "store", .singleton, ["Timer"])
    let container = try plan.container(registry())
    let clock = try container.resolve((any Clock).self)
    #expect(try container.resolve((any Clock).self, named: "wall") === clock)
    #expect(try container.resolve(Key<any Clock>("Timer")) === clock)
    #expect(try container.resolve((any Store).self).clock === clock)
  }

  @Test("variants and custom keys are separate services") func variantsAndCustomKeysAreServicesOfTheirOwn() throws {
    let spare = Key<any Clock>("spare.clock")
    var registry = registry()
    registry.declare(spare)
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Clock/wall", "clock")
    plan.add("spare.clock", "clock")
    let container = try plan.container(registry)
    let clocks = [
      try container.resolve((any Clock).self), try container.resolve((any Clock).self, named: "wall"),
      try container.resolve(spare),
    ]
    #expect(Set(clocks.map { ObjectIdentifier($0) }).count == 3)
    #expect(try container.handle(for: spare)() === clocks[2])
    #expect(try container.handle(for: (any Clock).self, named: "wall")() === clocks[1])
    let wall = Key((any Clock).self, named: "wall")
    #expect(try container.resolve(Key((any Clock).self)) === clocks[0] && container.resolve(wall) === clocks[1])
    let stopped = SystemClock("stopped")
    let token = try container.overlay(wall, returning: stopped)
    #expect(try container.resolve(wall) === stopped && container.resolve(spare) === clocks[2])
    token.remove()
  }

  @Test("a provided instance belongs to the host") func aProvidedInstanceIsTheHosts() throws {
    let clock = SystemClock("mine")
    var plan = HandMadePlan()
    plan.provided("Clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    let container = try plan.container(registry(), provided: [Provided(clock, as: (any Clock).self)])
    #expect(try container.resolve((any Store).self).clock === clock)
    #expect(try container.resolve((any Clock).self) === clock)
    let error = refusal(.notProvided) { try plan.container(registry()) }
    #expect(error?.missing == ["Clock"])
    #expect(error?.description.contains("Clock (plan.yaml:1:1)") == true)
  }

  @Test("an instance for an unknown key is refused") func anInstanceThatNobodyAskedForIsRefused() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    let error = refusal(.unexpectedInstance) {
      try plan.container(registry(), provided: [Provided(SystemClock(), as: (any Clock).self)])
    }
    #expect(error?.description.contains("instance of Clock (plan.yaml:1:1) was passed to the container") == true)
    #expect(error?.description.contains("does not declare it as provided") == true)
    refusal(.unexpectedInstance) {
      try plan.container(registry(), provided: [Provided(MemoryStore(SystemClock()), as: (any Store).self)])
    }
  }

  @Test("an instance of another type is refused") func anInstanceOfAnotherTypeIsRefused() throws {
    var plan = HandMadePlan()
    plan.provided("Clock")
    refusal(.wrongType) { try plan.container(registry(), provided: [Provided("noon", for: Key("Clock"))]) }
  }

  @Test("a registered instance is shared by every container") func aRegisteredInstanceIsGivenToEveryone() throws {
    let clock = SystemClock("ready")
    var registry = registry()
    registry.registerInstance("ready", as: (any Clock).self, clock)
    var plan = HandMadePlan()
    plan.add("Clock", "ready")
    #expect(try plan.container(registry).resolve((any Clock).self) === clock)
  }

  @Test func handlesResolveAndLend() throws {
    let census = Census()
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Store", "store", .transient, ["Clock"])
    let container = try plan.container(registry(census))
    let clock = try container.handle(for: (any Clock).self)
    #expect(census.made == 0)
    #expect(try clock.with { $0.name } == "system")
    #expect(try clock() === container.resolve((any Clock).self))
    #expect(census.made == 1)
    let store = try container.handle(for: (any Store).self)
    #expect(try store() !== store())
    #expect(try store.with { $0.clock === (try! clock()) })
  }

  @Test("a handle keeps its container's services") func aHandleKeepsItsContainersServices() throws {
    let census = Census()
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    var handle: Handle<any Clock>?
    do { handle = try plan.container(registry(census)).handle(for: (any Clock).self) }
    #expect(try handle?().name == "system")
    #expect(census.alive == 1)
    handle = nil
    #expect(census.alive == 0)
  }
}
