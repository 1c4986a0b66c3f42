extension DocumentBuilder {
  @inline(__always)
  mutating func addScalar(
    _ text: UnsafeBufferPointer<UInt8>, _ style: Event.Style, _ event: Event
  ) throws(Stop) {
    var start = cursor.offset(of: event.start)
    var end = cursor.offset(of: event.end)
    var properties: NodeProperties?
    if event.anchor != nil || event.tag != nil {
      let written = NodeProperties(in: bytes, from: start)
      properties = written
      start = min(written.content, end)
    }
    guard text.count <= limits.scalarBytes else {
      throw Stop(limits.passed(.scalarBytes, at: file.location(start..<start + 1)))
    }
    try count(1, at: start)

    let index = records.count
    let quotes = style == .plain ? 0 : 1
    var isSlice = false
    switch style {
    case .plain where event.isOnOneLine:
      isSlice = text.count == end - start
    case .plain, .singleQuoted, .doubleQuoted:
      isSlice = text.count == end - start - 2 * quotes && text.matches(bytes, at: start + quotes)
    case .literal, .folded:
      while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    }
    var record = NodeRecord(
      kind: .scalar, flags: style == .plain ? .plain : [], start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: end), first: UInt32(truncatingIfNeeded: start + quotes),
      second: UInt32(truncatingIfNeeded: text.count))
    if !isSlice {
      keep(text, in: &record)
    } else if nextInterpolation < end, isInterpolated(from: start, to: end) {
      record.flags.insert(.interpolated)
    }
    if let properties { apply(properties, event.tag, to: &record, text) }
    if style == .plain, let first = text.first, first.mayReadOtherwise { lookForOtherReadings(of: text, record) }
    if frame.awaitsKey, !addKey(index, record, text) {
      record.flags.insert(.passedOver)
      findings.add(.mergeKey(at: location(of: record)), on: index)
    }
    records.append(record)
    finishNode()
  }

  /// Keeps text that is no slice of the file.
  @inline(never)
  private mutating func keep(_ text: UnsafeBufferPointer<UInt8>, in record: inout NodeRecord) {
    record.first = UInt32(truncatingIfNeeded: arena.count)
    record.flags.insert(.inArena)
    arena.append(contentsOf: text)
    if text.nextInterpolation(from: 0) < text.count { record.flags.insert(.interpolated) }
  }

  @inline(never)
  private mutating func isInterpolated(from start: Int, to end: Int) -> Bool {
    if nextInterpolation < start { nextInterpolation = bytes.nextInterpolation(from: start) }
    return nextInterpolation < end
  }

  /// Reports plain text that other tools read otherwise.
  @inline(never)
  private mutating func lookForOtherReadings(of text: UnsafeBufferPointer<UInt8>, _ record: NodeRecord) {
    guard record.tag != .string, text.count <= LegacyReading.longest, let elsewhere = LegacyReading.differing(text)
    else { return }
    findings.add(
      .ambiguousScalar(
        String(decoding: text, as: UTF8.self), Scalar(text, in: record), elsewhere: elsewhere,
        at: location(of: record)),
      on: records.count)
  }

  /// Notes the anchor and the tag of the scalar that comes next.
  @inline(never)
  private mutating func apply(
    _ properties: NodeProperties, _ tag: UnsafePointer<UInt8>?, to record: inout NodeRecord,
    _ text: UnsafeBufferPointer<UInt8>
  ) {
    let index = records.count
    if let anchor = properties.anchor {
      let slot = anchors.define(anchor, record: index)
      anchors.finish(slot, record: index, size: 1)
    }
    guard let tag, let place = properties.tag else { return }
    guard let meaning = CoreTag.meaning(of: tag) else {
      findings.add(.foreignTag(string(place), at: file.location(place)), on: index)
      return
    }
    guard let reading = meaning.record else {
      findings.add(.unfitTag(string(place), found: "a scalar", at: file.location(place)), on: index)
      return
    }
    record.tag = reading
    if record.flags.contains(.interpolated) || meaning.fits(Scalar(text, in: record)) { return }
    let found = "'\(String(decoding: text.prefix(40), as: UTF8.self))'"
    findings.add(.unfitTag(string(place), found: found, at: file.location(place)), on: index)
  }
}
