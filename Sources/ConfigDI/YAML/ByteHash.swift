/// A quick hash of bytes, seeded anew for each file, so that nobody can choose keys that collide.
struct ByteHash {
  private let seed: UInt64
  private let factor: UInt64

  init() {
    var generator = SystemRandomNumberGenerator()
    seed = generator.next()
    factor = generator.next() | 1
  }

  /// `salt` keeps apart what has the same bytes and another meaning.
  @inline(__always)
  func callAsFunction(_ bytes: UnsafeBufferPointer<UInt8>, salt: UInt64 = 0) -> UInt32 {
    var state = seed ^ salt ^ UInt64(truncatingIfNeeded: bytes.count)
    var count = bytes.count
    guard var source = UnsafeRawPointer(bytes.baseAddress) else { return finish(state) }
    while count >= 8 {
      state = fold(state ^ source.loadUnaligned(as: UInt64.self))
      source += 8
      count -= 8
    }
    if count >= 4 {
      let low = UInt64(source.loadUnaligned(as: UInt32.self))
      let high = UInt64((source + (count - 4)).loadUnaligned(as: UInt32.self))
      state = fold(state ^ (low | high << 32))
    } else if count > 0 {
      let first = UInt64(source.load(as: UInt8.self))
      let middle = UInt64(source.load(fromByteOffset: count / 2, as: UInt8.self))
      let last = UInt64(source.load(fromByteOffset: count - 1, as: UInt8.self))
      state = fold(state ^ (first | middle << 8 | last << 16))
    }
    return finish(state)
  }

  @inline(__always)
  private func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }

  @inline(__always)
  private func finish(_ state: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: fold(state ^ factor) >> 16)
  }
}
