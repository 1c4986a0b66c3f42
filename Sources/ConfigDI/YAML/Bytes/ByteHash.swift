/// A fast hash of bytes. Each file gets a random seed, so that nobody can choose keys that collide.
struct ByteHash {
  private let seed: UInt64
  private let factor: UInt64

  init() {
    var generator = SystemRandomNumberGenerator()
    seed = generator.next()
    factor = generator.next() | 1
  }

  func callAsFunction(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let count = bytes.count
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return mix(0, 0, count: 0) }
    guard count > 16 else {
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
      return mix(UInt64(littleEndian: words.0), UInt64(littleEndian: words.1), count: count)
    }
    var state = seed
    for position in stride(from: 0, to: count - 8, by: 8) {
      state = fold(state ^ base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    return mix(state, base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self), count: count)
  }

  /// Hashes a range of `bytes`. For at most sixteen bytes, which covers most names, no branch depends on the length.
  @inline(__always)
  func callAsFunction(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, count: Int) -> UInt32 {
    guard count <= 16, offset + 16 <= bytes.count, let base = bytes.baseAddress else {
      return self(UnsafeBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    let words = UnsafeRawPointer(base + offset)
    let low = UInt64(littleEndian: words.loadUnaligned(as: UInt64.self))
    let high = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    return mix(low & mask(count), high & mask(count &- 8), count: count)
  }

  @inline(__always)
  private func mask(_ count: Int) -> UInt64 {
    count <= 0 ? 0 : ~0 &>> UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
  }

  @inline(__always)
  private func mix(_ low: UInt64, _ high: UInt64, count: Int) -> UInt32 {
    let state = fold(fold(seed ^ low) ^ high ^ UInt64(truncatingIfNeeded: count))
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }

  @inline(__always)
  private func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
