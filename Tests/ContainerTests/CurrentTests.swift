import Testing

@testable import ConfigDI

/// One after another: the default container is the process's.
@Suite(.serialized) struct CurrentTests {
  private func container(_ name: String) throws -> Container {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock(name) }
    var plan = HandMadePlan()
    plan.add("Clock", "clock")
    return try plan.container(registry)
  }

  @Test func theDefaultIsMadeOnceAtItsFirstUse() throws {
    let census = Census()
    Container.setDefault {
      census.born()
      if census.made == 1 { throw Refusal() }
      return try container("default")
    }
    #expect(census.made == 0)
    #expect(throws: Refusal.self) { try Container.current }
    let current = try Container.current
    #expect(try Container.current === current)
    #expect(census.made == 2)
  }

  @Test func aTasksOwnComesBeforeIt() async throws {
    Container.setDefault { try container("default") }
    let mine = try container("mine")
    let current = try mine.withCurrent { try Container.current }
    #expect(current === mine)
    let (child, detached) = try await mine.withCurrent {
      async let child = Container.current
      return try await (child, Task.detached { try Container.current.resolve((any Clock).self).name }.value)
    }
    #expect(child === mine)
    #expect(detached == "default")
  }

  @Test func aDefaultThatAsksForItselfIsAnError() throws {
    Container.setDefault { try Container.current }
    let error = #expect(throws: NoCurrentContainer.self) { try Container.current }
    #expect(error?.description.contains("asked for by the closure that makes it") == true)
    Container.setDefault { try container("default") }
    #expect(try Container.current.resolve((any Clock).self).name == "default")
  }
}
