import Synchronization

extension Maker: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let calls = ArgumentCalls(try level.one(services, as: Service.self), in: level, isMain: false)
      return Slot(owner: level, constant: Maker { try calls($0) })
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      // The holder can be made here. Only calling it throws.
      return Slot(owner: level, constant: Maker { _ in throw error })
    }
  }
}

extension MainMaker: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let calls = ArgumentCalls(try level.one(services, as: Service.self), in: level, isMain: true)
      return Slot(owner: level, constant: MainMaker { try calls($0) })
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      return Slot(owner: level, constant: MainMaker { _ in throw error })
    }
  }
}

extension AsyncMaker: ParameterShape {
  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    do {
      let target = try level.one(services, as: Service.self)
      return Slot(
        owner: level,
        constant: AsyncMaker { [weak level, unowned(unsafe) target] value in
          guard let level else { throw ContainerClosed() }
          return try await level.value(of: target, with: value)
        })
    } catch let error as ResolutionError where error.reason == .scopeNotOpen {
      return Slot(owner: level, constant: AsyncMaker { _ in throw error })
    }
  }
}

extension Argument {
  /// The parameter's own slot.
  static func slot(in level: Level) -> AnySlot {
    Slot(owner: level, sharing: .argument, needsResolution: true) { (links: Links) throws -> Argument in
      guard let argument = links.resolution?._withUnsafeGuaranteedRef(\.argument) else {
        throw ResolutionError(WrongArgument(.missing))
      }
      return Argument(try argument.value(as: Value.self))
    }
  }
}

/// Makes the instances that a maker's calls request, in the level that made the maker.
private final class ArgumentCalls<Value>: @unchecked Sendable {
  // Unchecked because of the slot, which lives as long as its level. Callers check the level first.
  private weak let level: Level?
  private unowned(unsafe) let slot: Slot<Value>
  private let isMain: Bool
  private let isInCycle: Bool
  /// The resolution of an earlier call, kept for reuse by the next one.
  private let spare = Atomic<Unmanaged<Resolution>?>(nil)

  init(_ slot: Slot<Value>, in level: Level, isMain: Bool) {
    self.level = level
    self.slot = slot
    self.isMain = isMain
    isInCycle = level.isUnsharedInCycle(slot)
  }

  deinit { spare.load(ordering: .acquiring)?.release() }

  func callAsFunction<Handed>(_ argument: Handed) throws -> Value {
    guard let level else { throw ContainerClosed() }
    return try withExtendedLifetime(level) {
      if isInCycle {
        return try ThreadMakings.calling(slot) { try slot.take(with: argument, isMain: isMain) }
      }
      guard slot.door.load(ordering: .acquiring) == AnySlot.openWithArgument else {
        return try slot.take(with: argument, isMain: isMain)
      }
      return try makeNow(argument)
    }
  }

  private func makeNow<Handed>(_ argument: Handed) throws -> Value {
    let resolution =
      spare.exchange(nil, ordering: .acquiringAndReleasing) ?? .passRetained(Resolution(isMain: isMain))
    defer { spare.exchange(resolution, ordering: .acquiringAndReleasing)?.release() }
    do {
      return try withUnsafePointer(to: argument) { place in
        try resolution._withUnsafeGuaranteedRef {
          try $0.with(HandedArgument(place)) { try slot.makeUnwrapped(in: $0) }
        }
      }
    } catch {
      throw slot.owner.failure(of: slot, error)
    }
  }
}

extension Slot {
  /// A new instance, made with this argument.
  func take<Handed>(with argument: Handed, isMain: Bool) throws -> Value {
    try withUnsafePointer(to: argument) { place in
      try Resolution.begin(isMain: isMain, argument: HandedArgument(place)) { try take(in: $0) }
    }
  }

  /// The argument that the resolution's caller passed.
  func takeArgument(in resolution: Unmanaged<Resolution>?) throws -> Value {
    try make(Links(AnySlot.noLinks, in: resolution))
  }

  /// A new instance, made in a resolution. The slot's links must exist.
  fileprivate func makeUnwrapped(in resolution: Unmanaged<Resolution>) throws -> Value {
    try make(Links(links.load(ordering: .relaxed).unsafelyUnwrapped, in: resolution))
  }
}
