/// Finds a service's slot by type. The table uses open addressing over the addresses of metatypes, is at most half
/// full, and never changes.
final class SlotTable: @unchecked Sendable {
  // Unchecked: filled before any other thread can see it, then only read.
  let entries: UnsafeMutablePointer<SlotEntry>
  let mask: UInt
  /// The slots of scoped services, which no level keeps alive.
  private let kept: [AnySlot]
  let level: Level
  /// Each entry's service number in this container's plan. A slot that is shared with another container may store a
  /// different number, from that container's plan.
  let services: UnsafeMutablePointer<Int32>

  /// Creates a table with these slots. If several slots have the same type, the first one is found.
  init(_ slots: [(type: any Any.Type, service: Int, slot: AnySlot)], of level: Level) {
    self.level = level
    var capacity = 4
    while capacity < slots.count * 2 { capacity *= 2 }
    mask = UInt(capacity - 1)
    kept = slots.map(\.slot).filter { $0.valueType == nil }
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: SlotEntry(key: 0, slot: nil), count: capacity)
    services = .allocate(capacity: capacity)
    services.initialize(repeating: -1, count: capacity)
    for (type, service, slot) in slots {
      let key = SlotEntry.key(of: type)
      var place = SlotEntry.start(of: key) & mask
      while entries[Int(place)].key != 0, entries[Int(place)].key != key { place = (place &+ 1) & mask }
      let index = Int(place)
      guard entries[index].key == 0 else { continue }
      entries[index] = SlotEntry(key: key, slot: Unmanaged.passUnretained(slot))
      services[index] = Int32(service)
    }
  }

  deinit {
    entries.deallocate()
    services.deallocate()
  }
}

/// One entry in the table. The key of an empty entry is zero.
@usableFromInline
struct SlotEntry {
  @usableFromInline let key: UInt
  /// The slot. The container's lowest level keeps it alive, or the table if the service belongs to a scope.
  @usableFromInline let slot: Unmanaged<AnySlot>?

  @inlinable
  @inline(__always)
  static func key(of type: any Any.Type) -> UInt {
    UInt(bitPattern: unsafeBitCast(type, to: Int.self))
  }

  /// The index at which the search for a key begins, before masking.
  @inlinable
  @inline(__always)
  static func start(of key: UInt) -> UInt {
    (key &* 0x9E37_79B9_7F4A_7C15) >> 32
  }
}
