import Foundation
import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Many threads at once. `CONFIGDI_STRESS` multiplies the rounds; `Scripts/measure/stress` does so under ThreadSanitizer.
@Suite(.serialized) struct StressTests {
  static let factor = ProcessInfo.processInfo.environment["CONFIGDI_STRESS"].flatMap { Int($0) } ?? 1
  static let threads = 64
  static let count = 500

  /// What one container's nodes did.
  final class Ledger: Sendable {
    let made = (0..<StressTests.count).map { _ in Counter() }
    let failures = Counter()
    let alive = Counter()
  }

  final class Counter: Sendable {
    let value = Atomic<Int>(0)
    func add(_ amount: Int) { value.add(amount, ordering: .relaxed) }
    var now: Int { value.load(ordering: .relaxed) }

    /// Waits for it: a thread lets go of its closure a little after it has said that it is done.
    func becomesZero() -> Bool {
      for _ in 0..<100_000 where now != 0 { Thread.sleep(forTimeInterval: 0.001) }
      return now == 0
    }
  }

  final class Node: Sendable {
    let index: Int
    let needed: [Node]
    let later: [Lazy<Node>]
    let ledger: Ledger

    init(_ index: Int, _ needed: [Node], _ later: [Lazy<Node>], _ ledger: Ledger) {
      self.index = index
      self.needed = needed
      self.later = later
      self.ledger = ledger
      ledger.made[index].add(1)
      ledger.alive.add(1)
    }

    deinit { ledger.alive.add(-1) }
  }

  /// What the nodes' factory reads of its surroundings: whose container it runs for, and how it misbehaves.
  struct Settings: ServiceSettings { var index: Int }

  static let node = Key<Node>("Node")

  static func key(_ index: Int) -> Key<Node> { Key<Node>("Node/\(index)") }

  static func settings(_ index: Int) -> Setting {
    let here = HandMadePlan.line(index + 1)
    return Setting(.map([(Located("index", at: here), Setting(.int(index), at: here))]), at: here)
  }

  private static let crew = Crew(threads)

  /// Runs a body on as many threads, and waits for them.
  static func onThreads(_ body: @escaping @Sendable (Int) -> Void) {
    crew.work(body)
  }

  /// Each node needs up to three earlier ones.
  static func graph(_ random: inout Seeded, scope: (Int) -> PlannedService.Scope) -> HandMadePlan {
    var plan = HandMadePlan()
    plan.scopes = [(name: "request", parent: nil)]
    for index in 0..<count {
      let needed = index == 0 ? [] : (0..<random.number(below: 4)).map { _ in "Node/\(random.number(below: index))" }
      plan.add("Node/\(index)", "node", scope(index), [.all(needed)], settings: settings(index))
    }
    return plan
  }

  static func registry(
    _ ledger: Ledger, _ prologue: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) -> FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(node)
    registry.register("node", as: Node.self) { (settings: Settings, needed: [Node]) in
      try prologue(settings.index)
      return Node(settings.index, needed, [], ledger)
    }
    return registry
  }

  @Test func eachSingletonIsMadeOnce() throws {
    var random = Seeded(1)
    for _ in 0..<20 * Self.factor {
      let ledger = Ledger()
      do {
        let container = try Self.graph(&random) { _ in .singleton }.container(Self.registry(ledger))
        let seed = random.next()
        let seen = (0..<Self.threads).map { _ in Held() }
        Self.onThreads { thread in
          var random = Seeded(seed &+ UInt64(thread))
          var mine: [Int: Node] = [:]
          for _ in 0..<40 {
            let index = random.number(below: Self.count)
            mine[index] = try? container.resolve(Self.key(index))
          }
          let held = mine
          seen[thread].nodes.withLock { $0 = held }
        }
        var first: [Int: Node] = [:]
        for held in seen {
          for (index, node) in held.nodes.withLock({ $0 }) {
            #expect(node.index == index)
            #expect(first[index] == nil || first[index] === node)
            first[index] = node
          }
        }
        #expect(!first.isEmpty)
        #expect(ledger.made.allSatisfy { $0.now <= 1 })
      }
      #expect(ledger.alive.becomesZero())
    }
  }

  final class Held: Sendable {
    let nodes = Lock<[Int: Node]>([:])
  }

  @Test("a throwing factory is tried again") func factoriesThatThrowAreTriedAgain() throws {
    var random = Seeded(2)
    for _ in 0..<10 * Self.factor {
      let ledger = Ledger()
      let calls = Counter()
      let container = try Self.graph(&random) { _ in .singleton }.container(
        Self.registry(ledger) { _ in
          calls.add(1)
          guard calls.now.isMultiple(of: 3) else { return }
          ledger.failures.add(1)
          throw Refusal()
        })
      let seed = random.next()
      Self.onThreads { thread in
        var random = Seeded(seed &+ UInt64(thread))
        for _ in 0..<20 {
          let key = Self.key(random.number(below: Self.count))
          while true {
            do {
              _ = try container.resolve(key)
              break
            } catch {
              guard let failure = error as? ResolutionError, failure.underlying is Refusal else {
                Issue.record(error)
                break
              }
            }
          }
        }
      }
      #expect(ledger.failures.now > 0)
      #expect(ledger.made.allSatisfy { $0.now <= 1 })
    }
  }

  @Test("weak instances die and are remade") func weakOnesDieAndComeBack() throws {
    var random = Seeded(3)
    for _ in 0..<5 * Self.factor {
      let ledger = Ledger()
      do {
        let container = try Self.graph(&random) { $0.isMultiple(of: 2) ? .weak : .transient }
          .container(Self.registry(ledger))
        let seed = random.next()
        Self.onThreads { thread in
          var random = Seeded(seed &+ UInt64(thread))
          var held: [Node] = []
          for _ in 0..<20 {
            let index = random.number(below: Self.count / 10)
            do {
              let node = try container.resolve(Self.key(index))
              if index.isMultiple(of: 2) { #expect(try container.resolve(Self.key(index)) === node) }
              if random.number(below: 3) == 0 { held.removeAll() } else { held.append(node) }
            } catch {
              Issue.record(error)
            }
          }
        }
      }
      #expect(ledger.alive.becomesZero())
    }
  }

  @Test("scopes open and close concurrently") func scopesOpenAndCloseSideBySide() async throws {
    var random = Seeded(4)
    for _ in 0..<4 * Self.factor {
      let ledger = Ledger()
      do {
        let container = try Self.graph(&random) { $0 < 100 ? .singleton : $0 < 300 ? .declared(0) : .transient }
          .container(Self.registry(ledger))
        let seed = random.next()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<Self.threads {
            group.addTask {
              var random = Seeded(seed &+ UInt64(task))
              for _ in 0..<4 {
                let index = random.number(below: Self.count)
                try await container.withScope("request") { scope in
                  async let first = scope.resolve(Self.key(index))
                  async let second = scope.resolve(Self.key(index))
                  let (one, other) = try await (first, second)
                  #expect((one === other) == (index < 300))
                }
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(ledger.made.prefix(100).allSatisfy { $0.now <= 1 })
      }
      #expect(ledger.alive.becomesZero())
    }
  }

  @Test("lazies forced in crossing orders never hang") func lazyOnesForcedInCrossingOrdersNeverHang() throws {
    var random = Seeded(5)
    let crossings = Counter()
    for _ in 0..<10 * Self.factor {
      let ledger = Ledger()
      do {
        var registry = FactoryRegistry()
        registry.declare(Self.node)
        registry.register("node", as: Node.self) { (settings: Settings, needed: [Node], later: Lazy<Node>) in
          do {
            _ = try later()
          } catch let error as ResolutionError where error.reason == .crossingWait {
            crossings.add(1)
            #expect(error.chain.count >= 1)
          }
          return Node(settings.index, needed, [later], ledger)
        }
        var plan = HandMadePlan()
        for index in 0..<100 {
          let needed =
            index == 0 ? [] : (0..<random.number(below: 3)).map { _ in "Node/\(random.number(below: index))" }
          plan.add(
            "Node/\(index)", "node", .singleton, [.all(needed), .lazy("Node/\(random.number(below: 100))")],
            settings: Self.settings(index))
        }
        let container = try plan.container(registry)
        let seed = random.next()
        Self.onThreads { thread in
          var random = Seeded(seed &+ UInt64(thread))
          for _ in 0..<10 {
            let index = random.number(below: 100)
            do {
              let node = try container.resolve(Self.key(index))
              #expect(node.index == index)
            } catch let error as ResolutionError where error.reason == .crossingWait {
              // An instance that it needs at once was on its way in a thread that waits for this one.
              crossings.add(1)
              #expect(error.chain.first == "Node/\(index)")
              #expect(error.isWhole)
            } catch {
              Issue.record(error)
            }
          }
        }
        #expect(ledger.made.allSatisfy { $0.now <= 1 })
      }
      #expect(ledger.alive.becomesZero())
    }
    #expect(crossings.now > 0)
  }

  @Test("overlays open while other tasks resolve outside") func overlaysOpenWhileOthersResolveOutside() async throws {
    var random = Seeded(6)
    for _ in 0..<3 * Self.factor {
      let ledger = Ledger()
      let mocked = Ledger()
      do {
        let container = try Self.graph(&random) { $0 < 400 ? .singleton : .transient }.container(Self.registry(ledger))
        let seed = random.next()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<Self.threads {
            group.addTask {
              var random = Seeded(seed &+ UInt64(task))
              for _ in 0..<4 {
                let replaced = random.number(below: Self.count)
                let index = random.number(below: Self.count)
                guard task.isMultiple(of: 2) else {
                  let node = try container.resolve(Self.key(index))
                  #expect(node.isFreeOf(mocked))
                  continue
                }
                let instance = Node(replaced, [], [], mocked)
                try await container.withOverlays(OverlayDefinition(for: Self.key(replaced), returning: instance)) {
                  let node = try container.resolve(Self.key(replaced))
                  #expect(node === instance)
                  let above = try container.resolve(Self.key(index))
                  #expect(above.agrees(with: instance))
                }
              }
            }
          }
          try await group.waitForAll()
        }
      }
      #expect(ledger.alive.becomesZero())
      #expect(mocked.alive.becomesZero())
    }
  }
}

extension ResolutionError {
  /// Whether both chains are there: this thread's, down to what it wanted, and how others lead from there back into it.
  fileprivate var isWhole: Bool {
    guard let wanted = chain.last else { return false }
    let mine = chain.dropLast()
    guard let first = crossing.first, let last = crossing.last else { return mine.contains(wanted) }
    return first.first == wanted && last.last.map(mine.contains) == true
      && zip(crossing, crossing.dropFirst()).allSatisfy { $0.last == $1.first }
  }
}

extension StressTests.Node {
  /// This node and everything below it, each once.
  private var reached: [StressTests.Node] {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var reached = [self]
    var next = 0
    while next < reached.count {
      for node in reached[next].needed where seen.insert(ObjectIdentifier(node)).inserted { reached.append(node) }
      next += 1
    }
    return reached
  }

  func isFreeOf(_ other: StressTests.Ledger) -> Bool {
    reached.allSatisfy { $0.ledger !== other }
  }

  /// Whether the node of that index below this one, if there is one, is the given instance.
  func agrees(with instance: StressTests.Node) -> Bool {
    reached.allSatisfy { $0.index != instance.index || $0 === instance }
  }
}
