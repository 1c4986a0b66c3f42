import Synchronization

/// A level's own slots, made as they are needed, and found without a lock.
final class SlotShelf: @unchecked Sendable {
  // Unchecked for the pointer: what it points to are atomics, and it is constant.
  private let slots: UnsafeMutablePointer<Atomic<Unmanaged<AnySlot>?>>
  private let count: Int
  private let places: Places
  private let home: Int
  /// By service, or empty: where `places` says.
  private let positions: [Int32]

  /// For the services that live in one scope; -1 is the container itself.
  init(_ places: Places, of home: Int) {
    self.places = places
    self.home = home
    positions = []
    count = places.counts[home + 1]
    slots = SlotShelf.empty(count)
  }

  /// For the services that an overlay reaches.
  init(_ services: Set<Int>, of total: Int) {
    var positions = [Int32](repeating: -1, count: total)
    // In order, as services that others need come first in a plan: what is freed backwards is freed one by one.
    for (position, service) in services.sorted().enumerated() { positions[service] = Int32(position) }
    self.positions = positions
    places = Places(outermostScopes: [], others: [], parents: [])
    home = 0
    count = services.count
    slots = SlotShelf.empty(count)
  }

  deinit {
    // What holds others goes before them: the other way round a long chain would be freed in one deep recursion.
    for position in (0..<count).reversed() { slots[position].load(ordering: .acquiring)?.release() }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  private static func empty(_ count: Int) -> UnsafeMutablePointer<Atomic<Unmanaged<AnySlot>?>> {
    let slots = UnsafeMutablePointer<Atomic<Unmanaged<AnySlot>?>>.allocate(capacity: count)
    for position in 0..<count { (slots + position).initialize(to: Atomic(nil)) }
    return slots
  }

  /// -1 for a service that has no slot of its own here.
  func position(of service: Int) -> Int {
    if !positions.isEmpty { return Int(positions[service]) }
    return places.position(of: service, in: home)
  }

  subscript(position: Int) -> AnySlot? {
    slots[position].load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// What the door of the slot in a place shows, without a hold on the slot, which the shelf keeps; closed where there is
  /// none, or one of another type.
  func door(at position: Int, of type: any Any.Type) -> UInt {
    guard position >= 0, let slot = slots[position].load(ordering: .acquiring) else { return AnySlot.closed }
    return slot._withUnsafeGuaranteedRef { slot in
      slot.valueType == type ? slot.door.load(ordering: .acquiring) : AnySlot.closed
    }
  }

  /// Puts a slot in its place, unless one is there: two threads may both have made it, and one of them counts.
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
