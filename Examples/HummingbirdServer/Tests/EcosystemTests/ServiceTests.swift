import ConfigDI
import ConfigDIServiceLifecycle
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import Testing

/// The example from the documentation of ``ContainerService``.
func serve(_ router: Router<BasicRequestContext>, _ live: LiveContainer) async throws {
  let container = ContainerService(live)
  var application = Application(router: router, services: [container])
  application.beforeServerStarts { try await container.ready() }
  try await application.runService()
}

/// Tests a container as a service in a service group.
@Suite(.timeLimit(.minutes(2))) struct ServiceTests {
  final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    func write(_ line: String) { lines.withLock { $0.append(line) } }
    var text: String { lines.withLock { $0.joined(separator: ", ") } }
  }

  final class Pool: Sendable, AsyncCloseable {
    let diary: Diary
    init(_ diary: Diary) { self.diary = diary }
    func close() async throws {
      // Throws if closing is cancelled.
      try await Task.sleep(for: .milliseconds(1))
      diary.write("closed")
    }
  }

  struct Worker: Service {
    let diary: Diary
    let pool: Pool
    func run() async throws {
      diary.write("works")
      try await gracefulShutdown()
      diary.write("rests")
    }
  }

  struct Broken: Error {}

  /// Runs after the container is ready, like a server.
  struct Server: Service {
    let container: ContainerService
    let diary: Diary
    func run() async throws {
      try await container.ready()
      diary.write("serves")
      try await gracefulShutdown()
      diary.write("served")
    }
  }

  private let diary = Diary()

  private func registry(_ opening: @escaping @Sendable () async throws -> Void = {}) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.registerAsync("pool", as: Pool.self) { [diary] () async throws -> Pool in
      diary.write("opens")
      let pool = Pool(diary)
      try await opening()
      return pool
    }
    registry.register("worker", as: (any Service).self) { [diary] (pool: Pool) in Worker(diary: diary, pool: pool) }
    return registry
  }

  private static let manifest = """
    configdi: 1
    services: { ServiceTests.Pool: pool }
    """

  private func group(_ container: ContainerService) -> ServiceGroup {
    ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [container, Server(container: container, diary: diary)], logger: Logger(label: "test")))
  }

  private func waitFor(_ line: String) async throws {
    while !diary.text.contains(line) { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("a server begins after the container's start, and the container is closed after the server")
  func startsAndEndsInOrder() async throws {
    let group = group(ContainerService(try Container(manifest: .yaml(Self.manifest), registry: registry())))
    async let end: Void = group.run()
    try await waitFor("serves")
    await group.triggerGracefulShutdown()
    try await end
    #expect(diary.text == "opens, serves, served, closed")
  }

  @Test("a shutdown during the start ends it without an error", arguments: [false, true])
  func endsWhileItStarts(isLive: Bool) async throws {
    let registry = registry { try await Task.sleep(for: .seconds(3600)) }
    let container =
      isLive
      ? ContainerService(try LiveContainer(manifest: .yaml(Self.manifest), registry: registry))
      : ContainerService(try Container(manifest: .yaml(Self.manifest), registry: registry))
    let group = group(container)
    async let end: Void = group.run()
    try await waitFor("opens")
    await group.triggerGracefulShutdown()
    try await end
    #expect(!diary.text.contains("closed"))
  }

  @Test("an instance that is made though the start is ended is closed")
  func closesWhatTheStartMade() async throws {
    let opened = AsyncStream<Void>.makeStream()
    let registry = registry { for await _ in opened.stream { return } }
    let group = group(ContainerService(try Container(manifest: .yaml(Self.manifest), registry: registry)))
    async let end: Void = group.run()
    try await waitFor("opens")
    await group.triggerGracefulShutdown()
    opened.continuation.yield()
    try await end
    #expect(diary.text.contains("closed"), "\(diary.text)")
  }

  @Test("an error of the start is the group's, and the server does not begin")
  func failsWithTheStart() async throws {
    let registry = registry { throw Broken() }
    let group = group(ContainerService(try Container(manifest: .yaml(Self.manifest), registry: registry)))
    let error = await #expect(throws: ResolutionError.self) { try await group.run() }
    #expect(error?.underlying is Broken)
    #expect(diary.text == "opens")
  }

  @Test("each generation has background services of its own, which end before it is closed")
  func backgroundOfEachGeneration() async throws {
    let texts = TextManifest(Self.wiring(size: 1))
    var registry = registry()
    registry.register("sized", as: Pool.self) { [diary] (_: Size) in Pool(diary) }
    let live = try await LiveContainer(manifest: texts, registry: registry)
    let container = ContainerService(live)
    let group = group(container)
    async let end: Void = group.run()
    try await waitFor("works")
    texts.change(to: Self.wiring(size: 2))
    try await waitFor("closed")
    while diary.text.split(separator: ", ").count(where: { $0 == "works" }) < 2 {
      try await Task.sleep(for: .milliseconds(1))
    }
    await group.triggerGracefulShutdown()
    try await end
    let lines = diary.text.split(separator: ", ").filter { $0 != "serves" }
    // The new generation may start before or after the old one is closed.
    #expect(lines.filter { $0 != "works" } == ["rests", "closed", "served", "rests", "closed"], "\(diary.text)")
  }

  struct Size: ServiceSettings { var size: Int }

  private static func wiring(size: Int) -> String {
    """
    configdi: 1
    collections: { background: { of: Service } }
    services:
      ServiceTests.Pool: { factory: sized, settings: { size: \(size) } }
      Service/worker: { factory: worker, collect: background }
    """
  }
}

/// A manifest that tests can change.
final class TextManifest: ManifestSource {
  private let text: Mutex<String>
  let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init(_ text: String) {
    self.text = Mutex(text)
    (changes, continuation) = AsyncStream.makeStream()
  }

  func change(to text: String) {
    self.text.withLock { $0 = text }
    continuation.yield()
  }

  func snapshot() -> ManifestLocation {
    .yaml(text.withLock { $0 }, named: "app.yaml")
  }
}
