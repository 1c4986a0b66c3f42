import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Services that take an argument and are made asynchronously.
@Suite struct AsyncMakerTests {
  final class Upload: Sendable {
    let store: any Store
    let number: Int
    let mark: String

    init(_ store: any Store, _ number: Int, mark: String = "") {
      self.store = store
      self.number = number
      self.mark = mark
    }
  }

  final class Line: Sendable {}

  /// Does not wait itself, but needs a new line that must be awaited.
  struct Call: Sendable {
    let line: Line
    let number: Int
  }

  struct Office: Sendable {}

  struct Desk: Sendable {
    let uploads: AsyncMaker<Int, Upload>
    let calls: AsyncMaker<Int, Call>
  }

  final class Token: Sendable {}

  /// Makes its own successor while it is being made.
  struct Link: Sendable { let numbers: [Int] }

  struct Branch: Sendable { let uploads: AsyncMaker<Int, Upload> }

  struct Clerk: Sendable { let calls: AsyncMaker<Int, Call> }

  private static let gate = AsyncGate()

  private static let registry: FactoryRegistry = {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.registerAsync("slowStore", as: (any Store).self) { (clock: any Clock) in
      await Task.yield()
      return MemoryStore(clock)
    }
    registry.registerAsync("upload", as: Upload.self) { (store: any Store, number: Argument<Int>) in
      await Task.yield()
      guard number.value >= 0 else { throw Refusal(text: "no number") }
      return Upload(store, number.value)
    }
    registry.registerAsync("waiting", as: Upload.self) { (store: any Store, number: Argument<Int>) in
      try await gate.wait()
      return Upload(store, number.value)
    }
    registry.register("quick", as: Upload.self) { (store: any Store, number: Argument<Int>) in
      Upload(store, number.value)
    }
    registry.registerAsyncDecorator("marked", of: Upload.self) { (upload, number: Argument<Int>) in
      await Task.yield()
      return Upload(upload.store, upload.number, mark: "marked \(number.value)")
    }
    registry.registerAsync("line", as: Line.self) {
      await Task.yield()
      return Line()
    }
    registry.register("call", as: Call.self) { (line: Line, number: Argument<Int>) in
      Call(line: line, number: number.value)
    }
    registry.registerAsync("link", as: Link.self) { (number: Argument<Int>, next: AsyncMaker<Int, Link>) in
      guard number.value > 0 else { return Link(numbers: [0]) }
      let rest = try await next(number.value - 1).numbers
      return Link(numbers: [number.value] + rest)
    }
    registry.register("desk", as: Desk.self, Desk.init)
    registry.register("branch", as: Branch.self, Branch.init)
    registry.register("syncDesk", as: Office.self) { (_: Maker<Int, Upload>) in
      Office()
    }
    return registry
  }()

  private static let text = """
    configdi: 1
    scopes: { post: {} }
    services:
      Clock: clock
      Store: store
      Store/slow: slowStore
      Store/post: { factory: store, scope: post }
      Upload: upload
      Upload/slow: { factory: quick, dependencies: [Store/slow] }
      Upload/marked: { factory: quick, decorators: [marked] }
      Upload/post: { factory: upload, dependencies: [Store/post] }
      Upload/waiting: waiting
      Line: { factory: line, scope: transient }
      Call: call
      Link: link
      Desk: desk
      Branch: { factory: branch, scope: post, dependencies: [{ provider: Upload/post }] }
    """

  private func container(_ text: String = text) throws -> Container {
    try Container(manifest: .yaml(text), registry: Self.registry)
  }

  @Test("each call makes one, with its argument and the shared dependencies") func eachCallMakesOne() async throws {
    let container = try container()
    let desk = try container.resolve(Desk.self)
    let first = try await desk.uploads(1)
    let second = try await desk.uploads(2)
    #expect((first.number, second.number) == (1, 2))
    #expect(try first.store === second.store && first.store === container.resolve((any Store).self))
    let third = try await container.makeAsync(Upload.self, with: 3)
    #expect(third.number == 3)
    let marked = try await container.makeAsync(Upload.self, named: "marked", with: 4)
    #expect(marked.mark == "marked 4")
    let keyed = try await container.makeAsync(Key<Upload>("Upload"), with: 5)
    #expect(keyed.number == 5)
  }

  @Test("a service that needs a new awaited instance is made asynchronously too") func throughADependency() async throws
  {
    let container = try container()
    let desk = try container.resolve(Desk.self)
    let (first, second) = (try await desk.calls(1), try await desk.calls(2))
    #expect((first.number, second.number) == (1, 2))
    #expect(first.line !== second.line)
    refusal(.notStarted) { try container.make(Call.self, with: 1) }
  }

  @Test("an awaited call makes what is there only after a start") func beforeAStart() async throws {
    let container = try container()
    refusal(.notStarted) { try container.make(Upload.self, named: "slow", with: 1) }
    let upload = try await container.makeAsync(Upload.self, named: "slow", with: 1)
    #expect(upload.number == 1)
    #expect(try container.make(Upload.self, named: "slow", with: 2).store === upload.store)
  }

  @Test("a synchronous call is refused, with what to write") func synchronousCalls() throws {
    let container = try container()
    let error = refusal(.notStarted) { try container.make(Upload.self, with: 1) }
    #expect(error?.description.contains("help: use makeAsync, or depend on it through an AsyncMaker") == true)
    refusal(.wrongArgument) { try container.resolve(Upload.self) }
  }

  @Test("a call without an argument, with another one, or with one too many is refused") func otherArguments()
    async throws
  {
    let container = try container()
    await refusal(.wrongArgument) { try await container.resolveAsync(Upload.self) }
    let other = await refusal(.wrongArgument) { try await container.makeAsync(Upload.self, with: "one") }
    #expect(other?.description.contains("takes an argument of type Int, but got one of type String") == true)
    await refusal(.wrongArgument) { try await container.makeAsync(Line.self, with: 1) }
    await refusal(.unknownKey) { try await container.makeAsync(String.self, with: 1) }
  }

  @Test("a factory that throws is named, and the next call works") func throwing() async throws {
    let container = try container()
    let error = await refusal(.factoryFailed) { try await container.makeAsync(Upload.self, with: -1) }
    #expect(error?.underlying as? Refusal == Refusal(text: "no number"))
    let upload = try await container.makeAsync(Upload.self, with: 1)
    #expect(upload.number == 1)
  }

  @Test("a maker keeps nothing of a call that failed") func nothingIsKeptOfAFailure() async throws {
    weak var made: Line?
    let lines = Lock<[Line]>([])
    var registry = FactoryRegistry()
    registry.registerAsync("line", as: Line.self) {
      let line = Line()
      lines.withLock { $0.append(line) }
      return line
    }
    registry.registerAsync("token", as: Token.self) { throw Refusal(text: "no token") }
    registry.register("call", as: Call.self) { (line: Line, _: Token, number: Argument<Int>) in
      Call(line: line, number: number.value)
    }
    registry.register("clerk", as: Clerk.self) { (calls: AsyncMaker<Int, Call>) in Clerk(calls: calls) }
    let manifest = """
      configdi: 1
      services:
        AsyncMakerTests.Line: { factory: line, scope: transient }
        AsyncMakerTests.Token: { factory: token, scope: transient }
        AsyncMakerTests.Call: call
        AsyncMakerTests.Clerk: clerk
      """
    let container = try Container(manifest: .yaml(manifest), registry: registry)
    let clerk = try container.resolve(Clerk.self)
    await refusal(.factoryFailed) { try await clerk.calls(1) }
    made = lines.withLock { $0.popLast() }
    #expect(made == nil)
    try await container.shutdown()
  }

  @Test("a maker inside a making hands in its own argument") func recursion() async throws {
    let link = try await container().makeAsync(Link.self, with: 5)
    #expect(link.numbers == [5, 4, 3, 2, 1, 0])
  }

  @Test("a factory may start a task that makes the next one later, without end") func aChainOfTasks() async throws {
    let (numbers, made) = AsyncStream<Int>.makeStream()
    var registry = FactoryRegistry()
    registry.registerAsync("link", as: Link.self) { (number: Argument<Int>, next: AsyncMaker<Int, Link>) in
      let value = number.value
      Task {
        // Yields until its factory has returned, or shortly before that.
        for _ in 0..<5 { await Task.yield() }
        made.yield(value)
        if value < 300 { _ = try await next(value + 1) } else { made.finish() }
      }
      return Link(numbers: [value])
    }
    let manifest = "configdi: 1\nservices: { AsyncMakerTests.Link: link }"
    let container = try Container(manifest: .yaml(manifest), registry: registry)
    _ = try await container.makeAsync(Link.self, with: 1)
    var count = 0
    for await _ in numbers { count += 1 }
    #expect(count == 300)
  }

  @Test("a factory that endlessly makes another of its kind is told so") func anEndlessRecursion() async throws {
    var registry = FactoryRegistry()
    registry.registerAsync("link", as: Link.self) { (number: Argument<Int>, next: AsyncMaker<Int, Link>) in
      async let rest = next(number.value + 1)
      return try await rest
    }
    let manifest = "configdi: 1\nservices: { AsyncMakerTests.Link: link }"
    let container = try Container(manifest: .yaml(manifest), registry: registry)
    await refusal(.nestingTooDeep) { try await container.makeAsync(Link.self, with: 1) }
  }

  @Test("a maker makes in the scope that made it") func scopes() async throws {
    let container = try container()
    try await container.withScope("post") { scope in
      let upload = try await scope.resolve(Branch.self).uploads(1)
      #expect(try upload.store === scope.resolve((any Store).self, named: "post"))
      let made = try await scope.makeAsync(Upload.self, named: "post", with: 2)
      #expect(made.store === upload.store)
    }
    await refusal(.scopeNotOpen) { try await container.makeAsync(Upload.self, named: "post", with: 1) }
  }

  @Test("cancelling the caller cancels the making, and frees the argument") func cancelling() async throws {
    var registry = Self.registry
    let begun = AsyncGate()
    registry.registerAsync("held", as: Call.self) { (_: Argument<Token>) in
      begun.open()
      try await Task.sleep(for: .seconds(600))
      return Call(line: Line(), number: 0)
    }
    let container = try Container(manifest: .yaml("configdi: 1\nservices: { Call: held }"), registry: registry)
    weak var token: Token?
    do {
      let own = Token()
      token = own
      let task = Task { [own] in try await container.makeAsync(Call.self, with: own) }
      try await begun.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(token == nil)
    try await container.shutdown()
  }

  /// Whether or not the factory suspends.
  @Test("nothing is made for a caller that is cancelled", arguments: ["upload", "prompt"])
  func cancelledCallers(factory: String) async throws {
    let calls = Lock(0)
    var registry = FactoryRegistry()
    registry.registerAsync("upload", as: Token.self) { (_: Argument<Int>) in
      calls.withLock { $0 += 1 }
      await Task.yield()
      return Token()
    }
    registry.registerAsync("prompt", as: Token.self) { (_: Argument<Int>) in
      calls.withLock { $0 += 1 }
      return Token()
    }
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { AsyncMakerTests.Token: \(factory) }"), registry: registry)
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.makeAsync(Token.self, with: 1)
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(calls.withLock { $0 } == 0)
    _ = try await container.makeAsync(Token.self, with: 1)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("a container ends without waiting for a new instance, which its caller may cancel") func ending() async throws {
    let container = try container()
    let task = Task { try await container.makeAsync(Upload.self, named: "waiting", with: 1) }
    while Self.gate.count == 0 { await Task.yield() }
    try await container.shutdown()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let desk = AsyncMaker<Int, String> { "\($0)" }
    let text = try await desk(3)
    #expect(text == "3")
    await #expect(throws: ContainerClosed.self) { try await container.makeAsync(Upload.self, with: 1) }
  }

  @Test("overlays, a stack's levels and a live container's generations are heard") func otherLevels() async throws {
    let container = try container()
    let fixed = Upload(MemoryStore(SystemClock()), 0, mark: "fixed")
    try await container.withOverlays(.use(instance: fixed, for: Upload.self)) {
      let upload = try await container.resolve(Desk.self).uploads(7)
      #expect(upload === fixed)
      let made = try await container.makeAsync(Upload.self, with: 8)
      #expect(made === fixed)
    }
    let clock = SystemClock("fixed")
    try await container.withOverlays(.use(instance: clock, for: (any Clock).self)) {
      let upload = try await container.makeAsync(Upload.self, with: 8)
      #expect(upload.store.clock === clock)
    }
    let stack = try ContainerStack(manifest: .yaml(Self.text), registry: Self.registry)
    try await stack.push { $0.use(instance: clock, for: (any Clock).self) }
    let above = try await stack.current.makeAsync(Upload.self, with: 9)
    #expect(above.store.clock === clock)
    try await stack.shutdown()
    let world = LiveWorld(Self.text)
    let live = try LiveContainer(manifest: world.changing, registry: Self.registry)
    try await live.start()
    world.edit("Upload: upload", "Upload: { factory: upload, decorators: [marked] }")
    _ = try await live.reload().change
    let upload = try await live.withCurrent { try await $0.makeAsync(Upload.self, with: 3) }
    #expect(upload.mark == "marked 3")
    try await live.shutdown()
  }

  @Test("a compiled manifest makes the same") func compiled() async throws {
    let bytes = try Checker(registry: Self.registry).compile(.yaml(Self.text))
    let container = try Container(manifest: .compiled(bytes), registry: Self.registry)
    let upload = try await container.resolve(Desk.self).uploads(4)
    #expect(upload.number == 4)
  }

  @Test("64 tasks get what they handed in") func tasks() async throws {
    let container = try container()
    let desk = try container.resolve(Desk.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for index in 0..<20 {
            let upload = try await desk.uploads(task * 100 + index)
            #expect(upload.number == task * 100 + index)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("the checker asks for an AsyncMaker, and takes one of any service with the argument") func checks() throws {
    func findings(_ services: String) throws -> [Diagnostic] {
      try Checker(registry: Self.registry).check(
        .yaml("configdi: 1\nroots: [Clock]\nservices: { Clock: clock, Store: store, \(services) }")
      ).filter { $0.rule.code != "DI207" }
    }
    let wrong = try findings("Upload: upload, Office: syncDesk")
    #expect(wrong.map(\.rule.code) == ["DI307"])
    #expect(wrong.first?.help == ["change 'syncDesk' to take AsyncMaker<Int, Upload>, and export the catalog"])
    #expect(try findings("Upload: quick, Office: syncDesk").isEmpty)
    let inherited = try findings("Line: { factory: line, scope: transient }, Call: call, Upload: quick, Desk: desk")
    #expect(inherited.map(\.message) == [])
  }
}

/// Holds its callers until it is opened, or they are cancelled.
private final class AsyncGate: Sendable {
  private let opened = Atomic<Bool>(false)
  private let waiting = Atomic<Int>(0)
  var count: Int { waiting.load(ordering: .acquiring) }

  func open() { opened.store(true, ordering: .releasing) }

  func wait() async throws {
    waiting.add(1, ordering: .acquiringAndReleasing)
    while !opened.load(ordering: .acquiring) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
