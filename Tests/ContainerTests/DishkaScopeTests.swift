import ConfigDI
import Testing

@testable import ConfigDIRuntime
@testable import TestSupport

/// What dishka's own tests expect of its asynchronous container, by meaning. Each test names the file of dishka's tests
/// that has its cases.
@Suite(.timeLimit(.minutes(10))) struct DishkaScopeTests {
  private typealias Log = AsyncParts.Log

  fileprivate final class Part: Sendable {
    let number: Int
    let parts: [Part]
    init(_ number: Int, _ parts: [Part] = []) {
      self.number = number
      self.parts = parts
    }
  }

  /// A service that others need at the same time: it returns when all of them are being made.
  private actor Gate {
    private let size: Int
    private var arrived = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ size: Int) { self.size = size }

    func pass() async {
      arrived += 1
      guard arrived < size else {
        for continuation in waiting { continuation.resume() }
        waiting = []
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private struct Kit {
    var registry = FactoryRegistry()
    var plan = HandMadePlan()

    init() {
      registry.declare(Key<Part>("Part"))
      plan.scopes = [
        (name: "session", parent: nil), (name: "request", parent: 0),
        (name: "step", parent: 1),
      ]
    }

    mutating func add(
      _ name: String, _ scope: PlannedService.Scope = .singleton, needs: [String] = [],
      _ make: @escaping @Sendable ([Part]) async throws -> Part
    ) {
      registry.registerAsync(name, as: Part.self) { (parts: [Part]) in try await make(parts) }
      plan.add("Part/\(name)", name, scope, [.all(needs.map { "Part/\($0)" })])
    }

    func container() throws -> Container { try plan.container(registry) }
  }

  // test_cache.py

  @Test("test_cache: a scope has one instance, and the next scope another")
  func aScopeHasOneInstance() async throws {
    let log = Log()
    var kit = Kit()
    kit.add("int", .declared(0)) { _ in Part(log.next()) }
    let container = try kit.container()
    for expected in 1...2 {
      try await container.withScope("session") { scope in
        for _ in 0..<2 {
          let part = try await scope.resolveAsync(Part.self, named: "int")
          #expect(part.number == expected)
        }
      }
    }
  }

  @Test("test_cache: what is not kept is made at each call, under an alias too")
  func whatIsNotKeptIsMadeAtEachCall() async throws {
    let log = Log()
    var kit = Kit()
    kit.add("int", .transient) { _ in Part(log.next()) }
    kit.plan.alias("Part/alias", "Part/int")
    let container = try kit.container()
    try await container.withScope("session") { scope in
      for (index, name) in ["int", "int", "alias"].enumerated() {
        let part = try await scope.resolveAsync(Part.self, named: name)
        #expect(part.number == index + 1)
      }
    }
  }

  // test_concurrency.py

  @Test("test_concurrency: two tasks that need a service of a scope make it once")
  func twoTasksMakeAServiceOnce() async throws {
    let log = Log()
    let gate = Gate(2)
    var kit = Kit()
    kit.add("int", .declared(0)) { _ in
      await gate.pass()
      return Part(log.next())
    }
    kit.add("text", .declared(0), needs: ["int"]) { Part(0, $0) }
    try await kit.container().withScope("session") { scope in
      async let one = scope.resolveAsync(Part.self, named: "text")
      async let two = scope.resolveAsync(Part.self, named: "int")
      await gate.pass()
      let (first, second) = try await (one, two)
      #expect(first.parts.first === second)
    }
    #expect(log.next() == 2)
  }

  // test_enter_exit.py

  @Test("test_enter_exit: a scope closes what it made, and hands over the error of its body")
  func aScopeHandsOverTheError() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      "configdi: 1\nscopes: { request: {} }\nservices: { Session: { factory: session, scope: request } }\n", log)
    await #expect(throws: Refusal.self) {
      try await container.withScope("request") { scope in
        _ = try await scope.resolveAsync(AsyncParts.Session.self)
        throw Refusal()
      }
    }
    #expect(log.entries == ["made 1", "closed 1: threw no"])
  }

  @Test("test_enter_exit: a scope leaves open what belongs to the container around it")
  func aScopeLeavesTheContainersInstancesOpen() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      "configdi: 1\nscopes: { request: {} }\nservices: { Session: session }\nroots: [Session]\n", log)
    try await container.withScope("request") { _ = try await $0.resolveAsync(AsyncParts.Session.self) }
    #expect(log.entries == ["made 1"])
    try await container.shutdown()
    #expect(log.entries == ["made 1", "closed 1: returned"])
  }

  // test_exceptions.py

  @Test("test_exceptions: a service that fails to close does not keep the others open")
  func aServiceThatFailsToClose() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      services:
        Session: session
        Session/stubborn: stubborn
      roots: [Session, Session/stubborn]
      """, log)
    _ = try await container.resolveAsync(AsyncParts.Session.self)
    _ = try await container.resolveAsync(AsyncParts.Session.self, named: "stubborn")
    await #expect(throws: ClosingFailed.self) { try await container.shutdown() }
    #expect(log.entries == ["made 1", "made 2", "closed 1: returned"])
  }

  @Test("test_exceptions: a synchronous call for an asynchronous factory is refused")
  func aSynchronousCallIsRefused() throws {
    var kit = Kit()
    kit.add("int") { _ in Part(0) }
    let container = try kit.container()
    refusal(.notStarted) { try container.resolve(Part.self, named: "int") }
  }

  // test_async_gather.py

  @Test("test_async_gather: independent services are made at the same time", arguments: [2, 3])
  func independentServicesAreMadeTogether(count: Int) async throws {
    let gate = Gate(count)
    var kit = Kit()
    for index in 0..<count {
      kit.add("\(index)", .declared(0)) { _ in
        // Returns only when all of them have come as far.
        await gate.pass()
        return Part(index)
      }
    }
    kit.add("all", .declared(0), needs: (0..<count).map { "\($0)" }) { Part(9, $0) }
    try await kit.container().withScope("session") { scope in
      let all = try await scope.resolveAsync(Part.self, named: "all")
      #expect(all.parts.map(\.number) == Array(0..<count))
    }
  }

  @Test("test_async_gather: a diamond makes its lower corner once, or for each user if it is not kept")
  func aDiamond() async throws {
    for (scope, expected) in [(PlannedService.Scope.declared(0), 1), (.transient, 2)] {
      let log = Log()
      var kit = Kit()
      kit.add("low", scope) { _ in Part(log.next()) }
      kit.add("left", .declared(0), needs: ["low"]) { Part(0, $0) }
      kit.add("right", .declared(0), needs: ["low"]) { Part(0, $0) }
      kit.add("top", .declared(0), needs: ["left", "right"]) { Part(0, $0) }
      try await kit.container().withScope("session") { scope in
        _ = try await scope.resolveAsync(Part.self, named: "top")
      }
      #expect(log.next() == expected + 1)
    }
  }

  @Test("test_async_gather: the error of a shared dependency reaches the caller, and the next call tries again")
  func anErrorReachesTheCaller() async throws {
    let log = Log()
    var kit = Kit()
    kit.add("low", .declared(0)) { _ in
      guard log.next() > 1 else { throw Refusal(text: "shared") }
      return Part(1)
    }
    kit.add("left", .declared(0), needs: ["low"]) { Part(0, $0) }
    kit.add("right", .declared(0), needs: ["low"]) { Part(0, $0) }
    kit.add("top", .declared(0), needs: ["left", "right"]) { Part(0, $0) }
    try await kit.container().withScope("session") { scope in
      let error = await refusal(.factoryFailed) { try await scope.resolveAsync(Part.self, named: "top") }
      #expect(error?.underlying as? Refusal == Refusal(text: "shared"))
      _ = try await scope.resolveAsync(Part.self, named: "top")
    }
  }

  @Test("test_async_gather: services of several scopes are made together, each in its own")
  func servicesOfSeveralScopes() async throws {
    let log = Log()
    var kit = Kit()
    kit.add("app") { _ in Part(log.next()) }
    kit.add("session", .declared(0), needs: ["app"]) { Part(log.next(), $0) }
    kit.add("request", .declared(1), needs: ["app", "session"]) { Part(log.next(), $0) }
    let container = try kit.container()
    try await container.withScope("session") { session in
      for expected in 3...4 {
        try await session.withScope("request") { request in
          let part = try await request.resolveAsync(Part.self, named: "request")
          #expect(part.number == expected)
          #expect(part.parts.map(\.number) == [1, 2])
        }
      }
    }
  }
}
