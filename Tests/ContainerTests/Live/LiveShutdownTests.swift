import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What a shutdown waits for, and what it does not.
@Suite(.timeLimit(.minutes(10))) struct LiveShutdownTests {
  typealias World = LiveWorld

  @Test("shutdown ends the candidate first and runs once") func aShutdownEndsTheCandidateFirstAndIsOne() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    world.edit("word: c }", "word: d }")
    world.edit("factory: api, settings: { word: a }", "factory: slow, settings: { word: stuck }")
    let reload = Task { try await live.reload() }
    await eventually { world.log.count("begin slow") == 1 }
    async let first: Void = live.shutdown()
    async let second: Void = live.shutdown()
    try await Task.sleep(for: .milliseconds(20))
    #expect(world.log.count("close store one") == 0)
    world.log.add("let go")
    try await first
    try await second
    await #expect(throws: ContainerClosed.self) { try await reload.value }
    let entries = world.log.all
    #expect(world.log.count("close cache d") == 1 && world.log.count("close cache c") == 1)
    #expect(try #require(entries.firstIndex(of: "close cache d")) < #require(entries.firstIndex(of: "close cache c")))
    #expect(entries.last == "close store one")
    await #expect(throws: ContainerClosed.self) { try await live.reload() }
    await #expect(throws: ContainerClosed.self) { try await live.start() }
  }

  private final class Home: Sendable {
    let live = Lock<LiveContainer?>(nil)
  }

  private struct Starting: Assembly {
    let home: Home
    let isHook: Bool

    func start() async throws {
      let error = await #expect(throws: ContainerError.self) { try await home.live.withLock { $0 }?.start() }
      #expect(error?.description.contains("start() was called during the start of the same container") == true)
    }

    func assemble(_ registry: inout FactoryRegistry) {
      registry.declare(Key<Quitter>("Quitter"))
      registry.registerAsync("quitter", as: Quitter.self) {
        if !isHook { try await start() }
        return Quitter()
      }
    }

    func containerDidAssemble(_ container: Container) async throws {
      if isHook { try await start() }
    }
  }

  @Test("a start inside a start throws, and the first one goes on", arguments: [true, false])
  func startWhileStarting(isHook: Bool) async throws {
    let home = Home()
    let live = try LiveContainer(
      manifest: .yaml("configdi: 1\nservices: { Quitter: quitter }"),
      registry: FactoryRegistry(Starting(home: home, isHook: isHook)))
    home.live.withLock { $0 = live }
    try await live.start()
    _ = try live.current.resolve(Key<Quitter>("Quitter"))
    try await live.shutdown()
    home.live.withLock { $0 = nil }
  }

  @Test("a service may not start the container, also before the start") func startFromAService() async throws {
    let home = Home()
    let live = try LiveContainer(
      manifest: .yaml("configdi: 1\nservices: { Quitter: quitter }"),
      registry: FactoryRegistry(Starting(home: home, isHook: false)))
    home.live.withLock { $0 = live }
    _ = try await live.withCurrent { try await $0.resolveAsync(Key<Quitter>("Quitter")) }
    try await live.start()
    try await live.shutdown()
    home.live.withLock { $0 = nil }
  }

  /// A service that shuts its own live container down when it is closed.
  private final class Quitter: AsyncCloseable, Sendable {
    let live = Lock<LiveContainer?>(nil)
    func close() async throws { try await live.withLock { $0 }?.shutdown() }
  }

  @Test(
    "a service that is being closed may call shutdown() without waiting for itself", .timeLimit(.minutes(10)),
    arguments: [true, false]) func shutdownWhileClosing(afterReload: Bool) async throws
  {
    let world = World("")
    var registry = world.registry
    registry.declare(Key<Quitter>("Quitter"))
    registry.register("quitter", as: Quitter.self) { (settings: World.Settings) in Quitter() }
    let texts = LiveSnapshotTests.Texts(Self.snapshot("one"))
    let container = try await LiveContainer(
      manifest: texts, registry: registry, options: ManifestOptions(environment: [:]), live: LiveOptions(closing: nil))
    try await container.start()
    try container.current.resolve(Key<Quitter>("Quitter")).live.withLock { $0 = container }
    if afterReload {
      texts.put(Self.snapshot("two"))
      await eventually { container.state.withLock { $0.shutdown != nil } }
    }
    try await container.shutdown()
    await #expect(throws: ContainerClosed.self) { try await container.reload() }
  }

  private static func snapshot(_ word: String) -> ManifestLocation {
    .yaml(
      "configdi: 1\nservices: { Quitter: { factory: quitter, eager: true, settings: { word: \(word) } } }\n",
      named: "app.yaml")
  }

  /// A body that waits for a shutdown keeps it from waiting for that body, also if another task began it.
  @Test("a body may wait for a shutdown that another task started") func aBodyMayWaitForAShutdownThatAnotherBegan()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started(LiveOptions(drain: nil))
    let gate = Gate()
    let body = Task {
      try await live.withCurrent { _ in
        await gate.wait()
        try await live.shutdown()
      }
    }
    await eventually { live.users == 1 }
    let first = Task { try await live.shutdown() }
    await eventually { live.state.withLock { $0.shutdown != nil } }
    gate.open()
    try await first.value
    try await body.value
    #expect(world.log.all.last == "close store one")
  }

  /// Others may still be in a generation that the caller is not in.
  @Test("a body that shuts down ends the drain time of its own generation only")
  func aBodyThatShutsDownTakesTheTimeFromItsOwnGenerationAlone() async throws {
    let world = World(World.manifest)
    let live = try await world.started(LiveOptions(drain: nil))
    let gate = Gate()
    let old = Task {
      try await live.withCurrent { container in
        await gate.wait()
        return try container.resolve(World.Cache.self).word
      }
    }
    await eventually { live.users == 1 }
    world.edit("word: c }", "word: d }")
    _ = try await live.reload().change
    let shutdown = Task { try await live.withCurrent { _ in try await live.shutdown() } }
    await eventually { world.log.count("close cache d") == 1 }
    #expect(world.log.count("close cache c") == 0)
    gate.open()
    #expect(try await old.value == "c")
    try await shutdown.value
    #expect(world.log.count("close cache c") == 1)
  }
}
