/// An array of plain values that grows. It has one owner, so an append is a comparison and a store. An `Array` checks
/// at each append whether it is shared, which took a tenth of the reader's time.
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

  /// Returns the same memory for reading, after the last append.
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
