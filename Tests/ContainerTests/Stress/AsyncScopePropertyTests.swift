import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// What every maker is called with.
private let number = 7

/// Random services in nested scopes, and one fault at a random point: a factory that throws, a cancelled task, a scope or
/// a container that is closed while its services are being made.
///
/// `CONFIGDI_ASYNC_SEEDS` is how many; `CONFIGDI_ASYNC_SEED` tries a single one.
@Suite(.timeLimit(.minutes(30))) struct AsyncScopePropertyTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let count = variables["CONFIGDI_ASYNC_SEEDS"].flatMap { UInt64($0) } ?? 300
  private static let single = variables["CONFIGDI_ASYNC_SEED"].flatMap { UInt64($0) }

  fileprivate enum Fault: Sendable {
    case none, throwing, cancelling, closingScope, closingContainer
  }

  /// What was made and closed, and when the fault happens.
  fileprivate final class Ledger: Sendable {
    private struct State: Sendable {
      var step = 0
      var made: [Int] = []
      var closed: [Int] = []
      var wrong: [String] = []
      var act: (@Sendable () -> Void)?
    }

    private let state = Lock(State())
    let fault: Fault
    private let faultStep: Int

    init(_ fault: Fault, at step: Int) {
      self.fault = fault
      faultStep = step
    }

    func onFault(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.act = act } }

    /// One step of a factory.
    func step() async throws {
      let act = state.withLock { state -> (@Sendable () -> Void)? in
        state.step += 1
        return state.step == faultStep ? state.act ?? {} : nil
      }
      act?()
      if act != nil, fault == .throwing { throw Refusal() }
      await Task.yield()
    }

    func expect(_ given: Int) {
      if given != number { state.withLock { $0.wrong.append("the argument is \(given)") } }
    }

    var steps: Int { state.withLock { $0.step } }
    var wrong: [String] { state.withLock { $0.wrong } }
    var open: [Int] { state.withLock { state in state.made.filter { !state.closed.contains($0) } } }

    func make() -> Int {
      state.withLock {
        $0.made.append($0.made.count)
        return $0.made.count - 1
      }
    }

    func close(_ number: Int, needs: [Int]) {
      state.withLock { state in
        if state.closed.contains(number) { state.wrong.append("\(number) was closed twice") }
        let early = needs.filter { state.closed.contains($0) }
        if !early.isEmpty { state.wrong.append("\(number) was closed after \(early), which it uses") }
        state.closed.append(number)
      }
    }
  }

  fileprivate final class Node: AsyncCloseable, Sendable {
    let number: Int
    let needs: [Int]
    private let ledger: Ledger
    /// Whether the container keeps it, and so closes it.
    let isKept: Bool

    init(_ needs: [Node], _ ledger: Ledger, isKept: Bool) {
      number = isKept ? ledger.make() : -1
      // Of an instance that nobody keeps, its holder uses what it uses.
      self.needs = needs.flatMap { $0.isKept ? [$0.number] : $0.needs }
      self.ledger = ledger
      self.isKept = isKept
    }

    func close() async throws {}

    func close(after outcome: ScopeOutcome) async throws {
      await Task.yield()
      ledger.close(number, needs: needs)
    }
  }

  fileprivate struct Service: CustomStringConvertible {
    /// The scopes around it: 0 for the container.
    var depth: Int
    var scope: PlannedService.Scope
    var isAsync: Bool
    /// Whether each caller passes a number, and asks through a maker.
    var takesNumber = false
    var needs: [Int]
    /// What its factory asks for while it runs.
    var asks: [Int]
    var description: String {
      "\(scope)\(isAsync ? " async" : "")\(takesNumber ? " of a number" : "") needs \(needs) asks \(asks)"
    }
  }

  fileprivate static func services(_ chance: inout Seeded) -> [Service] {
    var services: [Service] = []
    for index in 0..<(3 + chance.number(below: 6)) {
      let depth = chance.number(below: 3)
      let isNew = chance.chance(30)
      let scope: PlannedService.Scope =
        isNew ? (chance.chance(50) ? .transient : .graph) : depth == 0 ? .singleton : .declared(depth - 1)
      let reachable = (0..<index).filter { services[$0].depth <= depth }
      let needs = reachable.filter { _ in chance.chance(35) }
      // An instance without a life of its own lives where it can be made.
      let own = isNew ? needs.map { services[$0].depth }.max() ?? 0 : depth
      services.append(Service(depth: own, scope: scope, isAsync: chance.chance(70), needs: needs, asks: []))
    }
    let needed = Set(services.flatMap(\.needs))
    for index in services.indices where services[index].scope == .transient && !needed.contains(index) {
      services[index].takesNumber = chance.chance(60)
    }
    for _ in 0..<chance.number(below: 4) {
      let holder = chance.number(below: services.count)
      let target = chance.number(below: services.count)
      guard services[holder].isAsync, services[target].depth <= services[holder].depth else { continue }
      services[holder].asks.append(target)
    }
    return services
  }

  /// Whether a service is made asynchronously: it is itself, or something that it needs is.
  fileprivate static func isAwaited(_ index: Int, _ services: [Service]) -> Bool {
    services[index].isAsync || services[index].needs.contains { isAwaited($0, services) }
  }

  /// Whether making a service leads back to something that is being made.
  fileprivate static func leadsIntoACycle(_ start: Int, _ services: [Service]) -> Bool {
    var state = Array(repeating: 0, count: services.count)
    func visit(_ index: Int) -> Bool {
      if state[index] == 1 { return true }
      if state[index] == 2 { return false }
      state[index] = 1
      defer { state[index] = 2 }
      return (services[index].needs + services[index].asks).contains(where: visit)
    }
    return visit(start)
  }

  fileprivate static func container(_ services: [Service], _ ledger: Ledger) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Node>("Node"))
    registry.declare(Key<Ask>("Ask"))
    var plan = HandMadePlan()
    plan.scopes = [(name: "outer", parent: nil), (name: "inner", parent: 0)]
    for (index, service) in services.enumerated() {
      register("node \(index)", service, ledger, &registry)
      let asks = service.asks.indices.map { "Ask/\(index)-\($0)" }
      plan.add(
        "Node/\(index)", "node \(index)", service.scope,
        [.all(service.needs.map { "Node/\($0)" })] + (service.isAsync ? [.all(asks)] : []))
      for (turn, target) in service.asks.enumerated() {
        registerAsk("ask \(index)-\(turn)", turn, of: target, services, &registry)
        plan.add(asks[turn], "ask \(index)-\(turn)", .transient, [.provider("Node/\(target)")])
      }
    }
    return try plan.container(registry)
  }

  private static func register(
    _ name: String, _ service: Service, _ ledger: Ledger, _ registry: inout FactoryRegistry
  ) {
    let isKept = !service.scope.isMadeAnew
    @Sendable func make(_ needs: [Node], _ asks: [Ask]) async throws -> Node {
      try await ledger.step()
      for ask in asks { _ = try await ask.call() }
      try await ledger.step()
      return Node(needs, ledger, isKept: isKept)
    }
    switch (service.isAsync, service.takesNumber) {
    case (true, false):
      registry.registerAsync(name, as: Node.self) { (needs: [Node], asks: [Ask]) in try await make(needs, asks) }
    case (true, true):
      registry.registerAsync(name, as: Node.self) { (needs: [Node], asks: [Ask], number: Argument<Int>) in
        ledger.expect(number.value)
        return try await make(needs, asks)
      }
    case (false, false):
      registry.register(name, as: Node.self) { (needs: [Node]) in Node(needs, ledger, isKept: isKept) }
    case (false, true):
      registry.register(name, as: Node.self) { (needs: [Node], number: Argument<Int>) in
        ledger.expect(number.value)
        return Node(needs, ledger, isKept: isKept)
      }
    }
  }

  /// A call that a factory makes.
  fileprivate struct Ask: Sendable { let call: @Sendable () async throws -> Node }

  /// Through a maker where the service takes a number, else through a provider and a lazy dependency in turn.
  private static func registerAsk(
    _ name: String, _ turn: Int, of target: Int, _ services: [Service], _ registry: inout FactoryRegistry
  ) {
    switch (services[target].takesNumber, turn) {
    case (true, _) where isAwaited(target, services) || turn == 0:
      registry.register(name, as: Ask.self) { (maker: AsyncMaker<Int, Node>) in Ask { try await maker(number) } }
    case (true, _): registry.register(name, as: Ask.self) { (maker: Maker<Int, Node>) in Ask { try maker(number) } }
    case (false, 0): registry.register(name, as: Ask.self) { (one: AsyncProvider<Node>) in Ask { try await one() } }
    default:
      registry.register(name, as: Ask.self) { (one: AsyncLazy<Node>) in
        Ask {
          async let node = one()
          return try await node
        }
      }
    }
  }

  /// Opens both scopes and asks for everything at once.
  private static func visit(
    _ container: Container, _ services: [Service], _ opened: @escaping @Sendable (Container) -> Void
  ) async throws -> [Int: any Error] {
    try await container.withScope("outer") { outer in
      try await outer.withScope("inner") { inner in
        opened(inner)
        return await withTaskGroup(of: (Int, (any Error)?).self) { group in
          for (index, service) in services.enumerated().reversed() {
            group.addTask {
              do {
                if service.takesNumber {
                  _ = try await inner.makeAsync(Node.self, named: "\(index)", with: number)
                } else {
                  _ = try await inner.resolveAsync(Node.self, named: "\(index)")
                }
                return (index, nil)
              } catch {
                return (index, error)
              }
            }
          }
          return await group.reduce(into: [:]) { failures, answer in failures[answer.0] = answer.1 }
        }
      }
    }
  }

  /// - Returns: The number of steps that the factories took.
  @discardableResult
  private static func run(_ seed: UInt64, _ fault: Fault, at step: Int) async throws -> Int {
    var chance = Seeded(seed)
    var services = Self.services(&chance)
    for index in services.indices { services[index].asks = Array(services[index].asks.prefix(2)) }
    let ledger = Ledger(fault, at: step)
    let container = try Self.container(services, ledger)
    let ends = Lock<[Task<Void, Never>]>([])
    let inner = Lock<Container?>(nil)
    let task = Task { [services] in
      try await Self.visit(container, services) { scope in inner.withLock { $0 = scope } }
    }
    ledger.onFault {
      switch fault {
      case .none, .throwing: break
      case .cancelling: task.cancel()
      case .closingScope:
        let scope = inner.withLock { $0 }
        ends.withLock { $0.append(Task.detached { try? await scope?.close() }) }
      case .closingContainer: ends.withLock { $0.append(Task.detached { try? await container.shutdown() }) }
      }
    }
    let result = await task.result
    for end in ends.withLock({ $0 }) { await end.value }
    let place = "seed \(seed), \(fault) at \(step), \(services)"
    if fault == .none {
      switch result {
      case .failure(let error):
        // Opening a scope makes services too.
        let leads = services.indices.contains { Self.leadsIntoACycle($0, services) }
        #expect(leads, "\(place): \(error)")
      case .success(let failures):
        for (index, error) in failures {
          #expect(Self.leadsIntoACycle(index, services), "\(place): \(index) \(error)")
        }
      }
    }
    inner.withLock { $0 = nil }
    do {
      try await container.shutdown()
    } catch {
      Issue.record("\(place): \(error)")
    }
    #expect(ledger.open == [], "\(place): not closed")
    #expect(ledger.wrong == [], "\(place)")
    return ledger.steps
  }

  @Test("everyone gets an answer, and all that was made is closed once, whatever happens when")
  func whateverHappens() async throws {
    for seed in Self.single.map({ $0..<$0 + 1 }) ?? 0..<Self.count {
      let steps = try await Self.run(seed, .none, at: -1)
      for fault in [Fault.throwing, .cancelling, .closingScope, .closingContainer] {
        // Few seeds try every point, or ten of those of a service that leads back to itself; the others one each.
        let points =
          seed % 50 == 0
          ? Array(stride(from: 1, through: max(1, steps), by: steps > 60 ? steps / 10 : 1))
          : [1 + Int(seed % UInt64(max(1, steps)))]
        for point in points { try await Self.run(seed, fault, at: point) }
      }
    }
  }
}
