import ConfigDI
import Synchronization
import Testing

/// A launch that is over when `didFinishLaunching` returns.
@Suite struct LaunchSuite {
  final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func write(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  struct Crashes: InitializableNow {
    let log: Log
    func perform(_ phase: Phase, with configuration: ExposedParameters) throws { log.write("crashes in \(phase)") }
  }

  @MainActor final class Appearance: MainInitializableNow {
    private var count = 0
    let log: Log
    init(log: Log) { self.log = log }
    func shouldPerform(in phase: Phase) -> Bool { count == 0 }
    func perform(_ phase: Phase, with configuration: ExposedParameters) throws {
      count += 1
      log.write("appearance")
    }
  }

  struct Slow: Initializable {
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws { await Task.yield() }
  }

  final class Eager: Sendable {
    init(log: Log) { log.write("made eager") }
  }

  struct Plain: Assembly {
    let log: Log
    func assemble(_ registry: inout FactoryRegistry) {
      registry.registerInstance("log", as: Log.self, log)
      registry.register("eager", as: Eager.self, Eager.init)
      registry.registerAsync("slowEager", as: Eager.self) { (log: Log) async in Eager(log: log) }
      registry.registerInitializer("crashes", Crashes.init)
      registry.registerInitializer("slow") { Slow() }
      registry.registerMainActorInitializer("appearance", Appearance.init)
    }
  }

  struct Hooked: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {}
    func containerDidAssemble(_ container: Container) throws {
      try Container.current.resolve(Log.self).write("hook")
    }
  }

  struct Awaiting: Assembly {
    func assemble(_ registry: inout FactoryRegistry) {}
    func containerDidAssemble(_ container: Container) async throws { await Task.yield() }
  }

  private func container(
    _ log: Log, launch: String = "crashes", eager: String = "eager", _ more: any Assembly...
  ) throws -> Container {
    var registry = FactoryRegistry(Plain(log: log))
    for assembly in more { registry.add(assembly) }
    return try Container(
      manifest: .yaml(
        """
        configdi: 1
        services:
          Log: log
          Eager: { factory: \(eager), eager: true }
        lifecycle: { launch: [\(launch)] }
        """), registry: registry, options: ManifestOptions(environment: [:]))
  }

  @Test("everything is done when startNow returns") func everythingIsDoneWhenItReturns() throws {
    let log = Log()
    let container = try container(log, Hooked())
    try container.startNow()
    #expect(log.all == ["made eager", "hook", "crashes in launch"])
    try container.startNow()
    #expect(log.all.count == 3, "it happens once")
  }

  @Test("startNow and start are one start") func bothStartsAreOne() async throws {
    let log = Log()
    let container = try container(log, Hooked())
    try await container.start()
    try container.startNow()
    try await container.start()
    #expect(log.all == ["made eager", "hook", "crashes in launch"])
  }

  @Test func aStartWithinAStartIsRefused() async throws {
    struct Again: Assembly {
      func assemble(_ registry: inout FactoryRegistry) {}
      func containerDidAssemble(_ container: Container) throws { try container.startNow() }
    }
    let log = Log()
    let text = "start() was called during the start of the same container"
    let now = try #require(throws: ContainerError.self) { try container(log, Again()).startNow() }
    #expect(now.description.contains(text))
    let awaited = try await #require(throws: ContainerError.self) { try await container(log, Again()).start() }
    #expect(awaited.description.contains(text))
  }

  @MainActor @Test("the main actor's part runs there") func theMainActorsPartIsDoneThere() async throws {
    let log = Log()
    let refused = try container(log, launch: "crashes, appearance")
    let error = #expect(throws: ContainerError.self) { try refused.startNow() }
    #expect(error?.description.split(separator: "\n").count == 3)
    try refused.main.startNow()
    #expect(log.all == ["made eager", "crashes in launch", "appearance"])
    try await refused.run(.launch)
    #expect(log.all.last == "crashes in launch", "it said that there is nothing to do")
  }

  @Test("asynchronous parts are named before anything runs") func whatMustBeAwaitedIsNamedBeforeAnythingRuns()
    async throws
  {
    let log = Log()
    let container = try container(log, launch: "crashes, slow", eager: "slowEager", Awaiting())
    let error = try #require(throws: ContainerError.self) { try container.startNow() }
    #expect(error.description.split(separator: "\n").count == 5)
    for part in ["Eager (", "containerDidAssemble of Awaiting", "initializer slow ("] {
      #expect(error.description.contains(part), "\(error)")
    }
    #expect(log.all.isEmpty)
    try await container.start()
    #expect(log.all == ["made eager", "crashes in launch"])
  }
}
