import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Factories and overlays that ask for what they are just making.
@Suite struct RecursionTests {
  private final class Place: Sendable {
    let container = Lock<Container?>(nil)
  }

  private final class Doll: Sendable {}
  private struct Box: Sendable {}

  private func container(_ scope: PlannedService.Scope, _ place: Place) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Doll>("Doll"))
    registry.declare(Key<Box>("Box"))
    registry.register("doll", as: Doll.self) {
      _ = try place.container.withLock { $0 }?.resolve(Key<Box>("Box"))
      return Doll()
    }
    registry.register("box", as: Box.self) {
      _ = try place.container.withLock { $0 }?.resolve(Key<Doll>("Doll"))
      return Box()
    }
    var plan = HandMadePlan()
    plan.add("Doll", "doll", scope)
    plan.add("Box", "box", scope)
    return try plan.container(registry)
  }

  @Test("an unshared service that needs itself is refused", arguments: [PlannedService.Scope.transient, .graph])
  func anUnsharedServiceThatNeedsItselfIsRefused(scope: PlannedService.Scope) async throws {
    let place = Place()
    let container = try container(scope, place)
    place.container.withLock { $0 = container }
    defer { place.container.withLock { $0 = nil } }
    let error = await OwnThread.run(stackSize: 1 << 20) {
      refusal(.nestingTooDeep) { try container.resolve(Key<Doll>("Doll")) }
    }
    #expect(error?.chain.contains("Box") == true)
    place.container.withLock { $0 = nil }
    _ = try container.resolve(Key<Doll>("Doll"))
  }

  @Test(
    "lazy dependencies that call for one another in initializers are refused before the stack overflows",
    arguments: [PlannedService.Scope.singleton, .transient, .weak])
  func nestedCallsAreRefused(scope: PlannedService.Scope) async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Doll>("Doll"))
    registry.register("doll", as: Doll.self) { Doll() }
    registry.register("outer", as: Doll.self) { (inner: Lazy<Doll>) in try inner() }
    var plan = HandMadePlan()
    plan.add("Doll/0", "doll")
    for number in 1...5000 { plan.add("Doll/\(number)", "outer", scope, [.lazy("Doll/\(number - 1)")]) }
    let container = try plan.container(registry)
    let error = await OwnThread.run(stackSize: 8 << 20) {
      refusal(.nestingTooDeep) { try container.resolve(Key<Doll>("Doll/5000")) }
    }
    #expect(error?.chain.first == "Doll/5000")
    await OwnThread.run(stackSize: 8 << 20) {
      #expect(throws: Never.self) { try container.resolve(Key<Doll>("Doll/500")) }
    }
  }

  @Test("an overlay that needs itself is refused") func anOverlayThatNeedsItselfIsRefused() async throws {
    let container = try container(.singleton, Place())
    let token = try container.overlay(Key<Doll>("Doll")) { _ in try container.resolve(Key<Doll>("Doll")) }
    for _ in 0..<2 {
      await OwnThread.run(stackSize: 1 << 20) {
        _ = refusal(.nestingTooDeep) { try container.resolve(Key<Doll>("Doll")) }
      }
    }
    token.remove()
    _ = try container.resolve(Key<Doll>("Doll"))
  }

  @Test("many threads making one service is not a recursion") func manyThreadsThatMakeOneServiceAreNoRecursion() throws
  {
    var registry = FactoryRegistry()
    registry.declare(Key<Doll>("Doll"))
    let crew = Crew(64)
    let all = Latch()
    let missing = Lock(64)
    registry.register("doll", as: Doll.self) {
      if missing.withLock({ missing in
        missing -= 1
        return missing == 0
      }) {
        all.open()
      }
      all.wait()
      return Doll()
    }
    var plan = HandMadePlan()
    plan.add("Doll", "doll", .transient)
    let container = try plan.container(registry)
    let failures = Lock(0)
    crew.work { _ in
      do { _ = try container.resolve(Key<Doll>("Doll")) } catch { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  #if DEBUG
    @Test("no lock is taken on the way of an unshared service, however many threads make it")
    func unsharedServicesTakeNoLock() throws {
      final class Whole: Sendable {
        init(_: Doll, _: Doll) {}
      }
      let count = 16
      var registry = FactoryRegistry()
      registry.declare(Key<Doll>("Doll"))
      registry.declare(Key<Whole>("Whole"))
      let missing = Atomic(count)
      let all = Latch()
      let meets = Atomic(false)
      registry.register("doll", as: Doll.self) {
        if meets.load(ordering: .acquiring) {
          if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { all.open() }
          all.wait()
        }
        return Doll()
      }
      registry.register("whole", as: Whole.self) { (first: Doll, second: Doll) in Whole(first, second) }
      var plan = HandMadePlan()
      plan.add("Doll", "doll", .graph)
      plan.add("Whole", "whole", .transient, ["Doll", "Doll"])
      let container = try plan.container(registry)
      // Whatever is looked up once.
      _ = try container.resolve(Whole.self)
      meets.store(true, ordering: .releasing)
      let taken = Atomic(0)
      Crew(count).work { _ in
        let before = HeldLocks.taken
        _ = try? container.resolve(Whole.self)
        taken.add(Int(HeldLocks.taken - before), ordering: .relaxed)
      }
      #expect(missing.load(ordering: .acquiring) == 0)
      #expect(taken.load(ordering: .relaxed) == 0)
    }
  #endif
}
