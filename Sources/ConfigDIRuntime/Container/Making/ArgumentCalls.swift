import Synchronization

extension Maker: MakerWrapper {
  static var form: DependencyForm { .maker }
  static var argument: any Any.Type { Value.self }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    try level.deferred(services) { target in
      let calls = ArgumentCalls<Value, Service>(target, in: level, isMain: false)
      return Maker { try calls($0) }
    } orThrowing: { error in
      Maker { _ in throw error }
    }
  }
}

extension MainMaker: MakerWrapper {
  static var form: DependencyForm { .mainMaker }
  static var argument: any Any.Type { Value.self }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    try level.deferred(services) { target in
      let calls = ArgumentCalls<Value, Service>(target, in: level, isMain: true)
      return MainMaker { try calls($0) }
    } orThrowing: { error in
      MainMaker { _ in throw error }
    }
  }
}

extension AsyncMaker: MakerWrapper {
  static var form: DependencyForm { .asyncMaker }
  static var argument: any Any.Type { Value.self }

  static func slot(of services: [Int], in level: Level, keeping kept: inout [AnySlot]?) throws -> AnySlot {
    try level.deferred(services) { (target: Slot<Service>) in
      AsyncMaker { [weak level, unowned(unsafe) target] value in
        guard let level else { throw ContainerClosed() }
        return try await level.value(of: target, with: value)
      }
    } orThrowing: { error in
      AsyncMaker { _ in throw error }
    }
  }
}

extension Argument {
  /// The slot for an `Argument` parameter, which takes its value from the resolution.
  static func slot(in level: Level) -> AnySlot {
    let slot = Slot(owner: level, sharing: .argument, .needsResolution) { (links: Links) throws -> Argument in
      guard let argument = links.resolution?._withUnsafeGuaranteedRef(\.argument) else {
        throw ResolutionError(.missingArgument)
      }
      return Argument(try argument.value(as: Value.self))
    }
    slot.door.store(AnySlot.argument, ordering: .releasing)
    return slot
  }

  static func value(at place: UnsafeRawPointer) -> Any { place.assumingMemoryBound(to: Argument.self).pointee.value }
}

/// Handles the calls to one maker. Each call makes an instance in the maker's level, with the call's argument.
private final class ArgumentCalls<Handed, Value>: @unchecked Sendable {
  // Unchecked because of the slot, which lives as long as its level. Callers check the level first.
  private weak let level: Level?
  private let slot: Unmanaged<Slot<Value>>
  private let isMain: Bool
  private let isInCycle: Bool
  /// The `Argument` type for `Handed`. Stored because looking up a generic type takes 300 instructions.
  private let wrapped: any Any.Type = Argument<Handed>.self
  /// The resolution of an earlier call, kept for reuse.
  private let spare = Atomic<Unmanaged<Resolution>?>(nil)

  init(_ slot: Slot<Value>, in level: Level, isMain: Bool) {
    self.level = level
    self.slot = .passUnretained(slot)
    self.isMain = isMain
    isInCycle = level.isUnsharedInCycle(slot)
  }

  deinit { spare.load(ordering: .acquiring)?.release() }

  @inline(__always)
  func callAsFunction(_ argument: Handed) throws -> Value {
    guard let level else { throw ContainerClosed() }
    defer { withExtendedLifetime(level) {} }
    guard !isInCycle,
      slot._withUnsafeGuaranteedRef({ $0.door.load(ordering: .acquiring) }) == AnySlot.openWithArgument
    else { return try makeSlowly(argument) }
    let resolution =
      spare.exchange(nil, ordering: .acquiringAndReleasing) ?? .passRetained(Resolution(isMain: isMain))
    defer { spare.exchange(resolution, ordering: .acquiringAndReleasing)?.release() }
    do {
      return try withUnsafePointer(to: argument) { place in
        resolution._withUnsafeGuaranteedRef { $0.begin(HandedArgument(place, wrapped)) }
        defer { resolution._withUnsafeGuaranteedRef { $0.end() } }
        return try slot._withUnsafeGuaranteedRef { try $0.makeUnwrapped(in: resolution) }
      }
    } catch {
      throw slot._withUnsafeGuaranteedRef { $0.owner.failure(of: $0, error) }
    }
  }

  @inline(never)
  private func makeSlowly(_ argument: Handed) throws -> Value {
    let slot = slot.takeUnretainedValue()
    guard isInCycle else { return try slot.take(with: argument, isMain: isMain) }
    return try ThreadMakings.calling(slot) { try slot.take(with: argument, isMain: isMain) }
  }
}

extension Slot {
  func take<Handed>(with argument: Handed, isMain: Bool) throws -> Value {
    try withUnsafePointer(to: argument) { place in
      try Resolution.begin(isMain: isMain, argument: HandedArgument(place, Argument<Handed>.self)) { try take(in: $0) }
    }
  }

  func takeArgument(in resolution: Unmanaged<Resolution>?) throws -> Value {
    try make(Links(AnySlot.noLinks, in: resolution))
  }

  /// A new instance, made in a resolution. The slot's links must exist.
  @inline(__always)
  fileprivate func makeUnwrapped(in resolution: Unmanaged<Resolution>) throws -> Value {
    try make(Links(links.load(ordering: .relaxed).unsafelyUnwrapped, in: resolution))
  }
}
