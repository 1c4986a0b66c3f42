import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// One after another: the default container is the process's.
@Suite(.serialized) struct CurrentTests {
  private func container(_ name: String) throws -> Container {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock(name) }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    return try plan.container(registry)
  }

  @Test("the default container is made once, at its first use") func theDefaultIsMadeOnceAtItsFirstUse() async throws {
    let census = Census()
    try Container.setDefault {
      census.born()
      if census.made == 1 { throw Refusal() }
      return try container("default")
    }
    #expect(census.made == 0)
    #expect(throws: Refusal.self) { try Container.current }
    let current = try Container.current
    #expect(try Container.current === current)
    #expect(census.made == 2)
    try await current.shutdown()
  }

  @Test("setDefault throws after the default was made") func anotherDefaultComesTooLateWhenOneWasMade() async throws {
    try Container.setDefault { try container("replaced in time") }
    try Container.setDefault { try container("first") }
    let first = try Container.current
    #expect(try first.resolve((any Clock).self).name == "first")
    let error = #expect(throws: ContainerError.self) { try Container.setDefault { try container("second") } }
    #expect(error?.description.contains("\n  help: call setDefault before the first use") == true)
    #expect(try Container.current === first, "the mistake is nobody else's, and everyone goes on with the first")
    try await first.shutdown()
    try Container.setDefault { try container("third") }
    #expect(try Container.current.resolve((any Clock).self).name == "third")
    try await Container.current.shutdown()
  }

  @Test("a task's container comes before the default") func aTasksOwnComesBeforeIt() async throws {
    try Container.setDefault { try container("default") }
    let mine = try container("mine")
    let current = try mine.withCurrent { try Container.current }
    #expect(current === mine)
    let (child, detached) = try await mine.withCurrent {
      async let child = Container.current
      return try await (child, Task.detached { try Container.current.resolve((any Clock).self).name }.value)
    }
    #expect(child === mine)
    #expect(detached == "default")
    try await Task.detached { try await Container.current.shutdown() }.value
  }

  @Test("a default that asks for itself throws") func aDefaultThatAsksForItselfIsAnError() async throws {
    try Container.setDefault { try Container.current }
    let error = #expect(throws: ContainerError.self) { try Container.current }
    #expect(error?.description.contains("requested inside the closure that makes it") == true)
    try Container.setDefault { try container("default") }
    #expect(try Container.current.resolve((any Clock).self).name == "default")
    try await Container.current.shutdown()
  }

  @Test("a default replaced while it is made is discarded") func aDefaultThatIsReplacedWhileItIsMadeDoesNotComeBack()
    async throws
  {
    let (first, second) = (try container("first"), try container("second"))
    try Container.setDefault {
      try Container.setDefault { second }
      return first
    }
    _ = try Container.current
    #expect(try Container.current === second)
  }

  private final class Farewell: Sendable {
    let saw = Lock<String?>(nil)
  }

  /// Looks for the default when it ends.
  private final class Leaving: Sendable {
    let farewell: Farewell
    init(_ farewell: Farewell) { self.farewell = farewell }
    deinit {
      let name = try? Container.current.resolve((any Clock).self).name
      farewell.saw.withLock { $0 = name }
    }
  }

  @Test("a replaced default may ask for the new one while closing")
  func whatEndsWithAReplacedDefaultMayAskForTheNewOne() async throws {
    try? await Container.current.shutdown()
    let farewell = Farewell()
    try Container.setDefault {
      var registry = FactoryRegistry()
      registry.declare(Key<Leaving>("Leaving"))
      registry.register("leaving", as: Leaving.self) { Leaving(farewell) }
      var plan = HandMadePlan()
      plan.add("Leaving", "leaving")
      return try plan.container(registry)
    }
    _ = try Container.current.resolve(Leaving.self)
    try await Container.current.shutdown()
    let next = try container("next")
    try Container.setDefault { next }
    #expect(farewell.saw.withLock { $0 } == "next")
    try await next.shutdown()
  }
}
