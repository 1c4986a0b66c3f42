import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The n-th call of any factory fails, for every n: one clear error, nothing half made is kept, and the next try works.
@Suite struct NumberedFailureTests {
  final class Part: Sendable, Closeable {
    let needed: [Part]
    private let calls: Calls

    init(_ calls: Calls, _ needed: [Part] = []) {
      self.needed = needed
      self.calls = calls
      calls.alive.add(1, ordering: .relaxed)
    }

    deinit { calls.alive.subtract(1, ordering: .relaxed) }

    func close() { calls.closed.add(1, ordering: .relaxed) }
  }

  /// Counts the calls of all factories, and fails one of them.
  final class Calls: Sendable {
    let failing: Int
    let made = Atomic(0)
    let alive = Atomic(0)
    let closed = Atomic(0)

    init(failing: Int) {
      self.failing = failing
    }

    var hasFailed: Bool { made.load(ordering: .relaxed) >= failing }

    func next() throws {
      if made.add(1, ordering: .relaxed).newValue == failing { throw Refusal(text: "number \(failing)") }
    }
  }

  private static let manifest = """
    configdi: 1
    scopes: { session: {}, request: { parent: session } }
    collections: { parts: { of: Part } }
    services:
      Part/eager: { factory: leaf, eager: true, collect: parts }
      Part/leaf: { factory: leaf, collect: parts }
      Part/transient: { factory: leaf, scope: transient }
      Part/graph: { factory: leaf, scope: graph }
      Part/weak: { factory: leaf, scope: weak }
      Part/slow: { factory: slow, dependencies: { one: Part/leaf } }
      Part/also: { alias: Part/slow }
      Part/held:
        factory: holder
        dependencies: { one: Part/graph, two: Part/weak, three: Part/transient, all: { all: parts } }
        decorators: [wrap]
      Part/session: { factory: wrapper, scope: session, dependencies: { one: Part/held } }
      Part/request: { factory: wrapper, scope: request, dependencies: { one: Part/session } }
    lifecycle: { launch: [begin] }
    """

  private struct Starting: Initializable {
    let calls: Calls
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws { try calls.next() }
  }

  private static func registry(_ calls: Calls) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.register("leaf", as: Part.self) {
      try calls.next()
      return Part(calls)
    }
    registry.registerAsync("slow", as: Part.self, labels: ["one"]) { (one: Part) in
      await Task.yield()
      try calls.next()
      return Part(calls, [one])
    }
    registry.register("holder", as: Part.self, labels: ["one", "two", "three", "all"]) {
      (one: Part, two: Part, three: Part, all: [Part]) in
      try calls.next()
      return Part(calls, [one, two, three] + all)
    }
    registry.register("wrapper", as: Part.self, labels: ["one"]) { (one: Part) in
      try calls.next()
      return Part(calls, [one])
    }
    registry.registerDecorator("wrap", of: Part.self) { (inner: Part) in
      try calls.next()
      return Part(calls, [inner])
    }
    registry.registerInitializer("begin") { Starting(calls: calls) }
    return registry
  }

  private static func key(_ variant: String) -> Key<Part> { Key<Part>("Part/\(variant)") }

  /// Everything that makes services, once.
  private static func run(_ container: Container) async throws {
    if let failed = try await container.start().first { throw failed }
    for name in ["held", "also", "transient"] { _ = try await container.resolveAsync(key(name)) }
    try await container.withScope("session") { session in
      try await session.withScope("request") { request in
        _ = try request.resolve(key("request"))
      }
    }
    try await container.withOverlays(
      OverlayDefinition(for: key("leaf")) { try Part(Calls(failing: 0), [$0()]) }
    ) {
      _ = try await container.resolveAsync(key("slow"))
    }
  }

  private static func container(_ calls: Calls) throws -> Container {
    try Container(manifest: .yaml(manifest), registry: registry(calls), options: ManifestOptions(environment: [:]))
  }

  /// How many calls a run takes where none fails.
  private static func count() async throws -> Int {
    let calls = Calls(failing: .max)
    let container = try container(calls)
    try await run(container)
    try await container.shutdown()
    return calls.made.load(ordering: .relaxed)
  }

  @Test("every call may fail") func everyCallMayFail() async throws {
    let count = try await Self.count()
    #expect(count >= 12)
    for number in 1...count {
      let calls = Calls(failing: number)
      do {
        let container = try Self.container(calls)
        var told: String?
        do { try await Self.run(container) } catch { told = "\(error)" }
        #expect(told?.contains("number \(number)") == true, "call \(number): \(told ?? "no error")")
        #expect(calls.hasFailed)
        // A start that fails closes its container, as it says: then the next try is another container's.
        let isClosed = (try? container.resolve(Self.key("leaf"))) == nil
        let next = isClosed ? try Self.container(calls) : container
        try await Self.run(next)
        let held = try next.resolve(Self.key("held"))
        #expect(try next.resolve(Self.key("held")) === held)
        try await next.shutdown()
      }
      for _ in 0..<10_000 where calls.alive.load(ordering: .relaxed) != 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(calls.alive.load(ordering: .relaxed) == 0, "call \(number)")
    }
  }
}
