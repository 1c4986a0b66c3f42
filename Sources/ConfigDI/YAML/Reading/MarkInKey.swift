extension YAMLDocument {
  /// The offsets of the first bracket and of the first quote inside plain keys that were meant to begin the value: a
  /// bracket, as in `A:{ factory: a }`, or a quote, as in `{ token:"abc" }`.
  func marksInKeys(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var (bracket, quote): (Int?, Int?) = (nil, nil)
    var value = 1
    while value < records.count, bracket == nil || quote == nil {
      let (start, end) = (Int(records[value].start), Int(records[value].end))
      // Few values are empty, and few plain values end with a bracket.
      if start == end {
        quote = quote ?? quoteInKey(before: value, bytes)
      } else if bytes[end - 1] == UInt8(ascii: "}") || bytes[end - 1] == UInt8(ascii: "]") {
        bracket = bracket ?? bracketInKey(before: value, bytes)
      }
      value += 1
    }
    return [bracket, quote].compactMap(\.self)
  }

  /// The quote after a colon in a plain key in braces that has no ':' and no value.
  private func quoteInKey(before value: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let key = plainKey(before: value), records[value].kind == .scalar else { return nil }
    let place = Int(records[value].start)
    guard key.upperBound <= place, place < bytes.count, ",}".utf8.contains(bytes[place]),
      bytes[key.upperBound..<place].allSatisfy({ $0 <= 0x20 })
    else { return nil }
    return key.dropFirst().first { bytes[$0 - 1] == UInt8(ascii: ":") && bytes[$0].isQuote }
  }

  /// The bracket in a plain key that does not close it, but whose plain value ends by closing it.
  private func bracketInKey(before value: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let key = plainKey(before: value), records[value].kind == .scalar, records[value].flags.contains(.plain),
      bytes[key.upperBound...].first(where: { $0 != 0x20 }) == UInt8(ascii: ":")
    else { return nil }
    let closing = bytes[Int(records[value].end) - 1]
    let opening = closing == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
    guard let bracket = key.first(where: { bytes[$0] == opening }), !bytes[bracket..<key.upperBound].contains(closing)
    else { return nil }
    let before = key.lowerBound..<bracket
    let last = before.last { bytes[$0] != 0x20 }
    return last.map { bytes[$0].isKeyPart || $0 == bracket - 1 && bytes[$0] == UInt8(ascii: ":") } == true
      ? bracket : nil
  }

  private func plainKey(before value: Int) -> Range<Int>? {
    let key = records[value - 1]
    guard key.kind == .scalar, key.flags.contains(.plain) else { return nil }
    return Int(key.start)..<Int(key.end)
  }
}
