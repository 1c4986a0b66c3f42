extension Level {
  /// The level that makes and keeps an initializer: the level of the newest overlay that affects the initializer or its
  /// dependencies, or else the level of the container itself.
  func home(ofInitializer index: Int) -> Level {
    let needed = Set(wiring.phases.initializers[index].arguments.flatMap(\.targets).map { wiring.targets[$0] })
    var level = self
    while let lower = level.older ?? level.below {
      let newest = level.older == nil ? nil : level.overlays.first
      guard let newest, newest.initializers.contains(index) || !newest.reach.isDisjoint(with: needed) else {
        level = lower
        continue
      }
      // The overlay may also apply in the scope around this one.
      guard let below = level.below, below.has(newest.request) else { return level }
      level = below
    }
    return level
  }

  /// The initializer, made when it first runs and kept until this level ends.
  func initializer(_ index: Int) async throws -> any Initializable {
    let planned = wiring.phases.initializers[index]
    for service in wiring.needs(of: planned) { try await makeAsyncParts(of: service) }
    guard planned.isOnMain else { return try initializerNow(index, isMain: false) }
    // The settings are decoded here, not on the main actor.
    _ = try slot(ofInitializer: index)
    return try await MainActor.run { try initializerNow(index, isMain: true) }
  }

  func initializerNow(_ index: Int, isMain: Bool) throws -> any Initializable {
    let needed = wiring.needs(of: wiring.phases.initializers[index])
    let slot = try slot(ofInitializer: index)
    return try Resolution.ifMain(isMain) { resolution in
      if !slot.isMade { try prepare(slot, needing: needed, in: resolution) }
      return try slot.take(in: resolution)
    }
  }

  private func slot(ofInitializer index: Int) throws -> Slot<any Initializable> {
    try contents.withLock { $0.makeRare().initializers }.answer(index) {
      let planned = wiring.phases.initializers[index]
      guard let factory = wiring.registry.factories[planned.name] else { throw PlanMismatch.role(of: planned.name) }
      var builder = InitializerBuilder(level: self, index: index)
      let slot = try factory.accept(&builder)
      try link(slot, to: parameters(of: planned, factory, for: InjectionSite(key: planned.name)))
      return slot
    }
  }
}

/// Makes the slot of an initializer. No service key refers to such a slot.
private struct InitializerBuilder: FactoryVisitor {
  typealias Result = Slot<any Initializable>

  let level: Level
  let index: Int

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> Result {
    let make: @Sendable (consuming Links) throws -> Product
    var isOnMain = false
    switch body {
    case .now(let body): make = body
    case .onMain(let body):
      make = { links in try links.onMain(body) }
      isOnMain = true
    case .async, .ready, .decorating, .decoratingAsync: throw PlanMismatch.role(of: factory.name)
    }
    return Slot(owner: level, sharing: .shared) { [unowned(unsafe) level, index, isOnMain, name = factory.name] links in
      guard let initializer = try make(links) as? any Initializable else { throw PlanMismatch.role(of: name) }
      level.note(initializer, of: .initializer(index), isOnMain: isOnMain)
      return initializer
    }
  }
}
