import Synchronization

/// Finds the slot of a type's key. Open addressing over the bits of metatypes, at most half full, never changed.
final class SlotTable: @unchecked Sendable {
  // Unchecked: filled before any other thread can see it, then only read.
  let entries: UnsafeMutablePointer<SlotEntry>
  let mask: UInt
  /// The slots of scopes' services, which no level keeps.
  private let kept: [AnySlot]
  /// The service of each entry, by its number in this container's plan. A slot that is shared with another container
  /// has the number of that one's plan.
  private let services: [Int32]

  /// If several slots have one type, the first is found.
  init(_ slots: [(type: any Any.Type, service: Int, slot: AnySlot)]) {
    var capacity = 4
    while capacity < slots.count * 2 { capacity *= 2 }
    mask = UInt(capacity - 1)
    kept = slots.map(\.slot).filter { $0.valueType == nil }
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: SlotEntry(key: 0, slot: nil), count: capacity)
    var services = [Int32](repeating: -1, count: capacity)
    for (type, service, slot) in slots {
      let key = SlotEntry.key(of: type)
      let index = SlotTable.place(of: key, in: entries, mask)
      guard entries[index].key == 0 else { continue }
      entries[index] = SlotEntry(key: key, slot: Unmanaged.passUnretained(slot))
      services[index] = Int32(service)
    }
    self.services = services
  }

  deinit {
    entries.deallocate()
  }

  /// The service of a type.
  func service(of type: any Any.Type) -> Int? {
    let service = services[SlotTable.place(of: SlotEntry.key(of: type), in: entries, mask)]
    return service < 0 ? nil : Int(service)
  }

  /// The index of a key, or the empty index where it would be.
  private static func place(of key: UInt, in entries: UnsafeMutablePointer<SlotEntry>, _ mask: UInt) -> Int {
    var index = SlotEntry.start(of: key) & mask
    while entries[Int(bitPattern: index)].key != 0, entries[Int(bitPattern: index)].key != key {
      index = (index &+ 1) & mask
    }
    return Int(bitPattern: index)
  }
}

/// One entry of the table; the key of an empty one is zero.
@usableFromInline
struct SlotEntry {
  @usableFromInline let key: UInt
  /// Kept by the container's lowest level, or by the table for a service of a scope.
  @usableFromInline let slot: Unmanaged<AnySlot>?

  @inlinable
  @inline(__always)
  static func key(of type: any Any.Type) -> UInt {
    UInt(bitPattern: unsafeBitCast(type, to: Int.self))
  }

  /// The index at which the search for a key begins, before it is masked.
  @inlinable
  @inline(__always)
  static func start(of key: UInt) -> UInt {
    (key &* 0x9E37_79B9_7F4A_7C15) >> 32
  }
}

/// The slots that a level owns, made when they are needed, and found without a lock.
final class SlotShelf: @unchecked Sendable {
  // Unchecked for the pointer: it is constant and points to atomics.
  private let slots: UnsafeMutablePointer<Atomic<Unmanaged<AnySlot>?>>
  private let count: Int
  private let places: Places
  private let home: Int
  /// The position of each service; empty if `places` has it.
  private let positions: [Int32]

  /// A shelf for the services of one scope; -1 is the container itself.
  init(_ places: Places, of home: Int) {
    self.places = places
    self.home = home
    positions = []
    count = places.counts[home + 1]
    slots = SlotShelf.empty(count)
  }

  /// A shelf for the services that an overlay affects.
  init(_ services: Set<Int>, of total: Int) {
    var positions = [Int32](repeating: -1, count: total)
    // In order, since needed services come first in a plan: freed backwards, they are freed one by one.
    for (position, service) in services.sorted().enumerated() { positions[service] = Int32(position) }
    self.positions = positions
    places = Places(outermostScopes: [], others: [], parents: [])
    home = 0
    count = services.count
    slots = SlotShelf.empty(count)
  }

  deinit {
    // Holders are freed before the instances they hold: the other way round a long chain would be freed in a deep
    // recursion.
    for position in (0..<count).reversed() { slots[position].load(ordering: .acquiring)?.release() }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  private static func empty(_ count: Int) -> UnsafeMutablePointer<Atomic<Unmanaged<AnySlot>?>> {
    let slots = UnsafeMutablePointer<Atomic<Unmanaged<AnySlot>?>>.allocate(capacity: count)
    for position in 0..<count { (slots + position).initialize(to: Atomic(nil)) }
    return slots
  }

  /// The position of a service; -1 if it has no slot of its own here.
  func position(of service: Int) -> Int {
    if !positions.isEmpty { return Int(positions[service]) }
    return places.position(of: service, in: home)
  }

  subscript(position: Int) -> AnySlot? {
    slots[position].load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// The value of the door of the slot at a position, read without retaining the slot. Closed if there is no slot, or
  /// one of another type.
  func door(at position: Int, of type: any Any.Type) -> UInt {
    guard position >= 0, let slot = slots[position].load(ordering: .acquiring) else { return AnySlot.closed }
    return slot._withUnsafeGuaranteedRef { slot in
      slot.valueType == type ? slot.door.load(ordering: .acquiring) : AnySlot.closed
    }
  }

  /// The state of the slot at a position, read without retaining the slot.
  func state(at position: Int) -> UInt {
    slots[position].load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.state.load(ordering: .acquiring) }
      ?? AnySlot.closed
  }

  /// Puts a slot in its position, unless there is one: if two threads make it, the first counts.
  func put(_ slot: AnySlot, at position: Int) -> AnySlot {
    let mine = Unmanaged.passRetained(slot)
    let (isMine, first) = slots[position].compareExchange(
      expected: nil, desired: mine, ordering: .acquiringAndReleasing)
    guard !isMine, let first else { return slot }
    mine.release()
    return first.takeUnretainedValue()
  }

  var all: [AnySlot] { (0..<count).compactMap { self[$0] } }
}
