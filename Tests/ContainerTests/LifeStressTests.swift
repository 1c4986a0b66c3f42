import Foundation
import Testing

@testable import ConfigDI

/// Random graphs started and shut down, with failures, delays and cancellations. `CONFIGDI_STRESS` multiplies the rounds.
@Suite struct LifeStressTests {
  final class Book: Sendable {
    /// By service: what was made and not closed yet, and how often each was closed.
    private let state = Lock(State())
    struct State: Sendable {
      var open: Set<Int> = []
      var made: [Int: Int] = [:]
      var closed: [Int: Int] = [:]
      var mistakes: [String] = []
    }

    func made(_ part: Part) {
      state.withLock {
        for needed in part.needed where !$0.open.contains(needed.id) {
          $0.mistakes.append("\(part.id) was made after what it needs was closed: \(needed.id)")
        }
        $0.open.insert(part.id)
        $0.made[part.id, default: 0] += 1
      }
    }

    func closed(_ part: Part) {
      state.withLock {
        for needed in part.needed where !$0.open.contains(needed.id) {
          $0.mistakes.append("\(part.id) was closed after what it needs: \(needed.id)")
        }
        $0.open.remove(part.id)
        $0.closed[part.id, default: 0] += 1
      }
    }

    func verify(_ seed: UInt64) {
      let state = state.withLock { $0 }
      #expect(state.mistakes.isEmpty, "seed \(seed): \(state.mistakes)")
      #expect(state.open.isEmpty, "seed \(seed): never closed: \(state.open)")
      #expect(state.made == state.closed, "seed \(seed)")
      #expect(state.made.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    }
  }

  final class Part: Sendable, AsyncCloseable {
    let id: Int
    let needed: [Part]
    let book: Book
    let delay: Bool

    init(_ id: Int, _ needed: [Part], _ book: Book, delay: Bool) {
      self.id = id
      self.needed = needed
      self.book = book
      self.delay = delay
      book.made(self)
    }

    func close() async throws {
      if delay { try await Task.sleep(for: .microseconds(200)) }
      book.closed(self)
    }
  }

  struct Settings: ServiceSettings {
    var id: Int
    var fails: Bool
    var delay: Bool
  }

  private func settings(_ id: Int, fails: Bool, delay: Bool) -> Setting {
    let here = HandMadePlan.line(id + 1)
    return Setting(
      .map([
        .init(Located("id", at: here), Setting(.int(id), at: here)),
        .init(Located("fails", at: here), Setting(.bool(fails), at: here)),
        .init(Located("delay", at: here), Setting(.bool(delay), at: here)),
      ]), at: here)
  }

  private func container(_ random: inout SplitMix, _ book: Book) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Part>("Part"))
    registry.register("sync", as: Part.self) { (settings: Settings, needed: [Part]) in
      if settings.fails { throw Refusal(text: "\(settings.id)") }
      return Part(settings.id, needed, book, delay: settings.delay)
    }
    registry.registerAsync("async", as: Part.self) { (settings: Settings, needed: [Part]) in
      if settings.delay { try await Task.sleep(for: .microseconds(500)) }
      if settings.fails { throw Refusal(text: "\(settings.id)") }
      return Part(settings.id, needed, book, delay: settings.delay)
    }
    var plan = HandMadePlan()
    let count = 5 + random.below(40)
    let failures = random.below(3) == 0 ? random.below(3) : 0
    for index in 0..<count {
      let needed = index == 0 ? [] : Set((0..<random.below(4)).map { _ in "Part/\(random.below(index))" }).sorted()
      plan.add(
        "Part/\(index)", random.below(2) == 0 ? "async" : "sync", .singleton, [.all(needed)],
        settings: settings(index, fails: random.below(count) < failures, delay: random.below(3) == 0),
        eager: random.below(2) == 0)
    }
    return try plan.container(registry)
  }

  @Test func whateverIsMadeIsClosedOnceAndInOrder() async throws {
    for round in 0..<UInt64(40 * StressTests.factor) {
      var random = SplitMix(100 + round)
      let book = Book()
      let container = try container(&random, book)
      let behaviour = random.below(4)
      let start = Task { try await container.start() }
      if behaviour == 1 { start.cancel() }
      if behaviour >= 2 {
        // While it starts, others resolve; in the last case it is shut down under them.
        for index in 0..<4 {
          Task {
            _ = try? container.resolve(Key<Part>("Part/\(index)"))
            _ = try? await container.resolveAsync(Key<Part>("Part/\(index)"))
          }
        }
        if behaviour == 3 {
          await Task.yield()
          try await container.shutdown()
        }
      }
      let result = await start.result
      switch (behaviour, result) {
      case (3, _), (_, .success): break
      case (_, .failure(let error)):
        let isRefusal = (error as? FactoryFailed)?.underlying is Refusal
        #expect(isRefusal || (error is CancellationError && behaviour == 1), "seed \(round): \(error)")
      }
      try await container.shutdown()
      book.verify(round)
    }
  }
}
