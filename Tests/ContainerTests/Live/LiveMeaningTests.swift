import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Settings that are written otherwise, and that their type reads as before.
@Suite(.timeLimit(.minutes(10))) struct LiveMeaningTests {
  private struct Settings: ServiceSettings {
    struct Retry: Decodable, Sendable {
      var pause: Duration
      var factor: Double
    }

    var timeout: Duration
    var size: ByteSize
    var limit: Int?
    var name: String
    var retry: Retry
    var pauses: [Duration]
    var named: [String: ByteSize]

    static let defaults: SettingDefaults = ["name": "pool", "retry": ["factor": 2]]
  }

  private final class Pool: Sendable {
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
  }

  private static let manifest = """
    configdi: 1
    parameters:
      pause: { type: duration, value: 90s }
    services:
      Pool:
        factory: pool
        settings:
          timeout: 30s
          size: 64KiB
          retry: { pause: "${pause}" }
          pauses: [1s, 2m]
          named: { a: 1KB }
    """

  private func live(_ world: LiveWorld) async throws -> LiveContainer {
    var registry = FactoryRegistry()
    registry.declare(Key<Pool>("Pool"))
    registry.register("pool", as: Pool.self) { (settings: Settings) in Pool(settings) }
    let live = try LiveContainer(manifest: world.changing, registry: registry)
    try await live.start()
    return live
  }

  private func pool(_ live: LiveContainer) throws -> Pool { try live.current.resolve(Pool.self) }

  @Test(
    "another spelling of the same settings swaps nothing",
    arguments: [
      ("timeout: 30s", "timeout: 30000ms"), ("size: 64KiB", "size: 65536"), ("size: 64KiB", "size: 65536B"),
      ("pauses: [1s, 2m]", "pauses: [1000ms, 120s]"), ("named: { a: 1KB }", "named: { a: 1000 }"),
      ("timeout: 30s", "timeout: 30s\n      name: pool"), ("timeout: 30s", "timeout: 30s\n      limit: ~"),
      ("pause: \"${pause}\"", "factor: 2.0, pause: \"${pause}\""), ("value: 90s", "value: 90000ms"),
      ("value: 90s }", "value: 90s }\n  unused: { value: 3 }"),
    ]) func whatItsTypeReadsAlikeSwapsNothing(old: String, new: String) async throws
  {
    let world = LiveWorld(Self.manifest)
    let live = try await live(world)
    let before = try pool(live)
    world.edit(old, new)
    #expect(try await live.reload().isUnchanged)
    #expect(try pool(live) === before)
    try await live.shutdown()
  }

  @Test(
    "changed settings make a new instance",
    arguments: [
      ("timeout: 30s", "timeout: 31s"), ("size: 64KiB", "size: 64KB"), ("pauses: [1s, 2m]", "pauses: [2m, 1s]"),
      ("timeout: 30s", "timeout: 30s\n      name: other"), ("timeout: 30s", "timeout: 30s\n      limit: 0"),
      ("pause: \"${pause}\"", "factor: 3, pause: \"${pause}\""), ("value: 90s", "value: 91s"),
    ]) func whatItReadsOtherwiseIsNew(old: String, new: String) async throws
  {
    let world = LiveWorld(Self.manifest)
    let live = try await live(world)
    let before = try pool(live)
    world.edit(old, new)
    #expect(try await live.reload().change.made == 0)
    #expect(try pool(live) !== before)
    try await live.shutdown()
  }

  /// An exposed parameter is read as text by whoever asks for it.
  @Test("an exposed parameter's spelling counts") func theSpellingOfAnExposedParameterCounts() async throws {
    let world = LiveWorld(Self.manifest.replacing("value: 90s", with: "value: 90s, exposed: true"))
    let live = try await live(world)
    let before = try pool(live)
    world.edit("value: 90s", "value: 90000ms")
    _ = try await live.reload().change
    #expect(try pool(live) === before)
    #expect(try live.current.configuration["pause", as: String.self] == "90000ms")
    try await live.shutdown()
  }

  /// A parameter that needs a restart has not changed as long as its readers read the same.
  @Test("another spelling of a parameter needs no restart, neither with another edit nor to revert one")
  func anotherSpellingNeedsNoRestart() async throws {
    let other = """

        Other:
          factory: other
          settings: { timeout: 1s, size: 1, retry: { pause: 1s }, pauses: [], named: {} }
      """
    let world = LiveWorld(Self.manifest.replacing("value: 90s", with: "value: 90s, restart: true") + other)
    var registry = FactoryRegistry()
    let key = Key<Pool>("Other")
    registry.declare(Key<Pool>("Pool"))
    registry.declare(key)
    registry.register("pool", as: Pool.self) { (settings: Settings) in Pool(settings) }
    registry.register("other", as: Pool.self) { (settings: Settings) in Pool(settings) }
    let live = try LiveContainer(manifest: world.changing, registry: registry)
    try await live.start()
    world.edit("timeout: 1s", "timeout: 2s")
    _ = try await live.reload().change
    world.edit("value: 90s", "value: 90000ms")
    #expect(try await live.reload().isUnchanged)
    _ = try await live.revert().change
    #expect(try live.current.resolve(key).settings.timeout == .seconds(1))
    world.edit("value: 90000ms", "value: 90s")
    world.edit("timeout: 2s", "timeout: 3s")
    _ = try await live.reload().change
    #expect(try live.current.resolve(key).settings.timeout == .seconds(3))
    world.edit("value: 90s", "value: 2m")
    let error = try await live.reload().error
    guard case .restartNeeded(let parameters)? = error as? ReloadError else { throw error }
    #expect(parameters.map(\.key) == ["pause"])
    try await live.shutdown()
  }
}
