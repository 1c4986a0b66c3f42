import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

private protocol Probe {}
private struct MainProbe: @MainActor Probe {}

/// Whether this runs on the main actor: a conformance of the main actor is found there alone.
private var isOnMain: Bool { (MainProbe() as Any) is any Probe }

/// Where each service was closed, in order.
private final class Places: Sendable {
  private let lines = Lock<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func note(_ name: String) { lines.withLock { $0.append("\(name) \(isOnMain ? "on main" : "elsewhere")") } }
}

@MainActor private protocol View: AnyObject {}

/// As in a module with `-default-isolation MainActor`: the conformance is the main actor's.
@MainActor private final class Screen: View, @MainActor Closeable {
  let places: Places
  init(_ places: Places) { self.places = places }
  func close() { places.note("screen") }
}

@MainActor private final class Window: @MainActor AsyncCloseable {
  let places: Places
  init(_ screen: any View, _ places: Places) { self.places = places }
  func close() async { places.note("window") }
}

@MainActor private final class Frame: View, @MainActor Closeable {
  let places: Places
  nonisolated init(_ places: Places) { self.places = places }
  func close() { places.note("frame") }
}

/// Not `Sendable`, and of no actor: whoever made it must close it.
private final class Draft: Closeable {
  let places: Places
  init(_ places: Places) { self.places = places }
  func close() { places.note("draft") }
}

/// Made anywhere, though its conformance is the main actor's.
private final class Model: Sendable, @MainActor Closeable {
  let places: Places
  init(_ places: Places) { self.places = places }
  @MainActor func close() { places.note("model") }
}

private final class Journal: Sendable, Closeable {
  let places: Places
  init(_ places: Places) { self.places = places }
  func close() { places.note("log") }
}

private struct Badge: MainInitializableNow, @MainActor Closeable {
  let places: Places
  @MainActor func perform(_ phase: Phase, with configuration: ExposedParameters) throws {}
  @MainActor func close() { places.note("badge") }
}

/// What was made on the main actor is closed there, wherever its container is closed.
@Suite(.timeLimit(.minutes(10))) struct MainActorClosingTests {
  private let places = Places()

  private var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(Key<any View>("View"))
    registry.declare(Key<Window>("Window"))
    registry.declare(Key<Draft>("Draft"))
    registry.declare(Key<Model>("Model"))
    registry.declare(Key<Journal>("Journal"))
    registry.registerMainActor("screen", as: (any View).self) { [places] in Screen(places) }
    registry.registerMainActor("window", as: Window.self) { [places] (view: any View) in Window(view, places) }
    registry.registerMainActor("draft", as: Draft.self) { [places] in Draft(places) }
    registry.register("model", as: Model.self) { [places] in Model(places) }
    registry.register("log", as: Journal.self) { [places] in Journal(places) }
    registry.registerDecorator("frame", of: (any View).self) { [places] _ in Frame(places) }
    registry.registerDecorator("broken", of: (any View).self) { _ in throw Refusal() }
    registry.registerMainActorInitializer("badge") { [places] in Badge(places: places) }
    return registry
  }

  private func container(_ scope: PlannedService.Scope = .singleton, decorators: [String] = []) throws -> Container {
    var plan = HandMadePlan()
    plan.scopes = [(name: "page", parent: nil)]
    plan.add("View", "screen", scope, [], decorators: decorators.map { .init(factory: $0) })
    plan.add("Window", "window", scope, ["View"])
    plan.add("Draft", "draft", scope)
    plan.add("Model", "model", scope)
    plan.add("Journal", "log", scope)
    return try plan.container(registry)
  }

  @MainActor private func makeAll(in container: Container) throws {
    _ = try container.main.resolve(Key<Journal>("Journal"))
    _ = try container.main.resolve(Key<Model>("Model"))
    _ = try container.main.resolve(Key<Draft>("Draft"))
    _ = try container.main.resolve(Key<Window>("Window"))
  }

  @Test("shutdown closes main-actor services on the main actor") func aShutdownAnywhereClosesThemOnTheMainActor()
    async throws
  {
    let container = try container(decorators: ["frame"])
    try await makeAll(in: container)
    try await Task.detached { try await container.shutdown() }.value
    #expect(
      places.all == [
        "window on main", "frame on main", "screen on main", "draft on main", "model on main", "log elsewhere",
      ])
  }

  @Test("a scope closes them on the main actor too") func aScopeDoesToo() async throws {
    let container = try container(.declared(0))
    let scope = try container.openScope("page")
    try await makeAll(in: scope)
    try await scope.close()
    #expect(
      places.all == ["window on main", "screen on main", "draft on main", "model on main", "log elsewhere"])
  }

  @Test("the main actor's call closes the other services elsewhere") @MainActor
  func aCallOfTheMainActorClosesTheOthersElsewhere() async throws {
    let scope = try container(.declared(0)).openScope("page")
    _ = try scope.resolve(Key<Journal>("Journal"))
    try await scope.close()
    #expect(places.all == ["log elsewhere"])
  }

  @Test("a failing decorator closes the screen on the main actor") @MainActor
  func aDecoratorThatThrowsHasTheScreenClosedThere() async throws {
    let container = try container(decorators: ["frame", "broken"])
    refusal(.factoryFailed) { try container.main.resolve(Key<any View>("View")) }
    try await container.shutdown()
    #expect(places.all == ["frame on main", "screen on main"])
  }

  @Test("a replaced stack level closes on the main actor") func aReplacedLevelOfAStackIsClosedThere() async throws {
    let manifest = """
      configdi: 1
      services: { View: screen, Window: window, Draft: draft, Model: model, Journal: log }
      roots: [View, Window, Draft, Model, Journal]
      """
    let stack = try ContainerStack(manifest: .yaml(manifest), registry: registry)
    try await stack.push { changes in changes.renew(Key<any View>("View")) }
    try await makeAll(in: stack.current)
    try await Task.detached { try await stack.pop() }.value
    #expect(places.all == ["window on main", "screen on main"])
    try await stack.shutdown()
    #expect(places.all.allSatisfy { $0.hasSuffix("on main") || $0 == "log elsewhere" })
  }

  /// `startNow` closes in the background what it has made.
  @Test("a failed startNow closes on the main actor") @MainActor func aFailedStartWithoutAwaitingClosesThemThere()
    async throws
  {
    let manifest = """
      configdi: 1
      services: { View: { factory: screen, eager: true } }
      lifecycle: { launch: [badge, failing] }
      """
    struct Failing: MainInitializableNow {
      @MainActor func perform(_ phase: Phase, with configuration: ExposedParameters) throws { throw Refusal() }
    }
    var registry = registry
    registry.registerMainActorInitializer("failing") { Failing() }
    let container = try Container(manifest: .yaml(manifest), registry: registry)
    #expect(throws: InitializerFailed.self) { try container.main.startNow() }
    try await container.shutdown()
    #expect(places.all == ["badge on main", "screen on main"])
  }

  /// Many containers and scopes, made and closed from everywhere at the same time.
  @Test("concurrent closers close on the main actor", arguments: 0..<40) func whoeverCloses(seed: UInt64) async throws {
    var chance = Seeded(seed)
    let container = try container(.declared(0), decorators: chance.number(below: 2) == 0 ? ["frame"] : [])
    let count = 1 + chance.number(below: 6)
    var scopes: [Container] = []
    var closers: [Task<Void, any Error>] = []
    for _ in 0..<count {
      let scope = try container.openScope("page")
      scopes.append(scope)
      try await makeAll(in: scope)
      switch chance.number(below: 4) {
      case 0: closers.append(Task.detached { try await scope.close() })
      case 1: closers.append(Task { @MainActor in try await scope.close() })
      case 2: closers.append(Task.detached { await scope.level.closeKeepingFailures() })
      default: break
      }
    }
    try await container.shutdown()
    for closer in closers { try await closer.value }
    #expect(scopes.count == count)
    let closed = places.all
    #expect(closed.allSatisfy { $0 == "log elsewhere" || $0.hasSuffix("on main") && !$0.hasPrefix("log") })
    for name in ["window", "screen", "draft", "model", "log"] {
      #expect(closed.count { $0.hasPrefix(name) } == count)
    }
  }
}
