import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// How a scope that needs no awaiting ends.
@Suite(.timeLimit(.minutes(10))) struct ScopeClosingTests {
  private final class Part: Sendable, Closeable {
    let name: String
    let diary: Diary
    init(_ name: String, _ diary: Diary) { (self.name, self.diary) = (name, diary) }

    func close() throws {
      diary.write(Task.isCancelled ? "\(name), cancelled" : name)
      if name == "failing" { throw Refusal(text: name) }
    }
  }

  private let diary = Diary()
  /// What the factories made, whether the caller got it or not.
  private let made = Diary()

  private func container() throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    for name in ["first", "second", "failing"] {
      registry.register(name, as: Part.self) { [diary, made] in
        made.write(name)
        return Part(name, diary)
      }
    }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    for name in ["first", "second", "failing"] { plan.add("Part/\(name)", name, .declared(0)) }
    return try plan.container(registry)
  }

  private func key(_ name: String) -> Key<Part> { Key<Part>("Part/\(name)") }

  @Test("the last made is closed first, also for a caller that is cancelled")
  func aCancelledCaller() async throws {
    let container = try container()
    for isCancelled in [false, true] {
      let scope = try container.openScope("session")
      for name in ["first", "second"] { _ = try scope.resolve(key(name)) }
      try await Task {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        try await scope.close()
      }.value
    }
    #expect(diary.entries == ["second", "first", "second", "first"])
  }

  @Test("an object that the program passed stays open, whichever service returns it", arguments: [0, 1, 2])
  func passedObject(order: Int) async throws {
    let own = Part("own", diary)
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.register("same", as: Part.self) { own }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { session: {}, page: { parent: session } }
        services:
          Part: { factory: same, scope: session }
          Part/passed: { provided: true, scope: session }
          Part/page: { factory: same, scope: page }
        """), registry: registry)
    let keys = [["Part"], ["Part", "Part/passed"], ["Part/passed", "Part"]][order]
    try await container.withScope("session", providing: [Provided(own, as: Part.self, named: "passed")]) { scope in
      try await scope.withScope("page") { _ = try $0.resolve(key("page")) }
      for key in keys { _ = try scope.resolve(Key<Part>(key)) }
    }
    try await container.shutdown()
    #expect(diary.entries == [])
  }

  @Test("every caller gets the failures of the one run")
  func manyCallers() async throws {
    let container = try container()
    for _ in 0..<100 {
      let scope = try container.openScope("session")
      for name in ["first", "failing"] { _ = try scope.resolve(key(name)) }
      let counts = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            do { try await scope.close() } catch { return (error as? ClosingFailed)?.failures.count ?? 0 }
            return 0
          }
        }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(counts == [Int](repeating: 1, count: 8))
    }
    #expect(diary.entries.count == 200)
  }

  @Test("a container closes its open scopes, the last opened first")
  func theContainerCloses() async throws {
    let container = try container()
    var scopes: [Container] = []
    for name in ["first", "second"] {
      scopes.append(try container.openScope("session"))
      _ = try scopes[scopes.count - 1].resolve(key(name))
    }
    try await container.openScope("session").close()
    try await container.shutdown()
    #expect(diary.entries == ["second", "first"])
    #expect(throws: ContainerClosed.self) { try container.openScope("session") }
  }

  @Test("a released scope is not closed, one that a handle keeps is")
  func whatAHandleKeeps() async throws {
    let container = try container()
    var handles: [Handle<Part>] = []
    for name in ["first", "second"] {
      let scope = try container.openScope("session")
      let handle = try scope.handle(for: key(name))
      _ = try handle()
      if name == "second" { handles.append(handle) }
    }
    try await container.shutdown()
    #expect(diary.entries == ["second"])
    #expect(throws: ContainerClosed.self) { try handles[0]() }
  }

  @Test("scopes are opened and closed while their container ends")
  func besideTheEnd() async throws {
    for _ in 0..<50 {
      let container = try container()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while let scope = try? container.openScope("session") {
              // The end may come between the making and the answer.
              _ = try? scope.resolve(key("first"))
              try await scope.close()
              // Closing need not suspend, and eight such loops would leave no thread for the shutdown.
              await Task.yield()
            }
          }
        }
        group.addTask {
          await Task.yield()
          try await container.shutdown()
        }
        try await group.waitForAll()
      }
      #expect(diary.entries.count == made.entries.count)
    }
  }

  private protocol Member: Sendable {}

  private class Closing: @unchecked Sendable, Member, Closeable {
    let diary: Diary
    init(_ diary: Diary) { self.diary = diary }
    func close() { diary.write("closing") }
  }

  private final class Inner: Closing, @unchecked Sendable {
    override func close() { diary.write("inner") }
  }

  private final class Waiting: Member, AsyncCloseable {
    let diary: Diary
    init(_ diary: Diary) { self.diary = diary }
    func close() async { diary.write("waiting") }
  }

  private final class Plain: Member {}

  private struct Value: Member, Closeable {
    let diary: Diary
    func close() { diary.write("value") }
  }

  @Test("each instance is closed as its own type says, whatever the factory made before", arguments: 0..<5)
  func typesThatAlternate(first: Int) async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<any Member>("Member"))
    let turn = Lock(first)
    registry.register("member", as: (any Member).self) { [diary] in
      switch turn.withLock({ turn in
        defer { turn += 1 }
        return turn % 5
      }) {
      case 0: Closing(diary)
      case 1: Inner(diary)
      case 2: Waiting(diary)
      case 3: Plain()
      default: Value(diary: diary)
      }
    }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Member", "member", .declared(0))
    let container = try plan.container(registry)
    for _ in 0..<12 {
      try await container.withScope("session") { _ = try $0.resolve(Key<any Member>("Member")) }
    }
    let expected = (first..<first + 12).map { ["closing", "inner", "waiting", "", "value"][$0 % 5] }
    #expect(diary.entries == expected.filter { !$0.isEmpty })
  }

  private struct Wide: Sendable, Closeable {
    let diary: Diary
    var numbers = (0, 0, 0, 0)
    func close() { diary.write("wide") }
  }

  @Test("a large struct is closed, whatever its words are")
  func largeStructs() async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Wide>("Wide"))
    registry.register("wide", as: Wide.self) { [diary] in Wide(diary: diary) }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Wide", "wide", .declared(0))
    let container = try plan.container(registry)
    for _ in 0..<3 {
      try await container.withScope("session") { _ = try $0.resolve(Key<Wide>("Wide")) }
    }
    #expect(diary.entries == ["wide", "wide", "wide"])
  }

  @Test("many instances are closed in order, each object once")
  func manyInstances() async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    let parts = (0..<15).map { Part("\($0)", diary) }
    for index in 0..<40 {
      registry.register("part\(index)", as: Part.self) { parts[index % 15] }
      plan.add("Part/\(index)", "part\(index)", .declared(0))
    }
    try await plan.container(registry).withScope("session") { scope in
      for index in 0..<40 {
        let part = try scope.resolve(key("\(index)"))
        #expect(part === parts[index % 15])
      }
    }
    #expect(diary.entries == (0..<15).reversed().map { "\($0)" })
  }
}
