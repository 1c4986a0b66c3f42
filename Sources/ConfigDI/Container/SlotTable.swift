/// From a type to the slot of its key: open addressing over the bits of metatypes, at most half full, never changed.
final class SlotTable: @unchecked Sendable {
  // Unchecked: filled before anyone else can see it, then read only.
  let entries: UnsafeMutablePointer<SlotEntry>
  let mask: UInt
  /// Those of scopes' services, which no level keeps.
  private let kept: [AnySlot]

  /// Of several slots for one type, the first stays.
  init(_ slots: [(type: any Any.Type, slot: AnySlot)]) {
    var capacity = 4
    while capacity < slots.count * 2 { capacity *= 2 }
    mask = UInt(capacity - 1)
    kept = slots.map(\.slot).filter { $0.valueType == nil }
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: SlotEntry(key: 0, slot: nil), count: capacity)
    for (type, slot) in slots { insert(slot, for: SlotEntry.key(of: type)) }
  }

  deinit {
    entries.deallocate()
  }

  private func insert(_ slot: AnySlot, for key: UInt) {
    var index = SlotEntry.start(of: key) & mask
    while entries[Int(bitPattern: index)].key != 0 {
      if entries[Int(bitPattern: index)].key == key { return }
      index = (index &+ 1) & mask
    }
    entries[Int(bitPattern: index)] = SlotEntry(key: key, slot: Unmanaged.passUnretained(slot))
  }
}

/// One place of the table; the key of an empty one is zero.
@usableFromInline
struct SlotEntry {
  @usableFromInline let key: UInt
  /// Owned by the container's lowest level.
  @usableFromInline let slot: Unmanaged<AnySlot>?

  @inlinable
  @inline(__always)
  static func key(of type: any Any.Type) -> UInt {
    UInt(bitPattern: unsafeBitCast(type, to: Int.self))
  }

  /// Where the search for a key begins, before it is masked.
  @inlinable
  @inline(__always)
  static func start(of key: UInt) -> UInt {
    (key &* 0x9E37_79B9_7F4A_7C15) >> 32
  }
}
