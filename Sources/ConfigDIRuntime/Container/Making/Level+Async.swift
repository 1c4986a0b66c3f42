extension Level {
  /// Makes in parallel all asynchronous services that a service needs at once.
  func makeReady(_ service: Int) async throws {
    let needed = nearestAsync(to: service)
    guard !needed.isEmpty else { return }
    let asking = AsyncMaking.asking
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (needed, path) in needed {
        group.addTask {
          do {
            try await self.makeAsync(needed, for: asking)
          } catch {
            throw self.wiring.failure(of: path, error)
          }
        }
      }
      // Unlike `waitForAll`, this ends at the first failure.
      while try await group.next() != nil {}
    }
  }

  /// Makes a service if it is asynchronous, else all asynchronous services that it needs.
  func makeAsyncParts(of service: Int) async throws {
    if wiring.traits[service].contains(.isAsync) { return try await makeAsync(service, for: .asking) }
    guard wiring.traits[service].contains(.reachesAsync) else { return }
    do {
      try await makeReady(service)
    } catch {
      throw wiring.failure(of: [service], error)
    }
  }

  /// Makes an asynchronous singleton, once: a second caller waits for the first.
  ///
  /// - Parameter asking: The making that will wait for it.
  private func makeAsync(_ service: Int, for asking: AsyncMaking?) async throws {
    let slot = try slot(service)
    // The slot of another level, or of another container, is made there.
    try await slot.owner.makeAsync(slot, for: asking)
  }

  /// - Parameter first: The index of the first overlay that may have replaced the slot.
  private func makeAsync(_ slot: AnySlot, under first: Int = 0, for asking: AsyncMaking?) async throws {
    guard !slot.isMade else { return }
    let service = Int(slot.service)
    guard let index = replacement(of: service, under: first) else {
      return try await makeAsync(slot, service, for: asking)
    }
    // An overlay's closure cannot wait for the original, so the original is made before.
    let original = try original(of: service, replacedBy: index)
    let owner = original.owner
    try await owner.makeAsync(original, under: owner === self ? index + 1 : 0, for: asking)
  }

  private func makeAsync(_ slot: AnySlot, _ service: Int, for asking: AsyncMaking?) async throws {
    let (making, task) = try contents.withLock { contents in
      guard !contents.hasEndedMakings else { throw ContainerClosed(chain: [wiring.step(service)]) }
      let rare = contents.makeRare()
      if let running = rare.asyncMakings[service] { return running }
      let begun = AsyncMaking.begin(slot) { try await self.runAsync(slot, service) }
      rare.asyncMakings[service] = begun
      return begun
    }
    try await core.making.wait(asking, for: making) { try await Self.end(of: task) }
  }

  /// Waits for an instance that others may wait for too. Cancelling ends the waiting, not the making.
  private static func end(of making: Task<Void, any Error>) async throws {
    let (end, continuation) = AsyncThrowingStream<Never, any Error>.makeStream()
    Task {
      do {
        try await making.value
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    for try await _ in end {}
    try Task.checkCancellation()
  }

  private func runAsync(_ slot: AnySlot, _ service: Int) async throws {
    defer { contents.withLock { $0.rare?.asyncMakings[service] = nil } }
    do {
      guard !slot.isMade else { return }
      try beginMaking(service)
      defer { endMaking(service) }
      try await makeReady(service)
      try prepare(slot, in: nil)
      guard case .factory(let planned, let decorators) = wiring.plan.services[service].kind else { return }
      var builder = AsyncMaker(level: self, slot: slot, decorators: decorators)
      let make = try wiring.factory(planned, of: service).accept(&builder)
      try await make()
    } catch {
      // No caller cancels the making: only the end of the level does.
      throw failure(of: slot, Task.isCancelled ? ContainerClosed() : error)
    }
  }

  /// Cancels the asynchronous makings without waiting for them, and begins no new ones, except of services to keep.
  func endMakings(but kept: Set<Int> = []) {
    let makings = contents.withLock { contents in
      if kept.isEmpty { contents.hasEndedMakings = true }
      return contents.rare?.asyncMakings.filter { !kept.contains($0.key) }.map(\.value.task) ?? []
    }
    for making in makings { making.cancel() }
  }

  /// The asynchronous services that must be made before a service, each with the services on the way to it.
  private func nearestAsync(to service: Int) -> [(service: Int, path: [Int])] {
    var found: [(service: Int, path: [Int])] = []
    var cameFrom: [Int: Int] = [:]
    var visited: Set<Int> = [service]
    var open = [service]
    while let current = open.popLast() {
      for needed in needs(of: current) where wiring.traits[needed].contains(.reachesAsync) {
        guard visited.insert(needed).inserted else { continue }
        cameFrom[needed] = current
        guard wiring.traits[needed].contains(.isAsync) else {
          open.append(needed)
          continue
        }
        var path: [Int] = []
        var step = current
        while step != service, let before = cameFrom[step] {
          path.append(step)
          step = before
        }
        found.append((needed, path.reversed()))
      }
    }
    return found
  }
}

/// Runs an asynchronous factory and publishes its product.
private struct AsyncMaker: FactoryVisitor {
  typealias Result = @Sendable () async throws -> Void

  let level: Level
  let slot: AnySlot
  let decorators: [PlannedFactory]

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> Result {
    guard case .async(let make) = body else { throw WrongRole(name: factory.name) }
    guard let slot = slot.typed(as: Product.self) else { throw ResolutionError(NotStarted()) }
    let decorate = try SlotBuilder.decoration(
      of: Product.self, by: decorators, after: factory.parameterTypes.count, in: level, Int(slot.service))
    let isReference = factory.traits.contains(.reference)
    return { [level] in
      let resolution = Resolution(isMain: false)
      let links = Links(try level.links(of: slot), in: .passUnretained(resolution))
      let decorated = try await level.wiring.observingAsync(Int(slot.service)) {
        let product = try await make(links)
        if isReference { try Level.checkReference(product) }
        return try decorate(product, links)
      }
      let box = Box(decorated)
      level.note(decorated, of: .service(Int(slot.service)))
      level.core.making.publish(slot, box, AnySlot.address(of: box))
      withExtendedLifetime(resolution) {}
    }
  }
}
