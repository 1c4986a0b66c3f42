extension DocumentBuilder {
  mutating func open(
    _ kind: NodeRecord.Kind, isFlow: Bool, at startIndex: Int, hasProperties: Bool, _ tag: UnsafePointer<UInt8>?
  ) throws(Stop) {
    let index = records.count
    var start = cursor.offset(of: startIndex)
    let nodesBefore = nodeCount
    var slot: Int?
    if hasProperties {
      let written = NodeProperties(in: bytes, from: start)
      if let anchor = written.anchor { slot = anchors.define(anchor, record: index) }
      if let tag, let place = written.tag { check(tag, place, on: kind) }
      start = written.content
    }
    try count(1, at: start)
    guard stack.count < deepest else { throw stop(at: start, passing: .nesting) }
    let isKey = frame.awaitsKey
    stack.append(frame)
    frame = Frame(
      record: index, isFlow: isFlow, isMapping: kind == .mapping, isKey: isKey, awaitsKey: kind == .mapping,
      keys: keys.mark, anchor: slot, nodesBefore: nodesBefore)
    let place = UInt32(truncatingIfNeeded: start)
    records.append(NodeRecord(kind: kind, start: place, end: place))
  }

  mutating func close(at index: Int) {
    guard stack.count > 0 else { return }
    // libyaml reports a block's end at the next token, which may be lines later.
    let end = frame.isFlow ? UInt32(truncatingIfNeeded: cursor.offset(of: index)) : records[records.count - 1].end
    records[frame.record].end = max(records[frame.record].start, end)
    records[frame.record].link = UInt32(truncatingIfNeeded: records.count)
    if frame.isMapping {
      if frame.sharesBits, keys.mayHaveDuplicates(from: frame.keys) { reportDuplicates(from: frame.keys) }
      keys.close(frame.keys)
    }
    if let slot = frame.anchor {
      anchors.finish(slot, record: frame.record, size: nodeCount - frame.nodesBefore)
    }
    if frame.isKey { refuse(key: frame.record, found: frame.isMapping ? "a mapping" : "a list") }
    frame = stack.removeLast()
    finishNode()
  }

  mutating func addAlias(from startIndex: Int, to endIndex: Int) throws(Stop) {
    let index = records.count
    let start = cursor.offset(of: startIndex)
    let end = cursor.offset(of: endIndex)
    let name = min(start + 1, end)..<end
    let place = file.location(start..<end)
    guard let slot = anchors.find(name) else {
      throw Stop(.undefinedAlias(string(name), at: place, names: anchors.names))
    }
    let anchor = anchors.anchors[slot]
    guard let size = anchor.size else {
      let definition = file.location(anchor.name.lowerBound - 1..<anchor.name.upperBound)
      throw Stop(.endlessAlias(string(name), at: place, anchor: definition))
    }
    try count(size, at: start)
    records.append(
      NodeRecord(
        kind: .alias, start: place.startOffset, end: place.endOffset, link: UInt32(truncatingIfNeeded: anchor.record)))
    findings.note(alias: index, of: anchor.record)
    if frame.awaitsKey { addKey(alias: index, of: anchor.record) }
    finishNode()
  }

  private mutating func check(_ tag: UnsafePointer<UInt8>, _ place: Range<Int>, on kind: NodeRecord.Kind) {
    guard let meaning = CoreTag.meaning(of: tag) else {
      findings.add(.foreignTag(string(place), at: file.location(place)), on: records.count)
      return
    }
    if meaning.fits(kind) { return }
    let found = kind == .mapping ? "a mapping" : "a list"
    findings.add(.unfitTag(string(place), found: found, at: file.location(place)), on: records.count)
  }
}
