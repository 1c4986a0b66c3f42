/// A hash table of indices. The caller compares the elements at the indices.
struct IndexTable {
  private struct Slot {
    var hash: UInt32 = 0
    /// The stored index plus one; 0 marks an empty slot.
    var entry: UInt32 = 0
  }

  private var slots: [Slot]
  private var count = 0

  init(capacity: Int = 8) {
    // A power of two that is at least twice the capacity.
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [Slot](repeating: Slot(), count: size)
  }

  /// Returns the index of the element that matches. If no element matches, inserts the new index and returns `nil`.
  mutating func insert(_ index: Int, hash: UInt32, matches: (Int) -> Bool) -> Int? {
    if count * 2 >= slots.count { grow() }
    var position = Int(hash) & (slots.count - 1)
    while slots[position].entry != 0 {
      let slot = slots[position]
      if slot.hash == hash, matches(Int(slot.entry) - 1) { return Int(slot.entry) - 1 }
      position = (position + 1) & (slots.count - 1)
    }
    slots[position] = Slot(hash: hash, entry: UInt32(truncatingIfNeeded: index + 1))
    count += 1
    return nil
  }

  func find(hash: UInt32, matches: (Int) -> Bool) -> Int? {
    var position = Int(hash) & (slots.count - 1)
    while slots[position].entry != 0 {
      let slot = slots[position]
      if slot.hash == hash, matches(Int(slot.entry) - 1) { return Int(slot.entry) - 1 }
      position = (position + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.entry != 0 {
      var position = Int(slot.hash) & (slots.count - 1)
      while slots[position].entry != 0 { position = (position + 1) & (slots.count - 1) }
      slots[position] = slot
    }
  }
}
