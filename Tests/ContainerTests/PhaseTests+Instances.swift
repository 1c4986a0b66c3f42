import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Which instance of an initializer runs, and how long it lives.
extension PhaseTests {
  @Test("a later phase uses the same instance") func onePhaseAfterAnotherUsesTheSameInstance() async throws {
    let diary = Diary()
    let container = try Self.container("  launch: [counter]\n  foreground: [counter, counter]", diary)
    try await container.start()
    try await container.run(.foreground)
    #expect(diary.entries == ["launch 1 on system", "foreground 1 on system", "foreground 1 on system"])
    try await container.shutdown()
    #expect(diary.entries.last == "closed 1")
    await #expect(throws: ContainerClosed.self) { try await container.run(.foreground) }
    #expect(diary.entries.count == 4)
  }

  @Test("entries with different wiring are separate instances") func entriesWiredOtherwiseAreOthers() async throws {
    let diary = Diary()
    let container = try Self.container(
      "  launch: [counter, { factory: counter, dependencies: [Store/two] }]", diary)
    #expect(container.wiring.phases.initializers.count == 2)
    try await container.start()
    #expect(diary.entries == ["launch 1 on system", "launch 2 on system"])
  }

  @Test("an overlay remakes the initializers that it affects") func anOverlayRemakesTheInitializersThatItReaches()
    async throws
  {
    let diary = Diary()
    let container = try Self.container("  tidy:\n    - counter\n" + Self.step("a"), diary)
    try await container.run("tidy")
    try await container.withOverlays(OverlayDefinition((any Clock).self, returning: SystemClock("mock"))) {
      try await container.run("tidy")
      #expect(try container.currentLevel.home(ofInitializer: 0) !== container.level)
      #expect(try container.currentLevel.home(ofInitializer: 1) === container.level)
    }
    #expect(
      diary.entries.filter { $0.contains(" on ") || $0.contains("closed") } == [
        "tidy 1 on system", "tidy 2 on mock", "closed 2",
      ])
    try await container.run("tidy")
    #expect(diary.entries.contains("closed 1") == false)
  }

  @Test("a scope runs the container's phases") func aScopeRunsTheContainersPhases() async throws {
    let diary = Diary()
    var registry = Self.registry(diary)
    registry.register("part", as: Part.self) { Part("part", [], diary) }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { session: {} }
        services: { Clock: clock, Store: store, Part: { factory: part, scope: session } }
        lifecycle: { tidy: [counter] }
        """), registry: registry)
    try await container.withScope("session") { session in
      try await session.run("tidy")
      try await container.withOverlays(OverlayDefinition((any Clock).self, returning: SystemClock("mock"))) {
        let failures = try await session.run("tidy")
        #expect(failures.isEmpty)
      }
      try await container.run("tidy")
    }
    #expect(diary.entries == ["tidy 1 on system", "tidy 2 on mock", "closed 2", "tidy 1 on system"])
  }

  @Test("an initializer is closed before its dependencies") func anInitializerIsClosedBeforeWhatItHolds() async throws {
    final class Holder: Initializable, Closeable {
      let part: Part
      let diary: Diary

      init(_ part: Part, _ diary: Diary) {
        self.part = part
        self.diary = diary
      }

      func perform(_ phase: Phase, with configuration: ExposedParameters) {}

      func close() throws {
        diary.write("closed holder")
        throw Refusal()
      }
    }
    let diary = Diary()
    var registry = FactoryRegistry()
    registry.register("part", as: Part.self) { Part("part", [], diary) }
    registry.registerInitializer("holder") { part in Holder(part, diary) }
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Part: part }\nlifecycle: { tidy: [holder] }", named: "app.yaml"),
      registry: registry)
    try await container.run("tidy")
    let error = await #expect(throws: ClosingFailed.self) { try await container.shutdown() }
    #expect(diary.entries == ["made part", "closed holder", "closed part"])
    #expect(error?.failures.map(\.step.description) == ["initializer holder (app.yaml:3:21)"])
  }

  @Test("shutdown ends a phase before its next initializer") func shuttingDownEndsAPhaseBeforeTheNext() async throws {
    final class Quitting: Initializable {
      private let container = Lock<Container?>(nil)
      func quit(_ container: Container) { self.container.withLock { $0 = container } }
      func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
        try await container.withLock { $0 }?.shutdown()
      }
    }
    let diary = Diary()
    let quitting = Quitting()
    var registry = Self.registry(diary)
    registry.registerInitializer("quit") { quitting }
    let container = try Container(
      manifest: .yaml(
        "configdi: 1\nservices: { Clock: clock, Store: store }\nlifecycle: { tidy: [quit, counter] }"),
      registry: registry)
    quitting.quit(container)
    await #expect(throws: ContainerClosed.self) { try await container.run("tidy") }
    #expect(diary.entries.isEmpty)
  }

  @Test("lazy dependencies are made once and freed with the container")
  func itsLazyDependenciesAreMadeOnceAndFreedWithTheContainer() async throws {
    struct Late: Initializable {
      let clock: Lazy<any Clock>
      func perform(_ phase: Phase, with configuration: ExposedParameters) throws { _ = try clock().name }
    }
    let census = Census()
    do {
      var registry = FactoryRegistry()
      registry.register("clock", as: (any Clock).self) { SystemClock("late", census) }
      registry.registerInitializer("late", Late.init)
      let container = try Container(
        manifest: .yaml(
          """
          configdi: 1
          services: { Clock: { factory: clock, scope: transient } }
          lifecycle: { tidy: [{ factory: late, dependencies: [{ lazy: Clock }] }] }
          """), registry: registry)
      #expect(census.made == 0)
      try await container.run("tidy")
      try await container.run("tidy")
      #expect(census.made == 1)
    }
    #expect(census.alive == 0)
  }

  @Test("concurrent runs share one instance") func concurrentRunsShareOneInstance() async throws {
    let diary = Diary()
    let container = try Self.container("  tidy: [counter]", clock: "slowClock", diary)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<32 { group.addTask { try await container.run("tidy") } }
      try await group.waitForAll()
    }
    #expect(diary.entries == Array(repeating: "tidy 1 on slow", count: 32))
  }

  @Test("a phase does not keep the container alive") func aPhaseDoesNotKeepTheContainer() async throws {
    let diary = Diary()
    let census = Census()
    weak var kept: Container?
    do {
      var registry = Self.registry(diary)
      registry.register("counted", as: (any Clock).self) { SystemClock("counted", census) }
      let container = try Container(
        manifest: .yaml(
          "configdi: 1\nservices: { Clock: counted, Store: store }\nlifecycle: { launch: [counter], tidy: [counter] }"),
        registry: registry)
      try await container.start()
      try await container.run("tidy")
      kept = container
    }
    #expect(kept == nil)
    #expect(census.made == 1)
    #expect(census.alive == 0)
  }
}
