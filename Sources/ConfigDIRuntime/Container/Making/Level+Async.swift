extension Level {
  nonisolated(nonsending) func value<Value: Sendable>(
    of slot: Slot<Value>, in resolution: Resolution? = nil
  ) async throws -> Value {
    guard !slot.isAwaited else { return try await new(slot, in: resolution ?? Resolution()) }
    if slot.service >= 0, !slot.isMade { try await slot.owner.makeAsyncParts(of: Int(slot.service)) }
    return try withExtendedLifetime(resolution) { try slot.take(in: resolution.map { .passUnretained($0) }) }
  }

  /// A new instance of a service that must be awaited. Only the caller gets it, so it is made in the caller's task:
  /// cancelling the caller cancels the factory, and closing the level does not wait for it.
  private nonisolated(nonsending) func new<Value: Sendable>(
    _ slot: Slot<Value>, in resolution: Resolution
  ) async throws -> Value {
    let level = slot.owner
    guard resolution.argument != nil || !slot.takesArgument else {
      throw level.failure(of: slot, ResolutionError(.missingArgument))
    }
    try Task.checkCancellation()
    let service = Int(slot.service)
    return try await Nesting.deeper(at: level.wiring.step(service)) {
      do {
        guard level.serves(slot) else { throw ContainerClosed() }
        if level.needsAsync(service) { try await level.makeReady(service) }
        try level.prepare(slot, in: nil)
        let box = try await level.make(slot, in: resolution)
        return unsafeDowncast(box, to: Box<Value>.self).value
      } catch {
        throw AsyncMaking.isCurrentCancelled ? CancellationError() : level.failure(of: slot, error)
      }
    }
  }

  /// The instance of a slot that belongs to one lazy dependency. Concurrent callers wait for the same creation.
  nonisolated(nonsending) func value<Value: Sendable>(
    ofOwn slot: Slot<Value>, over target: AnySlot
  ) async throws -> Value {
    let level = slot.owner
    if !slot.isMade, target.isAwaited {
      let service = Int(target.service)
      try await Nesting.deeper(at: level.wiring.step(service)) {
        let asking = AsyncMaking.asking
        let making = try level.begin(slot, of: service, for: asking, on: #isolation)
        try await MakingLock.wait(asking, for: making)
      }
    } else if !slot.isMade, target.service >= 0 {
      try await target.owner.makeAsyncParts(of: Int(target.service))
    }
    return try slot.take(in: nil)
  }

  /// Makes a service if it is shared and asynchronous. Otherwise makes the asynchronous services that it needs.
  nonisolated(nonsending) func makeAsyncParts(of service: Int) async throws {
    guard wiring.traits[service].contains(.reachesAsync) else { return }
    if wiring.isMadeByTask(service) { return try await makeAsync(service, for: .asking) }
    do {
      try await makeReady(service)
    } catch {
      throw wiring.failure(of: [service], error)
    }
  }

  /// Makes, in parallel, the shared asynchronous services that a service needs immediately.
  private nonisolated(nonsending) func makeReady(_ service: Int) async throws {
    let needed = nearestAsync(to: service)
    guard !needed.isEmpty else { return }
    let asking = AsyncMaking.asking
    if let (level, only, path) = needed.first, needed.count == 1 {
      do { return try await level.makeAsync(only, for: asking) } catch { throw wiring.failure(of: path, error) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (level, needed, path) in needed {
        group.addTask {
          do {
            try await level.makeAsync(needed, for: asking)
          } catch {
            throw self.wiring.failure(of: path, error)
          }
        }
      }
      // Unlike `waitForAll`, this ends at the first failure.
      while try await group.next() != nil {}
    }
  }

  /// Makes a shared asynchronous service once. Later callers wait for the first creation.
  private nonisolated(nonsending) func makeAsync(_ service: Int, for asking: AsyncMaking?) async throws {
    let slot = try slot(service)
    // A slot that belongs to another level or container is filled by its owner.
    guard let making = try slot.owner.begin(slot, under: 0, for: asking, on: #isolation) else { return }
    // Each further awaited call costs as much as an object.
    guard asking == nil, let outcome = making.outcome else { return try await MakingLock.wait(asking, for: making) }
    try outcome.get()
    try Task.checkCancellation()
  }

  /// Begins or joins the creation of a shared instance. Returns `nil` if the instance exists.
  ///
  /// - Parameter first: The index of the first overlay that may have replaced the slot.
  private func begin(
    _ slot: AnySlot, under first: Int, for asking: AsyncMaking?, on actor: (any Actor)?
  ) throws -> AsyncMaking? {
    guard !slot.isMade else { return nil }
    let service = Int(slot.service)
    guard let index = replacement(of: service, under: first) else {
      return try begin(slot, of: service, for: asking, on: actor)
    }
    // An overlay's closure cannot wait for the original, so the original is made first.
    let original = try original(of: service, replacedBy: index)
    let owner = original.owner
    return try owner.begin(original, under: owner === self ? index + 1 : 0, for: asking, on: actor)
  }

  /// Returns the running creation of a slot's instance, or begins a creation if none is running. The caller must wait
  /// for its end.
  ///
  /// - Parameter service: The service to make. A slot that belongs to a parameter does not know its service.
  private func begin(
    _ slot: AnySlot, of service: Int, for asking: AsyncMaking?, on actor: (any Actor)?
  ) throws -> AsyncMaking {
    let (making, isNew) = try contents.withLock { contents in
      guard !contents.hasEndedMakings else { throw ContainerClosed(steps: [wiring.step(service)]) }
      if let running = contents.asyncMakings[ObjectIdentifier(slot)] { return (running, false) }
      let begun = AsyncMaking(slot, of: service)
      contents.asyncMakings[ObjectIdentifier(slot)] = begun
      return (begun, true)
    }
    // Noted before the factory runs, since the factory may request the service that waits for it. A new creation waits
    // for nothing yet, so only an existing one can close a ring.
    if let asking { try MakingLock.note(asking, waitsFor: making) }
    if isNew { making.run(in: self, for: asking, on: actor) }
    return making
  }

  /// Runs a creation in its own task.
  nonisolated(nonsending) func run(_ making: AsyncMaking) async throws {
    let (slot, service) = (making.slot, making.service)
    defer { contents.withLock { $0.asyncMakings[ObjectIdentifier(slot)] = nil } }
    do {
      guard !slot.isMade else { return }
      try beginMaking(service)
      defer { endMaking(service) }
      if needsAsync(service) { try await makeReady(service) }
      let resolution = Resolution()
      if slot.service < 0 {
        guard let target = AnySlot.awaited(among: try links(of: slot)).first else { throw PlanMismatch.noService }
        try prepare(target, in: nil)
        MakingLock.publish(slot, try await newBox(of: target, in: resolution))
      } else {
        if try !needsNothing(slot) { try prepare(slot, in: nil) }
        _ = try await make(slot, in: resolution)
      }
    } catch {
      // A cancelled caller cancels only the creation of an instance for itself. The end of the level cancels all
      // others.
      let isCancelled = AsyncMaking.isCurrentCancelled
      let hasEnded = isCancelled && contents.withLock { $0.hasEndedMakings || !$0.isOpen }
      let cause: any Error =
        hasEnded || isCancelled && slot.service >= 0
        ? ContainerClosed() : isCancelled ? CancellationError() : error
      throw slot.service < 0 ? cause : failure(of: slot, cause)
    }
  }

  /// Makes the new asynchronous instances that a factory receives, and keeps them in the resolution until the factory
  /// takes them.
  private nonisolated(nonsending) func makeAwaited(_ slots: [AnySlot], in resolution: Resolution) async throws {
    for slot in slots {
      if slot.service < 0 {
        // A parameter that wraps such instances, for example an array.
        try await makeAwaited(AnySlot.awaited(among: try links(of: slot)), in: resolution)
      } else if slot.sharing == .transient || !resolution.hasInstance(of: slot) {
        resolution.keepAwaited(try await newBox(of: slot, in: resolution), of: slot)
      }
    }
  }

  private nonisolated(nonsending) func newBox(of slot: AnySlot, in resolution: Resolution) async throws -> AnyObject {
    do { return try await slot.owner.make(slot, in: resolution) } catch { throw slot.owner.failure(of: slot, error) }
  }

  /// Runs a service's factory and its decorators.
  ///
  /// - Returns: The box that contains the instance. If the service is shared, its slot has already published the
  ///   instance.
  private nonisolated(nonsending) func make(_ slot: AnySlot, in resolution: Resolution) async throws -> AnyObject {
    let service = Int(slot.service)
    guard let recipe = try wiring.recipe(of: service)?.takeUnretainedValue() else {
      throw ResolutionError(.notStarted(wiring.plan.services[service].scope))
    }
    let links = try links(of: slot)
    let awaited = AnySlot.awaited(among: links)
    if !awaited.isEmpty { try await makeAwaited(awaited, in: resolution) }
    var maker = AwaitedFactory(
      level: self, slot: slot, decorators: recipe.decorators,
      links: Links(links, in: .passUnretained(resolution)))
    let box = try await recipe.factory.accept(&maker).make()
    withExtendedLifetime(resolution) {}
    // All that it needs exists, so the next call of a maker may run the factory immediately.
    if slot.takesArgument, awaited.isEmpty { slot.show(AnySlot.openWithArgument) }
    return box
  }

  /// Cancels the running asynchronous creations without waiting for them, and prevents new ones. Creations of services
  /// in `kept` are not affected.
  func endMakings(but kept: Set<Int> = []) {
    let makings = contents.withLock { contents in
      if kept.isEmpty { contents.hasEndedMakings = true }
      return contents.asyncMakings.values.filter { !kept.contains($0.service) }
    }
    for making in makings { making.cancel() }
  }

  /// Whether a service needs an asynchronous service, directly or indirectly, before it can be made.
  private func needsAsync(_ service: Int) -> Bool {
    guard overlays.isEmpty else { return !asyncNeeds(of: service).isEmpty }
    return needs(of: service).contains { wiring.traits[$0].contains(.reachesAsync) }
  }

  /// The services that a service needs and that are, or need, asynchronous services, each with the level that has it.
  /// An overlay's closure may call for the original, which cannot wait, so what the original needs counts too.
  private func asyncNeeds(of service: Int, under first: Int = 0) -> [(level: Level, service: Int)] {
    guard let index = replacement(of: service, under: first) else {
      return ownNeeds(of: service).filter { wiring.traits[$0].contains(.reachesAsync) }.map { (self, $0) }
    }
    // An overlay's instance is there already, and needs no original.
    guard first > 0 || (try? slot(service).isMade) == false,
      let original = try? original(of: service, replacedBy: index),
      !original.isMade
    else { return [] }
    return original.owner.asyncNeeds(of: service, under: original.owner === self ? index + 1 : 0)
  }

  /// The shared services that must be awaited before a service can be made, each with its level and with the services on
  /// the path to it.
  private func nearestAsync(to service: Int) -> [(level: Level, service: Int, path: [Int])] {
    var found: [(level: Level, service: Int, path: [Int])] = []
    var cameFrom: [Int: Int] = [:]
    var visited: [Int: [Level]] = [service: [self]]
    var open = [(level: self, service: service)]
    while let (level, current) = open.popLast() {
      for (level, needed) in level.asyncNeeds(of: current) {
        guard !visited[needed, default: []].contains(where: { $0 === level }) else { continue }
        visited[needed, default: []].append(level)
        cameFrom[needed] = cameFrom[needed] ?? current
        guard level.wiring.isMadeByTask(needed) else {
          open.append((level, needed))
          continue
        }
        var path: [Int] = []
        var step = current
        while step != service, let before = cameFrom[step] {
          path.append(step)
          step = before
        }
        found.append((level, needed, path.reversed()))
      }
    }
    return found
  }

  /// The asynchronous factory of a service, if no decorators wrap what it makes; otherwise `nil`.
  func asyncFactory<Value>(of slot: Slot<Value>) throws -> (@Sendable (Links) async throws -> Value)? {
    guard slot.isAwaited, let recipe = try wiring.recipe(of: Int(slot.service))?.takeUnretainedValue(),
      recipe.decorators.isEmpty, !recipe.factory.traits.contains(.reference)
    else { return nil }
    var finder = BodyFinder<Value>()
    guard case .async(let make) = try recipe.factory.accept(&finder) else { return nil }
    return make
  }
}

extension Wiring {
  func isMadeByTask(_ service: Int) -> Bool {
    traits[service].contains(.isAsync) && !plan.services[service].scope.isMadeAnew
  }
}

/// Builds the asynchronous closure that makes a product and wraps it in its decorators.
private struct AwaitedFactory: FactoryVisitor {
  /// A closure in a structure, since a closure as the result of a generic function gets four further closures around it.
  struct Result {
    let make: nonisolated(nonsending) () async throws -> AnyObject
  }

  let level: Level
  let slot: AnySlot
  let decorators: [PlannedFactory]
  let links: Links

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> Result {
    guard let slot = slot.typed(as: Product.self) else { throw PlanMismatch.role(of: factory.name) }
    let isShared = slot.sharing == .shared
    let isOurs = if case .ready = body { false } else { true }
    // Only if there are decorators, since this looks up five generic types, which takes 300 instructions each.
    let decoration =
      decorators.isEmpty
      ? nil
      : try Decoration<Product>(
        decorators, of: Int(slot.service), after: factory.parameterTypes.count, in: level, notes: isShared,
        isOurs: isOurs)
    let isReference = factory.traits.contains(.reference)
    // Unchecked: only the factory uses them while it runs.
    nonisolated(unsafe) let links = links
    return Result { [level] in
      // Unshared instances are not reported.
      let start = isShared ? level.wiring.beginObserving(Int(slot.service)) : nil
      var made: Product
      do {
        switch body {
        case .async(let make): made = try await make(links)
        case .now(let make): made = try make(links)
        case .ready(let instance): made = instance()
        case .onMain(let make): made = try links.onMain(make)
        case .decorating, .decoratingAsync: throw PlanMismatch.role(of: factory.name)
        }
        if isReference { try Level.checkReference(made) }
        if let decoration { made = try await decoration.wrapAwaiting(made, links) }
      } catch {
        level.wiring.endObserving(Int(slot.service), since: start, error)
        throw error
      }
      level.wiring.endObserving(Int(slot.service), since: start)
      let box = slot.box(made)
      if isShared {
        level.note(made, of: .service(Int(slot.service)))
        MakingLock.publish(slot, box)
      }
      return box
    }
  }
}
