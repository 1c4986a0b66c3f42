package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for byte in part { word = word << 8 | UInt32(byte) }
      word <<= 8 * UInt32(3 - part.count)
      for letter in 0..<4 {
        text.append(letter <= part.count ? letters[Int(word >> UInt32(18 - 6 * letter)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes padded base64 without line breaks; `nil` for any other string.
  package static func bytes(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8(decode)
  }

  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    for (index, letter) in text.enumerated() {
      let value = index >= text.count - padding ? 0 : values[Int(letter)]
      guard value < 64 else { return nil }
      word = word << 6 | UInt32(value)
      guard index % 4 == 3 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
    }
    bytes.removeLast(padding)
    return bytes
  }
}
