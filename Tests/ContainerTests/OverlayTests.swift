import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

@Suite struct OverlayTests {
  private func container(_ census: Census? = nil, _ page: PlannedService.Scope = .singleton) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Watch>("Watch"))
    registry.register("clock", as: (any Clock).self) { SystemClock("system", census) }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock, census) }
    registry.register("page", as: (any Page).self) { (store: any Store) in ListPage(store: store) }
    registry.register("watch", as: Watch.self, Watch.init)
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Clock", "clock")
    plan.add("Clock/other", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    plan.add("Store/other", "store", .singleton, ["Clock/other"])
    plan.add("Page", "page", page, ["Store"])
    plan.add("Watch", "watch", .singleton, [.lazy("Clock"), .provider("Clock")])
    return try plan.container(registry)
  }

  private final class Watch: Sendable {
    let lazy: Lazy<any Clock>
    let provider: Provider<any Clock>
    init(_ lazy: Lazy<any Clock>, _ provider: Provider<any Clock>) {
      self.lazy = lazy
      self.provider = provider
    }
  }

  private func mock(_ name: String = "mock") -> OverlayDefinition {
    OverlayDefinition((any Clock).self, returning: SystemClock(name))
  }

  @Test("dependents are remade and the rest is shared") func whatIsAboveIsMadeAnewAndTheRestIsShared() async throws {
    let container = try container()
    let before = try container.resolve((any Page).self)
    try await container.withOverlays(mock()) {
      #expect(try container.resolve((any Clock).self).name == "mock")
      let page = try container.resolve((any Page).self)
      #expect(page.store !== before.store)
      #expect(page.store.clock.name == "mock")
      #expect(try container.resolve((any Store).self) === page.store)
      #expect(try container.resolve((any Store).self, named: "other").clock.name == "system")
    }
    #expect(try container.resolve((any Page).self).store === before.store)
    #expect(try container.resolve((any Clock).self).name == "system")
  }

  @Test("a singleton first made in an overlay is not seen outside") func aSingletonFirstMadeInsideIsNotSeenOutside()
    async throws
  {
    let container = try container()
    let (inside, go) = AsyncStream<Void>.makeStream()
    let (outside, done) = AsyncStream<Void>.makeStream()
    let other = Task.detached {
      for await _ in inside { break }
      let page = try container.resolve((any Page).self)
      done.yield()
      return page.store.clock.name
    }
    let store = try await container.withOverlays(mock()) {
      let page = try container.resolve((any Page).self)
      #expect(page.store.clock.name == "mock")
      go.yield()
      for await _ in outside { break }
      #expect(try container.resolve((any Page).self).store === page.store)
      return page.store
    }
    #expect(try await other.value == "system")
    #expect(try container.resolve((any Store).self) !== store)
    #expect(try container.resolve((any Store).self).clock.name == "system")
  }

  @Test("child tasks inherit overlays and detached tasks do not") func childTasksInheritAndDetachedOnesDoNot()
    async throws
  {
    let container = try container()
    try await container.withOverlays(mock()) {
      async let child = container.resolve((any Clock).self).name
      let name = try await child
      #expect(name == "mock")
      #expect(try await Task { try container.resolve((any Clock).self).name }.value == "mock")
      #expect(try await Task.detached { try container.resolve((any Clock).self).name }.value == "system")
    }
  }

  @Test("overlays nest, newest first") func theyNestNewestFirst() async throws {
    let container = try container()
    try await container.withOverlays(mock("outer")) {
      let outer = try container.resolve((any Store).self)
      try await container.withOverlays(OverlayDefinition((any Clock).self, named: "other", returning: SystemClock("o")))
      {
        let clock = try container.resolve((any Clock).self)
        #expect(clock.name == "outer")
        #expect(try container.resolve((any Store).self) === outer)
        #expect(try container.resolve((any Store).self, named: "other").clock.name == "o")
      }
      try await container.withOverlays(mock("inner")) {
        let page = try container.resolve((any Page).self)
        #expect(page.store.clock.name == "inner")
      }
      #expect(try container.resolve((any Page).self).store.clock.name == "outer")
    }
  }

  @Test("a closure gets the original and is called each time") func aClosureIsGivenTheOriginalAndCalledEachTime()
    async throws
  {
    let census = Census()
    let container = try container(census)
    let overlay = OverlayDefinition((any Clock).self) { original in SystemClock("not " + (try original().name)) }
    try await container.withOverlays(overlay) {
      #expect(census.made == 0)
      let first = try container.resolve((any Clock).self)
      #expect(first.name == "not system")
      #expect(try container.resolve((any Clock).self) !== first)
      #expect(census.made == 1)
    }
  }

  @Test("handles, lazies and providers stay in the overlay where they were made")
  func handlesLazyAndProvidersStayWhereTheyWereMade() async throws {
    let container = try container()
    let handle = try container.handle(for: (any Store).self)
    let watch = try container.resolve(Watch.self)
    var inner: Handle<any Store>?
    try await container.withOverlays(mock()) {
      #expect(try handle().clock.name == "system")
      #expect(try watch.lazy().name == "system")
      #expect(try watch.provider().name == "system")
      let mocked = try container.resolve(Watch.self)
      #expect(mocked !== watch)
      #expect(try mocked.lazy().name == "mock")
      #expect(try mocked.provider().name == "mock")
      inner = try container.handle(for: (any Store).self)
      #expect(try inner?().clock.name == "mock")
    }
    #expect(throws: ContainerClosed.self) { try inner?() }
  }

  @Test("a transient dependent uses the overlay") func aTransientAboveIsWiredToTheOverlay() async throws {
    let container = try container(nil, .transient)
    _ = try container.resolve((any Page).self)
    try await container.withOverlays(mock()) {
      let page = try container.resolve((any Page).self)
      #expect(page.store.clock.name == "mock")
    }
    #expect(try container.resolve((any Page).self).store.clock.name == "system")
  }

  @Test("scopes opened inside and before see the overlay") func aScopeOpenedInsideSeesItAndOneOpenedBeforeDoesToo()
    async throws
  {
    let container = try container(nil, .declared(0))
    let before = try container.openScope("session")
    let original = try before.resolve((any Page).self)
    try await container.withOverlays(mock()) {
      let inside = try container.openScope("session")
      #expect(try inside.resolve((any Page).self).store.clock.name == "mock")
      #expect(try inside.resolve((any Store).self) === container.resolve((any Store).self))
      let viewed = try before.resolve((any Page).self)
      #expect(viewed.store.clock.name == "mock")
      #expect(try before.resolve((any Store).self) === container.resolve((any Store).self))
      #expect(try before.resolve((any Page).self).store === viewed.store)
      #expect(
        try before.resolve((any Store).self, named: "other") === container.resolve((any Store).self, named: "other"))
    }
    #expect(try before.resolve((any Page).self).store === original.store)
  }

  @Test("tasks never see each other's overlays") func manyTasksWithDifferentOverlaysNeverSeeEachOthers() async throws {
    let container = try container()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask {
          if index.isMultiple(of: 5) {
            #expect(try container.resolve((any Page).self).store.clock.name == "system")
          } else {
            try await container.withOverlays(mock("\(index)")) {
              let page = try container.resolve((any Page).self)
              #expect(page.store.clock.name == "\(index)")
              await Task.yield()
              #expect(try container.resolve((any Store).self).clock.name == "\(index)")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try container.resolve((any Page).self).store.clock.name == "system")
  }

  @Test("nothing leaks") func nothingLeaks() async throws {
    let census = Census()
    do {
      let container = try container(census)
      try await container.withOverlays(OverlayDefinition((any Clock).self) { _ in SystemClock("mock", census) }) {
        _ = try container.resolve((any Page).self)
        _ = try container.resolve(Watch.self).lazy()
      }
      #expect(census.made > 1)
      #expect(census.alive == 0)
      _ = try container.resolve((any Page).self)
    }
    #expect(census.alive == 0)
  }
}

extension OverlayTests {
  @Test("a token's overlay applies to the whole process") func aTokensOverlayIsTheProcesss() async throws {
    let container = try container()
    let original = try container.resolve((any Page).self).store
    let token = try container.overlay(mock())
    #expect(try await Task.detached { try container.resolve((any Page).self).store.clock.name }.value == "mock")
    #expect(try container.resolve((any Store).self, named: "other").clock.name == "system")
    token.remove()
    #expect(try container.resolve((any Page).self).store === original)
    token.remove()
    #expect(try container.resolve((any Page).self).store === original)
  }

  @Test("releasing the token ends its overlay") func lettingTheTokenGoEndsItsOverlay() throws {
    let container = try container()
    var token: OverlayToken? = try container.overlay(mock())
    #expect(try container.resolve((any Clock).self).name == "mock")
    withExtendedLifetime(token) {}
    token = nil
    #expect(try container.resolve((any Clock).self).name == "system")
  }

  @Test("tokens end in any order") func tokensEndInAnyOrder() async throws {
    let other = OverlayDefinition((any Clock).self, named: "other", returning: SystemClock("other"))
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let container = try container()
      let tokens = [
        try container.overlay(mock("first")), try container.overlay(other), try container.overlay(mock("last")),
      ]
      #expect(try container.resolve((any Page).self).store.clock.name == "last")
      var left: Set = [0, 1, 2]
      for index in order {
        try await tokens[index].close()
        left.remove(index)
        let name = left.contains(2) ? "last" : left.contains(0) ? "first" : "system"
        #expect(try container.resolve((any Page).self).store.clock.name == name)
        #expect(
          try container.resolve((any Store).self, named: "other").clock.name == (left.contains(1) ? "other" : "system"))
      }
    }
  }

  @Test("a task's overlay comes before the process's") func aTasksOverlayComesBeforeTheProcesss() async throws {
    let container = try container()
    let token = try container.overlay(mock("process"))
    try await container.withOverlays(mock("task")) {
      let page = try container.resolve((any Page).self)
      #expect(page.store.clock.name == "task")
    }
    #expect(try container.resolve((any Page).self).store.clock.name == "process")
    try await token.close()
  }

  @Test("a scope's overlay is not seen outside it") func anOverlayOfAScopeIsNotSeenOutsideIt() async throws {
    let container = try container(nil, .declared(0))
    let scope = try container.openScope("session")
    let sibling = try container.openScope("session")
    let token = try scope.overlay(mock())
    #expect(try scope.resolve((any Page).self).store.clock.name == "mock")
    #expect(try sibling.resolve((any Page).self).store.clock.name == "system")
    #expect(try container.resolve((any Store).self).clock.name == "system")
    refusal(.scopeNotOpen) { try container.resolve((any Page).self) }
    try await token.close()
    #expect(try scope.resolve((any Page).self).store.clock.name == "system")
  }

  @Test("a task's overlay outlives the process's overlay under it") func aTasksOverlayOutlivesTheProcesssUnderIt()
    async throws
  {
    let container = try container()
    let token = try container.overlay(
      OverlayDefinition((any Clock).self, named: "other", returning: SystemClock("other")))
    try await container.withOverlays(mock("task")) {
      #expect(try container.resolve((any Store).self, named: "other").clock.name == "other")
      try await token.close()
      #expect(try container.resolve((any Store).self, named: "other").clock.name == "system")
      #expect(try container.resolve((any Page).self).store.clock.name == "task")
    }
    #expect(try container.resolve((any Page).self).store.clock.name == "system")
  }

  @Test("one call opens an overlay") func oneCallOpensAnOverlay() throws {
    let container = try container()
    let watch = Key<Watch>("Watch")
    let original = try container.resolve(watch)
    let fixed = try container.overlay((any Clock).self, returning: SystemClock("fixed"))
    let wrapped = try container.overlay((any Clock).self, named: "other") { original in
      SystemClock("wrapped \(try original().name)")
    }
    let shared = try container.overlay(watch, returning: original)
    #expect(try container.resolve((any Store).self).clock.name == "fixed")
    #expect(try container.resolve((any Store).self, named: "other").clock.name == "wrapped system")
    #expect(try container.resolve(watch) === original)
    let asked = try container.overlay(watch) { original in try original() }
    #expect(try container.resolve(watch) === original)
    asked.remove()
    shared.remove()
    #expect(try container.resolve(watch) !== original)
    wrapped.remove()
    fixed.remove()
    #expect(try container.resolve((any Store).self).clock.name == "system")
    #expect(try container.resolve(watch) === original)
  }

  @Test("an overlay of an unknown service throws") func anOverlayOfWhatIsNotThereIsAnError() async throws {
    let container = try container()
    let error = refusal(.unknownKey) {
      _ = try container.overlay((any Clock).self, named: "othr", returning: SystemClock())
    }
    #expect(error?.description.contains("did you mean Clock/other?") == true)
    try await container.shutdown()
    #expect(throws: ContainerClosed.self) { _ = try container.overlay(mock()) }
  }

  @Test("a token opened inside a task's overlay applies only there") func aTokenInsideATasksOverlayCountsThereAlone()
    async throws
  {
    let container = try container()
    let outside = try container.overlay((any Clock).self, named: "other", returning: SystemClock("outside"))
    let names: @Sendable () throws -> [String] = {
      [
        try container.resolve((any Store).self).clock.name,
        try container.resolve((any Store).self, named: "other").clock.name,
      ]
    }
    let kept = try await container.withOverlays(mock()) {
      let token = try container.overlay((any Clock).self, named: "other", returning: SystemClock("inside"))
      #expect(try names() == ["mock", "inside"])
      let elsewhere = try await Task.detached { try names() }.value
      #expect(elsewhere == ["system", "outside"])
      try await container.withOverlays(mock("inner")) {
        let inner = try names()
        #expect(inner == ["inner", "inside"])
      }
      token.remove()
      #expect(try names() == ["mock", "outside"])
      return try container.overlay((any Clock).self, named: "other", returning: SystemClock("kept"))
    }
    #expect(try names() == ["system", "outside"])
    outside.remove()
    #expect(try names() == ["system", "system"])
    kept.remove()
    #expect(try names() == ["system", "system"])
  }

  /// The container resolves again what an overlay's end has taken away, and calls nobody again.
  @Test("make calls its closure once even if an overlay ends meanwhile")
  func whatMakeFillsRunsOnceThoughAnOverlayEndsInIt() throws {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    let container = try plan.container(registry)
    let token = try container.overlay((any Clock).self, returning: SystemClock("mock"))
    var names: [String] = []
    #expect(throws: Refusal.self) {
      try container.make { (clock: any Clock) throws -> Void in
        names.append(clock.name)
        token.remove()
        throw Refusal()
      }
    }
    #expect(names == ["mock"])
  }
}
