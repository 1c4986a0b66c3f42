import ConfigDI
import ConfigDIRuntime
import Synchronization

/// One seed: a live container, what happens to it, and what should have come of that.
struct Life {
  private var chance: Chance
  private let disk: Disk
  private let hand = HandClock()
  private let census = Census()
  private let live: LiveContainer

  /// What the disk says.
  private var edit = Edit()
  /// Those that should not be closed, the oldest first; the last is the current one.
  private var generations: [Generation] = []
  private var bodies: [Body] = []
  private var now = Duration.zero
  private var count = 0

  struct Generation {
    let number: Int
    let words: [Int]
    let parts: [Part]
    var users = 0
    var retired: Duration?
  }

  struct Body {
    let generation: Int
    let gate: Gate
    let task: Task<String?, any Error>
  }

  struct Broken: Error, CustomStringConvertible { let description: String }

  private static let options = LiveOptions(
    quiet: .milliseconds(200), interval: .seconds(1_000_000), deadline: .seconds(60), drain: .seconds(30),
    generations: 3)

  init(seed: UInt64) throws {
    chance = Chance(seed: seed)
    disk = Disk(edit.texts)
    live = try LiveContainer(
      manifest: "/app.yaml", registry: census.registry, live: Self.options, in: World(files: disk), clock: hand.clock)
  }

  static func run(seed: UInt64) async throws {
    var life = try Life(seed: seed)
    try await life.live.start()
    try life.takeOver()
    // The follower waits.
    try await life.check()
    let steps = 4 + life.chance.number(below: 8)
    for _ in 0..<steps {
      try await life.step()
      try await life.check()
    }
    try await life.end()
  }

  private mutating func step() async throws {
    switch chance.number(below: 10) {
    case 0..<5: try await reload()
    case 5..<7: try await enter()
    case 7..<9: try await leave()
    default: turn(by: .seconds(1 + chance.number(below: 40)))
    }
  }

  // Edits and reloads

  private mutating func nextEdit() -> Edit {
    var next = edit
    next.fault =
      chance.number(below: 3) == 0 ? Edit.Fault.allCases[chance.number(below: Edit.Fault.allCases.count)] : .none
    next.remark += 1
    if chance.number(below: 5) > 0 {
      count += 1
      next.words[chance.number(below: 3)] = count
    }
    return next
  }

  private mutating func reload() async throws {
    let old = edit
    edit = nextEdit()
    if generations.count == Self.options.generations { return try await reloadWithoutRoom() }
    if edit.fault == .takesTooLong {
      disk.become(edit.texts)
      return try await reloadTooLong()
    }
    var possible = [edit]
    if old.fault != .takesTooLong, chance.number(below: 2) == 0 {
      // Somewhere in the reading.
      disk.become(edit.texts, after: chance.number(below: 60))
      possible.append(old)
    } else {
      disk.become(edit.texts)
    }
    let before = census.parts.count
    let outcome = try await live.reload()
    disk.become(edit.texts)
    try judge(outcome, possible, madeFrom: before)
  }

  /// The newest edit waits until a generation is gone; the one before it is dropped.
  private mutating func reloadWithoutRoom() async throws {
    disk.become(edit.texts)
    let before = census.parts.count
    let isDone = Flag()
    let reload = Task { [live] in
      defer { isDone.set() }
      return try await live.reload()
    }
    for _ in 0..<20 { await Task.yield() }
    guard !isDone.isSet else {
      throw Broken(description: "a reload did not wait though \(generations.count) generations are there")
    }
    repeat { edit = nextEdit() } while edit.fault == .takesTooLong
    disk.become(edit.texts)
    turn(by: .seconds(31))
    try judge(try await reload.value, [edit], madeFrom: before)
  }

  private mutating func reloadTooLong() async throws {
    let before = census.parts.count
    let reload = Task { [live] in try await live.reload() }
    let census = census
    try await eventually("the candidate begins") { census.parts.dropFirst(before).contains { $0.name == "api" } }
    try await settleSleepers(besides: 1)
    turn(by: .seconds(61))
    guard case .rejected(let error) = try await reload.value, error is DeadlinePassed else {
      throw Broken(description: "a candidate that takes too long was not refused")
    }
    census.letGo(true)
    try await check()
    census.letGo(false)
  }

  /// - Parameter possible: What the disk was while it was read.
  private mutating func judge(_ outcome: LiveContainer.Outcome, _ possible: [Edit], madeFrom before: Int) throws {
    guard let current = generations.last else { return }
    func sound(_ isSame: Bool) -> [Edit] {
      possible.filter { $0.fault == .none && ($0.meaning == current.words) == isSame }
    }
    switch outcome {
    case .unchanged:
      guard !sound(true).isEmpty else { throw Broken(description: "unchanged, though the disk had \(possible)") }
    case .swapped:
      let words = try words(live.current)
      guard sound(false).contains(where: { $0.meaning == words }) else {
        throw Broken(description: "\(words) took over, though the disk had \(possible)")
      }
      try takeOver()
    case .rejected(let error):
      guard possible.contains(where: { $0.fault != .none }), !"\(error)".contains("TwoStates") else {
        throw Broken(description: "refused, though the disk had \(possible): \(error)")
      }
    }
  }

  private func parts(_ container: Container) throws -> [Part] {
    [
      try container.resolve(Store.self).part, try container.resolve(Cache.self).part,
      try container.resolve(Api.self).part,
    ]
  }

  private func words(_ container: Container) throws -> [Int] { try parts(container).map(\.word) }

  /// The container has another generation: each of its parts is the same where it and what it needs mean the same.
  private mutating func takeOver() throws {
    let new = try parts(live.current)
    if let old = generations.last {
      var isSame = true
      for (index, part) in new.enumerated() {
        isSame = isSame && part.word == old.words[index]
        guard (part === old.parts[index]) == isSame else {
          throw Broken(description: "\(part.name) \(part.word) is \(isSame ? "another" : "the same") instance")
        }
        if index > 0, part.needed !== new[index - 1] {
          throw Broken(description: "\(part.name) \(part.word) has a \(new[index - 1].name) of another generation")
        }
      }
      generations[generations.count - 1].retired = now
      if old.users == 0 { generations.removeLast() }
    }
    generations.append(
      Generation(number: (generations.last?.number ?? 0) + 1 + census.parts.count, words: new.map(\.word), parts: new))
  }

  // Users

  private mutating func enter() async throws {
    guard let current = generations.last, bodies.count < 5 else { return }
    let gate = Gate()
    let entered = Flag()
    let expected = current.parts
    let task = Task { [self, live, census] () -> String? in
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
    try await eventually("a body begins") { entered.isSet }
    generations[generations.count - 1].users += 1
    bodies.append(Body(generation: current.number, gate: gate, task: task))
  }

  private mutating func leave() async throws {
    guard !bodies.isEmpty else { return }
    let body = bodies.remove(at: chance.number(below: bodies.count))
    let index = generations.firstIndex { $0.number == body.generation }
    body.gate.open(isExpired: index == nil)
    if let wrong = try await body.task.value { throw Broken(description: wrong) }
    guard let index else { return }
    generations[index].users -= 1
    if generations[index].users == 0, generations[index].retired != nil { generations.remove(at: index) }
  }

  private mutating func turn(by duration: Duration) {
    now += duration
    hand.turn(by: duration)
    generations.removeAll { generation in generation.retired.map { now - $0 >= .seconds(30) } ?? false }
  }

  // What must hold

  private func check() async throws {
    guard let current = generations.last else { return }
    guard try parts(live.current).elementsEqual(current.parts, by: ===) else {
      throw Broken(description: "the current generation is another")
    }
    let used = Set(generations.flatMap(\.parts).map(\.number))
    let census = census
    let mustBeClosed = Set(census.parts.map(\.number)).subtracting(used)
    try await eventually("everything is closed that nobody uses") { mustBeClosed.isSubset(of: census.closings) }
    let closings = census.closings
    guard used.isDisjoint(with: closings) else { throw Broken(description: "something was closed that is used") }
    guard Set(closings).count == closings.count else { throw Broken(description: "something was closed twice") }
    try await settleSleepers(besides: 0)
  }

  /// So that a turn of the clock wakes all that it should.
  private func settleSleepers(besides others: Int) async throws {
    let draining = generations.dropLast().count
    let hand = hand
    // The follower's, and one for each generation that drains.
    try await eventually("the clocks are set") { hand.sleepers == 1 + draining + others }
  }

  private mutating func end() async throws {
    // A last edit that nobody asks for.
    edit.fault = .none
    edit.words = edit.words.map { _ in count + 1 }
    disk.become(edit.texts)
    let (live, hand, wanted) = (live, hand, edit.words)
    turn(by: .seconds(1_000_000))
    try await eventually("a look finds an edit") { hand.next.map { $0 <= .seconds(1) } ?? false }
    turn(by: .seconds(1))
    try await eventually("an edit is found without being told of") {
      try live.current.resolve(Api.self).part.word == wanted[2]
    }
    generations = []
    for body in bodies {
      body.gate.open(isExpired: true)
      _ = try await body.task.value
    }
    let census = census
    try await eventually("old generations are closed") { census.closings.count == census.parts.count - 3 }
    let before = census.closings.count
    try await live.shutdown()
    let closings = census.closings
    guard closings.sorted() == census.parts.map(\.number) else {
      throw Broken(description: "not everything was closed once: \(closings)")
    }
    guard closings.dropFirst(before).elementsEqual(closings.dropFirst(before).sorted(by: >)) else {
      throw Broken(description: "closed in another order than the reverse of making: \(closings.dropFirst(before))")
    }
  }
}

private func eventually(_ what: String, _ condition: @Sendable () throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(10)
  while try !condition() {
    guard ContinuousClock.now < end else { throw Life.Broken(description: "it never comes about that \(what)") }
    await Task.yield()
  }
}

/// What a body waits at.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool?, waiting: CheckedContinuation<Bool, Never>?)>((nil, nil))

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
  private let state = Atomic(false)
  var isSet: Bool { state.load(ordering: .acquiring) }
  func set() { state.store(true, ordering: .releasing) }
}
