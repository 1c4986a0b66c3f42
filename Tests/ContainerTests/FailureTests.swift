import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

@Suite struct FailureTests {
  /// Fails as often as it is told to.
  private final class Fuse: Sendable {
    private let left: Lock<Int>
    init(_ count: Int) { left = Lock(count) }

    func burn(_ text: String = "no") throws {
      let fails = left.withLock { left in
        defer { left = max(0, left - 1) }
        return left > 0
      }
      if fails { throw Refusal(text: text) }
    }
  }

  private func container(
    _ fuse: Fuse, _ text: String = "no", middle: PlannedService.Scope = .singleton, parameters: [PlannedParameter] = []
  ) throws -> Container {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) {
      try fuse.burn(text)
      return SystemClock()
    }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("page", as: (any Page).self) { (store: any Store) in ListPage(store: store) }
    var plan = HandMadePlan()
    plan.parameters = parameters
    plan.add("Clock", "clock", middle)
    plan.add("Store", "store", middle, ["Clock"])
    plan.add("Page", "page", .singleton, ["Store"])
    return try plan.container(registry)
  }

  @Test(
    "a factory's error has the chain and the original error",
    arguments: [PlannedService.Scope.singleton, .transient, .graph, .weak])
  func aFactorysErrorNamesTheChainAndKeepsTheOriginal(_ scope: PlannedService.Scope) throws {
    let container = try container(Fuse(2), middle: scope)
    let error = refusal(.factoryFailed) { try container.resolve((any Page).self) }
    #expect(error?.chain == ["Page", "Store", "Clock"])
    #expect(error?.underlying as? Refusal == Refusal())
    #expect(
      error?.description == """
        Clock (plan.yaml:1:1) could not be made: Refusal(text: "no")
          needed by Store (plan.yaml:2:1)
          needed by Page (plan.yaml:3:1)
          help: the factory clock threw this; nothing was kept, so the next call tries again
        """)
  }

  @Test func aThrowingFactoryLeavesItsSlotEmpty() throws {
    let container = try container(Fuse(2))
    refusal(.factoryFailed) { try container.resolve((any Page).self) }
    refusal(.factoryFailed) { try container.resolve((any Store).self) }
    let page = try container.resolve((any Page).self)
    #expect(try container.resolve((any Store).self) === page.store)
  }

  @Test("a transient's error has its chain") func anOpenTransientsErrorHasItsChainToo() throws {
    let fuse = Fuse(0)
    let container = try container(fuse, middle: .transient)
    _ = try container.resolve((any Store).self)
    let failing = try self.container(Fuse(1), middle: .transient)
    let error = refusal(.factoryFailed) { try failing.resolve((any Store).self) }
    #expect(error?.chain == ["Store", "Clock"])
  }

  private final class Inner: Clock, AsyncCloseable {
    let name: String
    let census: Census
    init(_ name: String, _ census: Census) {
      self.name = name
      self.census = census
      census.born()
    }
    func close() async throws {
      census.died()
      if name == "unclosable" { throw Refusal(text: name) }
    }
  }

  @Test("a decorator's error names it and leaves nothing open", arguments: ["clock", "asyncClock"])
  func aDecoratorsErrorNamesItAndLeavesNothingOpen(_ factory: String) async throws {
    let census = Census()
    let fuse = Fuse(3)
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { Inner("inner", census) }
    registry.registerAsync("asyncClock", as: (any Clock).self) { Inner("inner", census) }
    registry.registerDecorator("off", of: (any Clock).self) { inner in inner }
    registry.registerDecorator("failing", of: (any Clock).self) { (inner: any Clock) throws -> any Clock in
      try fuse.burn()
      return Inner("outer", census)
    }
    let container = try Container(
      manifest: .yaml(
        "configdi: 1\nservices:\n  Clock:\n    factory: \(factory)\n    decorators:\n      - off\n      - failing\n",
        named: "app.yaml"), registry: registry)
    for _ in 0..<3 {
      let error = await refusal(.factoryFailed) { try await container.resolveAsync((any Clock).self) }
      #expect(
        error?.description == """
          Clock (app.yaml:4:5) could not be made: Refusal(text: "no")
            help: the decorator failing (app.yaml:7:9) threw this; nothing was kept, so the next call tries again
          """)
    }
    await eventually { census.alive == 0 }
    _ = try await container.resolveAsync((any Clock).self)
    #expect(census.made == 5 && census.alive == 2)
    try await container.shutdown()
    #expect(census.alive == 0)
  }

  @Test("shutdown closes what a failed creation left and reports its failure")
  func theEndWaitsForWhatAFailedMakingLeftAndReportsItsFailure() async throws {
    let census = Census()
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { Inner("unclosable", census) }
    registry.registerDecorator("failing", of: (any Clock).self) { (_: any Clock) throws -> any Clock in
      throw Refusal()
    }
    var plan = HandMadePlan()
    plan.add("Clock", "clock", decorators: [.init(factory: "failing")])
    let container = try plan.container(registry)
    refusal(.factoryFailed) { try container.resolve((any Clock).self) }
    let error = await #expect(throws: ClosingFailed.self) { try await container.shutdown() }
    #expect(census.alive == 0)
    #expect(error?.failures.map(\.step.key) == ["Clock"])
  }

  @Test(
    "a `reference: true` factory that returns a value is refused",
    arguments: [PlannedService.Scope.singleton, .transient, .graph], ["page", "slowPage"])
  func aReferenceThatIsNoneIsRefused(_ scope: PlannedService.Scope, _ factory: String) async throws {
    guard scope == .singleton || factory == "page" else { return }
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self, reference: true) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("page", as: (any Page).self, reference: true) { (store: any Store) in ListPage(store: store) }
    registry.registerAsync("slowPage", as: (any Page).self, reference: true) { (store: any Store) in
      ListPage(store: store)
    }
    var plan = HandMadePlan()
    plan.add("Clock", "clock", scope)
    plan.add("Store", "store", scope, ["Clock"])
    plan.add("Page", factory, scope, ["Store"])
    let container = try plan.container(registry)
    _ = try container.resolve((any Clock).self)
    for _ in 0..<2 {
      let error = await refusal(.notAnObject) { try await container.resolveAsync((any Page).self) }
      #expect(
        error?.description == """
          Page (plan.yaml:3:1) is registered with reference: true, but its factory made a ListPage, which is not a class \
          instance
            help: remove reference: true from the factory's registration, or return a class instance
          """)
    }
  }

  private final class Album: Page {
    let store: any Store
    init(store: any Store) { self.store = store }
  }

  /// The factory's own product is meant, not what decorators make of it.
  @Test(
    "a `reference: true` product may be decorated with a value",
    arguments: [PlannedService.Scope.singleton, .transient, .graph], ["album", "slowAlbum", "page", "slowPage"])
  func aReferenceMayBeDecoratedWithAValue(_ scope: PlannedService.Scope, _ factory: String) async throws {
    guard scope == .singleton || !factory.hasPrefix("slow") else { return }
    var registry = FactoryRegistry()
    registry.register("store", as: (any Store).self) { MemoryStore(SystemClock()) }
    registry.register("album", as: (any Page).self, reference: true) { (store: any Store) in Album(store: store) }
    registry.register("page", as: (any Page).self, reference: true) { (store: any Store) in ListPage(store: store) }
    registry.registerAsync("slowAlbum", as: (any Page).self, reference: true) { (store: any Store) in
      Album(store: store)
    }
    registry.registerAsync("slowPage", as: (any Page).self, reference: true) { (store: any Store) in
      ListPage(store: store)
    }
    registry.registerDecorator("other", of: (any Page).self) { (page: any Page) -> any Page in
      page is Album ? ListPage(store: page.store) : Album(store: page.store)
    }
    var plan = HandMadePlan()
    plan.add("Store", "store")
    plan.add("Page", factory, scope, ["Store"], decorators: [.init(factory: "other")])
    let container = try plan.container(registry)
    for _ in 0..<2 {
      if factory.lowercased().hasSuffix("album") {
        #expect(try await container.resolveAsync((any Page).self) is ListPage)
      } else {
        let error = await refusal(.notAnObject) { try await container.resolveAsync((any Page).self) }
        #expect(error?.description.contains("its factory made a ListPage") == true)
      }
    }
  }

  @Test("secrets are not shown") func secretsAreNotShown() throws {
    let secret = Setting(.string("hunter2"), at: HandMadePlan.line(1), secret: "db.password")
    let long = Setting(.string("postgres://me:hunter2@host"), at: HandMadePlan.line(1), secret: "db.url")
    let container = try container(
      Fuse(1), "cannot reach postgres://me:hunter2@host with hunter2",
      parameters: [secret, long].map { value in
        PlannedParameter(
          entry: ComposedParameter(
            name: Located(value.secret ?? "", at: value.location), type: .string, source: nil, default: nil,
            traits: [.secret], minimum: nil, maximum: nil, cases: [], description: nil, history: []),
          given: ParameterValues.Value(setting: value))
      })
    let error = refusal(.factoryFailed) { try container.resolve((any Page).self) }
    let text = error?.description ?? ""
    #expect(text.contains("cannot reach <secret db.url> with <secret db.password>"))
    #expect(!text.contains("hunter2"))
    #expect("\((error?.underlying as? Refusal)?.text ?? "")".contains("hunter2") == true)
  }

  @Test("text that contains a secret is secret as a whole") func aTextThatASecretFlowedIntoIsSecretWhole() throws {
    struct Settings: ServiceSettings { var url: Secret<String> }
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { (settings: Settings) -> any Clock in
      throw Refusal(text: "no route to \(settings.url.value)")
    }
    let here = HandMadePlan.line(1)
    let url = Setting(.string("https://me:pw@host/x"), at: here, secret: "api.key")
    var plan = HandMadePlan()
    plan.add("Clock", "clock", settings: Setting(.map([(Located("url", at: here), url)]), at: here))
    let error = refusal(.factoryFailed) { try plan.container(registry).resolve((any Clock).self) }
    #expect(error?.description.contains("no route to <secret api.key>") == true)
  }

  @Test("an unknown key suggests similar keys") func anUnknownKeyIsNamedWithWhatIsLikeIt() throws {
    let container = try container(Fuse(0))
    let error = refusal(.unknownKey) { try container.resolve(Key<any Clock>("Clok")) }
    #expect(error?.description.contains("did you mean Clock?") == true)
    refusal(.unknownKey) { try container.resolve((any Clock).self, named: "wall") }
    refusal(.unknownKey) { try container.handle(for: String.self) }
    let form = refusal(.unknownKey) { try container.resolve([any Clock].self) }
    #expect(form?.description.contains("resolve Clock itself") == true)
  }

  @Test("a key of another type is refused") func aKeyUnderAnotherTypeIsRefused() throws {
    let container = try container(Fuse(0))
    let error = refusal(.wrongType) { try container.resolve(Key<any Store>("Clock")) }
    #expect(error?.description.contains("Clock (plan.yaml:1:1) is a Clock, not a Store") == true)
  }
}
