import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Making asynchronous singletons with `start()` and `resolveAsync`, and what ends a start.
@Suite struct AsyncStartTests {
  @Test("start makes asynchronous singletons") func anAsynchronousSingletonIsMadeByStart() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])])
    plan.add("Part/x", "async", .singleton, [.all(["Part/a"])])
    plan.add("Part/b", "b", .transient, [.all(["Part/x"])])
    plan.add("Part/c", "c", .singleton, [.all(["Part/b"])], eager: true)
    plan.add("Part/d", "d", .singleton, [.all([])])
    let container = try plan.container(Part.registry(diary))
    let error = refusal(.notStarted) { try container.resolve(Key<Part>("Part/c")) }
    #expect(error?.chain == ["Part/c", "Part/b", "Part/x"])
    try await container.start()
    #expect(diary.entries == ["made a", "made async", "made b", "made c"])
    #expect(try container.resolve(Key<Part>("Part/c")).needed[0].needed[0].name == "async")
    #expect(diary.entries.count == 4)
  }

  @Test("resolveAsync makes asynchronous dependencies") func resolvingAsynchronouslyMakesWhatIsNeeded() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/x", "async", .singleton, [.all([])])
    plan.add("Part/b", "b", .transient, [.all(["Part/x"])])
    plan.add("Part/c", "c", .singleton, [.all(["Part/b"])])
    let container = try plan.container(Part.registry(diary))
    let parts = try await withThrowingTaskGroup(of: Part.self) { group in
      for _ in 0..<8 { group.addTask { try await container.resolveAsync(Key<Part>("Part/c")) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(parts.allSatisfy { $0 === parts[0] })
    #expect(diary.entries == ["made async", "made b", "made c"])
    #expect(try await container.resolveAsync(Key<Part>("Part/x")).name == "async")
  }

  @Test("a failing start cancels the rest and closes what it made")
  func aFailingStartCancelsTheRestAndClosesWhatWasMade() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])], eager: true)
    plan.add("Part/bad", "failing")
    plan.add("Part/long", "endless")
    plan.add("Part/c", "c", .singleton, [.all(["Part/bad"])], eager: true)
    let container = try plan.container(Part.registry(diary))
    let error = await refusal(.factoryFailed) { try await container.start() }
    #expect(error?.chain.last == "Part/bad")
    #expect(error?.underlying as? Refusal == Refusal(text: "failing"))
    #expect(diary.entries.filter { $0 != "begun endless" } == ["made a", "closed a"])
    #expect(throws: ContainerClosed.self) { try container.resolve(Key<Part>("Part/a")) }
  }

  @Test("cancelling a start cancels and closes too") func cancellingAStartDoesTheSame() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])], eager: true)
    plan.add("Part/long", "endless")
    let container = try plan.container(Part.registry(diary))
    let start = Task { try await container.start() }
    while diary.entries.isEmpty { await Task.yield() }
    start.cancel()
    await #expect(throws: CancellationError.self) { try await start.value }
    #expect(diary.entries.filter { $0 != "begun endless" } == ["made a", "closed a"])
  }

  @Test("a start that only waits can be cancelled", .timeLimit(.minutes(10))) func aStartThatOnlyWaitsIsCancelledToo()
    async throws
  {
    for depth in 0..<3 {
      let diary = Diary()
      var plan = HandMadePlan()
      plan.add("Part/0", "endless")
      for index in 0..<depth { plan.add("Part/\(index + 1)", "async", .singleton, [.all(["Part/\(index)"])]) }
      let container = try plan.container(Part.registry(diary))
      let start = Task { try await container.start() }
      while diary.entries.isEmpty { await Task.yield() }
      start.cancel()
      await #expect(throws: CancellationError.self) { try await start.value }
      await #expect(throws: ContainerClosed.self) { try await container.resolveAsync(Key<Part>("Part/0")) }
    }
  }

  @Test("a cancelled task gets CancellationError and makes nothing") func whoIsCancelledAsksForNothingAndIsToldSo()
    async throws
  {
    var plan = HandMadePlan()
    plan.add("Part/x", "async", .singleton, [.all([])])
    plan.add("Part/a", "a", .singleton, [.all(["Part/x"])])
    let container = try plan.container(Part.registry(Diary()))
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.resolveAsync(Key<Part>("Part/a"))
    }
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(try await container.resolveAsync(Key<Part>("Part/a")).name == "a")
  }

  @Test("an overlay's closure gets an asynchronous original") func anOverlaysClosureIsGivenAnAsynchronousOriginal()
    async throws
  {
    for starts in [false, true] {
      let diary = Diary()
      var plan = HandMadePlan()
      plan.add("Part/x", "async", .singleton, [.all([])])
      plan.add("Part/a", "a", .singleton, [.all(["Part/x"])])
      let container = try plan.container(Part.registry(diary))
      let (x, a) = (Key<Part>("Part/x"), Key<Part>("Part/a"))
      let wrapping = try container.overlay(x) { Part("not \(try $0().name)", [], diary) }
      if starts { try await container.start() }
      #expect(try await container.resolveAsync(x).name == "not async")
      #expect(try await container.resolveAsync(a).needed.map(\.name) == ["not async"])
      wrapping.remove()
      #expect(try await container.resolveAsync(x).name == "async")
      #expect(diary.entries.filter { $0 == "made async" }.count == 1)
    }
  }

  @Test("what an overlaid original needs is made before the overlay's closure runs", arguments: [false, true])
  func anOverlaysClosureIsGivenAnOriginalWhoseNeedsAreMade(starts: Bool) async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/x", "async", .singleton, [.all([])])
    plan.add("Part/a", "a", .singleton, [.all(["Part/x"])], eager: true)
    plan.add("Part/b", "b", .singleton, [.all(["Part/a"])])
    let container = try plan.container(Part.registry(diary))
    let wrapping = try container.overlay(Key<Part>("Part/a")) { Part("not \(try $0().name)", [], diary) }
    let further = try container.overlay(Key<Part>("Part/a")) { Part("never \(try $0().name)", [], diary) }
    if starts { try await container.start() }
    #expect(try await container.resolveAsync(Key<Part>("Part/b")).needed.map(\.name) == ["never not a"])
    further.remove()
    wrapping.remove()
    #expect(try await container.resolveAsync(Key<Part>("Part/a")).name == "a")
    #expect(diary.entries.filter { $0 == "made async" }.count == 1)
  }

  @Test("an overlay's instance leaves out what the original needs") func anOverlaysInstanceNeedsNothing() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/x", "async", .singleton, [.all([])])
    plan.add("Part/a", "a", .singleton, [.all(["Part/x"])])
    let container = try plan.container(Part.registry(diary))
    let part = Part("fake", [], diary)
    let token = try container.overlay(Key<Part>("Part/a"), returning: part)
    #expect(try await container.resolveAsync(Key<Part>("Part/a")) === part)
    #expect(!diary.entries.contains("made async"))
    token.remove()
  }

  @Test("a container that was shut down does not start again") func whatWasShutDownIsNotStarted() async throws {
    let container = try HandMadePlan().container(Part.registry(Diary()))
    try await container.start()
    try await container.shutdown()
    await #expect(throws: ContainerClosed.self) { try await container.start() }
  }

  @Test("concurrent starts are one") func severalStartsAreOne() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/x", "async", .singleton, [.all([])])
    plan.add("Part/a", "a", .singleton, [.all(["Part/x"])], eager: true)
    let container = try plan.container(Part.registry(diary))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await container.start() } }
      try await group.waitForAll()
    }
    try await container.start()
    #expect(diary.entries == ["made async", "made a"])
  }

  @Test("shutdown during a start ends it") func shuttingDownDuringAStartEndsIt() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])], eager: true)
    plan.add("Part/long", "endless")
    let container = try plan.container(Part.registry(diary))
    let start = Task { try await container.start() }
    while diary.entries.isEmpty { await Task.yield() }
    try await container.shutdown()
    await #expect(throws: ContainerClosed.self) { try await start.value }
    #expect(diary.entries.filter { $0 != "begun endless" } == ["made a", "closed a"])
  }

  private final class Slow: Sendable {
    init() async { for _ in 0..<20 { await Task.yield() } }
  }

  private final class Calling: Sendable {
    init(_ slow: Provider<Slow>) throws { _ = try slow() }
    init(awaited slow: Provider<Slow>) async throws { _ = try slow() }
    init(through other: Lazy<Calling>) throws { _ = try other() }
  }

  @Test(
    "a factory that is called at the start finds the asynchronous services that it requests",
    arguments: ["singleton", "request"])
  func whatAFactoryRequestsWithoutWaitingIsMadeFirst(scope: String) async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Slow>("Slow"))
    registry.declare(Key<Calling>("Calling"))
    registry.registerAsync("slow", as: Slow.self) { await Slow() }
    registry.register("calling", as: Calling.self) { try Calling($0) }
    registry.registerAsync("awaitedCalling", as: Calling.self) { try await Calling(awaited: $0) }
    registry.register("through", as: Calling.self) { try Calling(through: $0) }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { request: {} }
        services:
          Calling/a: { factory: through, scope: \(scope), eager: true, dependencies: [{ lazy: Calling/c }] }
          Calling/b: { factory: awaitedCalling, scope: \(scope), eager: true, dependencies: [{ provider: Slow }] }
          Calling/c: { factory: calling, scope: \(scope), dependencies: [{ provider: Slow }] }
          Slow: { factory: slow, scope: \(scope), eager: true }
        """), registry: registry)
    try await container.start()
    guard scope == "request" else { return }
    for _ in 0..<5 { try await container.withScope("request") { _ = try $0.resolve(Key<Calling>("Calling/b")) } }
  }

  @Test("a factory that requests an asynchronous service waits for no other", .timeLimit(.minutes(10)))
  func onlyWhatIsRequestedIsMadeFirst() async throws {
    let gate = Gate()
    var registry = FactoryRegistry()
    registry.declare(Key<Slow>("Slow"))
    registry.declare(Key<Calling>("Calling"))
    registry.registerAsync("slow", as: Slow.self) { await Slow() }
    registry.registerAsync("waiting", as: Slow.self) {
      await gate.wait()
      return await Slow()
    }
    registry.register("calling", as: Calling.self) { (slow: Provider<Slow>) in
      defer { gate.open() }
      return try Calling(slow)
    }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        services:
          Calling: { factory: calling, eager: true, dependencies: [{ provider: Slow }] }
          Slow: slow
          Slow/other: waiting
        """), registry: registry)
    try await container.start()
  }
}
