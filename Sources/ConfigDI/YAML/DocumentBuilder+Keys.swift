extension DocumentBuilder {
  /// Records the next key and its hash.
  @inline(__always)
  mutating func addKey(_ text: UnsafeBufferPointer<UInt8>, _ keyHash: UInt32, _ form: inout Form) {
    let index = records.count
    if text.count == 2, text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "<"), form.flags.contains(.plain) {
      form.flags.insert(.passedOver)
      findings.add(.mergeKey(at: location(form.place)), on: index)
      return
    }
    if stack.count == 1, text.count > 2, text[0] == UInt8(ascii: "x"), text[1] == UInt8(ascii: "-") {
      findings.beginExtension(at: index + 1)
    }
    note(keyHash, of: index)
  }

  @inline(__always)
  private mutating func note(_ keyHash: UInt32, of index: Int) {
    keys.add(index, hash: keyHash)
    let bit = 1 as UInt64 &<< UInt64(keyHash & 63)
    frame.sharesBits = frame.sharesBits || frame.keyBits & bit != 0
    frame.keyBits |= bit
  }

  mutating func addKey(alias index: Int, of target: Int) {
    let record = records[target]
    guard record.kind == .scalar else {
      refuse(key: index, found: record.kind == .mapping ? "an alias of a mapping" : "an alias of a list")
      return
    }
    note(withText(of: target) { KeyReading($0, record.tag, record.flags).hash(hash) }, of: index)
  }

  /// Reports a key that is not a scalar, after all of it was read.
  mutating func refuse(key index: Int, found: String) {
    records[index].flags.insert(.passedOver)
    let place = location(of: records[index])
    let isTemplate =
      bytes[place.range].starts(with: Array("{".utf8)) && place.startOffset > 0
      && bytes[Int(place.startOffset) - 1] == UInt8(ascii: "{")
    findings.add(.complexKey(found, isTemplate: isTemplate, at: place), on: index)
  }

  mutating func reportDuplicates(from mark: Int) {
    let duplicates = keys.duplicates(from: mark) { first, later in
      let first = target(of: first)
      let later = target(of: later)
      return withText(of: first) { left in
        withText(of: later) { right in
          KeyReading(left, records[first].tag, records[first].flags)
            == KeyReading(right, records[later].tag, records[later].flags)
        }
      }
    }
    for (first, later) in duplicates {
      records[later].flags.insert(.passedOver)
      let name = withText(of: target(of: later)) { String(decoding: $0.prefix(100), as: UTF8.self) }
      findings.add(.duplicateKey(name, at: location(of: records[later]), first: location(of: records[first])))
    }
  }

  private func target(of index: Int) -> Int {
    records[index].kind == .alias ? Int(records[index].link) : index
  }

  private func withText<Result>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    records[index].withText(in: bytes, arena, body)
  }
}
