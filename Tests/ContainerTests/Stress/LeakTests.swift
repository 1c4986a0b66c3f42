import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// A container with everything in it is let go, in whatever state: nothing of it stays.
@Suite(.timeLimit(.minutes(10))) struct LeakTests {
  private static let manifest = """
    configdi: 1
    scopes: { session: {}, request: { parent: session } }
    collections: { parts: { of: Counted } }
    services:
      Counted/leaf: { factory: leaf, collect: parts, eager: true }
      Counted/transient: { factory: leaf, scope: transient, collect: parts }
      Counted/graph: { factory: leaf, scope: graph }
      Counted/weak: { factory: leaf, scope: weak }
      Counted/also: { alias: Counted/leaf }
      Counted/held:
        factory: holder
        dependencies: { one: Counted/graph, all: { all: parts }, maybe: { optional: Counted/weak } }
        decorators: [{ factory: wrap, dependencies: { other: Counted/also } }]
      Counted/slow: { factory: slow, dependencies: { one: Counted/held } }
      Counted/deferred: { factory: deferred, dependencies: { lazy: { lazy: Counted/back }, provider: { provider: Counted/slow }, scoped: { provider: Counted/request } } }
      Counted/back: { factory: holder, scope: transient, dependencies: { one: Counted/deferred, all: { all: parts } } }
      Counted/ring: { factory: ring, dependencies: { other: { lazy: Counted/ring2 } } }
      Counted/ring2: { factory: ring, dependencies: { other: { lazy: Counted/ring } } }
      Counted/session: { factory: wrapper, scope: session, dependencies: { one: Counted/leaf } }
      Counted/request: { factory: wrapper, scope: request, dependencies: { one: Counted/session } }
      Counted/given: { provided: true, scope: session }
      Counted/failing: failing
      Loose: { factory: loose, scope: transient, dependencies: { one: Counted/leaf } }
      Seen: { factory: seen, dependencies: { one: Counted/held } }
      Counted/watching: { factory: watching, dependencies: { seen: { lazy: Seen } } }
    lifecycle: { launch: [begin] }
    """

  private static func registry(_ census: Census) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("leaf", as: Counted.self) { Counted(census) }
    registry.register("holder", as: Counted.self, labels: ["one", "all", "maybe"]) {
      (one: Counted, all: [Counted], maybe: Counted?) in Counted(census, [one, maybe as Any] + all)
    }
    registry.register("wrapper", as: Counted.self, labels: ["one"]) { (one: Counted) in Counted(census, [one]) }
    registry.registerDecorator("wrap", of: Counted.self, labels: ["other"]) { (inner, other: Counted) in
      Counted(census, [inner, other])
    }
    registry.registerAsync("slow", as: Counted.self, labels: ["one"]) { (one: Counted) in
      await Task.yield()
      return Counted(census, [one])
    }
    registry.register("deferred", as: Counted.self, labels: ["lazy", "provider", "scoped"]) {
      (lazy: Lazy<Counted>, provider: Provider<Counted>, scoped: ScopedProvider<Counted>) in
      Counted(census, [lazy, provider, scoped]) { scope in
        [try lazy(), try provider()] + (try scope.map { [try scoped(in: $0)] } ?? [])
      }
    }
    registry.register("ring", as: Counted.self, labels: ["other"]) { (other: Lazy<Counted>) in
      Counted(census, [other]) { _ in [try other()] }
    }
    registry.register("failing", as: Counted.self) { () -> Counted in throw Refusal() }
    registry.registerUnshared("loose", as: Loose.self, labels: ["one"]) { (one: Counted) in Loose(census, one) }
    registry.registerMainActor("seen", as: Seen.self, labels: ["one"]) { (one: Counted) in Seen(census, one) }
    registry.register("watching", as: Counted.self, labels: ["seen"]) { (seen: MainLazy<Seen>) in
      Counted(census, [seen])
    }
    registry.registerInitializer("begin") { Starting("begin") }
    return registry
  }

  /// Everything of the container's own that must go too.
  private struct Traces: Sendable {
    weak var container: Container?
    weak var scope: Container?
    weak var core: Core?
    var levels: [WeakLevel] = []

    var areGone: Bool { container == nil && scope == nil && core == nil && levels.allSatisfy { $0.level == nil } }
  }

  enum End: CaseIterable { case dropped, shutDown, shutDownByMany }

  @Test("nothing leaks", arguments: End.allCases) func nothingStays(_ end: End) async throws {
    let census = Census()
    let traces = try await use(census, end)
    // Tokens that are let go close their levels in the background.
    for _ in 0..<50_000 where census.alive != 0 || !traces.areGone { try await Task.sleep(for: .milliseconds(2)) }
    #expect(census.made > 40)
    #expect(census.alive == 0)
    #expect(traces.areGone)
  }

  private func use(_ census: Census, _ end: End) async throws -> Traces {
    let container = try Container(
      manifest: .yaml(Self.manifest), registry: Self.registry(census), options: ManifestOptions(environment: [:]))
    try await container.start()
    let given = Provided(Counted(census), as: Counted.self, named: "given")
    let scope = try container.openScope("session", providing: [given])
    let request = try scope.openScope("request")
    try await resolveEverything(container, scope: nil)
    try await resolveEverything(request, scope: request)
    let handle = try request.handle(for: Counted.self, named: "session")
    _ = try handle()
    let token = try container.overlay(OverlayDefinition(Counted.self, named: "leaf") { try Counted(census, [$0()]) })
    try await resolveEverything(container, scope: nil)
    try await resolveEverything(request, scope: request)
    let inOverlay = try container.openScope("session", providing: [given])
    _ = try inOverlay.resolve(Counted.self, named: "session")
    try await container.withOverlays(
      OverlayDefinition(Counted.self, named: "graph", returning: Counted(census))
    ) {
      try await resolveEverything(container, scope: nil)
      try await Task { try await resolveEverything(request, scope: request) }.value
    }
    refusal(.factoryFailed) { try container.resolve(Counted.self, named: "failing") }
    try await container.withScope("session", providing: [given]) { _ = try $0.resolve(Counted.self, named: "session") }
    let traces = Traces(
      container: container, scope: request, core: container.level.core,
      levels: try [container, scope, request, inOverlay].map { WeakLevel(level: $0.level) }
        + [WeakLevel(level: container.currentLevel), WeakLevel(level: request.currentLevel)])
    switch end {
    case .dropped: break
    case .shutDown: try await container.shutdown()
    case .shutDownByMany:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { try await container.shutdown() } }
        try await group.waitForAll()
      }
    }
    withExtendedLifetime((token, handle)) {}
    return traces
  }

  private func resolveEverything(_ container: Container, scope: Container?) async throws {
    let names = ["leaf", "transient", "graph", "weak", "also", "held", "slow", "deferred", "ring", "ring2", "watching"]
    for name in names + (scope == nil ? [] : ["session", "request", "given"]) {
      let counted = try await container.resolveAsync(Counted.self, named: name)
      _ = try counted.use(scope)
    }
    _ = try container.resolve(Loose.self)
    try await MainActor.run {
      let seen = try container.main.resolve(Seen.self)
      #expect(seen.one.isAlive)
      _ = try container.make { (seen: MainLazy<Seen>) in try seen() }
    }
    _ = try container.make { (handle: Lazy<Loose>) in try handle() }
  }
}

/// Counts itself, and uses what it was given when it is told to.
final class Counted: Sendable {
  private let census: Census
  private nonisolated(unsafe) let held: [Any]
  private let act: @Sendable (Container?) throws -> [Counted]
  var isAlive: Bool { census.alive > 0 }

  init(
    _ census: Census, _ held: [Any] = [], _ act: @escaping @Sendable (Container?) throws -> [Counted] = { _ in [] }
  ) {
    self.census = census
    self.held = held
    self.act = act
    census.born()
  }

  func use(_ scope: Container?) throws -> [Counted] { try act(scope) }

  deinit { census.died() }
}

final class Loose {
  let one: Counted
  private let census: Census
  init(_ census: Census, _ one: Counted) {
    self.census = census
    self.one = one
    census.born()
  }
  deinit { census.died() }
}

@MainActor final class Seen {
  let one: Counted
  private let census: Census
  init(_ census: Census, _ one: Counted) {
    self.census = census
    self.one = one
    census.born()
  }
  deinit { census.died() }
}
