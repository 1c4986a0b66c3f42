import ConfigDI
import ConfigDIRuntime
import TestSupport

/// Who uses the container, and what must hold for them.
extension Life {
  func parts(_ container: Container) throws -> [Part] {
    [
      try container.resolve(Store.self).part, try container.resolve(Cache.self).part,
      try container.resolve(Api.self).part,
    ]
  }

  /// Whether each has the one before.
  func isOfOne(_ parts: [Part]) -> Bool { parts[1].needed === parts[0] && parts[2].needed === parts[1] }

  /// Enters the current generation, to stay.
  mutating func enter() throws {
    guard let current = generations.last, bodies.count < 5 else { return }
    let gate = Gate()
    let entered = Flag()
    let expected = current.parts
    let end = Begun<String?>.begin { [self, live, census] in
      try await live.withCurrent { container in
        guard try parts(container).elementsEqual(expected, by: ===) else { return "a body has another generation" }
        entered.set()
        let isExpired = await gate.wait()
        if isExpired { return nil }
        guard try parts(container).elementsEqual(expected, by: ===),
          try live.withCurrent({ try parts($0).elementsEqual(expected, by: ===) })
        else { return "a body sees two generations" }
        let closed = Set(census.closings)
        return expected.contains { closed.contains($0.number) } ? "something was closed under its user" : nil
      }
    }
    guard try Schedule.run(until: { entered.isSet || end.isDone }) else {
      throw Broken(description: "a body does not begin")
    }
    if end.isDone, let wrong = try end.end("a body ends") { throw Broken(description: wrong) }
    generations[generations.count - 1].users += 1
    bodies.append(Body(generation: current.number, gate: gate, end: end))
  }

  mutating func leave() throws {
    guard !bodies.isEmpty else { return }
    let body = bodies.remove(at: chance.number(below: bodies.count))
    let index = generations.firstIndex { $0.number == body.generation }
    body.gate.open(isExpired: index == nil)
    if let wrong = try body.end.end("a body ends") { throw Broken(description: wrong) }
    guard let index else { return }
    generations[index].users -= 1
    if generations[index].users == 0, generations[index].retired != nil { generations.remove(at: index) }
  }

  /// A body that is there while something takes over: of whichever generation it is, it is of one, and that is open.
  func probe(pauses: Int) -> Begun<String?> {
    Begun.begin { [self, live, census] in
      try await live.withCurrent { container in
        let seen = try parts(container)
        guard isOfOne(seen) else { return "a body has parts of two generations: \(seen.map(\.word))" }
        for _ in 0..<pauses {
          await Schedule.pause()
          guard try parts(container).elementsEqual(seen, by: ===),
            try live.withCurrent({ try parts($0).elementsEqual(seen, by: ===) })
          else { return "a body sees two generations while one takes over" }
          let closed = Set(census.closings)
          if seen.contains(where: { closed.contains($0.number) }) { return "something was closed under a body" }
        }
        return nil
      }
    }
  }

  // What must hold

  /// At any time.
  func check() throws {
    guard let current = generations.last else { return }
    guard try parts(live.current).elementsEqual(current.parts, by: ===) else {
      throw Broken(description: "the current generation is another")
    }
    let used = Set(generations.flatMap(\.parts).map(\.number))
    let closings = census.closings
    guard used.isDisjoint(with: closings) else { throw Broken(description: "something was closed that is used") }
    guard Set(closings).count == closings.count else { throw Broken(description: "something was closed twice") }
  }

  /// When nothing is left to do.
  ///
  /// - Parameter others: Who sleeps beside the follower and each generation that drains.
  func settle(besides others: Int = 0) throws {
    try quiesce()
    try check()
    let used = Set(generations.flatMap(\.parts).map(\.number))
    let mustBeClosed = Set(census.parts.map(\.number)).subtracting(used)
    guard others > 0 || mustBeClosed.isSubset(of: census.closings) else {
      throw Broken(description: "something is not closed that nobody uses")
    }
    guard hand.sleepers == 1 + generations.dropLast().count + others else {
      throw Broken(
        description: "\(hand.sleepers) sleep, though there are \(generations.count) generations and \(others) others")
    }
  }
}

/// What a body waits at.
final class Gate: Sendable {
  private let state = Lock<(isOpen: Bool?, waiting: CheckedContinuation<Bool, Never>?)>((nil, nil))

  func open(isExpired: Bool) {
    let waiting = state.withLock { state in
      state.isOpen = isExpired
      return state.waiting
    }
    waiting?.resume(returning: isExpired)
  }

  /// Whether its generation was closed under it.
  func wait() async -> Bool {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.waiting = continuation
        return state.isOpen
      }
      if let isOpen { continuation.resume(returning: isOpen) }
    }
  }
}

final class Flag: Sendable {
  private let state = Lock(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
