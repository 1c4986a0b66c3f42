extension DocumentBuilder {
  mutating func open(
    _ kind: NodeRecord.Kind, isFlow: Bool, at startIndex: Int, anchor: UnsafePointer<UInt8>?,
    tag: UnsafePointer<UInt8>?
  ) throws(Stop) {
    let index = records.count
    var start = cursor.offset(of: startIndex)
    let nodesBefore = nodeCount
    var slot: Int?
    if anchor != nil || tag != nil {
      let written = NodeProperties(in: bytes, from: start)
      if let anchor = written.anchor { slot = define(anchor, record: index) }
      if let tag, let place = written.tag { check(tag, place, on: kind) }
      start = written.content
    }
    try count(1, at: start)
    guard stack.count < deepest else { throw stop(at: start, passing: .nesting) }
    let isKey = frame.awaitsKey
    stack.append(frame)
    frame = Frame(
      record: index, isFlow: isFlow, isMapping: kind == .mapping, isKey: isKey, awaitsKey: kind == .mapping,
      keys: keys.count, anchor: slot, nodesBefore: nodesBefore)
    let place = UInt32(truncatingIfNeeded: start)
    records.append(NodeRecord(kind: kind, start: place, end: place))
  }

  mutating func close(at index: Int) {
    guard stack.count > 0 else { return }
    // libyaml reports a block's end at the next token, which may be lines later. The last node may be in brackets.
    let end =
      frame.isFlow ? UInt32(truncatingIfNeeded: cursor.offset(of: index)) : max(records[records.count - 1].end, closed)
    closed = max(records[frame.record].start, end)
    records[frame.record].end = closed
    records[frame.record].link = UInt32(truncatingIfNeeded: records.count)
    if frame.isMapping {
      if frame.sharesBits, keys.mayHaveDuplicates(from: frame.keys) { reportDuplicates(from: frame.keys) }
      keys.removeAll(from: frame.keys)
    }
    if let slot = frame.anchor {
      anchors[slot].size = nodeCount - frame.nodesBefore
    }
    let key = frame.isKey ? (frame.record, found: frame.isMapping ? "a mapping" : "a list") : nil
    frame = stack.removeLast()
    if let key { refuse(key: key.0, found: key.found) }
    finishNode()
  }

  mutating func addAlias(from startIndex: Int, to endIndex: Int) throws(Stop) {
    let index = records.count
    let start = cursor.offset(of: startIndex)
    let end = cursor.offset(of: endIndex)
    let name = min(start + 1, end)..<end
    let place = file.location(start..<end)
    let text = string(name)
    guard let slot = lastAnchors[text] else {
      let known = Array(lastAnchors.keys)
      throw Stop(.undefinedAlias(text, at: place, names: known))
    }
    let anchor = anchors[slot]
    guard let size = anchor.size else {
      let definition = file.location(anchor.name.lowerBound - 1..<anchor.name.upperBound)
      throw Stop(
        Diagnostic(
          .resourceLimit, "alias '*\(text)' is inside its own anchor, so its expansion never ends", at: place,
          related: [.init("anchor '&\(text)' starts here", at: definition)], notes: ["raising the limit does not help"],
          help: ["write out the value instead of the alias, or put the anchor only on the part to repeat"]))
    }
    try count(size, at: start)
    records.append(
      NodeRecord(
        kind: .alias, start: place.startOffset, end: place.endOffset, link: UInt32(truncatingIfNeeded: anchor.record)))
    if frame.awaitsKey { addKey(alias: index, of: anchor.record) }
    finishNode()
  }

  /// Adds an anchor and returns its index. A later anchor replaces an earlier one with the same name.
  mutating func define(_ name: Range<Int>, record: Int, size: Int? = nil) -> Int {
    anchors.append(Anchor(name: name, record: record, size: size))
    lastAnchors[string(name)] = anchors.count - 1
    return anchors.count - 1
  }

  private mutating func check(_ tag: UnsafePointer<UInt8>, _ place: Range<Int>, on kind: NodeRecord.Kind) {
    guard let meaning = CoreTag(tag) else {
      findings.add(.foreignTag(string(place), at: file.location(place)), on: records.count)
      return
    }
    if meaning.fits(kind) { return }
    let found = kind == .mapping ? "a mapping" : "a list"
    findings.add(.unfitTag(string(place), found: found, at: file.location(place)), on: records.count)
  }

  /// Records the next key and its hash.
  @inline(__always)
  mutating func addKey(_ text: UnsafeBufferPointer<UInt8>, _ keyHash: UInt32, _ record: inout NodeRecord) {
    let index = records.count
    if text.count == 2, text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "<"), record.flags.contains(.plain) {
      record.flags.insert(.passedOver)
      records[frame.record].flags.insert(.hasPassedOver)
      findings.add(.mergeKey(at: location(of: record)), on: index, unread: index + 1)
      return
    }
    note(keyHash, of: index)
  }

  @inline(__always)
  private mutating func note(_ keyHash: UInt32, of index: Int) {
    keys.append(HashedKey(hash: keyHash, record: UInt32(truncatingIfNeeded: index)))
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

  /// Makes readers skip a key of the open mapping.
  private mutating func passOver(_ key: Int) {
    records[key].flags.insert(.passedOver)
    records[frame.record].flags.insert(.hasPassedOver)
  }

  /// Reports a key that is not a scalar, after the whole key was read.
  mutating func refuse(key index: Int, found: String) {
    passOver(index)
    let place = location(of: records[index])
    let isTemplate =
      bytes[place.range].starts(with: Array("{".utf8)) && place.startOffset > 0
      && bytes[Int(place.startOffset) - 1] == UInt8(ascii: "{")
    let finding = Diagnostic(
      .wrongShape, "expected a name as a key, found \(found)", at: place,
      help: [
        isTemplate
          ? "declare a parameter and write \"${name}\" for a value from outside: a manifest is not a template"
          : "quote it if it is text"
      ], hides: isTemplate ? [Absence(.useOfParameter), Absence(.value)] : [])
    findings.add(finding, on: index)
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
      // Of a line that is there twice, the first has no value.
      let isDoubled = !records[first].flags.contains(.passedOver) && isEmptyEntry(first) && !isEmptyEntry(later)
      let skipped = isDoubled ? first : later
      passOver(skipped)
      let name = withText(of: target(of: later)) { String(decoding: $0.prefix(100), as: UTF8.self) }
      // A key is a scalar or an alias, which is one record.
      findings.add(
        .duplicateKey(
          name, at: location(of: records[later]), first: location(of: records[first]), firstIsEmpty: isDoubled,
          removing: (location(of: records[skipped]), location(of: records[skipped + 1]))),
        on: nil, unread: skipped + 1)
    }
  }

  /// Whether the key at an index has no value, as in `key:`.
  private func isEmptyEntry(_ key: Int) -> Bool {
    records[key + 1].kind == .scalar && records[key + 1].start == records[key + 1].end
  }

  private func target(of index: Int) -> Int {
    records[index].kind == .alias ? Int(records[index].link) : index
  }

  private func withText<Result>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    records[index].withText(in: bytes, arena, body)
  }
}
