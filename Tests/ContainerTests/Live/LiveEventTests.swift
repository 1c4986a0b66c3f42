import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Who is told what, and what each generation begins with.
@Suite(.timeLimit(.minutes(10))) struct LiveEventTests {
  typealias World = LiveWorld

  @Test("one line describes a change whose value has several") func oneLine() async throws {
    let world = LiveWorld("configdi: 1\nservices:\n  Store: { factory: store, settings: { word: one } }")
    let live = try await world.started()
    world.edit("word: one", #"word: "two\n2026-01-01 error: forged\e[31m""#)
    let change = try await live.reload().change
    let text = LiveContainer.Event.swapped(generation: 2, change: change).description
    #expect(text.contains("forged") && !text.contains { $0.isNewline || $0 == "\u{1B}" })
    try await live.shutdown()
  }

  @Test("each observer gets the newest events") func eachObserverIsToldAndTheNewestIsKept() async throws {
    let world = World(World.manifest)
    let live = try world.live()
    let (first, idle) = (live.events, live.events)
    try await live.start()
    world.edit("value: one", "value: w0")
    for number in 0..<300 {
      if number > 0 { world.edit("value: w\(number - 1)", "value: w\(number)") }
      _ = try await live.reload().change
    }
    try await live.shutdown()
    for events in [first, idle] {
      var lines: [String] = []
      for await event in events { lines.append("\(event)") }
      #expect(lines.count == 256, "nobody read, and nothing was held up")
      #expect(lines.contains { $0.hasPrefix("generation 301 is now current: parameter word: w298 → w299 (") })
      #expect(lines.last?.hasPrefix("generation 301 was closed after ") == true, "\(lines.last ?? "")")
    }
  }

  @Test func anEditOfTheLifecycleAloneIsNamed() async throws {
    let world = World(World.manifest)
    let live = try await world.started()
    world.edit("word: first", "word: second")
    let change = try await live.reload().change
    #expect(change.items.isEmpty)
    #expect("\(change)" == "the lifecycle, scopes or collections changed; 3 kept, 0 made, 0 to close")
    try await live.shutdown()
  }

  @Test("the events of an edit are ordered") func theEventsOfAnEditComeInOrder() async throws {
    let world = World(World.manifest)
    let live = try world.live()
    let events = live.events
    try await live.start()
    world.edit("value: one", "value: two")
    _ = try await live.reload()
    world.edit("services:", "# a remark\nservices:")
    _ = try await live.reload()
    world.edit("factory: store", "factory: stoer")
    _ = try await live.reload()
    await eventually { live.state.withLock { $0.generations.count } == 1 }
    try await live.shutdown()
    var words: [String] = []
    for await event in events {
      let number = { (number: Int) in " \(number)" }
      switch event {
      case .started(let generation): words.append("started" + number(generation))
      case .candidate(let generation): words.append("candidate" + number(generation))
      case .swapped(let generation, _): words.append("swapped" + number(generation))
      case .unchanged: words.append("unchanged")
      case .rejected(let generation, _): words.append("rejected" + number(generation))
      // When the old is closed nobody waits for.
      case .drained: break
      default: words.append("\(event)")
      }
    }
    #expect(words == ["started 1", "candidate 2", "swapped 2", "unchanged", "rejected 3"])
  }

  private struct Telling: Assembly {
    let log: World.Log
    func assemble(_ registry: inout FactoryRegistry) {}
    func containerDidAssemble(_ container: Container) async throws {
      log.add("assembled \(try container.resolve(World.Store.self).word)")
      if try container.resolve(World.Store.self).word == "bad" { throw World.Refused() }
    }
  }

  @Test("assemblies see each generation before its phase") func assembliesAreToldOfEachGenerationBeforeItsPhase()
    async throws
  {
    let world = World(World.manifest)
    var registry = world.registry
    registry.add(Telling(log: world.log))
    let live = try LiveContainer(
      manifest: world.changing, registry: registry, options: ManifestOptions(environment: [:]))
    try await live.start()
    world.edit("value: one", "value: two")
    _ = try await live.reload().change
    world.edit("value: two", "value: bad")
    #expect("\(try await live.reload().error)".contains("the port is taken"))
    #expect(
      world.log.all.filter { $0.hasPrefix("assembled") || $0.hasPrefix("launch") || $0.hasPrefix("reload") }
        == ["assembled one", "launch first", "assembled two", "reload again", "assembled bad"])
    #expect(try live.current.resolve(World.Store.self).word == "two")
    try await live.shutdown()
  }

  @Test("provided instances are kept in each generation") func whatIsProvidedIsThatOfTheStartInEachGeneration()
    async throws
  {
    let world = World(
      World.manifest.replacing(
        "{ factory: store, settings: { word: \"${word}\" }, eager: true }", with: "{ provided: true }"
      )
      .replacing("word: c }", with: "word: \"${word}\" }"))
    let given = World.Store("given", "", [], world.log)
    let live = try LiveContainer(
      manifest: world.changing, registry: world.registry, provided: [Provided(given, as: World.Store.self)],
      options: ManifestOptions(environment: [:]))
    try await live.start()
    world.edit("value: one", "value: two")
    _ = try await live.reload().change
    #expect(try live.current.resolve(World.Store.self) === given)
    #expect(try live.current.resolve(World.Cache.self).needed.first === given)
    try await live.shutdown()
    #expect(!given.isClosed, "the host closes what is its own")
  }
}
