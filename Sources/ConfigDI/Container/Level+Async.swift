extension Level {
  /// Makes everything asynchronous that a service needs at once, side by side.
  func makeReady(_ service: Int) async throws {
    let needed = nearestAsync(to: service)
    guard !needed.isEmpty else { return }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (needed, path) in needed {
        group.addTask {
          do {
            try await self.makeAsync(needed)
          } catch {
            throw self.wiring.failure(of: path, error)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Makes an asynchronous singleton, once: whoever comes second waits for the first.
  func makeAsync(_ service: Int) async throws {
    let slot = try slot(service)
    guard !slot.isMade else { return }
    let owner = unsafeDowncast(slot.owner, to: Level.self)
    let making = owner.contents.withLock { contents in
      if let making = contents.asyncMakings[service] { return making }
      let making = Task { try await owner.runAsync(slot, service) }
      contents.asyncMakings[service] = making
      return making
    }
    try await making.value
  }

  private func runAsync(_ slot: AnySlot, _ service: Int) async throws {
    defer { contents.withLock { $0.asyncMakings[service] = nil } }
    do {
      guard !slot.isMade else { return }
      try beginMaking()
      defer { endMaking() }
      try await makeReady(service)
      try prepare(slot, in: nil)
      guard case .factory(let planned, let decorators) = wiring.plan.services[service].kind else { return }
      var builder = AsyncMaker(level: self, slot: slot, decorators: decorators)
      let make = try wiring.factory(planned, of: service).accept(&builder)
      try await make()
    } catch {
      throw failure(of: slot, error)
    }
  }

  /// Cancels what is on its way, and lets it end in its own time.
  func cancelMakings() {
    for making in contents.withLock({ Array($0.asyncMakings.values) }) { making.cancel() }
  }

  /// The asynchronous services that stand between a service and its making, each with what leads to it.
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

/// Runs an asynchronous factory and publishes what it made.
private struct AsyncMaker: FactoryVisitor {
  typealias Result = @Sendable () async throws -> Void

  let level: Level
  let slot: AnySlot
  let decorators: [PlannedFactory]

  mutating func visit<Product, each Dependency>(
    _ factory: AsyncFactory<Product, repeat each Dependency>
  ) throws -> Result {
    guard let slot = slot.typed(as: Product.self) else { throw NotStarted(chain: []) }
    let decorate = try SlotBuilder.decoration(
      of: Product.self, by: decorators, after: factory.parameterTypes.count, in: level, Int(slot.service))
    let make = factory.make
    return { [level] in
      let resolution = Resolution(isMain: false)
      let links = Links(try level.links(of: slot), in: .passUnretained(resolution))
      let value = try await make(links)
      let decorated = try decorate(value, links)
      let box = Box(decorated)
      level.note(decorated, of: Int(slot.service))
      level.core.publish(slot, box, Slot.address(of: box))
      withExtendedLifetime(resolution) {}
    }
  }

  mutating func visit<Product, each Dependency>(_ factory: Factory<Product, repeat each Dependency>) throws -> Result {
    throw NotStarted(chain: [])
  }

  mutating func visit<Product, each Dependency>(
    _ factory: MainActorFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw NotStarted(chain: [])
  }

  mutating func visit<Product: Sendable>(_ factory: InstanceFactory<Product>) throws -> Result {
    throw NotStarted(chain: [])
  }

  mutating func visit<Product, each Dependency>(
    _ factory: DecoratorFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw NotStarted(chain: [])
  }

  mutating func visit<Product: Initializable, each Dependency>(
    _ factory: InitializerFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw NotStarted(chain: [])
  }
}
