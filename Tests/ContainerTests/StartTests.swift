import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The container's start: singletons, then the assemblies' hooks, then the phase `launch`.
@Suite struct StartTests {
  private struct Noting: Assembly {
    let name: String
    let diary: Diary
    var fails = false

    func assemble(_ registry: inout FactoryRegistry) { diary.write("assembled \(name)") }

    func containerDidAssemble(_ container: Container) async throws {
      await Task.yield()
      let clock = try container.resolve((any Clock).self)
      diary.write("\(name) sees \(clock.name)")
      if fails { throw Refusal(text: "the key 4711") }
    }
  }

  private struct Launch: Initializable {
    let diary: Diary
    var fails = false
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
      diary.write("\(phase)")
      if fails { throw Refusal() }
    }
  }

  private struct Services: Assembly {
    let diary: Diary
    var launchFails = false

    func assemble(_ registry: inout FactoryRegistry) {
      registry.registerAsync("slow", as: (any Clock).self) { [diary] in
        diary.write("made the clock")
        return SystemClock("slow")
      }
      registry.register("part", as: Part.self) { [diary] (_: any Clock) in
        Part("part", [], diary)
      }
      registry.registerInitializer("launch") { [diary, launchFails] in Launch(diary: diary, fails: launchFails) }
    }
  }

  private func container(_ assemblies: any Assembly...) throws -> Container {
    var registry = FactoryRegistry()
    for assembly in assemblies { registry.add(assembly) }
    return try Container(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { key: { value: "4711", secret: true } }
        services:
          Clock: slow
          Part: { factory: part, eager: true }
        lifecycle: { launch: [launch] }
        """), registry: registry)
  }

  @Test("hooks run after the singletons and before launch") func hooksComeAfterTheSingletonsAndBeforeLaunch()
    async throws
  {
    let diary = Diary()
    let container = try container(
      Noting(name: "a", diary: diary), Services(diary: diary), Noting(name: "b", diary: diary))
    #expect(diary.entries == ["assembled a", "assembled b"])
    try await container.start()
    #expect(
      diary.entries.dropFirst(2) == ["made the clock", "made part", "a sees slow", "b sees slow", "launch"])
  }

  @Test("start runs once") func itHappensOnceHoweverOftenItIsCalled() async throws {
    let diary = Diary()
    let container = try container(Services(diary: diary), Noting(name: "a", diary: diary))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await container.start()
          #expect(diary.entries.last == "launch")
        }
      }
      try await group.waitForAll()
    }
    try await container.start()
    #expect(diary.entries.count { $0 == "a sees slow" } == 1)
    #expect(diary.entries.count { $0 == "launch" } == 1)
  }

  @Test("a failing hook names its assembly and closes what was made")
  func aFailingHookNamesItsAssemblyAndClosesWhatWasMade() async throws {
    let diary = Diary()
    let container = try container(
      Services(diary: diary), Noting(name: "a", diary: diary, fails: true), Noting(name: "b", diary: diary))
    let error = try await #require(throws: ContainerError.self) { try await container.start() }
    #expect(error.underlying as? Refusal == Refusal(text: "the key 4711"))
    #expect(
      error.description.hasPrefix(
        "containerDidAssemble of Noting failed: Refusal(text: \"the key <secret key>\")\n  help: "))
    #expect(diary.entries.suffix(3) == ["made part", "a sees slow", "closed part"])
    #expect(throws: ContainerClosed.self) { try container.resolve((any Clock).self) }
    await #expect(throws: ContainerError.self) { try await container.start() }
  }

  @Test("a failing launch closes what was made") func aFailingLaunchClosesWhatWasMade() async throws {
    let diary = Diary()
    let container = try container(Services(diary: diary, launchFails: true))
    let error = try await #require(throws: InitializerFailed.self) { try await container.start() }
    #expect(error.phase == .launch)
    #expect(diary.entries == ["made the clock", "made part", "launch", "closed part"])
  }

  @Test("start() inside a start throws") func whatIsPartOfAStartCannotWaitForIt() async throws {
    struct Impatient: Assembly {
      func assemble(_ registry: inout FactoryRegistry) {}
      func containerDidAssemble(_ container: Container) async throws { try await container.start() }
    }
    let diary = Diary()
    let container = try container(Services(diary: diary), Impatient())
    let error = try await #require(throws: ContainerError.self) { try await container.start() }
    #expect(error.description.contains("start() was called during the start of the same container"))
  }

  @Test("shutdown in a launch ends the start") func shuttingDownInALaunchEndsTheStart() async throws {
    struct Quitting: Assembly {
      func assemble(_ registry: inout FactoryRegistry) {}
      func containerDidAssemble(_ container: Container) async throws { try await container.shutdown() }
    }
    let diary = Diary()
    let container = try container(Services(diary: diary), Quitting())
    await #expect(throws: ContainerClosed.self) { try await container.start() }
    #expect(diary.entries == ["made the clock", "made part", "closed part"])
  }

  @Test("a closed container does not start") func aClosedContainerDoesNotStart() async throws {
    let diary = Diary()
    let container = try container(Services(diary: diary))
    try await container.shutdown()
    await #expect(throws: ContainerClosed.self) { try await container.start() }
    #expect(diary.entries.isEmpty)
  }

  @Test("main-actor initializers are made and run there") func initializersOfTheMainActorAreMadeAndRunThere()
    async throws
  {
    @MainActor final class Window: Initializable {
      let diary: Diary
      private var opened = 0

      init(_ screen: Screen, _ diary: Diary) {
        self.diary = diary
        diary.write("made for \(screen.name)")
      }

      nonisolated func shouldPerform(in phase: Phase) -> Bool {
        MainActor.assumeIsolated { opened < 2 }
      }

      func perform(_ phase: Phase, with configuration: ExposedParameters) {
        opened += 1
        diary.write("opened \(opened)")
      }
    }
    let diary = Diary()
    var registry = FactoryRegistry()
    registry.declare(Key<Screen>("Screen"))
    registry.registerMainActor("screen", as: Screen.self) { Screen() }
    registry.registerMainActorInitializer("window") { (screen: Screen) in Window(screen, diary) }
    let container = try Container(
      manifest: .yaml(
        "configdi: 1\nservices: { StartTests.Screen: screen }\nlifecycle: { launch: [window], foreground: [window] }"),
      registry: registry)
    try await container.start()
    try await container.run(.foreground)
    try await container.run(.foreground)
    #expect(diary.entries == ["made for main", "opened 1", "opened 2"])
  }

  @MainActor final class Screen {
    let name = "main"
  }

  @Test("a waiter on a cancelled start does not get CancellationError")
  func whoWaitsForAServiceOfACancelledStartIsNotToldThatHeWasCancelled() async throws {
    var registry = FactoryRegistry()
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    registry.registerAsync("slow", as: (any Clock).self) { () async throws -> any Clock in
      beginning.yield()
      try await Task.sleep(for: .seconds(60))
      return SystemClock()
    }
    let container = try Container(manifest: .yaml("configdi: 1\nservices: { Clock: slow }"), registry: registry)
    let start = Task { try await container.start() }
    for await _ in begun { break }
    let innocent = Task { try await container.resolveAsync((any Clock).self) }
    try await Task.sleep(for: .milliseconds(50))
    start.cancel()
    await #expect(throws: CancellationError.self) { try await start.value }
    await #expect(throws: ContainerClosed.self) { _ = try await innocent.value }
  }
}
