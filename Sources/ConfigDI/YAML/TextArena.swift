/// The text of scalars that differ from their bytes in the file, because of escapes, folding or indentation.
struct TextArena: Sendable {
  /// For each text, its length in four bytes and then its bytes.
  private var bytes: [UInt8] = []

  /// Stores a text and returns its offset.
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
  /// A scalar's text; empty for any other node.
  func withText<Result>(
    in file: UnsafeBufferPointer<UInt8>, _ arena: TextArena, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard kind == .scalar else { return body(UnsafeBufferPointer(rebasing: file[0..<0])) }
    if flags.contains(.inArena) { return arena.withText(at: Int(link), body) }
    let quotes = flags.contains(.quoted) ? 1 : 0
    return body(UnsafeBufferPointer(rebasing: file[(Int(start) + quotes)..<(Int(end) - quotes)]))
  }
}
