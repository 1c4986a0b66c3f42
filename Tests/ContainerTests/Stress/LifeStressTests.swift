import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Random graphs started and shut down, with failures, delays and cancellations at random times, while others resolve
/// and open scopes. `CONFIGDI_STRESS` multiplies the rounds; the time limit is the watchdog.
@Suite(.timeLimit(.minutes(60))) struct LifeStressTests {
  /// What was made and what was closed, instance by instance.
  final class Book: Sendable {
    private let state = Lock(State())
    struct State: Sendable {
      var next = 0
      var open: Set<Int> = []
      var closed: Set<Int> = []
      /// How often each service of the container itself was made.
      var singletons: [Int: Int] = [:]
      var mistakes: [String] = []
    }

    var isAllClosed: Bool { state.withLock { $0.open.isEmpty } }

    func made(_ id: Int, _ needed: [Part], isScoped: Bool) -> Int {
      state.withLock { state in
        for needed in needed where !state.open.contains(needed.serial) {
          state.mistakes.append("\(id) was made after what it needs was closed: \(needed.id)")
        }
        if !isScoped { state.singletons[id, default: 0] += 1 }
        state.next += 1
        state.open.insert(state.next)
        return state.next
      }
    }

    func closed(_ part: Part) {
      state.withLock { state in
        for needed in part.needed where !state.open.contains(needed.serial) {
          state.mistakes.append("\(part.id) was closed after what it needs: \(needed.id)")
        }
        state.open.remove(part.serial)
        if !state.closed.insert(part.serial).inserted { state.mistakes.append("\(part.id) was closed twice") }
      }
    }

    func wrong(_ text: String) { state.withLock { $0.mistakes.append(text) } }

    func verify(_ seed: UInt64) {
      let state = state.withLock { $0 }
      #expect(state.mistakes.isEmpty, "seed \(seed): \(state.mistakes)")
      #expect(state.open.isEmpty, "seed \(seed): \(state.open.count) were never closed")
      #expect(state.closed.count == state.next, "seed \(seed)")
      #expect(state.singletons.values.allSatisfy { $0 == 1 }, "seed \(seed): \(state.singletons)")
    }
  }

  final class Part: Sendable, AsyncCloseable {
    let id: Int
    let serial: Int
    let needed: [Part]
    let book: Book
    let settings: Settings

    init(_ settings: Settings, _ needed: [Part], _ book: Book) {
      id = settings.id
      self.needed = needed
      self.book = book
      self.settings = settings
      serial = book.made(id, needed, isScoped: settings.isScoped)
    }

    func close() async throws {
      if settings.delay { try? await Task.sleep(for: .microseconds(200)) }
      book.closed(self)
      if settings.failsToClose { throw Refusal(text: "closing \(id)") }
    }
  }

  struct Settings: ServiceSettings {
    var id: Int
    var fails: Bool
    var delay: Bool
    var failsToClose: Bool
    var isScoped: Bool

    var setting: Setting {
      let here = HandMadePlan.line(id + 1)
      func flag(_ name: String, _ value: Bool) -> Setting.Entry {
        (Located(name, at: here), Setting(.bool(value), at: here))
      }
      return Setting(
        .map([
          (Located("id", at: here), Setting(.int(id), at: here)), flag("fails", fails), flag("delay", delay),
          flag("failsToClose", failsToClose), flag("isScoped", isScoped),
        ]), at: here)
    }
  }

  private static func key(_ index: Int) -> Key<Part> { Key<Part>("Part/\(index)") }

  private func container(_ random: inout Seeded, _ book: Book) throws -> (container: Container, count: Int) {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.register("sync", as: Part.self) { (settings: Settings, needed: [Part]) in
      if settings.delay { Thread.sleep(forTimeInterval: 0.000_1) }
      if settings.fails { throw Refusal(text: "\(settings.id)") }
      return Part(settings, needed, book)
    }
    registry.registerAsync("async", as: Part.self) { (settings: Settings, needed: [Part]) in
      if settings.delay { try await Task.sleep(for: .microseconds(500)) }
      if settings.fails { throw Refusal(text: "\(settings.id)") }
      return Part(settings, needed, book)
    }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    let count = 5 + random.number(below: 40)
    let scoped = count - random.number(below: 6)
    let failures = random.number(below: 3) == 0 ? random.number(below: 3) : 0
    for index in 0..<count {
      let needed =
        index == 0 ? [] : Set((0..<random.number(below: 4)).map { _ in "Part/\(random.number(below: index))" }).sorted()
      let settings = Settings(
        id: index, fails: random.number(below: count) < failures, delay: random.number(below: 3) == 0,
        failsToClose: random.number(below: 20) == 0, isScoped: index >= scoped)
      plan.add(
        "Part/\(index)", index < scoped && random.chance(50) ? "async" : "sync",
        index < scoped ? .singleton : .declared(0), [.all(needed)], settings: settings.setting,
        eager: index < scoped && random.chance(50))
    }
    return (try plan.container(registry), count)
  }

  /// Resolves and opens scopes until the container is closed, which it must say itself.
  ///
  /// - Returns: The scopes that are still open: one that is let go is closed by nobody.
  private static func visit(_ container: Container, _ count: Int, _ book: Book, _ seed: UInt64) async -> [Container] {
    var random = Seeded(seed)
    var scopes: [Container] = []
    for _ in 0..<200 {
      do {
        let index = random.number(below: count)
        switch random.number(below: 5) {
        case 0: _ = try container.resolve(key(index))
        case 1: _ = try await container.resolveAsync(key(index))
        case 2:
          let scope = try container.openScope("session")
          scopes.append(scope)
          _ = try scope.resolve(key(index))
        case 3: _ = try await scopes.last?.resolveAsync(key(index))
        default: try await scopes.popLast()?.close()
        }
      } catch is ContainerClosed {
        if container.level.hasEnded { return scopes }
      } catch let error as ResolutionError where error.reason == .notStarted {
        await Task.yield()
      } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      } catch is ClosingFailed {
      } catch let error as ResolutionError where error.underlying is Refusal || error.underlying is CancellationError {
      } catch {
        book.wrong("\(error)")
      }
    }
    return scopes
  }

  @Test("every instance is closed once and in order") func whateverIsMadeIsClosedOnceAndInOrder() async throws {
    for seed in 0..<UInt64(40 * StressTests.factor) {
      var random = Seeded(100 + seed)
      let book = Book()
      let (container, count) = try container(&random, book)
      let isCancelled = random.chance(30)
      let isShutDown = random.chance(40)
      let visitors = random.chance(60) ? 1 + random.number(below: 4) : 0
      let pause = Duration.microseconds(random.number(below: 1_500))
      let start = Task { try await container.start() }
      let seeds = (0..<visitors).map { _ in random.next() }
      async let visits = withTaskGroup(of: [Container].self) { group in
        for seed in seeds { group.addTask { await Self.visit(container, count, book, seed) } }
        return await group.reduce(into: []) { $0 += $1 }
      }
      if isCancelled || isShutDown { try await Task.sleep(for: pause) }
      if isCancelled { start.cancel() }
      if isShutDown { await Self.shutDown(container, by: 3) }
      let result = await start.result
      if case .failure(let error) = result {
        // Whoever is told of the failure finds everything closed.
        #expect(book.isAllClosed, "seed \(seed)")
        let isRefusal = (error as? ResolutionError)?.underlying is Refusal
        let isExpected = isRefusal || isCancelled && error is CancellationError || isShutDown
        #expect(isExpected, "seed \(seed): \(error)")
      }
      async let end: Void = Self.shutDown(container, by: 2)
      let scopes = await visits
      await end
      withExtendedLifetime(scopes) {}
      book.verify(seed)
      for index in 0..<count {
        #expect(await Self.isRefused(index, by: container), "seed \(seed)")
      }
    }
  }

  private static func isRefused(_ index: Int, by container: Container) async -> Bool {
    do {
      _ = try container.resolve(key(index))
    } catch is ContainerClosed {
      do { _ = try await container.resolveAsync(key(index)) } catch { return error is ContainerClosed }
    } catch {}
    return false
  }

  /// Several at once: each returns when everything is closed, and is told the same.
  private static func shutDown(_ container: Container, by callers: Int) async {
    let failures = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<callers {
        group.addTask {
          do {
            try await container.shutdown()
            return []
          } catch {
            return (error as? ClosingFailed)?.failures.map(\.step.key) ?? ["\(error)"]
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures.allSatisfy { $0 == failures[0] })
  }
}
