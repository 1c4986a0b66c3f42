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
    for (position, service) in services.enumerated() { positions[service] = Int32(position) }
    self.positions = positions
    places = Places(homes: [], scopes: 0)
    home = 0
    count = services.count
    slots = SlotShelf.empty(count)
  }

  deinit {
    for position in 0..<count { slots[position].load(ordering: .acquiring)?.release() }
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
    return service < places.homes.count && places.homes[service] == home ? Int(places.positions[service]) : -1
  }

  subscript(position: Int) -> AnySlot? {
    slots[position].load(ordering: .acquiring)?.takeUnretainedValue()
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

/// Where services live: in which scope, and at which place among those that live there.
struct Places: Sendable {
  /// For each service the innermost declared scope that it needs open, itself or through what it holds; -1 for none.
  let homes: [Int]
  let positions: [Int32]
  /// How many live in the container itself, and in each scope.
  let counts: [Int]

  init(homes: [Int], scopes: Int) {
    var counts = [Int](repeating: 0, count: scopes + 1)
    positions = homes.map { home in
      defer { counts[home + 1] += 1 }
      return Int32(counts[home + 1])
    }
    self.homes = homes
    self.counts = counts
  }
}
