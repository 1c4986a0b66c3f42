/// A growable array of plain values with a single owner, so that an append is only a comparison and a store. An `Array`
/// also checks on every append whether it is shared, which took a tenth of the reader's time.
struct GrowingBuffer<Element: BitwiseCopyable & Sendable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 8)
    base = GrowingBuffer.memory(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return base[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      yield &base[index]
    }
  }

  @inline(__always)
  mutating func removeAll(from index: Int) {
    precondition(UInt(bitPattern: index) <= UInt(bitPattern: count))
    count = index
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    precondition(count > 0)
    count &-= 1
    return base[count]
  }

  /// Returns the same memory as a read-only buffer.
  consuming func frozen() -> FrozenBuffer<Element> {
    let result = FrozenBuffer(owning: base, count: count)
    discard self
    return result
  }

  @inline(never)
  private mutating func grow() {
    let larger = GrowingBuffer.memory(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  private static func memory(capacity: Int) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    LargePages.advise(UnsafeMutableRawBufferPointer(start: memory, count: capacity * MemoryLayout<Element>.stride))
    return memory
  }
}

/// A `GrowingBuffer` that no longer changes, so that any number of threads may read it.
struct FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let owner: MemoryOwner
  let count: Int

  init(owning base: UnsafeMutablePointer<Element>, count: Int) {
    owner = MemoryOwner(base)
    self.count = count
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return owner.base.assumingMemoryBound(to: Element.self)[index]
  }
}

/// The owner of a buffer's memory. It is not generic, because the first use of a generic type with requirements takes
/// as long as reading a small file.
private final class MemoryOwner {
  let base: UnsafeMutableRawPointer

  init(_ base: UnsafeMutableRawPointer) { self.base = base }

  deinit { base.deallocate() }
}

/// Stores the text of scalars whose text differs from the file's bytes because of escapes, folding or indentation.
struct TextArena: Sendable {
  /// The stored strings, each preceded by its length in four bytes.
  private var bytes: [UInt8] = []

  mutating func keep(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let place = bytes.count
    let count = UInt32(truncatingIfNeeded: text.count)
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    bytes.append(contentsOf: text)
    return place
  }

  func withText<Result>(at place: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      let count = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
      return body(UnsafeBufferPointer(rebasing: bytes[(place + 4)..<(place + 4 + count)]))
    }
  }
}

extension NodeRecord {
  /// Calls a body with a scalar's text, or with empty text for any other node.
  func withText<Result>(
    in file: UnsafeBufferPointer<UInt8>, _ arena: TextArena, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard kind == .scalar else { return body(UnsafeBufferPointer(rebasing: file[0..<0])) }
    if flags.contains(.inArena) { return arena.withText(at: Int(link), body) }
    let quotes = flags.contains(.quoted) ? 1 : 0
    return body(UnsafeBufferPointer(rebasing: file[(Int(start) + quotes)..<(Int(end) - quotes)]))
  }
}
