import Synchronization

extension Level {
  func value<Value>(of slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    guard serves(slot) else { throw ContainerClosed() }
    // Checked even if the instance exists: it need not be `Sendable`, and the result should not depend on the first
    // caller.
    if slot.isOnMain, resolution?._withUnsafeGuaranteedRef(\.isMain) != true {
      throw ResolutionError(NotOnMainActor())
    }
    if slot.isMade { return slot.madeValue }
    if slot.takesArgument, resolution?._withUnsafeGuaranteedRef({ $0.argument == nil }) ?? true {
      throw ResolutionError(WrongArgument(.missing))
    }
    switch slot.sharing {
    case .shared:
      if try !needsNothing(slot) { try prepare(slot, in: resolution) }
      try makeShared(slot, in: resolution)
      guard slot.isMade, serves(slot) else { throw ContainerClosed() }
      return slot.madeValue
    case .weak:
      try prepare(slot, in: resolution)
      return try makeWeak(slot, in: resolution)
    case .transient: return try transient(slot, in: resolution)
    case .graph: return try ofGraph(slot, in: resolution)
    case .argument: return try slot.takeArgument(in: resolution)
    }
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
    guard !isAsync(slot) || slot.isMade else { throw notThere(slot) }
    while true {
      switch core.making.begin(slot) {
      case .made: return
      case .wait(let latch): core.making.wait(for: latch)
      case .crossing(let error): throw error
      case .mine:
        try make(slot) {
          let value = try newInstance(slot, in: resolution)
          try Level.check(value, of: slot)
          if slot.service >= 0 { note(value, of: .service(Int(slot.service)), isOnMain: slot.isOnMain) }
          return slot.box(value)
        }
        return
      }
    }
  }

  private func makeWeak<Value>(_ slot: Slot<Value>, in resolution: Unmanaged<Resolution>?) throws -> Value {
    while true {
      switch core.making.begin(slot) {
      case .made(let object):
        if let value = object as? Value { return value }
        throw ResolutionError(NotAnObject(type: "\(Value.self)"))
      case .wait(let latch): core.making.wait(for: latch)
      case .crossing(let error): throw error
      case .mine:
        var made: Value?
        try make(slot) {
          let value = try newInstance(slot, in: resolution)
          made = value
          return WeakCell(try Level.object(value))
        }
        if let made { return made }
      }
    }
  }

  /// Runs a factory on the thread that was chosen to make the instance, and wakes the waiting threads.
  @inline(__always)
  private func make(_ slot: AnySlot, _ body: () throws -> AnyObject) throws {
    try ThreadMakings.makingShared(of: slot) {
      do {
        try beginMaking(Int(slot.service))
        defer { endMaking(Int(slot.service)) }
        core.making.finish(slot, try wiring.observing(Int(slot.service), body))
      } catch {
        core.making.giveUp(slot)
        throw error
      }
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

  private func isAsync(_ slot: AnySlot) -> Bool {
    slot.service >= 0 && wiring.traits[Int(slot.service)].contains(.isAsync)
  }

  /// The error for a synchronous call that requests an instance that must be awaited.
  func notThere(_ slot: AnySlot) -> any Error {
    let scope = slot.service < 0 ? nil : wiring.plan.services[Int(slot.service)].scope
    return ResolutionError(NotStarted(scope: scope ?? .singleton, takesArgument: slot.takesArgument))
  }

  private static func object<Value>(_ value: Value) throws -> AnyObject {
    guard type(of: value as Any) is any AnyObject.Type else {
      throw ResolutionError(NotAnObject(type: "\(type(of: value as Any))"))
    }
    return value as AnyObject
  }

  private static func check<Value>(_ value: Value, of slot: AnySlot) throws {
    if slot.isReference { try checkReference(value) }
  }

  /// Throws if the product of a factory with `reference: true` is not a class instance.
  static func checkReference<Value>(_ product: Value) throws {
    let value = product as Any
    guard !(type(of: value) is any AnyObject.Type) else { return }
    throw ResolutionError(NotAnObject(type: "\(type(of: value))", isWeak: false))
  }
}

extension Slot {
  /// The shared instance, which must exist. Does not cast from a generic optional, since that would take 400
  /// instructions.
  var madeValue: Value {
    Slot.box(at: state.load(ordering: .acquiring))._withUnsafeGuaranteedRef { $0.value }
  }
}

extension Level {
  /// Makes the shared instances that a slot's factory needs, dependencies first.
  ///
  /// Not recursive: a manifest may chain any number of singletons, but a thread's stack is limited.
  func prepare(_ slot: AnySlot, in resolution: Unmanaged<Resolution>?) throws {
    var visited: Set<ObjectIdentifier> = []
    var frames = [Frame(slot)]
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

    init(_ slot: AnySlot) {
      self.slot = slot
      level = slot.owner
      needed = slot.service < 0 ? [] : level.needs(of: Int(slot.service))
    }

    mutating func next() -> Int? {
      guard index < needed.count else { return nil }
      index += 1
      return needed[index - 1]
    }
  }

  /// The services that a service's factory receives immediately.
  func needs(of service: Int) -> [Int] {
    guard replacement(of: service) == nil else { return [] }
    guard let recipe = wiring.recipes.known(service) else { return wiring.needs(of: service) }
    return recipe._withUnsafeGuaranteedRef(\.needs)
  }
}
