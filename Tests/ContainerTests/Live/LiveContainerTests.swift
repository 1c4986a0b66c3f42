import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The sentences of what always holds, each broken by what would break it.
@Suite(.timeLimit(.minutes(10))) struct LiveContainerTests {
  typealias World = LiveWorld

  func parts(_ container: Container) throws -> (store: World.Store, cache: World.Cache, api: World.Api) {
    (
      try container.resolve(World.Store.self), try container.resolve(World.Cache.self),
      try container.resolve(World.Api.self)
    )
  }

  // 1. One body sees one generation.

  @Test("a body sees one generation during a reload") func aBodySeesOneGenerationWhateverTakesOver() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    try await live.withCurrent { container in
      let before = try parts(container)
      world.edit("value: one", "value: two")
      let change = try await live.reload().change
      #expect(change.made == 3)
      #expect(try parts(container).store === before.store)
      #expect(try parts(Container.current).api === before.api)
      let nested = try live.withCurrent { try parts($0).store }
      #expect(nested === before.store, "what it calls sees the same")
      let child = try await Task { try live.withCurrent { try parts($0).store } }.value
      #expect(child === before.store, "a task of its own too")
      let thread = try await Task.detached { try parts(container).store }.value
      #expect(thread === before.store)
      #expect(try parts(live.current).store.word == "two")
      #expect(!before.store.isClosed)
    }
    #expect(try live.withCurrent { try parts($0).store.word } == "two")
    try await live.shutdown()
  }

  @Test("a scope does not close instances of an earlier generation")
  func aScopeDoesNotCloseWhatAnEarlierGenerationMade() async throws {
    let world = World(
      """
      configdi: 1
      scopes: { session: {} }
      services:
        Store: { factory: store, settings: { word: kept } }
        Store/visit: { factory: same, scope: session, dependencies: { store: Store } }
        Store/changed: { factory: other, settings: { word: one } }
      """)
    let live = try await world.started()
    let store = try live.withCurrent { try $0.resolve(World.Store.self) }
    for (old, new) in [("one", "two"), ("two", "three")] {
      world.edit("word: \(old)", "word: \(new)")
      _ = try await live.reload().change
      try await live.current.withScope("session") { scope in
        let visit = try scope.resolve(World.Store.self, named: "visit")
        #expect(visit === store)
      }
      #expect(!store.isClosed)
    }
    try await live.shutdown()
    #expect(world.log.count("close store kept") == 1)
  }

  @Test("a task that outlives its body sees the newest generation") func aTaskThatOutlivesItsBodyComesToTheNewest()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started()
    let gate = Gate()
    let late = try live.withCurrent { _ in
      Task {
        await gate.wait()
        return try live.withCurrent { try parts($0).store.word }
      }
    }
    world.edit("value: one", "value: two")
    _ = try await live.reload().change
    await eventually { world.log.count("close store one") == 1 }
    gate.open()
    #expect(try await late.value == "two")
    try await live.shutdown()
  }

  // 2. A refused candidate leaves no trace.

  @Test(
    "a refused edit changes nothing",
    arguments: [
      ("factory: store", "factory: stoer", "app.yaml:5:"), ("configdi: 1", "configdi: [", "app.yaml:"),
      ("word: a }", "word: refuse }", "Api (app.yaml:7:"),
      ("word: again }", "word: refuse }", "initializer hook (app.yaml:10:"),
    ]) func aRefusedEditChangesNothing(old: String, new: String, place: String) async throws
  {
    let world = World(World.manifest)
    let live = try await world.started()
    let told = Told(live)
    let before = try parts(live.current)
    world.edit("value: one", "value: two")
    world.edit(old, new)
    _ = try await live.reload().error
    #expect(await told.line(with: "was rejected").contains(place), "\(told.all)")
    let after = try parts(live.current)
    #expect(after.store === before.store && after.cache === before.cache && after.api === before.api)
    #expect(!before.store.isClosed && !before.api.isClosed)
    let entries = world.log.all
    for name in ["store two", "cache c", "api a"] {
      let made = entries.count { $0 == "make \(name)" } - (name == "store two" ? 0 : 1)
      #expect(entries.count { $0 == "close \(name)" } == made, "what it made is closed: \(entries)")
    }
    world.edit(new, old)
    _ = try await live.reload().change
    #expect(try parts(live.current).store.word == "two", "the next good edit is taken")
    try await live.shutdown()
  }

  @Test("a candidate that takes too long is refused") func aCandidateThatTakesTooLongIsRefused() async throws {
    let world = World(World.manifest)
    let live = try await world.started(LiveOptions(deadline: .milliseconds(500)))
    let before = try parts(live.current)
    world.edit("factory: api, settings: { word: a }", "factory: slow, settings: { word: stuck }")
    world.edit("word: c }", "word: d }")
    let told = Told(live)
    async let reload = live.reload()
    await eventually { world.log.count("begin slow") == 1 }
    await world.wait(for: .milliseconds(500))
    let passed = try #require(try await reload.error as? ReloadError)
    guard case .deadlinePassed(.milliseconds(500), let unmade, _) = passed else { throw passed }
    #expect(unmade.count == 1 && unmade[0].hasPrefix("Api ("))
    let line = await told.line(with: "was rejected")
    #expect(
      line.hasPrefix("generation 2 was rejected: Api (app.yaml:7:")
        && line.hasSuffix(") was not made within 0.5 seconds"),
      "\(line)")
    #expect(try parts(live.current).cache === before.cache)
    #expect(world.log.count("make cache d") == 1 && world.log.count("begin slow") == 1)
    world.log.add("let go")
    await eventually { world.log.count("close cache d") == 1 }
    #expect(world.log.count("close slow stuck") == world.log.count("make slow stuck"))
    world.edit("factory: slow, settings: { word: stuck }", "factory: api, settings: { word: a }")
    _ = try await live.reload().change
    #expect(try parts(live.current).cache.word == "d")
    try await live.shutdown()
  }

  @Test("a phase that takes too long is refused at its line") func aPhaseThatTakesTooLongIsRefusedAtItsLine()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started(LiveOptions(deadline: .seconds(1)))
    world.edit("word: again }", "word: stuck }")
    async let reload = live.reload()
    await eventually { world.log.count("reload stuck") == 1 }
    await world.wait(for: .seconds(1))
    let passed = try #require(try await reload.error as? ReloadError)
    #expect("\(passed)".hasPrefix("the phase reload (app.yaml:10:"))
    guard case .deadlinePassed(_, let unmade, _) = passed, unmade.isEmpty else { throw passed }
    world.edit("word: stuck }", "word: once more }")
    _ = try await live.reload().change
    #expect(world.log.count("reload once more") == 1)
    try await live.shutdown()
  }

  // 3. What means the same is the same instance.

  @Test("an unchanged service keeps its instance") func whatMeansTheSameIsTheSameInstance() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    let before = try parts(live.current)
    world.edit("word: c }", "word: d }")
    let change = try await live.reload().change
    let after = try parts(live.current)
    #expect(after.store === before.store)
    #expect(after.cache !== before.cache && after.api !== before.api, "what leads to it is new too")
    #expect(after.api.needed.first === after.cache && after.cache.needed.first === before.store)
    #expect((change.kept, change.made, change.closed) == (1, 2, 2))
    #expect(change.items.map(\.kind) == [.settings])
    #expect("\(change)".hasPrefix("Cache: settings { word: c } → { word: d } (app.yaml:6); 1 kept, 2 made, 2 to close"))
    try await live.shutdown()
  }

  @Test(
    "a new lazy dependency or provider of an unchanged weak service gets its instance", arguments: ["late", "asking"])
  func aNewUserOfAnUnchangedWeakServiceSharesIt(factory: String) async throws {
    let world = World(
      """
      configdi: 1
      services:
        Store: store
        Store/second: store
        Store/third: store
        Cache: { factory: cache, scope: weak }
      """)
    var registry = world.registry
    registry.register("late", as: World.Api.self) { (cache: Lazy<World.Cache>) in
      try World.Api("late", "", [cache()], world.log)
    }
    registry.register("asking", as: World.Api.self) { (cache: Provider<World.Cache>) in
      try World.Api("asking", "", [cache()], world.log)
    }
    let live = try LiveContainer(
      manifest: world.changing, registry: registry, options: ManifestOptions(environment: [:]))
    try await live.start()
    let cache = try live.current.resolve(World.Cache.self)
    // The number that it had before is that of no service now.
    world.edit("  Store/second: store\n  Store/third: store\n", "")
    world.edit("Cache: {", "Api: \(factory)\n  Cache: {")
    _ = try await live.reload().change
    #expect(try live.current.resolve(World.Api.self).needed.first === cache)
    try await live.shutdown()
  }

  @Test("an edit of the same meaning swaps nothing") func anEditThatMeansTheSameSwapsNothing() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    world.edit("services:", "# a remark\nservices:")
    world.edit("  Store: { factory: store, settings: { word: \"${word}\" }, eager: true }\n", "")
    world.edit("lifecycle:", "  Store: { eager: true, factory: store, settings: { word: one } }\nlifecycle:")
    #expect(try await live.reload().isUnchanged)
    #expect(world.log.count("again") == 0)
    try await live.shutdown()
  }

  @Test("only changes are reported, parameters included") func onlyTheChangedAreToldAlsoOfParameters() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    world.edit("value: one", "value: two")
    let parameter = try await live.reload().change
    #expect(parameter.items.map(\.description) == ["parameter word: one → two (app.yaml:3)"])
    world.edit("factory: store", "factory: other")
    #expect(try await live.reload().change.items.map(\.kind) == [.swapped])
    try await live.shutdown()
  }

  // 4. Nothing waits for a reload.

  @Test("existing instances resolve while a candidate hangs") func whatIsThereIsGivenWhileACandidateIsStuck()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started()
    let handle = try live.handle(for: World.Api.self)
    let before = try handle()
    world.edit("factory: api, settings: { word: a }", "factory: slow, settings: { word: stuck }")
    async let outcome = live.reload()
    await eventually { world.log.count("begin slow") == 1 }
    for _ in 0..<1000 {
      #expect(try handle() === before)
      #expect(try live.withCurrent { try $0.resolve(World.Api.self) } === before)
    }
    world.log.add("let go")
    _ = try await outcome.change
    #expect(try handle().name == "slow")
    #expect(try handle.with { $0.word } == "stuck")
    try await live.shutdown()
    #expect(throws: ContainerClosed.self) { try handle() }
    #expect(throws: ContainerClosed.self) { try live.withCurrent { _ in } }
  }

  @Test("a handle of a removed service throws") func aHandleOfWhatAnEditTookAwaySaysSo() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    let handle = try live.handle(for: World.Api.self)
    #expect(try handle().word == "a")
    let line = "  Api: { factory: api, settings: { word: a }, eager: true }\n"
    world.edit(line, "")
    #expect(try await live.reload().change.items.map(\.kind) == [.removed])
    refusal(.unknownKey) { try handle() }
    world.edit("lifecycle:", line + "lifecycle:")
    _ = try await live.reload().change
    #expect(try handle().word == "a")
    refusal(.unknownKey) { try live.handle(for: Key<World.Api>("Nothing")) }
    try await live.shutdown()
  }

  // Start, phases, shutdown.

  @Test("launch runs once, reload in each new generation") func launchRunsOnceAndReloadInEachNewGeneration()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started()
    world.edit("value: one", "value: two")
    _ = try await live.reload().change
    world.edit("value: two", "value: three")
    _ = try await live.reload().change
    #expect(world.log.count("launch first") == 1)
    #expect(world.log.count("reload again") == 2)
    let entries = world.log.all
    #expect(try #require(entries.firstIndex(of: "make store two")) < #require(entries.firstIndex(of: "reload again")))
    try await live.shutdown()
  }

  @Test func aStartThatFailsClosesEverything() async throws {
    let world = World(World.manifest.replacing("word: a }", with: "word: refuse }"))
    let live = try world.live()
    let early = await #expect(throws: ReloadError.self) { try await live.reload() }
    if let early, case .beforeStart = early {} else { Issue.record("\(String(describing: early))") }
    await refusal(.factoryFailed) { try await live.start() }
    #expect(world.log.count("close store one") == 1)
    #expect(throws: ContainerClosed.self) { try live.withCurrent { _ in } }
  }

  @Test("run follows until it is cancelled") func runFollowsUntilItIsCancelled() async throws {
    let world = World(World.manifest)
    let live = try world.live()
    let told = Told(live)
    let running = Task { try await live.run() }
    _ = await told.line(with: "generation 1 has started")
    running.cancel()
    try await running.value
    #expect(world.log.count("close store one") == 1)
  }

  @Test func aFactoryMayNotReload() async throws {
    let world = World(World.manifest)
    let errors = Lock<[String]>([])
    let holder = Lock<LiveContainer?>(nil)
    var registry = world.registry
    registry.registerAsync("asking", as: World.Api.self) { (cache: World.Cache) in
      do {
        try await holder.withLock { $0 }?.reload()
      } catch {
        let text = "\(error)"
        errors.withLock { $0.append(text) }
      }
      return World.Api("asking", "", [cache], world.log)
    }
    let live = try LiveContainer(
      manifest: world.changing, registry: registry, options: ManifestOptions(environment: [:]))
    holder.withLock { $0 = live }
    try await live.start()
    world.edit("factory: api, settings: { word: a }", "factory: asking")
    _ = try await live.reload().change
    #expect(errors.withLock { $0 }.first?.contains("inside a reload") == true)
    holder.withLock { $0 = nil }
    try await live.shutdown()
  }

  @Test("a released live container follows nothing") func whatIsLetGoOfWithoutAShutdownFollowsNothing() async throws {
    let world = World(World.manifest)
    var live: LiveContainer? = try await world.started()
    weak let gone = live
    live = nil
    await eventually { gone == nil }
  }
}
