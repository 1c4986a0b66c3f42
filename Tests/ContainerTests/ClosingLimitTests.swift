import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// A `close()` or a factory that does not return is not waited for longer than its time.
@Suite(.timeLimit(.minutes(10))) struct ClosingLimitTests {
  private final class Part: Sendable, AsyncCloseable {
    let name: String
    let diary: Diary
    let gate: Gate?
    init(_ name: String, _ diary: Diary, _ gate: Gate?) {
      self.name = name
      self.diary = diary
      self.gate = gate
    }
    func close() async {
      diary.write("closing \(name)")
      // It does not listen to being cancelled.
      if let gate { await Task { await gate.wait() }.value }
      diary.write("closed \(name)")
    }
  }

  private final class Blocking: Sendable, Closeable {
    let gate: DispatchSemaphore
    init(_ gate: DispatchSemaphore) { self.gate = gate }
    func close() { gate.wait() }
  }

  private let diary = Diary()
  private let gate = Gate()
  private let hand = HandClock()

  /// Three parts in a row, the second of which hangs.
  private func container(
    _ scope: PlannedService.Scope = .singleton, observer: @escaping @Sendable (ContainerEvent) -> Void = { _ in }
  ) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.observe(observer)
    for name in ["a", "b", "c"] {
      registry.register(name, as: Part.self) { [diary, gate] (_: [Part]) in
        Part(name, diary, name == "b" ? gate : nil)
      }
    }
    registry.registerAsync("stuck", as: Part.self) { [diary, gate] in
      diary.write("making stuck")
      await Task { await gate.wait() }.value
      return Part("stuck", diary, nil)
    }
    var plan = HandMadePlan()
    plan.scopes = [(name: "page", parent: nil)]
    plan.add("Part/a", "a", .singleton, [.all([])])
    plan.add("Part/b", "b", scope, [.all(["Part/a"])])
    plan.add("Part/c", "c", scope, [.all(["Part/b"])])
    plan.add("Part/stuck", "stuck")
    let container = try plan.container(registry)
    container.level.core.setClosingLimit(ClosingLimit(duration: .seconds(30), clock: hand.clock))
    return container
  }

  private func failures(of closing: Task<Void, any Error>) async throws -> [ClosingFailed.Failure] {
    let error = await #expect(throws: ClosingFailed.self) { try await closing.value }
    return try #require(error).failures
  }

  /// Turns the clock once somebody waits for it.
  private func wait() async {
    await eventually { hand.sleepers == 1 }
    hand.turn(by: .seconds(30))
  }

  @Test("the instance that hangs is named and the others are closed") func theInstanceIsNamedAndTheOthersAreClosed()
    async throws
  {
    let events = Lock<[String]>([])
    let container = try container { event in
      let line = "\(event)"
      if event.kind == .closed || event.kind == .closingFailed { events.withLock { $0.append(line) } }
    }
    _ = try container.resolve(Part.self, named: "c")
    let closing = Task { try await container.close() }
    await eventually { diary.entries.contains("closing b") }
    #expect(!diary.entries.contains("closing a"))
    await wait()
    let failed = try await failures(of: closing)
    #expect(failed.map(\.step.key) == ["Part/b"])
    let timeout = try #require(failed.first?.underlying as? ClosingTimeout)
    #expect(timeout.limit == .seconds(30) && !timeout.isBeingMade)
    let text = "\(ClosingFailed(failures: failed))"
    #expect(text.hasPrefix("Part/b (plan.yaml:2:1) failed to close: close() did not return within 30.0 seconds\n"))
    #expect(text.contains("help: add a timeout to close()"))
    #expect(diary.entries == ["closing c", "closed c", "closing b", "closing a", "closed a"])
    #expect(events.withLock { $0.count } == 3)
    #expect(events.withLock { $0[1] }.hasPrefix("Part/b failed to close after 30.0 seconds: close() did not return"))
    gate.open()
    await eventually { diary.entries.contains("closed b") }
    #expect(hand.sleepers == 0)
  }

  @Test("shutdown(closing:) overrides the limit") func aShutdownMayHaveItsOwn() async throws {
    let container = try container()
    _ = try container.resolve(Part.self, named: "b")
    let failed = try await failures(of: Task { try await container.shutdown(closing: .milliseconds(10)) })
    #expect(failed.map(\.step.key) == ["Part/b"])
    #expect(diary.entries == ["closing b", "closing a", "closed a"])
    gate.open()
  }

  @Test("without a limit, shutdown waits") func withoutOneItWaits() async throws {
    let container = try container()
    _ = try container.resolve(Part.self, named: "b")
    let closing = Task { try await container.shutdown(closing: nil) }
    await eventually { diary.entries.contains("closing b") }
    #expect(hand.sleepers == 0)
    gate.open()
    try await closing.value
    #expect(diary.entries.last == "closed a")
  }

  /// A scope waits for its own; its container does not wait for the scope.
  @Test("a scope that hangs does not delay its container") func aScopeThatHangsDoesNotHoldUpItsContainer() async throws
  {
    let container = try container(.declared(0))
    let scope = try container.openScope("page")
    _ = try scope.resolve(Part.self, named: "c")
    let other = try container.openScope("page")
    _ = try other.resolve(Part.self, named: "c")
    let closing = Task { try await scope.close() }
    await eventually { diary.entries.contains("closing b") }
    let end = Task { try await container.close() }
    // Before that, the clock is watched for the end of the other scope's c.
    await eventually { diary.entries.count { $0 == "closing b" } == 2 }
    await wait()
    await wait()
    #expect(try await failures(of: end).map(\.step.key) == ["Part/b", "Part/b"])
    #expect(diary.entries.count { $0 == "closing b" } == 2 && diary.entries.last == "closed a")
    gate.open()
    try await closing.value
    #expect(diary.entries.count { $0 == "closed b" } == 2)
  }

  @Test("a factory that does not return is named") func aFactoryThatDoesNotReturnIsNamedToo() async throws {
    let container = try container()
    _ = try container.resolve(Part.self, named: "a")
    let making = Task { _ = try await container.resolveAsync(Part.self, named: "stuck") }
    await eventually { diary.entries.contains("making stuck") }
    let closing = Task { try await container.close() }
    await wait()
    let failed = try await failures(of: closing)
    #expect(failed.map(\.step.key) == ["Part/stuck"])
    #expect((failed.first?.underlying as? ClosingTimeout)?.isBeingMade == true)
    #expect(diary.entries == ["making stuck", "closing a", "closed a"])
    gate.open()
    await #expect(throws: ContainerClosed.self) { try await making.value }
    // What it has made is closed.
    await eventually { diary.entries.contains("closed stuck") }
  }

  @Test("a blocked thread delays nothing else") func aThreadThatBlocksHoldsUpNobodyElse() async throws {
    let semaphore = DispatchSemaphore(value: 0)
    var registry = FactoryRegistry()
    registry.declare(Key<Blocking>("Blocking"))
    registry.register("blocking", as: Blocking.self) { Blocking(semaphore) }
    var plan = HandMadePlan()
    plan.add("Blocking", "blocking")
    let container = try plan.container(registry)
    _ = try container.resolve(Blocking.self)
    let failed = try await failures(of: Task { try await container.shutdown(closing: .milliseconds(10)) })
    #expect(failed.map(\.step.key) == ["Blocking"])
    semaphore.signal()
  }

  /// A stack that is closing `b` and `a` of a replaced level, whose `Part/shared` its new level still uses.
  private func replacing() async throws -> (stack: ContainerStack, change: Task<Void, any Error>) {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.register("shared", as: Part.self) { [diary] in Part("shared", diary, nil) }
    registry.register("a", as: Part.self) { [diary] (_: Part) in Part("a", diary, nil) }
    registry.register("b", as: Part.self) { [diary, gate] (_: Part, _: Part) in Part("b", diary, gate) }
    let text = """
      configdi: 1
      services:
        Part/shared: shared
        Part/a: { factory: a, dependencies: [Part/shared] }
        Part/b: { factory: b, dependencies: [Part/a, Part/shared] }
      """
    let stack = try ContainerStack(manifest: .yaml(text), registry: registry)
    try await stack.start()
    _ = try stack.current.resolve(Part.self, named: "b")
    let change = Task { try await stack.replaceCurrent { $0.renew(Part.self, named: "a") } }
    await eventually { diary.entries.contains("closing b") }
    return (stack, change)
  }

  @Test("a stack's shutdown waits for what a change is closing") func aShutdownWaitsForAChange() async throws {
    let (stack, change) = try await replacing()
    let end = Task { try await stack.shutdown() }
    await eventually { stack.state.withLock { $0.isShutDown } }
    for _ in 0..<20 { await Task.yield() }
    gate.open()
    try await end.value
    try await change.value
    let parts = ["b", "a", "shared"]
    #expect(diary.entries == parts.flatMap { ["closing \($0)", "closed \($0)"] })
  }

  @Test("a stack's shutdown waits only so long for what a change is closing") func aShutdownLeavesAChange() async throws
  {
    let (stack, change) = try await replacing()
    let failed = try await failures(of: Task { try await stack.shutdown(closing: .milliseconds(10)) })
    #expect(failed.map(\.step.key) == ["Part/b"])
    #expect(diary.entries == ["closing b", "closing a", "closed a", "closing shared", "closed shared"])
    gate.open()
    try await change.value
  }
}
