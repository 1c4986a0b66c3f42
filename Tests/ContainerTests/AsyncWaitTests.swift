import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Asynchronous factories that ask the container in child tasks, or for its end.
@Suite(.timeLimit(.minutes(10))) struct AsyncWaitTests {
  fileprivate final class Node: Sendable {}
  fileprivate struct Desk: Sendable { let nodes: AsyncMaker<Int, Node> }

  /// The container, for factories that are registered before it is there.
  fileprivate final class Home: Sendable {
    private let kept = Lock<Container?>(nil)
    func keep(_ container: Container) { kept.withLock { $0 = container } }
    var container: Container { get throws { try #require(kept.withLock { $0 }) } }
    func ask(_ index: Int) async throws { _ = try await container.resolveAsync(Node.self, named: "\(index)") }
  }

  /// How a factory asks.
  fileprivate enum Form: CaseIterable, Sendable {
    case here, asyncLet, group, nestedGroup, onMain, otherExecutor, unstructured, detached

    /// Whether the factory waits for the answer.
    var isAwaited: Bool { self != .unstructured && self != .detached }
  }

  /// A task that a factory began, and what came of it.
  fileprivate final class Loose: Sendable {
    private let tasks = Lock<[(index: Int, task: Task<Void, any Error>)]>([])
    func add(_ index: Int, _ task: Task<Void, any Error>) { tasks.withLock { $0.append((index, task)) } }
    func next() -> (index: Int, task: Task<Void, any Error>)? { tasks.withLock { $0.popLast() } }
  }

  private static func ask(_ home: Home, for index: Int, _ form: Form, _ loose: Loose) async throws {
    switch form {
    case .here: try await home.ask(index)
    case .asyncLet:
      async let answer: Void = home.ask(index)
      try await answer
    case .group:
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await home.ask(index) }
        try await group.waitForAll()
      }
    case .nestedGroup:
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          async let answer: Void = home.ask(index)
          try await answer
        }
      }
    case .onMain: try await Self.askOnMain(home, index)
    case .otherExecutor:
      try await withTaskExecutorPreference(globalConcurrentExecutor) { try await home.ask(index) }
    case .unstructured: loose.add(index, Task { try await home.ask(index) })
    case .detached: loose.add(index, Task.detached { try await home.ask(index) })
    }
  }

  @MainActor private static func askOnMain(_ home: Home, _ index: Int) async throws {
    async let answer: Void = home.ask(index)
    try await answer
  }

  private struct Wiring {
    var needs: [[Int]]
    var asks: [[(index: Int, form: Form)]]

    /// Whether making a service leads back to something that is being made.
    func leadsIntoACycle(_ start: Int) -> Bool {
      var state = Array(repeating: 0, count: needs.count)
      func visit(_ index: Int) -> Bool {
        if state[index] == 1 { return true }
        if state[index] == 2 { return false }
        state[index] = 1
        defer { state[index] = 2 }
        return (needs[index] + asks[index].filter(\.form.isAwaited).map(\.index)).contains(where: visit)
      }
      return visit(start)
    }

    func container(_ loose: Loose) throws -> Container {
      let home = Home()
      var registry = FactoryRegistry()
      registry.declare(Key<Node>("Node"))
      var plan = HandMadePlan()
      for index in needs.indices {
        let asks = asks[index]
        registry.registerAsync("node \(index)", as: Node.self) { (_: [Node]) in
          for (index, form) in asks { try await AsyncWaitTests.ask(home, for: index, form, loose) }
          return Node()
        }
        plan.add("Node/\(index)", "node \(index)", .singleton, [.all(needs[index].map { "Node/\($0)" })])
      }
      let container = try plan.container(registry)
      home.keep(container)
      return container
    }
  }

  /// Each factory runs inside the one before it, as none of them suspends.
  @Test("a long chain of factories fills no stack") fileprivate func aLongChain() async throws {
    let count = 20_000
    let wiring = Wiring(
      needs: Array(repeating: [], count: count),
      asks: (0..<count).map { $0 + 1 < count ? [(index: $0 + 1, form: Form.here)] : [] })
    _ = try await wiring.container(Loose()).resolveAsync(Node.self, named: "0")
  }

  /// The task begins in the thread of a factory that holds up others. It is not taken for a part of that factory.
  @Test("a task that a synchronous factory begins at once may ask for its service")
  fileprivate func aTaskThatBeginsAtOnce() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let home = Home()
    let asked = Lock<Task<Node, any Error>?>(nil)
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.register("first", as: Node.self) {
      let task = Task.immediate { try await home.container.resolveAsync(Node.self, named: "second") }
      asked.withLock { $0 = task }
      return Node()
    }
    registry.registerAsync("second", as: Node.self) { try home.container.resolve(Node.self, named: "first") }
    var plan = HandMadePlan()
    plan.add("Node/first", "first")
    plan.add("Node/second", "second")
    let container = try plan.container(registry)
    home.keep(container)
    let first = try container.resolve(Node.self, named: "first")
    #expect(try await #require(asked.withLock { $0 }).value === first)
  }

  /// B needs A, and A's factory asks for B.
  @Test("a factory that asks for a service waiting for it throws", arguments: Form.allCases)
  fileprivate func aFactoryThatAsksForWhatNeedsIt(_ form: Form) async throws {
    let loose = Loose()
    let wiring = Wiring(needs: [[], [0]], asks: [[(1, form)], []])
    let container = try wiring.container(loose)
    if form.isAwaited {
      let error = await refusal(.crossingWait) { try await container.resolveAsync(Node.self, named: "0") }
      #expect("\(try #require(error))".contains("is being made, and would wait for a service that needs it"))
    } else {
      _ = try await container.resolveAsync(Node.self, named: "0")
      try await #require(loose.next()).task.value
    }
  }

  /// Whatever factories ask for, everyone gets an answer; and a service that leads into no cycle is made.
  @Test("every request is answered", arguments: 0..<300) func everyoneGetsAnAnswer(seed: UInt64) async throws {
    var chance = Seeded(seed)
    let count = 2 + chance.number(below: 5)
    var wiring = Wiring(
      needs: (0..<count).map { index in (0..<index).filter { _ in chance.number(below: 4) == 0 } },
      asks: Array(repeating: [], count: count))
    for _ in 0..<(1 + chance.number(below: 4)) {
      let form = Form.allCases[chance.number(below: Form.allCases.count)]
      wiring.asks[chance.number(below: count)].append((chance.number(below: count), form))
    }
    let loose = Loose()
    let container = try wiring.container(loose)
    for index in (0..<count).shuffled(using: &chance) {
      loose.add(index, Task { _ = try await container.resolveAsync(Node.self, named: "\(index)") })
    }
    while let (index, task) = loose.next() {
      let result = await task.result
      guard case .failure(let error) = result else { continue }
      #expect(wiring.leadsIntoACycle(index), "\(index) in \(wiring): \(error)")
    }
    try await container.shutdown()
  }

  // The end

  private func container(
    _ make: @escaping @Sendable (Home) async throws -> Void
  ) throws -> Container {
    let home = Home()
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.registerAsync("node", as: Node.self) {
      try await make(home)
      return Node()
    }
    registry.registerAsync("plain", as: Node.self) { Node() }
    var plan = HandMadePlan()
    plan.scopes = [(name: "page", parent: nil)]
    plan.add("Node", "node")
    plan.add("Node/other", "plain")
    let container = try plan.container(registry)
    home.keep(container)
    return container
  }

  @Test("a factory that awaits its container's shutdown throws", arguments: [false, true])
  func aFactoryThatAwaitsTheEndOfItsContainerIsTold(isChild: Bool) async throws {
    let container = try container { home in
      async let end: Void = home.container.shutdown()
      if isChild { try await end } else { try await home.container.close() }
    }
    let error = await refusal(.factoryFailed) { try await container.resolveAsync(Node.self) }
    let failure = try #require(error?.underlying as? ClosingFailed)
    #expect(failure.failures.map(\.step.key) == ["Node"])
    #expect("\(failure)".contains("Node (plan.yaml:1:1) failed to close: its factory closed its own container"))
    #expect("\(failure)".contains("help: close it after the factory has returned"))
    // Nothing was closed.
    _ = try await container.resolveAsync(Node.self, named: "other")
    try await container.shutdown()
  }

  @Test("a factory may close a scope or start a shutdown") func aFactoryMayCloseAScopeOrBeginTheEnd() async throws {
    let ends = Lock<Task<Void, any Error>?>(nil)
    let container = try container { home in
      let container = try home.container
      try await container.withScope("page") { _ in }
      ends.withLock { $0 = Task { try await container.shutdown() } }
    }
    _ = try? await container.resolveAsync(Node.self)
    try await ends.withLock { $0 }?.value
    await #expect(throws: ContainerClosed.self) { try await container.resolveAsync(Node.self) }
  }

  @Test("a factory that awaits the container's start throws") func aFactoryThatAwaitsTheStartIsTold() async throws {
    let container = try container { home in try await home.container.start() }
    let error = await refusal(.factoryFailed) { try await container.resolveAsync(Node.self) }
    #expect("\(try #require(error))".contains("start() was called during the start of the same container"))
    try await container.shutdown()
  }

  /// The start would make the service of the overlay, and so wait for the factory.
  @Test("an overlay's factory that awaits the container's start throws")
  func anOverlaysFactoryThatAwaitsTheStartIsTold() async throws {
    let home = Home()
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.registerAsync("node", as: Node.self) { Node() }
    registry.registerAsync("starting", as: Node.self) {
      try await home.container.start()
      return Node()
    }
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Node: node }\nroots: [Node]\n"), registry: registry)
    home.keep(container)
    try await container.withOverlays(.use("starting", for: Node.self)) {
      let error = await refusal(.factoryFailed) { try await container.resolveAsync(Node.self) }
      #expect(error?.description.contains("start() was called during the start of the same container") == true)
    }
    try await container.start()
    try await container.shutdown()
  }

  /// The task inherits the creation, but is not a part of it.
  @Test("a task that outlives a cancelled factory gets its own calls' errors", arguments: [false, true])
  func aTaskThatOutlivesACancelledFactory(usesMaker: Bool) async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.declare(Key<Desk>("Desk"))
    registry.registerAsync("numbered", as: Node.self) { (number: Argument<Int>) in
      guard number.value > 0 else { throw Refusal(text: "no number") }
      return Node()
    }
    registry.register("desk", as: Desk.self) { (nodes: AsyncMaker<Int, Node>) in Desk(nodes: nodes) }
    let other = try Container(
      manifest: .yaml("configdi: 1\nservices: { Node: numbered, Desk: desk }\nroots: [Desk]\n"), registry: registry)
    let desk = try other.resolve(Desk.self)
    // After a first call, the maker runs the factory immediately.
    _ = try await desk.nodes(1)
    let ended = Gate()
    let late = Lock<Task<Node, any Error>?>(nil)
    let container = try container { _ in
      let task = Task {
        await ended.wait()
        return try await usesMaker ? desk.nodes(0) : other.makeAsync(Node.self, with: 0)
      }
      late.withLock { $0 = task }
      try await Task.sleep(for: .seconds(600))
    }
    let asking = Task { try await container.resolveAsync(Node.self) }
    await eventually { late.withLock { $0 } != nil }
    try await container.shutdown()
    await #expect(throws: ContainerClosed.self) { try await asking.value }
    ended.open()
    let task = try #require(late.withLock { $0 })
    let error = await refusal(.factoryFailed) { try await task.value }
    #expect(error?.underlying as? Refusal == Refusal(text: "no number"))
    try await other.shutdown()
  }

  @Test("a factory that awaits its stack's or live container's shutdown throws")
  func aFactoryThatAwaitsTheEndOfItsStackOrLiveContainerIsTold() async throws {
    let manifest = "configdi: 1\nservices: { Node: node }\nroots: [Node]\n"
    let end = Lock<(@Sendable () async throws -> Void)?>(nil)
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.registerAsync("node", as: Node.self) {
      let body = end.withLock { $0 }
      try await body?()
      return Node()
    }
    let stack = try ContainerStack(manifest: .yaml(manifest), registry: registry)
    end.withLock { $0 = { try await stack.shutdown() } }
    let refused = await refusal(.factoryFailed) { try await stack.current.resolveAsync(Node.self) }
    #expect(refused?.underlying is ClosingFailed)
    try await stack.shutdown()

    let live = try LiveContainer(manifest: .yaml(manifest), registry: registry)
    end.withLock { $0 = { try await live.shutdown() } }
    let error = await refusal(.factoryFailed) { try await live.start() }
    #expect(error?.underlying is ClosingFailed)
    try await live.shutdown()
  }

  /// The level that a factory replaces is closed once the factory has returned.
  @Test("a factory may replace the level of its own service") func aFactoryMayReplaceTheLevelOfItsOwnService()
    async throws
  {
    let manifest = "configdi: 1\nservices: { Node: node }\nroots: [Node]\n"
    let replacing = Lock<ContainerStack?>(nil)
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.registerAsync("node", as: Node.self) {
      let stack = replacing.withLock { $0.take() }
      try await stack?.replaceCurrent { changes in changes.renew(Key<Node>("Node")) }
      return Node()
    }
    let stack = try ContainerStack(manifest: .yaml(manifest), registry: registry)
    let old = stack.current
    replacing.withLock { $0 = stack }
    // The answer may come before the level has ended.
    _ = try? await old.resolveAsync(Node.self)
    _ = try stack.current.resolve(Node.self)
    try await stack.shutdown()
  }
}
