/// A parameter type that wraps a service, and can make the slot for the parameter.
protocol ParameterShape: DependencyWrapper {
  /// - Parameters:
  ///   - services: The wrapped services: any number for a collection, otherwise at most one.
  ///   - kept: Receives the slots that must live as long as the service that holds the wrapper, if that service is made
  ///     only once; otherwise `nil`.
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot
}

extension Optional: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    guard let service = services.first else { return Slot<Wrapped?>(owner: level, constant: nil) }
    guard try !level.isAbsent(level.slot(service), service) else { return Slot<Wrapped?>(owner: level, constant: nil) }
    let target = try level.slot(service, as: Wrapped.self)
    return level.parameter(over: [target]) { links in
      var links = links
      return Optional(try links.take(Wrapped.self))
    }
  }
}

extension Array: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let targets = try services.map { try level.slot($0, as: Element.self) }
    let count = targets.count
    return level.parameter(over: targets) { links in
      var links = links
      var elements: [Element] = []
      elements.reserveCapacity(count)
      for _ in 0..<count { elements.append(try links.take(Element.self)) }
      return elements
    }
  }
}

extension Lazy: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let target = try level.one(services, as: Service.self)
    // A shared instance is kept by its own slot. Any other instance is made once for each lazy dependency.
    guard target.sharing != .shared else {
      return Slot(owner: level, constant: Lazy(source: level.source(of: target, over: target)))
    }
    guard kept == nil else {
      let own = level.own(over: target, keeping: &kept)
      return Slot(owner: level, constant: Lazy(source: level.source(of: own, over: target)))
    }
    return level.parameter(over: []) { [unowned(unsafe) level, unowned(unsafe) target] _ in
      Lazy(source: level.source(keeping: level.own(over: target), over: target))
    }
  }
}

extension Provider: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let target = try level.one(services, as: Service.self)
      return Slot(owner: level, constant: Provider(level.source(of: target, over: target)))
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      // The provider itself can be made here; only calling it throws.
      return Slot(owner: level, constant: Provider { throw error })
    }
  }
}

extension ScopedProvider: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    guard let service = services.first else { throw MissingTarget() }
    let core = level.core
    return Slot(
      owner: level,
      constant: ScopedProvider { [weak core] scope in
        guard let scope = scope as? Container, let core else { throw ContainerClosed() }
        return try scope.take(service, of: core, as: Service.self)
      })
  }
}

extension MainLazy: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let target = try level.one(services, as: Service.self)
    guard target.sharing != .shared else {
      return Slot(owner: level, constant: MainLazy(source: level.mainSource(of: target, over: target)))
    }
    guard kept == nil else {
      let own = level.own(over: target, keeping: &kept)
      return Slot(owner: level, constant: MainLazy(source: level.mainSource(of: own, over: target)))
    }
    return level.parameter(over: []) { [unowned(unsafe) level, unowned(unsafe) target] _ in
      MainLazy(source: level.mainSource(keeping: level.own(over: target), over: target))
    }
  }
}

extension MainProvider: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let target = try level.one(services, as: Service.self)
      return Slot(owner: level, constant: MainProvider(level.mainSource(of: target, over: target)))
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      return Slot(owner: level, constant: MainProvider { throw error })
    }
  }
}

extension AsyncLazy: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    let target = try level.one(services, as: Service.self)
    guard target.sharing != .shared else {
      return Slot(owner: level, constant: AsyncLazy(source: level.asyncSource(of: target)))
    }
    guard kept == nil else {
      let own = level.own(over: target, keeping: &kept)
      return Slot(
        owner: level,
        constant: AsyncLazy(source: { [weak level, unowned(unsafe) own, unowned(unsafe) target] in
          guard let level else { throw ContainerClosed() }
          return try await level.value(ofOwn: own, over: target)
        }))
    }
    return level.parameter(over: []) { [unowned(unsafe) level, unowned(unsafe) target] _ in
      AsyncLazy(source: { [weak level, own = level.own(over: target), unowned(unsafe) target] in
        guard let level else { throw ContainerClosed() }
        return try await level.value(ofOwn: own, over: target)
      })
    }
  }
}

extension AsyncProvider: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let target = try level.one(services, as: Service.self)
      return Slot(owner: level, constant: AsyncProvider(level.asyncSource(of: target)))
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      return Slot(owner: level, constant: AsyncProvider { throw error })
    }
  }
}

extension AsyncScopedProvider: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    guard let service = services.first else { throw MissingTarget() }
    let core = level.core
    return Slot(
      owner: level,
      constant: AsyncScopedProvider { [weak core] scope in
        guard let scope = scope as? Container, let core else { throw ContainerClosed() }
        return try await scope.takeAsync(service, of: core, as: Service.self)
      })
  }
}

extension Level {
  func one<Value>(_ services: [Int], as type: Value.Type) throws -> Slot<Value> {
    guard let service = services.first else { throw MissingTarget() }
    return try slot(service, as: type)
  }

  /// A slot for an unshared instance that a lazy dependency makes once. If the level keeps the service that holds the
  /// dependency, the level keeps this slot too. If the dependency kept the slot, an instance that refers back to that
  /// service would never be freed.
  fileprivate func own<Value>(over target: Slot<Value>, keeping kept: inout [AnySlot]?) -> Slot<Value> {
    let own = own(over: target)
    kept?.append(own)
    return own
  }

  func own<Value>(over target: Slot<Value>) -> Slot<Value> {
    let own = Slot(owner: self, sharing: .shared) { (links: Links) throws -> Value in
      var links = links
      return try links.take(Value.self)
    }
    own.link(to: [target])
    return own
  }

  /// A slot that makes a new wrapper for each injection.
  fileprivate func parameter<Value>(
    over targets: [AnySlot], _ make: @escaping @Sendable (Links) throws -> Value
  ) -> AnySlot {
    let slot = Slot(
      owner: self, sharing: .transient, needsResolution: targets.contains { $0.needsResolution },
      isAwaited: targets.contains { $0.isAwaited }, make: make)
    slot.link(to: targets)
    return slot
  }

  /// A closure that resolves a slot in this level. The closure does not keep the level alive, since services hold their
  /// dependencies, and the level holds its services.
  fileprivate func source<Value>(of slot: Slot<Value>, over target: AnySlot) -> @Sendable () throws -> Value {
    { [weak self, unowned(unsafe) slot, isInCycle = isUnsharedInCycle(target)] in
      guard let self else { throw ContainerClosed() }
      return try self.call(slot, isInCycle: isInCycle, isMain: false)
    }
  }

  fileprivate func source<Value>(
    keeping slot: Slot<Value>, over target: AnySlot
  ) -> @Sendable () throws -> Value {
    { [weak self, isInCycle = isUnsharedInCycle(target)] in
      guard let self else { throw ContainerClosed() }
      return try self.call(slot, isInCycle: isInCycle, isMain: false)
    }
  }

  fileprivate func asyncSource<Value: Sendable>(of slot: Slot<Value>) -> @Sendable () async throws -> Value {
    { [weak self, unowned(unsafe) slot] in
      guard let self else { throw ContainerClosed() }
      return try await self.value(of: slot)
    }
  }

  fileprivate func mainSource<Value>(
    of slot: Slot<Value>, over target: AnySlot
  ) -> @MainActor @Sendable () throws -> Value {
    { [weak self, unowned(unsafe) slot, isInCycle = isUnsharedInCycle(target)] in
      guard let self else { throw ContainerClosed() }
      return try self.call(slot, isInCycle: isInCycle, isMain: true)
    }
  }

  fileprivate func mainSource<Value>(
    keeping slot: Slot<Value>, over target: AnySlot
  ) -> @MainActor @Sendable () throws -> Value {
    { [weak self, isInCycle = isUnsharedInCycle(target)] in
      guard let self else { throw ContainerClosed() }
      return try self.call(slot, isInCycle: isInCycle, isMain: true)
    }
  }

  private func call<Value>(_ slot: Slot<Value>, isInCycle: Bool, isMain: Bool) throws -> Value {
    func take() throws -> Value {
      guard isMain else { return try slot.take(in: nil) }
      return try Resolution.begin(isMain: true) { try slot.take(in: $0) }
    }
    return try isInCycle ? ThreadMakings.calling(slot, take) : take()
  }

  /// Whether a call may lead back to this slot without reaching a shared instance, which would stop the recursion.
  func isUnsharedInCycle(_ slot: AnySlot) -> Bool {
    slot.sharing != .shared && slot.service >= 0 && wiring.isInCycle(Int(slot.service))
  }
}

private struct MissingTarget: Error, CustomStringConvertible {
  var description: String { "no service is wired to a required dependency" }
}
