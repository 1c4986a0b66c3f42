import Synchronization

extension Maker: DeferredWrapper {
  static var form: DependencyForm { .maker }
  static var argument: (any Any.Type)? { Value.self }

  init(_ call: DeferredCall<Service>) {
    let calls = ArgumentCalls<Value, Service>(call, isMain: false)
    self.init { try calls($0) }
  }
}

extension MainMaker: DeferredWrapper {
  static var form: DependencyForm { .mainMaker }
  static var argument: (any Any.Type)? { Value.self }

  init(_ call: DeferredCall<Service>) {
    let calls = ArgumentCalls<Value, Service>(call, isMain: true)
    self.init { try calls($0) }
  }
}

extension AsyncMaker: DeferredWrapper {
  static var form: DependencyForm { .asyncMaker }
  static var argument: (any Any.Type)? { Value.self }

  init(_ call: DeferredCall<Service>) throws {
    let calls = try AsyncArgumentCalls<Value, Service>(call)
    self.init { try await calls($0) }
  }
}

extension Argument: ArgumentWrapper {
  static var argument: any Any.Type { Value.self }

  /// The slot for an `Argument` parameter, which takes its value from the resolution.
  static func slot(in level: Level) -> AnySlot {
    let slot = Slot(owner: level, sharing: .argument, .needsResolution) { (links: consuming Links) throws -> Argument in
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
  // Unchecked because of the slot, which lives as long as its level or is `kept`. Callers check the level first.
  private weak let level: Level?
  private let freed: FreedLevel
  private let slot: Unmanaged<Slot<Value>>
  private let kept: AnySlot?
  private let isMain: Bool
  private let isInCycle: Bool
  /// The `Argument` type for `Handed`. Stored because looking up a generic type takes 300 instructions.
  private let wrapped: any Any.Type = Argument<Handed>.self
  /// The resolution of an earlier call, kept for reuse.
  private let spare = Atomic<Unmanaged<Resolution>?>(nil)

  init(_ call: DeferredCall<Value>, isMain: Bool) {
    level = call.level
    freed = call.freed
    slot = .passUnretained(call.slot)
    kept = call.kept
    self.isMain = isMain
    isInCycle = call.level.isUnsharedInCycle(call.slot)
  }

  deinit { spare.load(ordering: .acquiring)?.release() }

  @inline(__always)
  func callAsFunction(_ argument: Handed) throws -> Value {
    guard let level else { throw freed.error }
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

/// Handles the calls to one asynchronous maker, as ``ArgumentCalls`` does.
private final class AsyncArgumentCalls<Handed: Sendable, Value: Sendable>: @unchecked Sendable {
  // Unchecked because of the slot, which lives as long as its level or is `kept`. Callers check the level first.
  private weak let level: Level?
  private let freed: FreedLevel
  private let slot: Unmanaged<Slot<Value>>
  private let kept: AnySlot?
  /// The service's factory; `nil` if the factory alone does not make the service, or if a call may lead back to itself.
  private let make: (@Sendable (Links) async throws -> Value)?
  /// The `Argument` type for `Handed`, as in ``ArgumentCalls``.
  private let wrapped: any Any.Type = Argument<Handed>.self
  /// An earlier call, kept for reuse.
  private let spare = Atomic<Unmanaged<AwaitedCall>?>(nil)

  init(_ call: DeferredCall<Value>) throws {
    level = call.level
    freed = call.freed
    slot = .passUnretained(call.slot)
    kept = call.kept
    make = call.level.isUnsharedInCycle(call.slot) ? nil : try call.slot.owner.asyncFactory(of: call.slot)
  }

  deinit { spare.load(ordering: .acquiring)?.release() }

  @inline(__always)
  nonisolated(nonsending) func callAsFunction(_ argument: Handed) async throws -> Value {
    guard let level else { throw freed.error }
    defer { withExtendedLifetime(level) {} }
    try Task.checkCancellation()
    let call = spare.exchange(nil, ordering: .acquiringAndReleasing) ?? .passRetained(AwaitedCall(Handed.self))
    call._withUnsafeGuaranteedRef { $0.begin(argument, wrapped) }
    defer {
      call._withUnsafeGuaranteedRef { $0.end(Handed.self) }
      spare.exchange(call, ordering: .acquiringAndReleasing)?.release()
    }
    guard let make, slot._withUnsafeGuaranteedRef({ $0.door.load(ordering: .acquiring) }) == AnySlot.openWithArgument
    else { return try await level.value(of: slot.takeUnretainedValue(), in: call.takeUnretainedValue().resolution) }
    do {
      // Unchecked: only the factory uses them while it runs.
      nonisolated(unsafe) let links = slot._withUnsafeGuaranteedRef { slot in
        call._withUnsafeGuaranteedRef { slot.links(in: .passUnretained($0.resolution)) }
      }
      return try await make(links)
    } catch {
      throw AsyncMaking.isCurrentCancelled
        ? CancellationError() : slot._withUnsafeGuaranteedRef { $0.owner.failure(of: $0, error) }
    }
  }
}

extension Slot {
  func take<Handed>(with argument: Handed, isMain: Bool) throws -> Value {
    try withUnsafePointer(to: argument) { place in
      try Resolution.begin(isMain: isMain, argument: HandedArgument(place, Argument<Handed>.self)) { try take(in: $0) }
    }
  }

  /// A new instance, made in a resolution.
  @inline(__always)
  fileprivate func makeUnwrapped(in resolution: Unmanaged<Resolution>) throws -> Value {
    try make(links(in: resolution))
  }

  /// The slot's links, which must exist.
  @inline(__always)
  fileprivate func links(in resolution: Unmanaged<Resolution>) -> Links {
    Links(links.load(ordering: .relaxed).unsafelyUnwrapped, in: resolution)
  }
}
