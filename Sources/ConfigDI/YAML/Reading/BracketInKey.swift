extension YAMLDocument {
  /// The offset of a bracket that is part of a plain key, as in `A:{ factory: a }`, whose author meant it to open the
  /// value.
  func bracketInKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for (opening, closing) in [(UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]"))] {
      var position = 0
      while let bracket = bytes.next(opening, from: position) {
        position = bracket + 1
        var before = bracket - 1
        while before > 0, bytes[before] == 0x20 { before -= 1 }
        // In most manifests, only `: {` and `${` precede what a bracket encloses.
        guard before >= 0, bytes[before].isKeyPart || before == bracket - 1 && bytes[before] == UInt8(ascii: ":") else {
          continue
        }
        let scalar = (0..<records.count).firstPosition { records[$0].start > bracket } - 1
        guard scalar >= 0, isKey(scalar, swallowing: bracket, until: closing, bytes) else {
          // A text with many brackets is looked at once.
          if scalar >= 0, records[scalar].kind == .scalar { position = max(position, Int(records[scalar].end)) }
          continue
        }
        return bracket
      }
    }
    return nil
  }

  /// The offset of a quote that is part of a plain key in braces, as in `{ token:"abc" }`, whose author meant it to
  /// begin the value.
  func quoteInKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for key in (0..<records.count).dropLast() where isKeyWithoutValue(key, bytes) {
      let written = bytes[Int(records[key].start)..<Int(records[key].end)]
      let mark = written.indices.dropFirst().first {
        bytes[$0 - 1] == UInt8(ascii: ":") && (bytes[$0] == UInt8(ascii: "\"") || bytes[$0] == UInt8(ascii: "'"))
      }
      if let mark { return mark }
    }
    return nil
  }

  /// Whether a node is a plain key in braces without a ':' and a value.
  private func isKeyWithoutValue(_ key: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Few values are empty, so this is asked first.
    guard records[key + 1].start == records[key + 1].end, records[key + 1].kind == .scalar,
      records[key].kind == .scalar, records[key].flags.contains(.plain)
    else { return false }
    let (end, value) = (Int(records[key].end), Int(records[key + 1].start))
    guard end <= value, value < bytes.count else { return false }
    return bytes[end..<value].allSatisfy { $0 <= 0x20 } && ",}".utf8.contains(bytes[value])
  }

  /// Whether a node is a plain key that contains the bracket at an offset but does not close it, and whose value ends by
  /// closing it.
  private func isKey(
    _ key: Int, swallowing bracket: Int, until closing: UInt8, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard key + 1 < records.count, records[key].kind == .scalar, records[key].flags.contains(.plain),
      records[key + 1].kind == .scalar, records[key + 1].flags.contains(.plain)
    else { return false }
    let (end, value) = (Int(records[key].end), Int(records[key + 1].end))
    let next = bytes[end...].first { $0 != 0x20 }
    return bracket < end && next == UInt8(ascii: ":") && value > end && bytes[value - 1] == closing
      && !bytes[bracket..<end].contains(closing)
  }
}
