/// The bytes are no compiled manifest: a number in them points outside of them, or makes no sense.
struct Malformed: Error {}

/// Reads numbers and texts one after another, and never beyond the end.
struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    let range = range.clamped(to: 0..<bytes.count)
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard position < end else { throw Malformed() }
    defer { position += 1 }
    return bytes[position]
  }

  /// A whole number, seven bits a byte, the lowest first.
  mutating func number() throws(Malformed) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      // Nine bytes hold 63 bits, which is all that a position may have.
      guard shift < 63 else { throw Malformed() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(truncatingIfNeeded: value) }
      shift += 7
    }
  }

  /// Reads the number of elements that follow. Each takes a byte or more, so there cannot be more than bytes left.
  mutating func count() throws(Malformed) -> Int {
    let count = try number()
    guard count <= remaining else { throw Malformed() }
    return count
  }

  /// A number that may be negative, with its sign in the lowest bit.
  mutating func signed() throws(Malformed) -> Int {
    let number = try number()
    return number & 1 == 0 ? number >> 1 : -(number >> 1) - 1
  }

  /// 64 bits, read as one number.
  mutating func word() throws(Malformed) -> UInt64 {
    guard remaining >= 8 else { throw Malformed() }
    var value: UInt64 = 0
    for offset in 0..<8 { value |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
    position += 8
    return value
  }

  mutating func text() throws(Malformed) -> String {
    let count = try count()
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// Passes over as many bytes, and returns their range.
  mutating func part() throws(Malformed) -> Range<Int> {
    let count = try count()
    defer { position += count }
    return position..<position + count
  }

  func reading(_ range: Range<Int>) -> ByteReader { ByteReader(bytes, range) }
}
