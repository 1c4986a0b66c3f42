import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// `run()`, whose task a service group cancels at any time.
@Suite struct RunTests {
  final class Stubborn: Closeable, Sendable {
    func close() throws { throw Refusal(text: "stubborn") }
  }

  /// A container whose start waits in a factory, and a stream that tells when it does.
  private static func container(
    _ diary: Diary, part: String = "part"
  ) throws -> (container: Container, begun: AsyncStream<Void>) {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    var registry = FactoryRegistry()
    registry.register("part", as: Part.self) { Part("part", [], diary) }
    registry.register("stubborn", as: Stubborn.self) { Stubborn() }
    registry.registerAsync("slow", as: (any Clock).self) { (_: Part) async throws -> any Clock in
      beginning.yield()
      try await Task.sleep(for: .seconds(60))
      return SystemClock()
    }
    registry.registerAsync("slower", as: (any Clock).self) { (_: Stubborn) async throws -> any Clock in
      beginning.yield()
      try await Task.sleep(for: .seconds(60))
      return SystemClock()
    }
    registry.register("broken", as: (any Clock).self) { () throws -> any Clock in throw Refusal(text: "no time") }
    let services =
      switch part {
      case "part": "Part: part\n  Clock: slow"
      case "stubborn": "Stubborn: stubborn\n  Clock: slower"
      default: "Clock: { factory: broken, eager: true }"
      }
    return (
      try Container(
        manifest: .yaml("configdi: 1\nservices:\n  \(services)\n", named: "app.yaml"), registry: registry), begun
    )
  }

  @Test("a run that is cancelled while it starts ends without an error, and closes what it made")
  func cancelledWhileStarting() async throws {
    let diary = Diary()
    let (container, begun) = try Self.container(diary)
    let running = Task { try await container.run() }
    for await _ in begun { break }
    running.cancel()
    try await running.value
    #expect(diary.entries == ["made part", "closed part"])
    #expect(throws: ContainerClosed.self) { try container.resolve((any Clock).self) }
  }

  @Test("a run whose task is already cancelled makes nothing")
  func cancelledBefore() async throws {
    let diary = Diary()
    let (container, _) = try Self.container(diary)
    try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await container.run()
    }.value
    #expect(diary.entries.isEmpty)
  }

  @Test("a cancelled start whose instances fail to close says so")
  func failsToClose() async throws {
    let (container, begun) = try Self.container(Diary(), part: "stubborn")
    let running = Task { try await container.run() }
    for await _ in begun { break }
    running.cancel()
    let error = await #expect(throws: ClosingFailed.self) { try await running.value }
    #expect(error?.failures.count == 1)
  }

  @Test("a failure of the start is an error of the run, and promises no second try")
  func failure() async throws {
    let (container, _) = try Self.container(Diary(), part: "broken")
    let error = await refusal(.factoryFailed) { try await container.run() }
    #expect(
      error?.description == """
        Clock (app.yaml:3:10) could not be made: Refusal(text: "no time")
          help: the factory broken threw this; startup failed, and the services made so far were closed
        """)
    let (second, _) = try Self.container(Diary(), part: "broken")
    let sync = refusal(.factoryFailed) { try second.startNow() }
    #expect(sync?.description == error?.description)
  }

  @Test("a live container's run that is cancelled while it starts ends without an error")
  func live() async throws {
    let world = LiveWorld(
      "configdi: 1\nservices:\n  Store: store\n  Cache: cache\n  Api: { factory: slow, settings: { word: stuck } }\n")
    let live = try world.live()
    let running = Task { try await live.run() }
    await eventually { world.log.count("begin slow") == 1 }
    running.cancel()
    world.log.add("let go")
    try await running.value
    #expect(world.log.count("close store ") == 1)
    #expect(throws: ContainerClosed.self) { try live.withCurrent { _ in } }
  }
}
