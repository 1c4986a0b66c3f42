/// A `GrowingBuffer` after its last append. Nothing writes to it, so any number of threads may read.
struct FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private final class Owner {
    let base: UnsafeMutablePointer<Element>

    init(_ base: UnsafeMutablePointer<Element>) {
      self.base = base
    }

    deinit {
      base.deallocate()
    }
  }

  private let owner: Owner
  let count: Int

  init(owning base: UnsafeMutablePointer<Element>, count: Int) {
    owner = Owner(base)
    self.count = count
  }

  init(_ elements: [Element]) {
    var buffer = GrowingBuffer<Element>(capacity: elements.count)
    for element in elements { buffer.append(element) }
    self = buffer.frozen()
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return owner.base[index]
  }
}
