import Synchronization

/// The slots that a level owns, made when they are needed, and found by the service's number without a lock.
///
/// Its memory grows with the slots that were made, so a scope costs the same however many services it could have.
struct SlotShelf: ~Copyable, @unchecked Sendable {
  // Unchecked for the pointer: to memory that is only added to.
  private let newest = Atomic<UnsafeMutablePointer<Table>?>(nil)

  /// Open addressing, at most three quarters full. A full table is replaced by a larger one, and kept for those who read
  /// it.
  private struct Table {
    let entries: UnsafeMutablePointer<Entry>
    let mask: Int
    var count: Int
    let older: UnsafeMutablePointer<Table>?
  }

  private struct Entry: ~Copyable {
    /// Written before the slot.
    var service = 0
    let slot = Atomic<Unmanaged<AnySlot>?>(nil)
  }

  deinit {
    guard let table = newest.load(ordering: .acquiring) else { return }
    // Holders are freed before the instances they hold, which come first in a plan: the other way round a long chain would
    // be freed in a deep recursion.
    if table.pointee.count > 1 {
      for (_, slot) in SlotShelf.slots(in: table).sorted(by: { $0.service > $1.service }) { slot.release() }
    } else {
      for index in 0...table.pointee.mask { table.pointee.entries[index].slot.load(ordering: .acquiring)?.release() }
    }
    var next: UnsafeMutablePointer<Table>? = table
    while let table = next {
      next = table.pointee.older
      table.pointee.entries.deinitialize(count: table.pointee.mask + 1)
      table.pointee.entries.deallocate()
      table.deallocate()
    }
  }

  private static func slots(
    in table: UnsafeMutablePointer<Table>
  ) -> [(service: Int, slot: Unmanaged<AnySlot>)] {
    var slots: [(service: Int, slot: Unmanaged<AnySlot>)] = []
    for index in 0...table.pointee.mask {
      let entry = table.pointee.entries + index
      if let slot = entry.pointee.slot.load(ordering: .acquiring) { slots.append((entry.pointee.service, slot)) }
    }
    return slots
  }

  private static func table(
    _ capacity: Int, older: UnsafeMutablePointer<Table>?
  ) -> UnsafeMutablePointer<Table> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    for index in 0..<capacity { (entries + index).initialize(to: Entry()) }
    let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    table.initialize(to: Table(entries: entries, mask: capacity - 1, count: 0, older: older))
    return table
  }

  /// The slot of a service, without a retain.
  @inline(__always)
  func find(_ service: Int) -> Unmanaged<AnySlot>? {
    guard let table = newest.load(ordering: .acquiring) else { return nil }
    let (entries, mask) = (table.pointee.entries, table.pointee.mask)
    // Services are numbers in a row, and need no hash.
    var index = service & mask
    while let slot = (entries + index).pointee.slot.load(ordering: .acquiring) {
      if (entries + index).pointee.service == service { return slot }
      index = (index + 1) & mask
    }
    return nil
  }

  /// The entry of a service, or the empty entry where it would be. Only for the thread that adds to the table.
  private static func place(of service: Int, in table: UnsafeMutablePointer<Table>) -> UnsafeMutablePointer<Entry> {
    let (entries, mask) = (table.pointee.entries, table.pointee.mask)
    var index = service & mask
    while (entries + index).pointee.slot.load(ordering: .relaxed) != nil, (entries + index).pointee.service != service {
      index = (index + 1) & mask
    }
    return entries + index
  }

  /// Puts a service's slot there, unless there is one: if two threads make it, the first counts. Call under the level's
  /// lock.
  func put(_ slot: AnySlot, for service: Int) -> AnySlot {
    let table = tableWithRoom()
    let place = SlotShelf.place(of: service, in: table)
    if let first = place.pointee.slot.load(ordering: .relaxed) { return first.takeUnretainedValue() }
    place.pointee.service = service
    place.pointee.slot.store(.passRetained(slot), ordering: .releasing)
    table.pointee.count += 1
    return slot
  }

  private func tableWithRoom() -> UnsafeMutablePointer<Table> {
    guard let table = newest.load(ordering: .relaxed) else {
      let first = SlotShelf.table(4, older: nil)
      newest.store(first, ordering: .releasing)
      return first
    }
    let capacity = table.pointee.mask + 1
    guard table.pointee.count >= capacity / 4 * 3 else { return table }
    let larger = SlotShelf.table(capacity * 2, older: table)
    for (service, slot) in SlotShelf.slots(in: table) {
      let place = SlotShelf.place(of: service, in: larger)
      place.pointee.service = service
      place.pointee.slot.store(slot, ordering: .relaxed)
    }
    larger.pointee.count = table.pointee.count
    newest.store(larger, ordering: .releasing)
    return larger
  }

  /// Calls a body with each slot, without a retain.
  func forEach(_ body: (AnySlot) -> Void) {
    guard let table = newest.load(ordering: .acquiring) else { return }
    for index in 0...table.pointee.mask {
      table.pointee.entries[index].slot.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(body)
    }
  }

  var all: [AnySlot] {
    guard let table = newest.load(ordering: .acquiring) else { return [] }
    return SlotShelf.slots(in: table).map { $0.slot.takeUnretainedValue() }
  }
}
