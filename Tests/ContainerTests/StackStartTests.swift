import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// How a stack starts, and how a level is made ready before it is used.
@Suite struct StackStartTests {
  /// A stack that was started with an account above its lowest level, whose session of a guest was never made.
  private static func startedAboveTheGuest(
    _ dial: @escaping @Sendable (_ name: String) async throws -> Void
  ) async throws -> ContainerStack {
    var registry = Shop.registry
    registry.registerAsync("dialled", as: (any Session).self) { (settings: Greeting.Settings) async throws in
      try await dial(settings.text)
      return User(name: settings.text)
    }
    let stack = try ContainerStack(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { who: guest }
        services: { Session: { factory: dialled, settings: { text: "${who}" } } }
        """), registry: registry)
    try await stack.push { $0.set("who", to: "account") }
    try await stack.start()
    return stack
  }

  @Test("pop makes the level below ready before it is used", arguments: [false, true])
  func aLevelBelowTheStartIsMadeReadyBeforeItIsUsed(isCancelled: Bool) async throws {
    let stack = try await Self.startedAboveTheGuest { _ in await Task.yield() }
    #expect(try stack.current.resolve((any Session).self).user == "account")
    try await Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      try await stack.pop()
    }.value
    #expect(try stack.current.resolve((any Session).self).user == "guest")
  }

  @Test("pop makes the level below ready when it could not do so before") func aPopIsTriedAgain() async throws {
    let fails = Lock(true)
    let stack = try await Self.startedAboveTheGuest { name in
      if name == "guest", fails.withLock({ $0 }) { throw Refusal(text: "no line") }
    }
    await #expect(throws: ResolutionError.self) { try await stack.pop() }
    #expect(stack.depth == 2)
    fails.withLock { $0 = false }
    try await stack.pop()
    #expect(try await stack.current.resolveAsync((any Session).self).user == "guest")
  }

  @Test("a service of a level or a start that failed learns so") func whatFailedIsNotCommitted() async throws {
    let diary = Diary()
    var registry = FactoryRegistry()
    registry.register("transfer", as: Transfer.self) { Transfer(diary) }
    registry.register("failing", as: Menu.self) { (_: Transfer) throws -> Menu in throw Refusal() }
    let manifest = ManifestLocation.yaml(
      """
      configdi: 1
      services: { Transfer: { factory: transfer, eager: true }, Menu: { factory: failing, eager: true } }
      """)
    let container = try Container(manifest: manifest, registry: registry)
    #expect(throws: ResolutionError.self) { try container.startNow() }
    try await container.shutdown()
    #expect(diary.entries == ["rolled back"])
    let stack = try ContainerStack(manifest: manifest, registry: registry)
    await #expect(throws: ResolutionError.self) { try await stack.push { $0.renew(Transfer.self) } }
    #expect(diary.entries == ["rolled back", "rolled back"])
    try await stack.shutdown()
  }

  @Test("a stack is started once") func aStackIsStartedOnce() async throws {
    let diary = Diary()
    struct Opening: Initializable {
      let diary: Diary
      func perform(_ phase: Phase, with configuration: ExposedParameters) async throws { diary.write("\(phase)") }
    }
    var registry = Shop.registry
    registry.registerInitializer("opening") { Opening(diary: diary) }
    let stack = try ContainerStack(
      manifest: .yaml("configdi: 1\nservices: { Session: guest }\nlifecycle: { launch: [opening] }"),
      registry: registry)
    try await stack.start()
    try await stack.push { $0.use("account", for: (any Session).self) }
    try await stack.start()
    #expect(diary.entries == ["launch"])
    try await stack.shutdown()
    await #expect(throws: ContainerClosed.self) { try await stack.start() }
  }

  @Test("a stack of a started container is started") func aStackWhoseContainerWasStartedIsStarted() async throws {
    let diary = Diary()
    struct Opening: InitializableNow {
      let diary: Diary
      func perform(_ phase: Phase, with configuration: ExposedParameters) throws { diary.write("\(phase)") }
    }
    var registry = Shop.registry
    registry.registerInitializer("opening") { Opening(diary: diary) }
    registry.register("named", as: (any Session).self) { (settings: Greeting.Settings) -> any Session in
      diary.write(settings.text)
      return User(name: settings.text)
    }
    let stack = try ContainerStack(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { who: guest }
        services: { Session: { factory: named, eager: true, settings: { text: "${who}" } } }
        lifecycle: { launch: [opening] }
        """), registry: registry)
    try await stack.push { $0.set("who", to: "account") }
    #expect(diary.entries == ["account"])
    try stack.current.startNow()
    try await stack.replaceCurrent { $0.set("who", to: "other") }
    try await stack.pop()
    try await stack.start()
    #expect(diary.entries == ["account", "launch", "other", "guest"])
    try await stack.shutdown()
  }

  /// Nothing else could end it: `pop` also works in a cancelled task.
  @Test("shutdown ends a pop that is making services") func shutdownEndsTheMakingOfAPop() async throws {
    let diary = Diary()
    let stack = try await Self.startedAboveTheGuest { name in
      diary.write(name)
      if name == "guest" { try await Task.sleep(for: .seconds(60)) }
    }
    let session = try stack.current.resolve((any Session).self)
    let start = ContinuousClock.now
    let pop = Task { try await stack.pop() }
    await eventually { diary.entries == ["account", "guest"] }
    try await stack.shutdown()
    await #expect(throws: ContainerClosed.self) { try await pop.value }
    #expect(session.isClosed && stack.depth == 2)
    #expect(start.duration(to: .now) < .seconds(30))
  }

  /// What was made under the overlay is closed with it, so it is made again without the overlay.
  @Test(
    "a start, a new level and a phase go on when an overlay ends meanwhile", .timeLimit(.minutes(10)),
    arguments: ["start", "push", "phase"])
  func anOverlayEndsMeanwhile(call: String) async throws {
    struct Greeting: Initializable {
      func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {}
    }
    let (begun, gate) = (Gate(), Gate())
    var registry = FactoryRegistry()
    registry.registerAsync("dialled", as: (any Session).self) { () async -> any Session in
      begun.open()
      await gate.wait()
      return User(name: "guest")
    }
    registry.register("greeted", as: Greeted.self) { (session: any Session) in Greeted(session: session) }
    registry.registerInitializer("greeting") { (_: any Session) in Greeting() }
    let stack = try ContainerStack(
      manifest: .yaml(
        """
        configdi: 1
        services: { Session: { factory: dialled, eager: true }, Greeted: { factory: greeted, eager: true } }
        lifecycle: { foreground: [greeting] }
        """), registry: registry)
    let token = try stack.current.overlay(.renew((any Session).self))
    @Sendable func change() async throws {
      switch call {
      case "start": try await stack.start()
      case "push": try await stack.push { $0.renew((any Session).self) }
      default: try await stack.current.run(.foreground)
      }
    }
    let changing = Task { try await change() }
    await begun.wait()
    token.remove()
    gate.open()
    try await changing.value
    if call != "phase" { #expect(try stack.current.resolve(Greeted.self).session.user == "guest") }
    try await stack.shutdown()
  }

  @Test("a failure is the error of the start, even if an overlay ends because of it", .timeLimit(.minutes(10)))
  func anOverlayEndsAfterAFailure() async throws {
    let begun = Gate()
    let token = Lock<OverlayToken?>(nil)
    var registry = FactoryRegistry()
    registry.registerAsync("dialled", as: (any Session).self) { () async throws -> any Session in
      begun.open()
      // Ends when the failure cancels this creation.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      token.withLock { $0.take() }?.remove()
      throw CancellationError()
    }
    registry.registerAsync("refused", as: Greeted.self) { () async throws -> Greeted in
      await begun.wait()
      throw Refusal(text: "no line")
    }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        services: { Session: { factory: dialled, eager: true }, Greeted: { factory: refused, eager: true } }
        """), registry: registry)
    let opened = try container.overlay(.renew((any Session).self))
    token.withLock { $0 = opened }
    await refusal(.factoryFailed) { try await container.start() }
    let isRemoved = token.withLock { $0 == nil }
    #expect(isRemoved)
    try await container.shutdown()
  }

  @Test("startNow goes on when an overlay ends meanwhile", arguments: ["eager: true", "eager: false"])
  func anOverlayEndsDuringStartNow(entry: String) async throws {
    struct Greeting: InitializableNow {
      func perform(_ phase: Phase, with configuration: ExposedParameters) {}
    }
    let token = Lock<OverlayToken?>(nil)
    var registry = FactoryRegistry()
    registry.register("ending", as: (any Session).self) { () -> any Session in
      token.withLock { $0.take() }?.remove()
      return User(name: "guest")
    }
    registry.registerInitializer("greeting") { (_: any Session) in Greeting() }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        services: { Session: { factory: ending, \(entry) } }
        lifecycle: { launch: [greeting] }
        """), registry: registry)
    let opened = try container.overlay(.renew((any Session).self))
    token.withLock { $0 = opened }
    try container.startNow()
    let isRemoved = token.withLock { $0 == nil }
    #expect(isRemoved)
    try await container.shutdown()
  }
}

struct Greeted: Sendable { let session: any Session }

/// Learns how its container ended.
final class Transfer: AsyncCloseable, Sendable {
  private let diary: Diary

  init(_ diary: Diary) { self.diary = diary }

  func close() async throws { try await close(after: .returned) }

  func close(after outcome: ScopeOutcome) async throws {
    if case .threw = outcome { diary.write("rolled back") } else { diary.write("committed") }
  }
}
