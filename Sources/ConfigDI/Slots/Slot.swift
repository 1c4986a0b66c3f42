public import Synchronization

/// A slot under its full type, which was compared once, when it was linked.
@usableFromInline
final class Slot<Value>: AnySlot, @unchecked Sendable {
  @usableFromInline typealias Make = @Sendable (Links) throws -> Value

  @usableFromInline let make: Make

  init(owner: SlotOwner, service: Int32, sharing: Sharing, make: @escaping Make) {
    self.make = make
    super.init(owner: owner, service: service, sharing: sharing)
  }

  /// A slot that was filled before anyone could see it.
  init(owner: SlotOwner, service: Int32, constant: Value) {
    make = { _ in throw UnfinishedSlot() }
    super.init(owner: owner, service: service, sharing: .shared)
    let box = Box(constant)
    guarded.kept = box
    let address = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    state.store(address, ordering: .releasing)
    door.store(address, ordering: .releasing)
  }

  override var valueType: any Any.Type { Value.self }

  override func realize() throws {
    _ = try owner.take(self, in: nil)
  }

  /// The instance, in the level that owns this slot.
  ///
  /// - Parameter resolution: What is being resolved further out; `nil` where this is the outermost.
  @inlinable
  @inline(__always)
  func take(in resolution: Resolution?) throws -> Value {
    let bits = door.load(ordering: .acquiring)
    if bits > AnySlot.lastNumber { return Slot.box(at: bits)._withUnsafeGuaranteedRef { $0.value } }
    return bits == AnySlot.open ? try makeNow() : try owner.take(self, in: resolution)
  }

  /// A new instance, the links being there already.
  @inlinable
  @inline(__always)
  func makeNow() throws -> Value {
    do {
      return try make(Links(links.load(ordering: .relaxed).unsafelyUnwrapped))
    } catch {
      throw owner.failure(of: self, error)
    }
  }

  /// The box at an address that the door or the state showed; the slot keeps it alive.
  @inlinable
  @inline(__always)
  static func box(at bits: UInt) -> Unmanaged<Box<Value>> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
  }
}

private struct UnfinishedSlot: Error {}
