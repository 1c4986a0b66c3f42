import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Waits that would never end: a lazy dependency or a provider called inside an initializer.
@Suite struct CrossingTests {
  private final class A: Sendable {
    init(_ b: Lazy<B>, _ meeting: Meeting) throws {
      meeting.arrive()
      _ = try b()
    }
  }
  private final class B: Sendable {
    init(_ a: Lazy<A>, _ meeting: Meeting) throws {
      meeting.arrive()
      _ = try a()
    }
  }

  /// Lets the given number of threads go on once they are all there, or after a minute.
  private final class Meeting: Sendable {
    private let missing: Lock<Int>
    private let all = DispatchSemaphore(value: 0)
    init(_ count: Int) { missing = Lock(count) }

    func arrive() {
      let isLast = missing.withLock { missing in
        missing -= 1
        return missing == 0
      }
      if isLast { all.signal() } else { _ = all.wait(timeout: .now() + 60) }
      all.signal()
    }
  }

  private func container(_ meeting: Meeting) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<A>("A"))
    registry.declare(Key<B>("B"))
    registry.register("a", as: A.self) { (b: Lazy<B>) in try A(b, meeting) }
    registry.register("b", as: B.self) { (a: Lazy<A>) in try B(a, meeting) }
    var plan = HandMadePlan()
    plan.add("A", "a", .singleton, [.lazy("B")])
    plan.add("B", "b", .singleton, [.lazy("A")])
    return try plan.container(registry)
  }

  @Test func aFactoryThatNeedsItselfThrows() throws {
    let container = try container(Meeting(1))
    let error = refusal(.crossingWait) { try container.resolve(A.self) }
    #expect(error?.chain == ["A", "B", "A"])
    #expect(error?.crossing.isEmpty == true)
    #expect(error?.description.contains("here: A (plan.yaml:1:1) → B (plan.yaml:2:1) → A (plan.yaml:1:1)") == true)
  }

  @Test("threads that would wait for each other across two containers throw")
  func threadsInTwoContainers() async throws {
    let meeting = Meeting(2)
    let containers = Lock<[Container]>([])
    func container(_ key: String, _ other: Int) throws -> Container {
      var registry = FactoryRegistry()
      registry.declare(Key<String>(key))
      registry.register("make", as: String.self) {
        meeting.arrive()
        return try containers.withLock { $0[other] }.resolve(Key<String>(other == 0 ? "First" : "Second"))
      }
      var plan = HandMadePlan()
      plan.add(key, "make")
      return try plan.container(registry)
    }
    let (first, second) = (try container("First", 1), try container("Second", 0))
    containers.withLock { $0 = [first, second] }
    defer { containers.withLock { $0 = [] } }
    let errors = await errors([
      { _ = try first.resolve(Key<String>("First")) }, { _ = try second.resolve(Key<String>("Second")) },
    ])
    let crossing = try #require(errors.first { !$0.crossing.isEmpty })
    let here = crossing.chain
    #expect(Set(here) == ["First", "Second"])
    #expect(crossing.crossing == [[here[1], here[0]]])
  }

  /// The errors of calls that run at the same time, each on its own thread.
  private func errors(_ calls: [@Sendable () throws -> Void]) async -> [ResolutionError] {
    await withTaskGroup(of: (any Error)?.self) { group in
      for call in calls {
        group.addTask {
          await OwnThread.run { () -> (any Error)? in
            do {
              try call()
              return nil
            } catch {
              return error
            }
          }
        }
      }
      return await group.reduce(into: [ResolutionError]()) {
        if let error = $1 as? ResolutionError { $0.append(error) }
      }
    }
  }

  @Test("threads that would wait for each other throw with both chains")
  func threadsThatWouldWaitForEachOtherThrowWithBothChains() async throws {
    let container = try container(Meeting(2))
    let errors = await errors([{ _ = try container.resolve(A.self) }, { _ = try container.resolve(B.self) }])
    let crossing = try #require(errors.first { !$0.crossing.isEmpty })
    let here = crossing.chain
    #expect(here == ["A", "B"] || here == ["B", "A"])
    #expect(crossing.crossing == [[here[1], here[0]]])
    #expect(crossing.description.contains("meanwhile: "))
    #expect(
      crossing.description.contains("help: call a lazy dependency, a provider or the container after the initializer"))
  }

  private final class Left: Sendable {
    init(_ right: Provider<Right>) throws { _ = try right() }
  }
  private final class Right: Sendable {
    init(_ left: Lazy<Left>) throws { _ = try left() }
  }

  @Test("a ring of transients that force each other ends") func aRingOfTransientsThatForceEachOtherEnds() throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Left>("Left"))
    registry.declare(Key<Right>("Right"))
    registry.register("left", as: Left.self, Left.init)
    registry.register("right", as: Right.self, Right.init)
    var plan = HandMadePlan()
    plan.add("Left", "left", .transient, [.provider("Right")])
    plan.add("Right", "right", .transient, [.lazy("Left")])
    let container = try plan.container(registry)
    let error = refusal(.nestingTooDeep) { try container.resolve(Left.self) }
    #expect(error?.chain.prefix(3) == ["Left", "Right", "Left"])
    #expect(error?.description.contains("more than 100 unshared services") == true)
    refusal(.nestingTooDeep) { try container.resolve(Right.self) }
  }
}

/// Asynchronous factories that ask the container themselves.
@Suite(.timeLimit(.minutes(10))) struct AsyncCrossingTests {
  private final class A: Sendable {}
  private final class B: Sendable {}

  /// The container, for factories that are registered before it is there.
  private final class Box: Sendable {
    private let kept = Lock<Container?>(nil)
    func keep(_ container: Container) { kept.withLock { $0 = container } }

    func ask<Service: Sendable>(for type: Service.Type) async throws -> Service {
      try await #require(kept.withLock { $0 }).resolveAsync(type)
    }
  }

  private func container(
    _ a: @escaping @Sendable (Box) async throws -> A, _ b: @escaping @Sendable (Box) async throws -> B,
    bNeedsA: Bool = false
  ) throws -> Container {
    let box = Box()
    var registry = FactoryRegistry()
    registry.declare(Key<A>("A"))
    registry.declare(Key<B>("B"))
    registry.registerAsync("a", as: A.self) { try await a(box) }
    var plan = HandMadePlan()
    plan.add("A", "a", .singleton, [])
    if bNeedsA {
      registry.registerAsync("b", as: B.self) { (_: A) in try await b(box) }
      plan.add("B", "b", .singleton, ["A"])
    } else {
      registry.registerAsync("b", as: B.self) { try await b(box) }
      plan.add("B", "b", .singleton, [])
    }
    let container = try plan.container(registry)
    box.keep(container)
    return container
  }

  @Test func aFactoryThatAsksForItselfThrows() async throws {
    let container = try container({ try await $0.ask(for: A.self) }, { _ in B() })
    let error = await refusal(.crossingWait) { try await container.resolveAsync(A.self) }
    #expect(error?.chain == ["A", "A"])
    #expect(error?.crossing.isEmpty == true)
    // Nothing is left behind: what does not wait for it is made.
    _ = try await container.resolveAsync(B.self)
  }

  /// Whichever of them is last throws, and the other with it, unless it was not asked for again.
  @Test func factoriesThatAskForEachOtherThrow() async throws {
    let container = try container(
      {
        _ = try await $0.ask(for: B.self)
        return A()
      },
      {
        _ = try await $0.ask(for: A.self)
        return B()
      })
    let error = await refusal(.crossingWait) { try await container.resolveAsync(A.self) }
    #expect(error?.chain == ["A", "B", "A"])
    #expect(error?.crossing == [["A", "B"]])
    #expect(error?.description.contains("meanwhile: A (plan.yaml:1:1) → B (plan.yaml:2:1)") == true)
    #expect((try? await container.start()) == nil)
  }

  /// The plan's own edges count, too, which tasks of their own wait for.
  @Test("a factory that asks for a service waiting for it throws") func aFactoryThatAsksForWhatNeedsItThrows()
    async throws
  {
    let container = try container(
      {
        _ = try await $0.ask(for: B.self)
        return A()
      }, { _ in B() }, bNeedsA: true)
    let error = await refusal(.crossingWait) { try await container.resolveAsync(B.self) }
    #expect(error?.chain == ["B", "A", "B"])
  }

  /// A lazy dependency cannot wait, so the start could never help.
  @Test("an asynchronous factory that forces a service which needs its own throws") func aFactoryThatForcesItself()
    async throws
  {
    var registry = FactoryRegistry()
    registry.declare(Key<A>("A"))
    registry.declare(Key<B>("B"))
    registry.registerAsync("a", as: A.self) { (b: Lazy<B>) in
      _ = try b()
      return A()
    }
    registry.register("b", as: B.self) { (_: A) in B() }
    var plan = HandMadePlan()
    plan.add("A", "a", .singleton, [.lazy("B")])
    plan.add("B", "b", .singleton, ["A"])
    let container = try plan.container(registry)
    let early = refusal(.notStarted) { try container.resolve(B.self) }
    #expect(early?.chain == ["B", "A"])
    let error = await refusal(.crossingWait) { try await container.start() }
    #expect(error?.chain == ["A", "B", "A"])
    #expect(error?.crossing.isEmpty == true)
  }

  @Test("an unawaited task of a factory may ask for the service")
  func aTaskThatAFactoryBeginsAndDoesNotAwaitMayAskForIt() async throws {
    let (found, finding) = AsyncStream<ObjectIdentifier>.makeStream()
    let container = try container(
      { box in
        Task { finding.yield(ObjectIdentifier(try await box.ask(for: A.self))) }
        return A()
      }, { _ in B() })
    let a = try await container.resolveAsync(A.self)
    let first = await found.first { _ in true }
    #expect(first == ObjectIdentifier(a))
  }
}

/// Runs a body on a thread of its own, which may block as long as it likes.
enum OwnThread {
  static func run<Result: Sendable>(
    stackSize: Int? = nil, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      if let stackSize { thread.stackSize = stackSize }
      thread.start()
    }
  }
}
