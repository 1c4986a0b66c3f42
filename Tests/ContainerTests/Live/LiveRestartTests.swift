import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite("A parameter whose change needs a restart", .timeLimit(.minutes(10))) struct LiveRestartTests {
  typealias World = LiveWorld

  private static let manifest = """
    configdi: 1
    parameters:
      port: { value: p80, restart: true }
      name: a
    services:
      Store: { factory: store, settings: { word: "${port}" } }
      Cache: { factory: cache, settings: { word: "${name}" } }
    """

  private func isRestart(_ error: any Error) -> Bool {
    if case .restartNeeded(let parameters)? = error as? ReloadError {
      return parameters.map(\.key) == ["port"]
    }
    return false
  }

  @Test("is refused, with the place and the remedy, until it is taken back") func isRefused() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    world.edit("value: p80", "value: p81")
    let error = try await live.reload().error
    #expect(isRestart(error))
    #expect(
      "\(error)" == """
        a restart is needed for parameter port: p80 → p81 (app.yaml:3)
          help: restart the program, or accept such changes with LiveOptions.restart = .warn
        """)
    #expect(try live.current.resolve(World.Store.self).word == "p80")
    world.edit("name: a", "name: b")
    #expect(isRestart(try await live.reload().error))
    world.edit("value: p81", "value: p80")
    _ = try await live.reload().change
    #expect(try live.current.resolve(World.Cache.self).word == "b")
    try await live.shutdown()
  }

  @Test("is refused when the parameter is removed or added") func removedOrAdded() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    world.edit("  port: { value: p80, restart: true }\n", "")
    world.edit("\"${port}\"", "p81")
    let error = try await live.reload().error
    #expect(isRestart(error))
    #expect("\(error)".hasPrefix("a restart is needed for parameter port: p80 → none (app.yaml:3)"), "\(error)")
    #expect(try live.current.resolve(World.Store.self).word == "p80")
    try await live.shutdown()

    let without = World(
      Self.manifest.replacing("  port: { value: p80, restart: true }\n", with: "").replacing("\"${port}\"", with: "p80")
    )
    let other = try await without.started()
    without.edit("parameters:\n", "parameters:\n  port: { value: p81, restart: true }\n")
    without.edit("word: p80", "word: \"${port}\"")
    #expect(isRestart(try await other.reload().error))
    try await other.shutdown()
  }

  @Test("is judged by the marks of the last edit") func marksOfTheLastEdit() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    world.edit(", restart: true", "")
    let isUnchanged = if case .unchanged = try await live.reload() { true } else { false }
    #expect(isUnchanged)
    world.edit("value: p80", "value: p81")
    _ = try await live.reload().change
    #expect(try live.current.resolve(World.Store.self).word == "p81")
    try await live.shutdown()
  }

  @Test("is no change where nothing reads it, neither alone nor with another edit") func unread() async throws {
    let world = World(Self.manifest.replacing("\"${port}\"", with: "s"))
    let live = try await world.started()
    world.edit("name: a", "name: b")
    _ = try await live.reload().change
    world.edit("value: p80", "value: p81")
    let isUnchanged = if case .unchanged = try await live.reload() { true } else { false }
    #expect(isUnchanged)
    _ = try await live.revert().change
    #expect(try live.current.resolve(World.Cache.self).word == "a")
    world.edit("name: b", "name: c")
    world.edit("value: p81", "value: p82")
    _ = try await live.reload().change
    #expect(try live.current.resolve(World.Cache.self).word == "c")
    try await live.shutdown()
  }

  @Test("is taken with an event where the options say so") func isTaken() async throws {
    let world = World(Self.manifest)
    let live = try await world.started(LiveOptions(restart: .warn))
    let told = Told(live)
    world.edit("value: p80", "value: p81")
    _ = try await live.reload().change
    #expect(
      await told.line(with: "restart") == "generation 2 needs a restart for parameter port: p80 → p81 (app.yaml:3)")
    #expect(try live.current.resolve(World.Store.self).word == "p81")
    try await live.shutdown()
  }

  @Test("is refused although the same edit drops the mark") func droppedMark() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    world.edit("port: { value: p80, restart: true }", "port: p81")
    #expect(isRestart(try await live.reload().error))
    try await live.shutdown()
  }

  @Test("is reported when revert changes it back") func isRevertedWithAnEvent() async throws {
    let world = World(Self.manifest)
    let live = try await world.started(LiveOptions(restart: .warn))
    world.edit("value: p80", "value: p81")
    _ = try await live.reload().change
    let told = Told(live)
    _ = try await live.revert().change
    #expect(
      await told.line(with: "restart") == "generation 3 needs a restart for parameter port: p81 → p80 (app.yaml:3)")
    try await live.shutdown()
  }

  @Test("cannot be marked or cleared by an overlay") func overlaysCannotChangeIt() throws {
    let text = "\(Self.manifest)\noverlays: [{ parameters: { port: { restart: false } } }]"
    let findings = try Checker().check(.yaml(text))
    #expect(findings.contains { $0.rule.code == "DI005" && $0.message.contains("'restart'") })
  }

  @Test("is in a compiled manifest too") func isCompiled() throws {
    let text = "configdi: 1\nparameters: { p: { value: 1, restart: true, exposed: true } }"
    let compiled = try Checker(registry: FactoryRegistry()).compile(.yaml(text))
    let container = try Container(manifest: .compiled(compiled), registry: FactoryRegistry())
    #expect(container.wiring.plan.parameters.first?.entry.traits == [.restart, .exposed])
  }
}

@Suite("Going back to an earlier generation", .timeLimit(.minutes(10))) struct LiveRevertTests {
  typealias World = LiveWorld

  private static let manifest = """
    configdi: 1
    services:
      Store: { factory: store, settings: { word: one } }
      Cache: { factory: cache, settings: { word: c } }
    """

  @Test("is a swap, and lasts until the next reload") func isASwap() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    let first = try live.current.resolve(World.Store.self)
    world.edit("word: one", "word: two")
    _ = try await live.reload().change
    world.edit("word: two", "word: three")
    _ = try await live.reload().change
    let told = Told(live)
    let change = try await live.revert().change
    #expect(change.items.map(\.description) == ["Store: settings { word: three } → { word: two } (app.yaml:3)"])
    _ = await told.line(with: "generation 4 is now current")
    #expect(try live.current.resolve(World.Store.self).word == "two")
    _ = try await live.revert().change
    #expect(try live.current.resolve(World.Store.self).word == "one")
    #expect(try live.current.resolve(World.Store.self) !== first, "its generation was closed")
    _ = try await live.reload().change
    #expect(try live.current.resolve(World.Store.self).word == "three")
    try await live.shutdown()
  }

  @Test("is not undone by a signal without a change") func isNotUndone() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    world.edit("word: one", "word: two")
    _ = try await live.reload().change
    _ = try await live.revert().change
    _ = try await live.reload(isAsked: false)
    #expect(try live.current.resolve(World.Store.self).word == "one")
    world.edit("word: two", "word: three")
    _ = try await live.reload(isAsked: false)
    #expect(try live.current.resolve(World.Store.self).word == "three")
    try await live.shutdown()
  }

  @Test("lasts until the manifest changes again, if only back to what it left") func isLeftAgain() async throws {
    let world = World(Self.manifest)
    let live = try await world.started()
    world.edit("word: one", "word: two")
    _ = try await live.reload().change
    _ = try await live.revert().change
    world.edit("word: two", "word: one")
    guard case .unchanged = try await live.reload(isAsked: false) else { throw Refusal() }
    world.edit("word: one", "word: two")
    _ = try await live.reload(isAsked: false).change
    #expect(try live.current.resolve(World.Store.self).word == "two")
    try await live.shutdown()
  }

  @Test("needs one, and leaves all as it was if that cannot be made") func needsOne() async throws {
    let world = World(
      "configdi: 1\nservices: { Store: store, Cache: cache, Api: { factory: api, settings: { word: a }, eager: true } }"
    )
    let live = try await world.started()
    await #expect(throws: ReloadError.self) { try await live.revert() }
    world.edit("word: a", "word: b")
    _ = try await live.reload().change
    _ = try await live.revert().change
    await #expect(throws: ReloadError.self) { try await live.revert() }
    try await live.shutdown()
    await #expect(throws: ContainerClosed.self) { try await live.revert() }
  }
}
