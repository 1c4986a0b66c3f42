import Synchronization

/// The slots that a level owns, which are made on demand and found by service number without a lock.
///
/// The memory grows only with the number of slots, so the cost of a scope does not depend on the number of services in
/// the manifest. The first four slots are stored in the level itself; a table holds the others.
struct SlotShelf: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer, to memory that only grows.
  private let first = Entry()
  private let second = Entry()
  private let third = Entry()
  private let fourth = Entry()
  private let newest = Atomic<UnsafeMutablePointer<Table>?>(nil)

  /// A hash table with open addressing, at most three quarters full. A full table is replaced by a larger one, but kept
  /// for threads that still read it. The entries follow the table's header in the same memory block.
  private struct Table: ~Copyable {
    let entries: UnsafeMutablePointer<Entry>
    let mask: Int
    /// The number of entries. Atomic, since other threads read the table while it is written under the level's lock.
    let count: Atomic<Int>
    let older: UnsafeMutablePointer<Table>?
  }

  private struct Entry: ~Copyable {
    /// The service's number, written before the slot.
    let service = Atomic<Int>(0)
    let slot = Atomic<Unmanaged<AnySlot>?>(nil)

    /// Stores a slot if the entry is empty. Returns whether it was empty.
    func fill(_ slot: Unmanaged<AnySlot>, _ service: Int) -> Bool {
      guard self.slot.load(ordering: .relaxed) == nil else { return false }
      self.service.store(service, ordering: .relaxed)
      self.slot.store(slot, ordering: .releasing)
      return true
    }

    func slot(of service: Int) -> Unmanaged<AnySlot>? {
      guard let slot = slot.load(ordering: .acquiring), self.service.load(ordering: .relaxed) == service else {
        return nil
      }
      return slot
    }
  }

  // A service is freed before its dependencies, which come first in a plan, since it may hold them unowned. In the
  // opposite order, a long chain would also be freed in a deep recursion.
  deinit {
    guard let table = newest.load(ordering: .acquiring) else {
      // Most levels have at most one slot.
      guard second.slot.load(ordering: .acquiring) != nil else {
        first.slot.load(ordering: .acquiring)?.release()
        return
      }
      var last = Int.max
      while let (service, slot) = lastInline(before: last) {
        slot.release()
        last = service
      }
      return
    }
    var slots: [(service: Int, slot: Unmanaged<AnySlot>)] = []
    visit { entry in
      guard let slot = entry.slot.load(ordering: .acquiring) else { return }
      slots.append((entry.service.load(ordering: .relaxed), slot))
    }
    for (_, slot) in slots.sorted(by: { $0.service > $1.service }) { slot.release() }
    var next: UnsafeMutablePointer<Table>? = table
    while let table = next {
      next = table.pointee.older
      table.pointee.entries.deinitialize(count: table.pointee.mask + 1)
      UnsafeMutableRawPointer(table).deallocate()
    }
  }

  /// The slot with the greatest service number below a limit, among the slots that are stored in the level itself.
  private func lastInline(before limit: Int) -> (service: Int, slot: Unmanaged<AnySlot>)? {
    var last: (service: Int, slot: Unmanaged<AnySlot>)?
    visit { entry in
      guard let slot = entry.slot.load(ordering: .acquiring) else { return }
      let service = entry.service.load(ordering: .relaxed)
      if service < limit, service > last?.service ?? -1 { last = (service, slot) }
    }
    return last
  }

  /// Calls a closure with each entry, whether or not it has a slot.
  @inline(__always)
  private func visit(_ body: (borrowing Entry) -> Void) {
    body(first)
    body(second)
    body(third)
    body(fourth)
    guard let table = newest.load(ordering: .acquiring) else { return }
    for index in 0...table.pointee.mask { body(table.pointee.entries[index]) }
  }

  private static func table(_ capacity: Int, older: UnsafeMutablePointer<Table>?) -> UnsafeMutablePointer<Table> {
    let header = MemoryLayout<Table>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: header + capacity * MemoryLayout<Entry>.stride, alignment: MemoryLayout<Table>.alignment)
    let entries = (memory + header).bindMemory(to: Entry.self, capacity: capacity)
    for index in 0..<capacity { (entries + index).initialize(to: Entry()) }
    let table = memory.bindMemory(to: Table.self, capacity: 1)
    table.initialize(to: Table(entries: entries, mask: capacity - 1, count: Atomic(0), older: older))
    return table
  }

  /// The slot of a service, not retained.
  @inline(__always)
  func find(_ service: Int) -> Unmanaged<AnySlot>? {
    if let slot = first.slot(of: service) ?? second.slot(of: service) { return slot }
    // Filled in order, so that most levels need not look at the others.
    guard second.slot.load(ordering: .acquiring) != nil else { return nil }
    if let slot = third.slot(of: service) ?? fourth.slot(of: service) { return slot }
    guard let table = newest.load(ordering: .acquiring) else { return nil }
    let (entries, mask) = (table.pointee.entries, table.pointee.mask)
    // Services are numbered consecutively, so they need no hash.
    var index = service & mask
    while let slot = (entries + index).pointee.slot.load(ordering: .acquiring) {
      if (entries + index).pointee.service.load(ordering: .relaxed) == service { return slot }
      index = (index + 1) & mask
    }
    return nil
  }

  /// The entry of a service, or the empty entry where the service belongs. Only for the thread that adds to the table.
  private static func place(of service: Int, in table: UnsafeMutablePointer<Table>) -> UnsafeMutablePointer<Entry> {
    let (entries, mask) = (table.pointee.entries, table.pointee.mask)
    var index = service & mask
    while (entries + index).pointee.slot.load(ordering: .relaxed) != nil,
      (entries + index).pointee.service.load(ordering: .relaxed) != service
    {
      index = (index + 1) & mask
    }
    return entries + index
  }

  /// Stores a slot for a service and returns it, or returns the slot that another thread stored first. Call this under
  /// the level's lock.
  func put(_ mine: Unmanaged<AnySlot>, for service: Int) -> Unmanaged<AnySlot> {
    if let first = find(service) { return first }
    if first.fill(mine, service) || second.fill(mine, service) || third.fill(mine, service)
      || fourth.fill(mine, service)
    {
      return mine
    }
    let table = tableWithRoom()
    _ = SlotShelf.place(of: service, in: table).pointee.fill(mine, service)
    table.pointee.count.add(1, ordering: .relaxed)
    return mine
  }

  private func tableWithRoom() -> UnsafeMutablePointer<Table> {
    guard let table = newest.load(ordering: .relaxed) else {
      let first = SlotShelf.table(8, older: nil)
      newest.store(first, ordering: .releasing)
      return first
    }
    let capacity = table.pointee.mask + 1
    guard table.pointee.count.load(ordering: .relaxed) >= capacity / 4 * 3 else { return table }
    let larger = SlotShelf.table(capacity * 2, older: table)
    for index in 0..<capacity {
      guard let slot = table.pointee.entries[index].slot.load(ordering: .relaxed) else { continue }
      let service = table.pointee.entries[index].service.load(ordering: .relaxed)
      _ = SlotShelf.place(of: service, in: larger).pointee.fill(slot, service)
    }
    larger.pointee.count.store(table.pointee.count.load(ordering: .relaxed), ordering: .relaxed)
    newest.store(larger, ordering: .releasing)
    return larger
  }

  /// Calls a closure with each slot, without retaining the slot.
  func forEach(_ body: (AnySlot) -> Void) {
    visit { entry in entry.slot.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(body) }
  }

  var all: [AnySlot] {
    var all: [AnySlot] = []
    forEach { all.append($0) }
    return all
  }
}
