import Synchronization

/// A lock-free Bloom filter for objects. It may also match objects that were not added.
struct ObjectFilter: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointer, which is constant and points to atomics.
  private static let wordCount = 64
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  init() {
    words = .allocate(capacity: ObjectFilter.wordCount)
    for index in 0..<ObjectFilter.wordCount { (words + index).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: ObjectFilter.wordCount)
    words.deallocate()
  }

  func add(_ object: ObjectIdentifier) {
    let (index, bit) = ObjectFilter.place(of: object)
    words[index].bitwiseOr(bit, ordering: .releasing)
  }

  func mayContain(_ object: ObjectIdentifier) -> Bool {
    let (index, bit) = ObjectFilter.place(of: object)
    return words[index].load(ordering: .acquiring) & bit != 0
  }

  private static func place(of object: ObjectIdentifier) -> (index: Int, bit: UInt64) {
    let hash = UInt64(UInt(bitPattern: object)) &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: hash >> 58), 1 << ((hash >> 52) & 63))
  }
}
