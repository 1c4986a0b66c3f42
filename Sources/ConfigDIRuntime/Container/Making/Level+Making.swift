import Synchronization

extension Level {
  func value<Value>(of slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    guard serves(slot) else { throw closed }
    // Checked even if the instance exists: it need not be `Sendable`, and the result should not depend on the first
    // caller.
    if slot.isOnMain, resolution?._withUnsafeGuaranteedRef(\.isMain) != true {
      throw ResolutionError(.notOnMainActor(takesArgument: slot.takesArgument))
    }
    if slot.isMade { return slot.madeValue }
    if slot.takesArgument, resolution?._withUnsafeGuaranteedRef({ $0.argument == nil }) ?? true {
      throw ResolutionError(.missingArgument)
    }
    switch slot.sharing {
    case .shared:
      if try !needsNothing(slot) { try prepare(slot, in: resolution) }
      try makeShared(slot, in: resolution)
      guard slot.isMade, serves(slot) else { throw closed }
      return slot.madeValue
    case .weak:
      try prepare(slot, in: resolution)
      return try makeWeak(slot, in: resolution)
    case .transient: return try transient(slot, in: resolution)
    case .graph: return try ofGraph(slot, in: resolution)
    case .argument: return try slot.make(Links(AnySlot.noLinks, in: resolution))
    }
  }

  private var closed: ContainerClosed {
    ContainerClosed(isOfOverlay: !overlays.isEmpty && !origin.hasEnded)
  }

  /// Makes an unshared instance. This is not inlined because it looks up the metadata of an optional type, which takes
  /// 320 instructions that callers of shared services need not spend.
  @inline(never)
  private func transient<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    if slot.isAwaited, slot.service >= 0 {
      guard let value = resolution?._withUnsafeGuaranteedRef({ $0.takeAwaited(slot) }) else { throw notThere(slot) }
      return value
    }
    let links = try links(of: slot)
    guard slot.needsResolution else {
      let value = try ThreadMakings.makingUnshared(of: slot) { try slot.make(Links(links)) }
      try Level.check(value, of: slot)
      // The fast path opens only now, so that a factory that endlessly requests its own product is detected first.
      slot.show(AnySlot.open)
      return value
    }
    return try Resolution.within(resolution) { resolution in
      let value = try ThreadMakings.makingUnshared(of: slot) { try slot.make(Links(links, in: resolution)) }
      try Level.check(value, of: slot)
      if slot.takesArgument { slot.show(AnySlot.openWithArgument) }
      return value
    }
  }

  @inline(never)
  private func ofGraph<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    let links = try links(of: slot)
    return try Resolution.within(resolution) { resolution in
      if let value = resolution._withUnsafeGuaranteedRef({ $0.instance(of: slot) }) { return value }
      if slot.isAwaited { throw notThere(slot) }
      let value = try ThreadMakings.makingUnshared(of: slot) { try slot.make(Links(links, in: resolution)) }
      try Level.check(value, of: slot)
      resolution._withUnsafeGuaranteedRef { $0.keep(value, of: slot) }
      return value
    }
  }

  /// Makes a shared instance in a new graph, so that the instance's wiring never depends on which caller came first.
  func makeShared<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws {
    let isAsync = slot.service >= 0 && wiring.traits[Int(slot.service)].contains(.isAsync)
    guard !isAsync || slot.isMade else { throw notThere(slot) }
    guard case .mine = try MakingLock.begin(slot) else { return }
    try make(slot, finish: MakingLock.finish) {
      let value = try newInstance(slot, in: resolution)
      try Level.check(value, of: slot)
      if slot.service >= 0 { note(value, of: .service(Int(slot.service)), isOnMain: slot.isOnMain) }
      return slot.box(value)
    }
  }

  private func makeWeak<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    switch try MakingLock.begin(slot) {
    case .made(let object):
      if let value = object as? Value { return value }
    case .mine:
      var made: Value?
      try make(slot, finish: MakingLock.finishWeak) {
        let value = try newInstance(slot, in: resolution)
        made = value
        try Level.checkReference(value, isWeak: true)
        return WeakCell(value as AnyObject)
      }
      if let made { return made }
    }
    throw ResolutionError(.notAnObject("\(Value.self)"))
  }

  /// Runs a factory on the thread that was chosen to make the instance, and wakes the waiting threads.
  @inline(__always)
  private func make(
    _ slot: AnySlot, finish: (AnySlot, consuming AnyObject) -> Void, _ body: () throws -> AnyObject
  ) throws {
    try ThreadMakings.makingShared(of: slot) { depth in
      do {
        // So many nested instances could overflow the thread's stack.
        if depth > Plan.deepestNesting + 1 { throw ThreadMakings.deferredTooDeep }
        try beginMaking(Int(slot.service))
        defer { endMaking(Int(slot.service)) }
        finish(slot, try observing(Int(slot.service), body))
      } catch {
        MakingLock.release(slot, by: .current)
        throw error
      }
    }
  }

  /// Makes an instance and reports the creation to the observers. Does not read the clock if there are no observers.
  @inline(__always)
  private func observing<Result>(_ service: Int, _ make: () throws -> Result) throws -> Result {
    HeldLocks.expectNone()
    return wiring.isObserved && service >= 0 ? try makeObserved(service, make) : try make()
  }

  @inline(never)
  private func makeObserved<Result>(_ service: Int, _ make: () throws -> Result) throws -> Result {
    let start = wiring.beginObserving(service)
    do {
      let result = try make()
      wiring.endObserving(service, since: start)
      return result
    } catch {
      wiring.endObserving(service, since: start, error)
      throw error
    }
  }

  private func newInstance<Value>(_ slot: Slot<Value>, in outer: Unmanaged<Resolution>?) throws -> Value {
    let links = try links(of: slot)
    let isMain = outer?._withUnsafeGuaranteedRef(\.isMain) ?? false
    guard isMain || slot.isOnMain || AnySlot.anyLink(of: links, \.needsResolution) else {
      return try slot.make(Links(links))
    }
    return try Resolution.begin(isMain: isMain) { resolution in
      try slot.make(Links(links, in: resolution))
    }
  }

  /// Whether a slot's factory takes no services. Does not look up any services.
  func needsNothing(_ slot: AnySlot) throws -> Bool {
    if slot.linksToNothing { return true }
    guard slot.service >= 0, overlays.isEmpty, let recipe = try recipe(of: Int(slot.service)) else {
      return false
    }
    return recipe._withUnsafeGuaranteedRef { $0.needs.isEmpty }
  }

  /// The error for a synchronous call that requests an instance that must be awaited.
  func notThere(_ slot: AnySlot) -> any Error {
    if let asking = AsyncMaking.asking, let making = contents.withLock({ $0.asyncMakings[ObjectIdentifier(slot)] }),
      let crossing = MakingLock.crossing(asking, making)
    {
      return crossing
    }
    let scope = slot.service < 0 ? .singleton : wiring.plan.services[Int(slot.service)].scope
    return ResolutionError(
      .notStarted(
        scope, takesArgument: slot.takesArgument, isStarted: core.start.isDone, isOverlaid: !overlays.isEmpty))
  }

  private static func check<Value>(_ value: Value, of slot: AnySlot) throws {
    if slot.isReference { try checkReference(value) }
  }

  /// Throws if the product of a factory with `reference: true`, or the instance of a weak service, is not a class
  /// instance.
  static func checkReference<Value>(_ product: Value, isWeak: Bool = false) throws {
    let value = product as Any
    guard !(type(of: value) is any AnyObject.Type) else { return }
    throw ResolutionError(.notAnObject("\(type(of: value))", isWeak: isWeak))
  }

  /// Makes the shared instances that a slot's factory needs, dependencies first.
  ///
  /// Not recursive: a manifest may chain any number of singletons, but a thread's stack is limited.
  ///
  /// - Parameter needed: The services that an initializer needs, whose slot belongs to no service.
  func prepare(_ slot: AnySlot, needing needed: [Int] = [], in resolution: Unmanaged<Resolution>?) throws {
    var visited: Set<ObjectIdentifier> = []
    var frames = [Frame(slot, needing: needed)]
    while let frame = frames.last {
      do {
        if let service = frames[frames.count - 1].next() {
          let needed = try frame.level.slot(service)
          if needed.isMade { continue }
          // A shared instance is made after its own needs, so a second walk finds it made.
          guard needed.sharing == .shared else {
            if visited.insert(ObjectIdentifier(needed)).inserted { frames.append(Frame(needed)) }
            continue
          }
          if try needed.owner.needsNothing(needed) {
            try needed.realize(in: resolution)
          } else {
            frames.append(Frame(needed))
          }
        } else {
          frames.removeLast()
          if !frames.isEmpty, frame.slot.sharing == .shared { try frame.slot.realize(in: resolution) }
        }
      } catch {
        throw frames.dropFirst().reversed().reduce(error) { $1.level.failure(of: $1.slot, $0) }
      }
    }
  }

  private struct Frame {
    let slot: AnySlot
    let level: Level
    private let needed: [Int]
    private var index = 0

    init(_ slot: AnySlot, needing needed: [Int] = []) {
      self.slot = slot
      level = slot.owner
      self.needed = slot.service < 0 ? needed : level.needs(of: Int(slot.service))
    }

    mutating func next() -> Int? {
      guard index < needed.count else { return nil }
      index += 1
      return needed[index - 1]
    }
  }

  func needs(of service: Int) -> [Int] { replacement(of: service) == nil ? ownNeeds(of: service) : [] }

  /// The services that the manifest's factory of a service receives immediately.
  func ownNeeds(of service: Int) -> [Int] {
    guard let recipe = wiring.recipes.known(service) else { return wiring.needs(of: service) }
    return recipe._withUnsafeGuaranteedRef(\.needs)
  }

  /// Records that an instance of a service is being made. Closing the level waits for that instance.
  func beginMaking(_ service: Int) throws {
    try contents.withLock { contents in
      guard contents.serves(service) else { throw ContainerClosed() }
      contents.makings.add(service)
    }
  }

  func endMaking(_ service: Int) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>]? in
      contents.makings.remove(service)
      defer { contents.rare?.waiters = [] }
      return contents.rare?.waiters
    }
    if let waiters { for waiter in waiters { waiter.resume() } }
  }

  /// Waits until the only services that are being made are those in `kept`.
  func allMakings(but kept: Set<Int>) async {
    while contents.withLock({ $0.makings.hasAny(but: kept) }) {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          guard contents.makings.hasAny(but: kept) else { return false }
          contents.makeRare().waiters.append(continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    }
  }
}

extension Slot {
  /// The shared instance, which must exist. Does not cast from a generic optional, since that would take 400
  /// instructions.
  var madeValue: Value {
    Slot.box(at: state.load(ordering: .acquiring))._withUnsafeGuaranteedRef { $0.value }
  }
}

extension Level.Contents {
  /// The number of instances that are being made, by service.
  struct Makings: Sendable {
    /// One service that is being made. Usually no other service is being made, so that nothing is allocated.
    private var one: Int?
    private var others: [Int: Int]?

    var isEmpty: Bool { one == nil && others?.isEmpty ?? true }

    mutating func add(_ service: Int) {
      guard one != nil else {
        one = service
        return
      }
      others = others ?? [:]
      others?[service, default: 0] += 1
    }

    mutating func remove(_ service: Int) {
      guard one != service else {
        one = nil
        return
      }
      guard let count = others?[service] else { return }
      others?[service] = count > 1 ? count - 1 : nil
    }

    var services: [Int] { (one.map { [$0] } ?? []) + (others?.keys.map(\.self) ?? []) }

    func hasAny(but kept: Set<Int>) -> Bool {
      !isEmpty && services.contains { !Makings.isKept($0, by: kept) }
    }

    /// Whether `kept` contains a service. A negative number stands for a slot that belongs to a parameter. For such a
    /// slot, the result is `true` if `kept` contains any service.
    static func isKept(_ service: Int, by kept: Set<Int>) -> Bool {
      service < 0 ? !kept.isEmpty : kept.contains(service)
    }
  }
}
