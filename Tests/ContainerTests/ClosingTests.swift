import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// How a container closes its instances: in which order, each once, and only its own.
@Suite struct ClosingTests {
  @Test("instances are closed in reverse order of creation") func closingGoesBackwardsThroughMaking() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])])
    plan.add("Part/b", "b", .singleton, [.all(["Part/a"])], decorators: [.init(factory: "wrap")])
    plan.add("SlowPart", "slow", .singleton, ["Part/b"])
    plan.add("Part/c", "c", .transient, [.all(["Part/a"])])
    let container = try plan.container(Part.registry(diary))
    _ = try container.resolve(Key<SlowPart>("SlowPart"))
    _ = try container.resolve(Key<Part>("Part/c"))
    #expect(diary.entries == ["made a", "made b", "made wrapped b", "made c"])
    // Without a limit, since other tests may keep all threads busy for longer than that.
    try await container.shutdown(closing: nil)
    #expect(diary.entries.dropFirst(4) == ["closed slow", "closed wrapped b", "closed b", "closed a"])
    try await container.shutdown()
    #expect(diary.entries.count == 8)
  }

  /// A decorator that gives back what it was given, and a service that is another one under its own key.
  @Test("an object of several services is closed once") func anObjectOfSeveralServicesIsClosedOnce() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Part/a", "a", .singleton, [.all([])], decorators: [.init(factory: "off"), .init(factory: "off")])
    plan.add("Part/same", "same", .singleton, ["Part/a"])
    plan.add("Part/b", "b", .singleton, [.all(["Part/same"])])
    plan.add("Part/visit", "same", .declared(0), ["Part/b"])
    let container = try plan.container(Part.registry(diary))
    try await container.withScope("session") { _ = try $0.resolve(Key<Part>("Part/visit")) }
    #expect(diary.entries == ["made a", "made b"], "an open scope does not close its container's instances")
    try await container.shutdown()
    #expect(diary.entries == ["made a", "made b", "closed b", "closed a"])
  }

  @Test("a shared object is closed with its last service") func anObjectIsClosedWithTheLastServiceThatHasIt()
    async throws
  {
    let diary = Diary()
    let part = Part("one", [], diary)
    var registry = Part.registry(diary)
    registry.register("one", as: Part.self) { part }
    var plan = HandMadePlan()
    plan.add("Part/x", "one")
    plan.add("Part/y", "one")
    let container = try plan.container(registry)
    for key in ["x", "y"] { _ = try container.resolve(Key<Part>("Part/\(key)")) }
    #expect(await container.level.retire(keeping: [1]).isEmpty)
    #expect(diary.entries == ["made one"])
    try await container.shutdown()
    #expect(diary.entries == ["made one", "closed one"])
  }

  @Test("an instance of the program is not closed under another key")
  func anInstanceOfTheProgramIsNotClosedUnderAnotherKey() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.provided("Part/mine")
    plan.add("Part/same", "same", .singleton, ["Part/mine"])
    let container = try plan.container(
      Part.registry(diary), provided: [Provided(Part("mine", [], diary), for: Key<Part>("Part/mine"))])
    _ = try container.resolve(Key<Part>("Part/same"))
    try await container.shutdown()
    #expect(diary.entries == ["made mine"])
  }

  /// Levels above share the slots of the levels below, and so do their scopes and overlays.
  @Test("a scope or overlay does not close an instance of a lower level", arguments: 0...2)
  func aScopeOrOverlayDoesNotCloseWhatALevelBelowHas(pushes: Int) async throws {
    let diary = Diary()
    var registry = FactoryRegistry()
    registry.register("one", as: Part.self) { Part("one", [], diary) }
    registry.register("same", as: Part.self, labels: ["part"]) { (part: Part) in part }
    let stack = try ContainerStack(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { session: {} }
        services:
          Part/one: one
          Part/mine: { provided: true }
          Part/sameOne: { factory: same, dependencies: { part: Part/one } }
          Part/sameMine: { factory: same, dependencies: { part: Part/mine } }
          Part/visitOne: { factory: same, scope: session, dependencies: { part: Part/one } }
          Part/visitMine: { factory: same, scope: session, dependencies: { part: Part/mine } }
        """), registry: registry,
      provided: [Provided(Part("mine", [], diary), as: Part.self, named: "mine")])
    for name in ["one", "mine"] { _ = try stack.current.resolve(Part.self, named: name) }
    for _ in 0..<pushes { try await stack.push() }
    try await stack.current.withScope("session") { scope in
      for name in ["visitOne", "visitMine"] { _ = try scope.resolve(Part.self, named: name) }
    }
    let names = ["sameOne", "sameMine"]
    try await stack.current.withOverlays(names.map { .renew(Part.self, named: $0) }) {
      for name in names { _ = try stack.current.resolve(Part.self, named: name) }
    }
    #expect(diary.entries == ["made mine", "made one"])
    try await stack.shutdown()
    #expect(diary.entries == ["made mine", "made one", "closed one"])
  }

  @Test("a closed container resolves nothing") func afterwardsNothingIsResolved() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])])
    plan.add("Part/b", "b", .transient, [.all(["Part/a"])])
    plan.add("Part/c", "c", .singleton, [.all([])])
    let container = try plan.container(Part.registry(diary))
    let handle = try container.handle(for: Key<Part>("Part/b"))
    _ = try handle()
    try await container.shutdown()
    for key in ["a", "b", "c"] {
      #expect(throws: ContainerClosed.self) { try container.resolve(Key<Part>("Part/\(key)")) }
    }
    #expect(throws: ContainerClosed.self) { try handle() }
    #expect(throws: ContainerClosed.self) { try container.openScope("x") }
  }

  @Test("failures to close are collected") func failuresToCloseAreCollected() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part/a", "a", .singleton, [.all([])])
    plan.add("Part/b", "b", .singleton, [.all(["Part/a"])])
    plan.add("Part/c", "c", .singleton, [.all(["Part/b"])])
    let container = try plan.container(Part.registry(diary, failing: ["a", "c"]))
    _ = try container.resolve(Key<Part>("Part/c"))
    let error = await #expect(throws: ClosingFailed.self) { try await container.shutdown() }
    #expect(error?.failures.map(\.step.key) == ["Part/c", "Part/a"])
    #expect(diary.entries.suffix(3) == ["closed c", "closed b", "closed a"])
    #expect(error?.description.contains("Part/a (plan.yaml:1:1) failed to close: Refusal(text: \"a\")") == true)
  }

  @Test("scopes are closed before the services they use") func scopesAreClosedBeforeWhatTheyStandOn() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil), (name: "request", parent: 0)]
    plan.add("Part/a", "a", .singleton, [.all([])])
    plan.add("Part/b", "b", .declared(0), [.all(["Part/a"])])
    plan.add("Part/c", "c", .declared(1), [.all(["Part/b"])])
    let container = try plan.container(Part.registry(diary))
    let session = try container.openScope("session")
    let request = try session.openScope("request")
    _ = try request.resolve(Key<Part>("Part/c"))
    let closed = try session.openScope("request")
    _ = try closed.resolve(Key<Part>("Part/c"))
    try await closed.close()
    #expect(throws: ContainerClosed.self) { try closed.resolve(Key<Part>("Part/c")) }
    #expect(diary.entries.last == "closed c")
    try await container.shutdown()
    #expect(diary.entries.suffix(3) == ["closed c", "closed b", "closed a"])
    #expect(throws: ContainerClosed.self) { try request.resolve(Key<Part>("Part/c")) }
  }

  @Test("concurrent shutdowns wait for the same run") func concurrentCallersWaitForTheOneRun() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.add("Part", "a", .singleton, [.all([])])
    plan.add("SlowPart", "slow", .singleton, ["Part"])
    let container = try plan.container(Part.registry(diary))
    _ = try container.resolve(Key<SlowPart>("SlowPart"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try await container.shutdown(closing: nil)
          #expect(diary.entries.last == "closed a")
        }
      }
      try await group.waitForAll()
    }
    #expect(diary.entries == ["made a", "closed slow", "closed a"])
  }

  /// However many there are, and though the list of open ones is looked through from time to time.
  @Test("a container closes all its scopes") func aContainerClosesAllItsScopes() async throws {
    let diary = Diary()
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Part", "a", .declared(0), [.all([])])
    let container = try plan.container(Part.registry(diary))
    let scopes = try (0..<70).map { _ in try container.openScope("session") }
    for scope in scopes { _ = try scope.resolve(Key<Part>("Part")) }
    try await container.close()
    #expect(diary.entries.count { $0 == "closed a" } == scopes.count)
  }

  /// Ends the whole program when it is closed itself.
  private final class Doorkeeper: Sendable, AsyncCloseable {
    let container = Lock<Container?>(nil)
    func close() async throws { try await container.withLock { $0 }?.shutdown() }
  }

  @Test("a service may shut down its container while it is closed", .timeLimit(.minutes(10)))
  func aServiceThatShutsDownItsContainerWhenClosedDoesNotWaitForItself() async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Doorkeeper>("Doorkeeper"))
    registry.register("doorkeeper", as: Doorkeeper.self, Doorkeeper.init)
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Doorkeeper", "doorkeeper")
    plan.add("Doorkeeper/session", "doorkeeper", .declared(0))
    let container = try plan.container(registry)
    let scope = try container.openScope("session")
    for keeper in [try container.resolve(Doorkeeper.self), try scope.resolve(Doorkeeper.self, named: "session")] {
      keeper.container.withLock { $0 = container }
    }
    try await scope.close()
    try await container.shutdown()
    #expect(throws: ContainerClosed.self) { try container.resolve(Doorkeeper.self) }
  }

  /// Says when it is freed.
  private final class Mortal: Sendable {
    let number: Int
    let diary: Diary

    init(_ number: Int, _ diary: Diary) {
      self.number = number
      self.diary = diary
    }

    deinit { diary.write("freed \(number)") }
  }

  @Test("a service is freed before what it uses, which it may hold unowned", arguments: [2, 4, 6])
  func servicesAreFreedBackwards(count: Int) throws {
    let diary = Diary()
    do {
      var registry = FactoryRegistry()
      registry.declare(Key<Mortal>("Mortal"))
      var plan = HandMadePlan()
      for number in 0..<count {
        registry.register("mortal\(number)", as: Mortal.self) { Mortal(number, diary) }
        plan.add("Mortal/\(number)", "mortal\(number)")
      }
      let container = try plan.container(registry)
      for number in 0..<count { _ = try container.resolve(Key<Mortal>("Mortal/\(number)")) }
    }
    #expect(diary.entries == (0..<count).reversed().map { "freed \($0)" })
  }

  @Test("a scoped service is freed before what it uses outside the scope, too") func scopesAreFreedBackwards() throws {
    let diary = Diary()
    do {
      var registry = FactoryRegistry()
      registry.declare(Key<Mortal>("Mortal"))
      var plan = HandMadePlan()
      plan.scopes = [(name: "session", parent: nil), (name: "request", parent: 0)]
      for number in 0..<3 {
        registry.register("mortal\(number)", as: Mortal.self) { Mortal(number, diary) }
        plan.add("Mortal/\(number)", "mortal\(number)", number == 0 ? .singleton : .declared(number - 1))
      }
      let request = try plan.container(registry).openScope("session").openScope("request")
      for number in 0..<3 { _ = try request.resolve(Key<Mortal>("Mortal/\(number)")) }
    }
    #expect(diary.entries == ["freed 2", "freed 1", "freed 0"])
  }
}
