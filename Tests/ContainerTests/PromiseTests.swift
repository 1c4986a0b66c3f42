import Foundation
import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Promises of the container that no other suite holds.
@Suite(.timeLimit(.minutes(10))) struct PromiseTests {
  private final class Entry: Sendable, Closeable {
    let name: String
    let clock: any Clock
    let closed: Diary

    init(_ name: String, _ clock: any Clock, _ closed: Diary) {
      self.name = name
      self.clock = clock
      self.closed = closed
    }

    func close() { closed.write("\(name) over \(clock.name)") }
  }

  private func container(_ closed: Diary = Diary()) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Entry>("Entry"))
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("above", as: Entry.self) { (clock: any Clock) in Entry("above", clock, closed) }
    registry.register("beside", as: Entry.self) { (clock: any Clock) in Entry("beside", clock, closed) }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    plan.add("Clock/other", "clock")
    plan.add("Store", "store", .transient, ["Clock"])
    plan.add("Entry/above", "above", .singleton, ["Clock"])
    plan.add("Entry/beside", "beside", .singleton, ["Clock/other"])
    return try plan.container(registry)
  }

  @Test("an ending level closes only what it made") func aLevelThatEndsClosesWhatItMadeAndNothingElse() async throws {
    let closed = Diary()
    let container = try container(closed)
    let mock = OverlayDefinition((any Clock).self, returning: SystemClock("mock"))
    try await container.withOverlays(mock) {
      _ = try container.resolve(Entry.self, named: "above")
      _ = try container.resolve(Entry.self, named: "beside")
    }
    #expect(closed.entries == ["above over mock"])
    let token = try container.overlay(mock)
    _ = try container.resolve(Entry.self, named: "above")
    try await token.close()
    #expect(closed.entries == ["above over mock", "above over mock"])
    try await container.shutdown()
    #expect(closed.entries == ["above over mock", "above over mock", "beside over system"])
  }

  @Test("a throwing body ends its overlays") func aBodyThatThrowsEndsItsOverlaysToo() async throws {
    let closed = Diary()
    let container = try container(closed)
    await #expect(throws: Refusal.self) {
      try await container.withOverlays(OverlayDefinition((any Clock).self, returning: SystemClock("mock"))) {
        _ = try container.resolve(Entry.self, named: "above")
        throw Refusal()
      }
    }
    #expect(closed.entries == ["above over mock"])
    #expect(try container.resolve((any Clock).self).name == "system")
  }

  @Test("unaffected slots keep their fast path") func whatNoLevelReachesKeepsItsShortWay() async throws {
    let container = try container()
    for name in ["above", "beside"] { _ = try container.resolve(Entry.self, named: name) }
    _ = try container.resolve((any Store).self)
    func isAtOnce(_ key: String) throws -> Bool {
      let service = try container.service(Key<Entry>(key))
      return ![AnySlot.closed, AnySlot.held].contains(try container.level.slot(service).door.load(ordering: .acquiring))
    }
    for key in ["Clock", "Clock/other", "Store", "Entry/above", "Entry/beside"] { #expect(try isAtOnce(key)) }
    let token = try container.overlay(OverlayDefinition((any Clock).self, returning: SystemClock("mock")))
    for key in ["Clock/other", "Entry/beside"] { #expect(try isAtOnce(key)) }
    for key in ["Clock", "Store", "Entry/above"] { #expect(try !isAtOnce(key)) }
    try await token.close()
    for key in ["Clock", "Clock/other", "Store", "Entry/above", "Entry/beside"] { #expect(try isAtOnce(key)) }
  }

  private final class Waiting: Sendable {}

  @Test("other services are made while a factory runs") func whileAFactoryRunsOthersAreMade() throws {
    let isThere = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    var registry = FactoryRegistry()
    registry.declare(Key<Waiting>("Waiting"))
    registry.register("waiting", as: Waiting.self) {
      isThere.signal()
      mayEnd.wait()
      return Waiting()
    }
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    var plan = HandMadePlan()
    plan.add("Waiting", "waiting")
    plan.add("Clock", "clock")
    plan.add("Store", "store", .singleton, ["Clock"])
    plan.add("Store/weak", "store", .weak, ["Clock"])
    let container = try plan.container(registry)
    let thread = Thread { _ = try? container.resolve(Waiting.self) }
    thread.start()
    isThere.wait()
    let store = try container.resolve((any Store).self)
    #expect(try container.resolve((any Store).self, named: "weak").clock === store.clock)
    let token = try container.overlay(OverlayDefinition((any Clock).self, returning: SystemClock("mock")))
    #expect(try container.resolve((any Store).self).clock.name == "mock")
    token.remove()
    mayEnd.signal()
    _ = try container.resolve(Waiting.self)
  }

  @Test("independent services are made in parallel") func independentOnesAreMadeSideBySide() async throws {
    let (left, leftIsThere) = AsyncStream<Void>.makeStream()
    let (right, rightIsThere) = AsyncStream<Void>.makeStream()
    var registry = FactoryRegistry()
    registry.declare(Key<Waiting>("Waiting"))
    registry.registerAsync("left", as: Waiting.self) {
      leftIsThere.yield()
      for await _ in right { break }
      return Waiting()
    }
    registry.registerAsync("right", as: Waiting.self) {
      rightIsThere.yield()
      for await _ in left { break }
      return Waiting()
    }
    registry.registerAsync("both", as: Waiting.self) { (_: [Waiting]) in Waiting() }
    var plan = HandMadePlan()
    plan.add("Waiting/left", "left")
    plan.add("Waiting/right", "right")
    plan.add("Waiting/both", "both", .singleton, [.all(["Waiting/left", "Waiting/right"])])
    let container = try plan.container(registry)
    try await container.start()
    _ = try container.resolve(Waiting.self, named: "both")
  }

  @Test("cancelling one wait does not end the creation") func waitingForAnAsynchronousOneCanBeCancelledWithoutEndingIt()
    async throws
  {
    let (go, mayGo) = AsyncStream<Void>.makeStream()
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    var registry = FactoryRegistry()
    registry.declare(Key<Waiting>("Waiting"))
    registry.registerAsync("slow", as: Waiting.self) {
      hasBegun.yield()
      for await _ in go { break }
      try Task.checkCancellation()
      return Waiting()
    }
    var plan = HandMadePlan()
    plan.add("Waiting", "slow")
    let container = try plan.container(registry)
    let first = Task { try await container.resolveAsync(Waiting.self) }
    for await _ in begun { break }
    let second = Task { try await container.resolveAsync(Waiting.self) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    mayGo.yield()
    let made = try await second.value
    #expect(try container.resolve(Waiting.self) === made)
  }

  private static let bundled = ManifestLocation.yaml("configdi: 1\nservices: { Clock: clock }", named: "bundled.yaml")

  @Test("changing a registry does not change a container") func changingARegistryChangesNoContainer() throws {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("first") }
    let container = try Container(manifest: Self.bundled, registry: registry)
    registry.register("clock", as: (any Clock).self, replace: true) { SystemClock("second") }
    #expect(try container.resolve((any Clock).self).name == "first")
  }
}
