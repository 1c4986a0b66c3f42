extension Sequence<UInt8> {
  /// The 64-bit FNV-1a hash, for use in files.
  package func fnv1a(seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// A 128-bit hash that is the same for the same input on every machine and in every run.
package struct Fingerprint: Sendable, Hashable, Comparable {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  package init() {}

  package mutating func combine(_ number: UInt64) {
    first = Self.mix(first ^ number, 0xA076_1D64_78BD_642F)
    second = Self.mix(second &+ number, 0xE703_7ED1_A0B4_28DB)
  }

  package mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  /// Adds a string and its length to the hash, so that `"ab", "c"` and `"a", "bc"` differ.
  package mutating func combine(_ text: String) { combine(text.utf8) }

  package mutating func combine(_ bytes: some Collection<UInt8>) {
    combine(bytes.count)
    if bytes.withContiguousStorageIfAvailable({ combineWords(of: UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { combineWords(of: $0) }
    }
  }

  /// Adds eight bytes at a time, which takes a tenth of the time of single bytes.
  private mutating func combineWords(of bytes: UnsafeRawBufferPointer) {
    let end = bytes.count & ~7
    for offset in stride(from: 0, to: end, by: 8) {
      combine(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    if end < bytes.count { combine(bytes[end...].reduce(0) { $0 << 8 | UInt64($1) }) }
  }

  package mutating func combine(_ other: Fingerprint) {
    combine(other.first)
    combine(other.second)
  }

  /// Both halves combined into 64 bits.
  package var folded: UInt64 { first ^ second }

  package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return (high ^ low) &+ (left << 29 | left >> 35)
  }
}
