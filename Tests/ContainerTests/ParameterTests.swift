import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// What a factory's parameters may ask for beside plain services.
@Suite struct ParameterTests {
  private final class Asking: Sendable {
    let lazy: Lazy<any Clock>
    let provider: Provider<any Clock>
    let optional: (any Store)?
    let all: [any Clock]

    init(lazy: Lazy<any Clock>, provider: Provider<any Clock>, optional: (any Store)?, all: [any Clock]) {
      self.lazy = lazy
      self.provider = provider
      self.optional = optional
      self.all = all
    }
  }

  private func registry(_ census: Census) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(Key<Asking>("Asking"))
    registry.register("clock", as: (any Clock).self) { SystemClock("system", census) }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("asking", as: Asking.self, Asking.init)
    return registry
  }

  private func plan(_ scope: PlannedService.Scope, _ optional: String?, _ all: [String]) -> HandMadePlan {
    var plan = HandMadePlan()
    plan.add("Clock", "clock", scope)
    plan.add("Clock/a", "clock")
    plan.add("Clock/b", "clock", .transient)
    plan.add("Store", "store", .singleton, ["Clock"])
    plan.add("Asking", "asking", .singleton, [.lazy("Clock"), .provider("Clock"), .optional(optional), .all(all)])
    return plan
  }

  @Test("a lazy dependency is made once, at its first use") func aLazyDependencyIsMadeOnceAtItsFirstUse() throws {
    for scope in [PlannedService.Scope.singleton, .transient, .graph, .weak] {
      let census = Census()
      let container = try plan(scope, nil, []).container(registry(census))
      let asking = try container.resolve(Asking.self)
      #expect(census.made == 0)
      let clock = try asking.lazy()
      #expect(try asking.lazy() === clock)
      #expect(census.made == 1)
    }
  }

  @Test("a provider resolves as the container would") func aProviderGivesWhatResolvingWould() throws {
    let census = Census()
    let shared = try plan(.singleton, nil, []).container(registry(census)).resolve(Asking.self)
    #expect(throws: ContainerClosed.self) { try shared.provider() }
    let container = try plan(.transient, nil, []).container(registry(census))
    let asking = try container.resolve(Asking.self)
    #expect(try asking.provider() !== asking.provider())
    let single = try plan(.singleton, nil, []).container(registry(census))
    let other = try single.resolve(Asking.self)
    #expect(try other.provider() === single.resolve((any Clock).self))
  }

  private final class Deferring: Sendable {
    let calls: [@Sendable () async throws -> Void]

    init(
      _ lazy: Lazy<any Clock>, _ provider: Provider<any Clock>, _ asyncLazy: AsyncLazy<any Clock>,
      _ asyncProvider: AsyncProvider<any Clock>, _ scoped: ScopedProvider<any Clock>, _ maker: Maker<Int, any Store>,
      _ asyncMaker: AsyncMaker<Int, any Store>, elsewhere: Container
    ) {
      calls = [
        { _ = try lazy() }, { _ = try provider() }, { _ = try await asyncLazy() }, { _ = try await asyncProvider() },
        { _ = try scoped(in: elsewhere) }, { _ = try maker(1) }, { _ = try await asyncMaker(1) },
      ]
    }
  }

  @Test("a deferred dependency names its service after its container or overlay was freed", arguments: [false, true])
  func aDeferredDependencyNamesItsServiceAfterTheEnd(_ inOverlay: Bool) async throws {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock, _: Argument<Int>) in MemoryStore(clock) }
    registry.declare(Key<Deferring>("Deferring"))
    let manifest = ManifestLocation.yaml("configdi: 1\nservices: { Clock: clock, Store: store }", named: "app.yaml")
    let elsewhere = try Container(manifest: manifest, registry: registry)
    registry.register("deferring", as: Deferring.self) { Deferring($0, $1, $2, $3, $4, $5, $6, elsewhere: elsewhere) }
    let text = "configdi: 1\nservices: { Clock: clock, Store: store, Deferring: deferring }"
    var container = try Optional(Container(manifest: .yaml(text, named: "app.yaml"), registry: registry))
    let token = inOverlay ? try container?.overlay(.renew((any Clock).self)) : nil
    let deferring = try #require(try container?.resolve(Deferring.self))
    if let token { try await token.close() } else { container = nil }
    for (index, call) in deferring.calls.enumerated() where !inOverlay || index != 4 {
      let error = await #expect(throws: ContainerClosed.self) { try await call() }
      #expect(error?.chain == [index < 5 ? "Clock" : "Store"])
      #expect(error?.description.contains(inOverlay ? "its overlay has ended" : "its container is closed") == true)
    }
  }

  private final class Owner: @unchecked Sendable { var asking: Asking? }

  @Test("a deferred dependency keeps nothing that a factory holds") func deferredDependenciesKeepNoFactories() throws {
    weak var freed: Owner?
    do {
      let owner = Owner()
      freed = owner
      var registry = registry(Census())
      registry.register("store", as: (any Store).self, replace: true) { (clock: any Clock) in
        withExtendedLifetime(owner) { MemoryStore(clock) }
      }
      owner.asking = try plan(.singleton, nil, []).container(registry).resolve(Asking.self)
    }
    #expect(freed == nil)
  }

  @Test func anOptionalDependencyMayBeAbsent() throws {
    let census = Census()
    let without = try plan(.singleton, nil, []).container(registry(census))
    #expect(try without.resolve(Asking.self).optional == nil)
    let with = try plan(.singleton, "Store", []).container(registry(census))
    #expect(try with.resolve(Asking.self).optional === with.resolve((any Store).self))
  }

  @Test func aCollectionKeepsItsOrder() throws {
    let census = Census()
    let container = try plan(.singleton, nil, ["Clock/b", "Clock", "Clock/a"]).container(registry(census))
    let all = try container.resolve(Asking.self).all
    #expect(all.count == 3)
    #expect(try all[1] === container.resolve((any Clock).self))
    #expect(try all[2] === container.resolve((any Clock).self, named: "a"))
    #expect(try plan(.singleton, nil, []).container(registry(census)).resolve(Asking.self).all.isEmpty)
  }

  private struct Settings: ServiceSettings {
    var name: String
    var size: Int
    static let defaults: SettingDefaults = ["size": 3]
  }

  @Test func settingsAreDecodedOnceAndLayeredOverDefaults() throws {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { (settings: Settings) in
      SystemClock("\(settings.name) \(settings.size)")
    }
    var plan = HandMadePlan()
    let name = Setting(.string("wall"), at: HandMadePlan.line(1))
    plan.add(
      "Clock", "clock", .transient,
      settings: Setting(.map([(Located("name", at: HandMadePlan.line(1)), name)]), at: HandMadePlan.line(1)))
    #expect(try plan.container(registry).resolve((any Clock).self).name == "wall 3")
  }

  private struct Repeated: ServiceSettings {
    var size: Int
    static let defaults: SettingDefaults = ["size": 3, "size": 4]
  }

  @Test("the last of two defaults wins, also in the catalog") func ofTwoDefaultsTheLastCountsInTheCatalogToo() throws {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { (settings: Repeated) in SystemClock("\(settings.size)") }
    let container = try Container(manifest: .yaml("configdi: 1\nservices: { Clock: clock }"), registry: registry)
    #expect(try container.resolve((any Clock).self).name == "4")
    #expect(registry.catalog.factories.first?.settings?.fields.first?.defaultText == "4")
  }

  /// A case that looks like a number is the text that is written.
  @Test("a case that looks like a number is matched by its text") func aCaseIsChosenByItsTextAlsoIfItLooksLikeANumber()
    throws
  {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { (settings: Settings) in SystemClock(settings.name) }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { mode: { type: enum, of: [010, 0x10], value: 010 } }
        services:
          Clock/a: { factory: clock, settings: { name: "first of ${mode}" } }
          Clock/b: { factory: clock, settings: { name: second } }
          Clock: { select: mode, cases: { 010: Clock/a, 0x10: Clock/b } }
        """), registry: registry)
    #expect(try container.resolve((any Clock).self).name == "first of 010")
  }

  private final class Loud: Clock {
    let inner: any Clock
    let word: String
    var name: String { "\(word)(\(inner.name))" }

    init(_ inner: any Clock, _ word: String) {
      self.inner = inner
      self.word = word
    }
  }

  @Test("decorators wrap innermost first") func decoratorsWrapInnermostFirst() throws {
    let census = Census()
    var registry = registry(census)
    registry.registerDecorator("loud", of: (any Clock).self) { inner in Loud(inner, "loud") }
    registry.registerDecorator("timed", of: (any Clock).self) { (inner: any Clock, other: any Clock) in
      Loud(inner, "timed by \(other.name)")
    }
    for scope in [PlannedService.Scope.singleton, .transient] {
      var plan = HandMadePlan()
      plan.add("Clock/other", "clock")
      plan.add(
        "Clock", "clock", scope,
        decorators: [.init(factory: "loud"), .init(factory: "timed", dependencies: ["Clock/other"])])
      let container = try plan.container(registry)
      #expect(try container.resolve((any Clock).self).name == "timed by system(loud(system))")
    }
  }

  private struct Environment {
    let clock: any Clock
    let store: Lazy<any Store>
    let page: (any Page)?
  }

  @Test func makeFillsAnyInitializer() throws {
    let container = try plan(.singleton, nil, []).container(registry(Census()))
    let environment = try container.make(Environment.init)
    #expect(try environment.clock === container.resolve((any Clock).self))
    #expect(try environment.store() === container.resolve((any Store).self))
    #expect(environment.page == nil)
    refusal(.unknownKey) { try container.make { (page: any Page) in page } }
  }

  @Test("make is one resolution") func makeIsOneResolution() throws {
    var plan = HandMadePlan()
    plan.add("Clock", "clock", .graph)
    plan.add("Store", "store", .transient, ["Clock"])
    let container = try plan.container(registry(Census()))
    let (clock, store) = try container.make { (clock: any Clock, store: any Store) in (clock, store) }
    #expect(store.clock === clock)
  }

  @Test("a chain of many singletons does not exhaust the stack") func aChainOfManySingletonsDoesNotExhaustTheStack()
    throws
  {
    final class Link: Sendable {
      let depth: Int
      init(_ next: Link?) { depth = 1 + (next?.depth ?? 0) }
    }
    var registry = FactoryRegistry()
    registry.declare(Key<Link>("Link"))
    registry.register("link", as: Link.self) { (next: Link?) in Link(next) }
    var plan = HandMadePlan()
    let count = 5_000
    for index in 0..<count {
      plan.add("Link/\(index)", "link", .singleton, [.optional(index == 0 ? nil : "Link/\(index - 1)")])
    }
    let container = try plan.container(registry)
    #expect(try container.resolve(Key<Link>("Link/\(count - 1)")).depth == count)
  }

  @Test("a chain of too many transients is refused in advance") func aChainOfTooManyTransientsIsRefusedBeforehand()
    throws
  {
    final class Link: Sendable { init(_ next: Link?) {} }
    var registry = FactoryRegistry()
    registry.declare(Key<Link>("Link"))
    registry.register("link", as: Link.self) { (next: Link?) in Link(next) }
    func container(_ count: Int) throws -> Container {
      var plan = HandMadePlan()
      // One more, that no other holds.
      plan.add("Link/alone", "link", .transient, [.optional(nil)])
      for index in 0..<count {
        plan.add("Link/\(index)", "link", .transient, [.optional(index == 0 ? nil : "Link/\(index - 1)")])
      }
      return try plan.container(registry)
    }
    let deepest = try container(Plan.deepestNesting)
    _ = try deepest.resolve(Key<Link>("Link/\(Plan.deepestNesting - 1)"))
    refusal(.nestingTooDeep) { try container(Plan.deepestNesting + 1) }
  }
}
