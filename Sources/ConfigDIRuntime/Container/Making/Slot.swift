public import Synchronization

/// A slot under its full type. The type is compared once, when the slot is linked.
@usableFromInline
final class Slot<Value>: AnySlot, @unchecked Sendable {
  @usableFromInline typealias Make = @Sendable (Links) throws -> Value

  @usableFromInline let make: Make

  init(
    owner: Level, service: Int32 = -1, sharing: Sharing, needsResolution: Bool = false, make: @escaping Make
  ) {
    self.make = make
    super.init(owner: owner, service: service, sharing: sharing, needsResolution: needsResolution)
  }

  /// A slot that is filled before any thread can see it.
  init(owner: Level, service: Int32 = -1, constant: Value) {
    make = { _ in throw UnfinishedSlot() }
    super.init(owner: owner, service: service, sharing: .shared, needsResolution: false)
    let box = Box(constant)
    guarded.kept = box
    state.store(Slot.address(of: box), ordering: .releasing)
    door.store(Slot.address(of: box), ordering: .releasing)
  }

  override var valueType: (any Any.Type)? { Value.self }

  override func fill(in resolution: Unmanaged<Resolution>?) throws {
    _ = try take(in: resolution)
  }

  override func realize(in resolution: Unmanaged<Resolution>?) throws {
    try owner.realize(self, in: resolution)
  }

  /// The instance, in the level that owns this slot.
  ///
  /// - Parameter resolution: The resolution that is going on further out; `nil` if this is the outermost.
  @inlinable
  @inline(__always)
  func take(in resolution: Unmanaged<Resolution>?) throws -> Value {
    let bits = door.load(ordering: .acquiring)
    if bits > AnySlot.lastNumber { return Slot.box(at: bits)._withUnsafeGuaranteedRef { $0.value } }
    return bits == AnySlot.open ? try makeNow() : try owner.take(self, in: resolution)
  }

  /// A new instance. The links exist already.
  @inlinable
  @inline(__always)
  func makeNow() throws -> Value {
    do {
      return try makeUnwrapped()
    } catch {
      throw AnySlot.failure(of: Unmanaged<AnySlot>.passUnretained(self), error)
    }
  }

  /// A new instance; throws the factory's own error.
  @inlinable
  @inline(__always)
  func makeUnwrapped() throws -> Value {
    try make(Links(links.load(ordering: .relaxed).unsafelyUnwrapped))
  }

  /// The box at an address from the door or the state; the slot keeps it alive.
  @inlinable
  @inline(__always)
  static func box(at bits: UInt) -> Unmanaged<Box<Value>> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }

  static func address(of box: Box<Value>) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
  }
}

private struct UnfinishedSlot: Error {}
