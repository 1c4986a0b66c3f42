import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The lifecycle's phases, from manifests.
@Suite struct PhaseTests {
  struct StepSettings: ServiceSettings {
    var name: String
    var fails: Bool
    var isDue: Bool
    static let defaults: SettingDefaults = ["fails": false, "isDue": true]
  }

  struct Step: Initializable {
    let settings: StepSettings
    let diary: Diary

    func shouldPerform(in phase: Phase) -> Bool {
      diary.write("\(phase)? \(settings.name)")
      return settings.isDue
    }

    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
      await Task.yield()
      let word = configuration.value(forService: "Third", key: "word") ?? "nothing"
      diary.write("\(phase) \(settings.name) with \(word)")
      if settings.fails { throw Refusal(text: "\(settings.name) and the key 4711") }
    }
  }

  final class Counter: Initializable, AsyncCloseable {
    let made: Int
    let diary: Diary
    let store: any Store

    init(_ made: Int, _ diary: Diary, _ store: any Store) {
      self.made = made
      self.diary = diary
      self.store = store
    }

    func perform(_ phase: Phase, with configuration: ExposedParameters) {
      diary.write("\(phase) \(made) on \(store.clock.name)")
    }

    func close() async { diary.write("closed \(made)") }
  }

  static func registry(_ diary: Diary) -> FactoryRegistry {
    let counters = Atomic<Int>(0)
    return registry(diary) { counters.add(1, ordering: .relaxed).newValue }
  }

  private static func registry(_ diary: Diary, _ next: @escaping @Sendable () -> Int) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("brokenClock", as: (any Clock).self) { throw Refusal(text: "no time") }
    registry.registerAsync("slowClock", as: (any Clock).self) {
      try await Task.sleep(for: .milliseconds(2))
      return SystemClock("slow")
    }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.registerInitializer("step") { (settings: StepSettings) in Step(settings: settings, diary: diary) }
    registry.registerInitializer("counter") { (store: any Store) in Counter(next(), diary, store) }
    return registry
  }

  static func container(
    _ lifecycle: String, clock: String = "clock", _ diary: Diary, assemblies: [any Assembly] = []
  ) throws -> Container {
    let text = """
      configdi: 1
      parameters: { Third.word: { value: hello, exposed: true }, key: { value: "4711", secret: true } }
      services:
        Clock: \(clock)
        Store: store
        Store/two: store
      lifecycle:
      """
    var registry = registry(diary)
    for assembly in assemblies { registry.add(assembly) }
    return try Container(
      manifest: .yaml(text + "\n" + lifecycle, named: "app.yaml"), registry: registry,
      options: ManifestOptions(environment: [:]))
  }

  static func step(_ name: String, _ more: String = "", onError: String? = nil) -> String {
    let onError = onError.map { ", onError: \($0)" } ?? ""
    return "    - { factory: step, settings: { name: \(name)\(more) }\(onError) }\n"
  }

  @Test("initializers run in manifest order with the configuration")
  func initializersRunInTheManifestsOrderWithTheConfiguration() async throws {
    let diary = Diary()
    let container = try Self.container("  tidy:\n" + Self.step("a") + Self.step("b", ", isDue: false"), diary)
    #expect(try await container.run("tidy").isEmpty)
    #expect(diary.entries == ["tidy? a", "tidy a with hello", "tidy? b"])
    try await container.run("tidy")
    #expect(diary.entries.suffix(3) == diary.entries.prefix(3))
  }

  /// Also the errors of initializers: they hide the secrets that the overlay has set.
  @Test("an overlay's parameters reach the configuration") func anOverlaysParametersReachTheConfiguration() async throws
  {
    let diary = Diary()
    let failing = Self.step("s5813", ", fails: true", onError: "continue")
    let container = try Self.container("  tidy:\n" + failing, diary)
    let changes = [OverlayDefinition.set("Third.word", to: "bye"), .set("key", to: "s5813")]
    try await container.withOverlays(changes) {
      #expect(container.configuration.value(forService: "Third", key: "word") == "bye")
      let failures = try await container.run("tidy")
      #expect(failures.first?.description.contains("<secret key> and the key <secret key>") == true)
    }
    #expect(diary.entries == ["tidy? s5813", "tidy s5813 with bye"])
    #expect(container.configuration.value(forService: "Third", key: "word") == "hello")
    let token = try container.overlay(.set("Third.word", to: "later"))
    #expect(container.configuration.value(forService: "Third", key: "word") == "later")
    token.remove()
  }

  private final class Seen: Sendable {
    private let container = Lock<Container?>(nil)
    func note(_ current: Container) { container.withLock { $0 = current } }
    func take() -> Container? { container.withLock { $0.take() } }
  }

  private struct Seeing: Initializable {
    let seen: Seen
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
      seen.note(try Container.current)
    }
  }

  @Test("the container is current in each phase") func theContainerIsCurrentInEachPhase() async throws {
    let seen = Seen()
    var registry = FactoryRegistry()
    registry.registerInitializer("seeing") { Seeing(seen: seen) }
    let container = try Container(
      manifest: .yaml("configdi: 1\nlifecycle: { launch: [seeing], foreground: [seeing] }"), registry: registry)
    for phase in [Phase.launch, .foreground] {
      try await container.run(phase)
      #expect(seen.take() === container)
    }
  }

  @Test("a failure names the initializer and stops the phase") func aFailureNamesTheInitializerAndStops() async throws {
    let diary = Diary()
    let container = try Self.container("  tidy:\n" + Self.step("a", ", fails: true") + Self.step("b"), diary)
    let error = try await #require(throws: InitializerFailed.self) { try await container.run("tidy") }
    #expect(error.initializer == "step")
    #expect(error.phase == "tidy")
    #expect(error.location.description == "app.yaml:9:18")
    #expect(error.underlying is Refusal)
    #expect(
      error.description == """
        initializer step (app.yaml:9:18) failed in phase tidy: Refusal(text: "a and the key <secret key>")
          help: fix it, or write onError: continue on that line, so that the phase continues without it
        """)
    #expect(!diary.entries.contains("tidy? b"))
  }

  @Test("onError: continue reports the failure and runs the rest") func whatMayFailIsReportedAndTheRestRuns()
    async throws
  {
    let diary = Diary()
    let failing = Self.step("a", ", fails: true", onError: "continue")
    let container = try Self.container("  tidy:\n" + failing + Self.step("b"), diary)
    let failures = try await container.run("tidy")
    #expect(failures.map(\.location.description) == ["app.yaml:9:18"])
    #expect(failures.first?.description.contains("help:") == false)
    #expect(diary.entries.last == "tidy b with hello")

    let stopping = try Self.container("  tidy:\n" + failing + Self.step("b", ", fails: true"), diary)
    let error = try await #require(throws: InitializerFailed.self) { try await stopping.run("tidy") }
    #expect(error.location.description == "app.yaml:10:18")
    #expect(error.earlier.map(\.location.description) == ["app.yaml:9:18"])
    #expect(error.description.contains("before that: initializer step (app.yaml:9:18)"))
  }

  @Test("a failure to create an initializer has the chain") func onesThatCannotBeMadeNameTheWay() async throws {
    let diary = Diary()
    let container = try Self.container("  tidy: [counter]", clock: "brokenClock", diary)
    let error = try await #require(throws: InitializerFailed.self) { try await container.run("tidy") }
    #expect(error.steps.map(\.key) == ["Store", "Clock"])
    #expect((error.underlying as? ResolutionError)?.reason == .factoryFailed)
    #expect(
      error.description == """
        initializer counter (app.yaml:8:10) could not be made for phase tidy: \
        Clock (app.yaml:4:10) could not be made: Refusal(text: "no time")
          needed by Store (app.yaml:5:10)
          help: the factory brokenClock threw this; nothing was kept, so the next call tries again
        """)
  }

  @Test("asynchronous dependencies of initializers are made") func asynchronousServicesAreMadeForThem() async throws {
    let diary = Diary()
    let container = try Self.container("  tidy: [counter]", clock: "slowClock", diary)
    try await container.run("tidy")
    #expect(diary.entries == ["tidy 1 on slow"])
  }

  @Test("an unknown phase throws and the standard phases do not") func anUnknownPhaseIsAnErrorAndTheUsualOnesAreNot()
    async throws
  {
    let diary = Diary()
    let container = try Self.container("  tidyUp: [counter]\n  rest: []", diary)
    let error = try #require(await refusal(.unknownPhase) { try await container.run("tidyup") })
    #expect(
      error.description == """
        the manifest has no phase tidyup; did you mean tidyUp?
          help: add it under lifecycle, which has tidyUp, rest
        """)
    #expect(try await container.run("rest").isEmpty)
    #expect(try await container.run(.foreground).isEmpty)
    #expect(try await container.start().isEmpty)
    #expect(diary.entries.isEmpty)
  }

  @Test("cancelling ends a phase before its next initializer") func cancellingEndsAPhaseBeforeTheNext() async throws {
    struct Waiting: Initializable {
      let diary: Diary
      func perform(_ phase: Phase, with configuration: ExposedParameters) async {
        diary.write("waits")
        try? await Task.sleep(for: .seconds(60))
      }
    }
    let diary = Diary()
    var registry = Self.registry(diary)
    registry.registerInitializer("waiting") { Waiting(diary: diary) }
    let container = try Container(
      manifest: .yaml("configdi: 1\nlifecycle: { tidy: [{ factory: waiting, onError: continue }, waiting] }"),
      registry: registry)
    let run = Task { try await container.run("tidy") }
    while diary.entries.isEmpty { await Task.yield() }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(diary.entries == ["waits"])
  }
}
