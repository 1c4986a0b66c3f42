import ConfigDI
import ConfigDIRuntime
import TestSupport

/// One seed: a live container, what happens to it, and what should have come of that.
struct Life {
  var chance: Seeded
  let disk: Disk
  let hand = HandClock()
  let census = Census()
  let live: LiveContainer

  /// What the disk says.
  private var edit = Edit()
  /// Those that should not be closed, the oldest first; the last is the current one.
  var generations: [Generation] = []
  var bodies: [Body] = []
  let told: Told
  private var now: Duration { hand.clock.elapsed() }
  private var count = 0
  private var generationCount = 0

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
    let end: Begun<String?>
  }

  struct Broken: Error, CustomStringConvertible { let description: String }

  private static let options = LiveOptions(
    quiet: .milliseconds(200), interval: .seconds(1_000_000), deadline: .seconds(60), drain: .seconds(30),
    closing: .milliseconds(1), generations: 3)

  private init(seed: UInt64) throws {
    chance = Seeded(seed)
    disk = Disk(edit.texts)
    let inputs = ManifestInputs(
      stage: nil, registry: census.registry, provided: [], overlay: nil, options: ManifestOptions(),
      world: World(files: disk))
    live = try LiveContainer("/app.yaml", inputs, Self.options, hand.clock, watches: false)
    told = Told(live)
  }

  /// - Returns: A fingerprint over all that was chosen and what came of it: the same each time.
  static func run(seed: UInt64) throws -> UInt64 {
    Schedule.begin(seed: seed)
    var life = try Life(seed: seed)
    _ = try Begun.begin { [live = life.live] in try await live.start() }.end("it starts")
    try life.takeOver()
    try life.settle()
    let steps = 4 + life.chance.number(below: 8)
    for _ in 0..<steps {
      try life.step()
      // What is left to do may go on beside the next step.
      if life.chance.number(below: 2) == 0 { try life.check() } else { try life.settle() }
    }
    try life.end()
    try life.checkTold()
    return Schedule.fingerprint ^ life.census.fingerprint
  }

  private mutating func step() throws {
    switch chance.number(below: 10) {
    case 0..<5: try reload()
    case 5..<7: try enter()
    case 7..<9: try leave()
    default: try turn(by: .seconds(1 + chance.number(below: 40)))
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

  private func beginReload() -> Begun<LiveContainer.Outcome> {
    Begun.begin { [live] in try await live.reload() }
  }

  private mutating func reload() throws {
    let old = edit
    edit = nextEdit()
    if generations.count == Self.options.generations { return try reloadWithoutRoom() }
    if edit.fault == .takesTooLong {
      disk.become(edit.texts)
      return try reloadTooLong()
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
    var reloads = [beginReload()]
    // There is room for the second whatever comes of the first.
    if possible.count == 1, generations.count + 1 < Self.options.generations, chance.number(below: 4) == 0 {
      reloads.append(beginReload())
    }
    let probes = (0..<chance.number(below: 4)).map { _ in
      Schedule.run(turns: chance.number(below: 60))
      return probe(pauses: chance.number(below: 6))
    }
    let outcomes = try reloads.map { try end(of: $0, "a reload ends") }
    disk.become(edit.texts)
    // Of two, either was first.
    for outcome in outcomes.filter({ !$0.isUnchanged }) + outcomes.filter(\.isUnchanged) {
      try judge(outcome, possible, madeFrom: before)
    }
    for probe in probes {
      if let wrong = try probe.end("a body ends") { throw Broken(description: wrong) }
    }
  }

  /// The newest edit waits until a generation is gone; the one before it is dropped.
  private mutating func reloadWithoutRoom() throws {
    disk.become(edit.texts)
    let before = census.parts.count
    let reload = beginReload()
    try Schedule.settle()
    guard !reload.isDone else {
      throw Broken(description: "a reload did not wait though \(generations.count) generations are there")
    }
    repeat { edit = nextEdit() } while edit.fault == .takesTooLong
    disk.become(edit.texts)
    try turn(by: .seconds(31))
    try judge(try end(of: reload, "a reload ends"), [edit], madeFrom: before)
  }

  private mutating func reloadTooLong() throws {
    let before = census.parts.count
    let reload = beginReload()
    guard try run(until: { census.parts.dropFirst(before).contains { $0.name == "api" } }) else {
      throw Broken(description: "a candidate does not begin")
    }
    try settle(besides: 1)
    try turn(by: .seconds(61), besides: 1)
    guard case .rejected(let error) = try end(of: reload, "a reload ends"),
      case .deadlinePassed? = error as? ReloadError
    else {
      throw Broken(description: "a candidate that takes too long was not refused")
    }
    census.letGo()
    try settle()
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
      let words = try parts(live.current).map(\.word)
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
      }
      guard isOfOne(new) else { throw Broken(description: "\(new.map(\.word)) are of two generations") }
      generations[generations.count - 1].retired = now
      if old.users == 0 { generations.removeLast() }
    }
    generationCount += 1
    generations.append(Generation(number: generationCount, words: new.map(\.word), parts: new))
  }

  // The clock

  /// Turns it when everybody sleeps who should.
  mutating func turn(by duration: Duration, besides others: Int = 0) throws {
    try settle(besides: others)
    hand.turn(by: duration)
    // The milliseconds that passed for what hangs count for nobody else.
    let limit = now - .milliseconds(29_500)
    generations.removeAll { generation in generation.retired.map { $0 <= limit } ?? false }
  }

  // The end

  private mutating func end() throws {
    if chance.number(below: 4) == 0 { return try endWhileItReloads() }
    // A last edit that nobody asks for.
    edit.fault = .none
    edit.words = edit.words.map { _ in count + 1 }
    disk.become(edit.texts)
    try turn(by: .seconds(1_000_000))
    try quiesce()
    guard hand.next.map({ $0 <= .seconds(1) }) ?? false else {
      throw Broken(description: "a look finds no edit")
    }
    hand.turn(by: .seconds(1))
    guard try run(until: { try parts(live.current)[2].word == edit.words[2] }) else {
      throw Broken(description: "an edit is not found without being told of")
    }
    generations = []
    try endBodies()
    try quiesce()
    guard census.closings.count == census.parts.count - 3 else {
      throw Broken(description: "old generations are not closed")
    }
    let before = census.closings.count
    try endOfShutdown(Begun.begin { [live] in try await live.shutdown() })
    try checkClosings()
    let last = census.closings.dropFirst(before)
    guard last.elementsEqual(last.sorted(by: >)) else {
      throw Broken(description: "closed in another order than the reverse of making: \(last)")
    }
  }

  /// Nothing is lost, wherever the reload is.
  private mutating func endWhileItReloads() throws {
    edit = nextEdit()
    disk.become(edit.texts)
    let reload = beginReload()
    Schedule.run(turns: chance.number(below: 200))
    let shutdowns = (0..<2).map { _ in Begun.begin { [live] in try await live.shutdown() } }
    Schedule.run(turns: chance.number(below: 200))
    generations = []
    try endBodies()
    census.letGo(forGood: true)
    for shutdown in shutdowns { try endOfShutdown(shutdown) }
    _ = try? end(of: reload, "a reload ends with the container")
    guard reload.isDone else { throw Broken(description: "a reload outlives the container") }
    try quiesce()
    try checkClosings()
  }

  private mutating func endBodies() throws {
    for body in bodies {
      body.gate.open(isExpired: true)
      _ = try? body.end.end("a body ends")
      guard body.end.isDone else { throw Broken(description: "a body does not end") }
    }
  }

  private func checkClosings() throws {
    let closings = census.closings
    guard closings.sorted() == census.parts.map(\.number) else {
      throw Broken(description: "not everything was closed once: \(closings)")
    }
  }
}

extension LiveContainer.Outcome {
  fileprivate var isUnchanged: Bool {
    if case .unchanged = self { true } else { false }
  }
}
