import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// When the instances of old generations are closed, and how many generations there may be.
extension LiveContainerTests {
  // 5. Closed once, after the last that could use it, in reverse order of making.

  @Test("each instance is closed once, after its last generation") func eachInstanceIsClosedOnceAfterItsLastGeneration()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started()
    let store = try parts(live.current).store
    for word in ["c1", "c2", "c3"] {
      world.edit(word == "c1" ? "word: c }" : "word: c\(Int(word.dropFirst())! - 1) }", "word: \(word) }")
      _ = try await live.reload().change
    }
    await eventually { world.log.count("close cache c2") == 1 }
    #expect(!store.isClosed, "the last generation has it still")
    try await live.shutdown()
    let entries = world.log.all
    for made in Set(entries.filter { $0.hasPrefix("make") }) {
      let name = String(made.dropFirst(5))
      #expect(world.log.count("close \(name)") == world.log.count(made), "\(name): \(entries)")
    }
    #expect(entries.suffix(3) == ["close api a", "close cache c3", "close store one"], "in reverse order of making")
  }

  @Test("an object that several generations return is closed once, by the last of them", arguments: [true, false])
  func objectOfSeveralGenerations(sharesOthers: Bool) async throws {
    let others = sharesOthers ? "  Store/other: { factory: other, eager: true, settings: { word: two } }\n" : ""
    let world = World(
      "configdi: 1\nservices:\n  Store: { factory: one, eager: true, settings: { word: a } }\n\(others)")
    let store = World.Store("store", "one", [], world.log)
    var registry = world.registry
    registry.register("one", as: World.Store.self) { (_: World.Settings) in store }
    let live = try LiveContainer(manifest: world.changing, registry: registry)
    try await live.start()
    for (old, new) in [("a", "b"), ("b", "c")] {
      world.edit("word: \(old) }", "word: \(new) }")
      _ = try await live.reload().change
      await eventually { live.state.withLock { $0.generations.count == 1 } }
    }
    #expect(!store.isClosed)
    try await live.shutdown()
    #expect(world.log.count("close store one") == 1)
  }

  @Test("a body inside the body of another live container keeps both generations") func twoLiveContainers() async throws
  {
    let (world, other) = (World(World.manifest), World(World.manifest))
    let (live, outer) = (try await world.started(), try await other.started())
    try await outer.withCurrent { container in
      try await live.withCurrent { _ in
        other.edit("value: one", "value: two")
        _ = try await outer.reload().change
        try outer.withCurrent { #expect($0 === container) }
        try live.withCurrent { _ in try outer.withCurrent { #expect($0 === container) } }
      }
    }
    try await live.shutdown()
    try await outer.shutdown()
  }

  @Test("nothing that a body can use is closed") func nothingIsClosedThatABodyCouldUse() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    try await live.withCurrent { container in
      let before = try parts(container)
      for word in ["two", "three"] {
        world.edit(word == "two" ? "value: one" : "value: two", "value: \(word)")
        _ = try await live.reload().change
      }
      await eventually { world.log.count("close store two") == 1 }
      #expect(!before.store.isClosed && !before.cache.isClosed && !before.api.isClosed)
      #expect(world.log.count("close store one") == 0)
    }
    await eventually { world.log.count("close store one") == 1 }
    #expect(try parts(live.current).store.word == "three")
    try await live.shutdown()
  }

  // 7. Bounds.

  @Test("at the generation limit the newest edit waits") func noMoreGenerationsThanThereMayBeAndTheNewestEditWaits()
    async throws
  {
    let world = World(World.manifest)
    let live = try await world.started(LiveOptions(drain: nil, generations: 2))
    let gate = Gate()
    let user = Task { try await live.withCurrent { _ in await gate.wait() } }
    await eventually { live.state.withLock { ($0.generations.keys.first, live.users) } == (1, 1) }
    world.edit("value: one", "value: two")
    _ = try await live.reload().change
    world.edit("value: two", "value: three")
    let waiting = Task { try await live.reload() }
    let alsoWaiting = Task { try await live.reload() }
    try await Task.sleep(for: .milliseconds(30))
    #expect(try parts(live.current).store.word == "two", "it waits")
    world.edit("value: three", "value: four")
    gate.open()
    try await user.value
    _ = try await waiting.value.change
    #expect(try await alsoWaiting.value.isUnchanged)
    #expect(world.log.count("make store three") == 0, "the older edit was dropped")
    #expect(try parts(live.current).store.word == "four")
    try await live.shutdown()
  }

  @Test("a body that uses a generation too long is reported") func whoUsesAGenerationTooLongIsToldSo() async throws {
    let world = World(World.manifest)
    let live = try await world.started(LiveOptions(drain: .milliseconds(30)))
    let told = Told(live)
    try await live.withCurrent { container in
      world.edit("value: one", "value: two")
      _ = try await live.reload().change
      await world.wait(for: .milliseconds(30))
      #expect(await told.line(with: "still has") == "generation 1 still has 1 user")
      #expect(
        await told.line(with: "was closed with") == "generation 1 was closed with 1 user left: the drain time passed")
      await eventually { world.log.count("close store one") == 1 }
      #expect(throws: ContainerClosed.self) { try parts(container) }
      #expect(throws: ContainerClosed.self) { try live.withCurrent { _ in } }
    }
    _ = await told.line(with: "generation 1 was closed after")
    // The seat is free again.
    for number in 3...20 {
      world.edit(number == 3 ? "value: two" : "value: w\(number - 1)", "value: w\(number)")
      _ = try await live.reload().change
      await eventually { live.state.withLock { $0.generations.count } == 1 }
    }
    try await live.shutdown()
  }
}
