import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A `close()` that never returns stops neither reloads nor the shutdown.
@Suite(.timeLimit(.minutes(10))) struct LiveClosingTests {
  typealias World = LiveWorld

  private static let options = LiveOptions(deadline: nil, drain: nil, closing: .milliseconds(30), generations: 2)

  private static let manifest = """
    configdi: 1
    services:
      Store: { factory: store, settings: { word: one }, eager: true }
      Pool: { factory: clinging, settings: { word: first }, eager: true }
      Cache: { factory: cache, settings: { word: c }, eager: true }
    lifecycle: { reload: [{ factory: hook, settings: { word: again } }] }
    """

  @Test("a generation whose close hangs is released and reloads continue") func theGenerationIsLetGoAndReloadsGoOn()
    async throws
  {
    let world = World(Self.manifest)
    let live = try await world.started(Self.options)
    let told = Told(live)
    for (generation, (old, new)) in [("first", "second"), ("second", "third"), ("third", "fourth")].enumerated() {
      world.edit("word: \(old)", "word: \(new)")
      world.edit("word: c\(generation == 0 ? "" : "\(generation - 1)") }", "word: c\(generation) }")
      _ = try await live.reload().change
      await eventually { world.log.count("begin close \(old)") == 1 }
      await world.wait(for: .milliseconds(30))
      let line = await told.line(with: "generation \(generation + 1): ")
      #expect(line.hasPrefix("generation \(generation + 1): Pool (app.yaml:4:"))
      #expect(line.hasSuffix("failed to close: close() did not return within 0.03 seconds"))
      _ = await told.line(with: "generation \(generation + 1) was closed after")
    }
    #expect(world.log.count("close cache c0") == 1 && world.log.count("close cache c1") == 1)
    let shutdown = Task { try await live.shutdown() }
    await eventually { world.log.count("begin close fourth") == 1 }
    await world.wait(for: .milliseconds(30))
    let error = await #expect(throws: ClosingFailed.self) { try await shutdown.value }
    #expect(error?.failures.map(\.step.key) == ["Pool", "Pool", "Pool", "Pool"])
    #expect(world.log.all.last == "close store one")
    world.log.add("let go")
    await eventually { world.log.count("end close first") == 1 }
  }

  @Test("a refused candidate whose close hangs is released") func aRefusedCandidateIsLetGoToo() async throws {
    let world = World(Self.manifest)
    let live = try await world.started(Self.options)
    world.edit("word: first", "word: second")
    world.edit("word: again", "word: refuse")
    let reload = Task { try await live.reload() }
    await eventually { world.log.count("begin close second") == 1 }
    await world.wait(for: .milliseconds(30))
    #expect(try await reload.value.error is InitializerFailed)
    world.edit("word: refuse", "word: again")
    _ = try await live.reload().change
    world.log.add("let go")
    await #expect(throws: ClosingFailed.self) { try await live.shutdown() }
  }

  /// A factory that does not return, and does not listen to being cancelled.
  @Test("shutdown does not wait for a candidate that hangs") func aShutdownDoesNotWaitForACandidateThatIsNeverMade()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started(
      LiveOptions(deadline: .milliseconds(20), closing: .milliseconds(30)))
    world.edit("word: c }", "word: d }")
    world.edit("factory: api, settings: { word: a }", "factory: slow, settings: { word: stuck }")
    let reload = Task { try await live.reload() }
    await eventually { world.log.count("begin slow") == 1 }
    await world.wait(for: .milliseconds(20))
    #expect(try await reload.value.error is ReloadError)
    // The limits for the candidate's start and for its factory may end together or one after the other.
    let turning = Task { await world.turn(by: .milliseconds(30)) }
    let error = await #expect(throws: ClosingFailed.self) { try await live.shutdown() }
    turning.cancel()
    #expect(error?.failures.map(\.step.key) == ["Api"])
    #expect(world.log.count("close cache d") == 1)
    #expect(world.log.all.last == "close store one", "\(world.log.all)")
    world.log.add("let go")
    await eventually { world.log.count("close slow stuck") == 1 }
  }
}
