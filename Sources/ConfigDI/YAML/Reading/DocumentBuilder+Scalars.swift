extension DocumentBuilder {
  /// Adds the scalar between two offsets, which include its anchor and tag.
  ///
  /// The reader spends half of its own time here, mostly on branches that the processor cannot predict. So a single
  /// condition detects all rare cases, and other functions handle them.
  @inline(__always)
  mutating func addScalar(
    _ text: UnsafeBufferPointer<UInt8>, _ style: Event.Style, from start: Int, to end: Int, isOnOneLine: Bool,
    anchor: UnsafePointer<UInt8>?, tag: UnsafePointer<UInt8>?
  ) throws(Stop) {
    if text.count > limits.scalarBytes || nodeCount >= nodeBudget { throw stop(at: start, scalarOf: text.count) }
    nodeCount &+= 1
    var record: NodeRecord
    let isBare = isOnOneLine && anchor == nil && tag == nil
    if isBare, style == .plain, text.count == end &- start {
      record = NodeRecord(scalarFrom: start, to: end, .plain)
    } else if isBare, style == .doubleQuoted, text.count == end &- start &- 2, text.matches(bytes, at: start &+ 1) {
      record = NodeRecord(scalarFrom: start, to: end, .quoted)
    } else {
      record = self.record(of: text, style, from: start, to: end, hasProperties: anchor != nil || tag != nil, tag)
    }
    if nextInterpolation < end, isInterpolated(record) { record.flags.insert(.interpolated) }
    let isSpecial = record.flags.contains(.plain) && text.maySayMoreThanText
    if isSpecial { lookForOtherReadings(of: text, record) }
    if frame.awaitsKey {
      let isSlice = !isSpecial && record.tag == .none && !record.flags.contains(.inArena)
      let start = Int(record.start) &+ (record.flags.contains(.quoted) ? 1 : 0)
      addKey(
        text,
        isSlice ? hash(bytes, at: start, count: text.count) : KeyReading(text, record.tag, record.flags).hash(hash),
        &record)
    }
    records.append(record)
    finishNode()
  }

  /// The record of a scalar that is not plain text on one line.
  @inline(never)
  private mutating func record(
    of text: UnsafeBufferPointer<UInt8>, _ style: Event.Style, from begin: Int, to limit: Int, hasProperties: Bool,
    _ tag: UnsafePointer<UInt8>?
  ) -> NodeRecord {
    var end = limit
    let start = hasProperties ? min(NodeProperties(in: bytes, from: begin).content, end) : begin
    let isBlock = style == .literal || style == .folded
    while isBlock, end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    let quotes = style == .plain ? 0 : 1
    var record = NodeRecord(scalarFrom: start, to: end, style == .plain ? .plain : [])
    if !isBlock, text.count == end - start - 2 * quotes, text.matches(bytes, at: start + quotes) {
      if quotes == 1 { record.flags.insert(.quoted) }
    } else {
      record.flags.insert(.inArena)
      record.link = UInt32(truncatingIfNeeded: arena.keep(text))
      if text.nextInterpolation(from: 0) < text.count { record.flags.insert(.interpolated) }
    }
    if hasProperties { record.tag = apply(tag, text, record, from: begin) }
    return record
  }

  @inline(never)
  private mutating func isInterpolated(_ record: NodeRecord) -> Bool {
    let start = Int(record.start)
    if nextInterpolation < start { nextInterpolation = bytes.nextInterpolation(from: start) }
    return nextInterpolation < Int(record.end) && !record.flags.contains(.inArena)
  }

  /// Reports plain text that YAML 1.1 tools read differently.
  @inline(never)
  private mutating func lookForOtherReadings(of bytes: UnsafeBufferPointer<UInt8>, _ record: NodeRecord) {
    guard record.tag != .string, bytes.count <= LegacyReading.longest, let elsewhere = LegacyReading.differing(bytes)
    else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let location = location(of: record)
    let here: String
    var help = "quote it: \"\(text)\""
    var quoting = help
    var keepsMeaning = false
    var number: Int?
    // The text can be read back from either reading, unless it only says what kind of number it is.
    var readings = elsewhere.hasPrefix("the ") ? elsewhere.split(separator: " ").suffix(1).map(String.init) : []
    switch Scalar(bytes, record.tag, isPlain: true) {
    case .int(let value):
      here = "the number \(value)"
      readings.append("\(value)")
      number = value
      quoting = "quote it for text: \"\(text)\""
      help = "write \(value) for the number, or \(quoting)"
    case .float(let value):
      here = "the number \(value)"
      readings.append("\(value)")
    default:
      if let value = elsewhere.firstRange(of: "the boolean ").map({ elsewhere[$0.upperBound...] }) {
        help = "write \(value) for the boolean, or quote it for text: \"\(text)\""
        quoting = help
      }
      here = "text"
      keepsMeaning = true
    }
    var finding = Diagnostic(
      .ambiguousScalar, "'\(text)' is \(here) here, but \(elsewhere) in YAML 1.1", at: location, help: [help])
    if let number {
      finding.addRemedy("write \(number) for the number", [.init(replacing: location, with: "\(number)")])
    }
    finding.addRemedy(quoting, [.init(quoting: text, at: location, safe: keepsMeaning)])
    finding.readings = readings
    findings.add(finding, on: records.count)
  }

  /// Records the next scalar's anchor and reads its tag.
  private mutating func apply(
    _ tag: UnsafePointer<UInt8>?, _ text: UnsafeBufferPointer<UInt8>, _ record: NodeRecord, from begin: Int
  ) -> NodeRecord.Tag {
    let index = records.count
    let properties = NodeProperties(in: bytes, from: begin)
    if let anchor = properties.anchor { _ = define(anchor, record: index, size: 1) }
    guard let tag, let place = properties.tag else { return .none }
    guard let meaning = CoreTag(tag) else {
      var finding = Diagnostic.foreignTag(string(place), at: file.location(place))
      finding.misleadingValue = location(of: record)
      findings.add(finding, on: index)
      return .none
    }
    guard let reading = meaning.record else {
      findings.add(.unfitTag(string(place), found: "a scalar", at: file.location(place)), on: index)
      return .none
    }
    if text.nextInterpolation(from: 0) < text.count { return reading }
    if !meaning.fits(Scalar(text, reading, isPlain: record.flags.contains(.plain))) {
      let found = "'\(String(decoding: text.prefix(40), as: UTF8.self))'"
      var finding = Diagnostic.unfitTag(string(place), found: found, at: file.location(place))
      finding.quotedPlaces = [location(of: record)]
      findings.add(finding, on: index)
    }
    return reading
  }

  @inline(never)
  private func stop(at offset: Int, scalarOf count: Int) -> Stop {
    stop(at: offset, passing: count > limits.scalarBytes ? .scalarBytes : .nodes)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the core schema or YAML 1.1 may read plain text as something other than a string: it begins with one of
  /// `+,-./0123456789~`, or has at most five letters and begins with one of `f n o t y`.
  @inline(__always)
  fileprivate var maySayMoreThanText: Bool {
    guard let first else { return true }
    // One bit for each character, looked up without a branch, which the processor would often mispredict.
    let set: UInt64 = first < 64 ? 0x03FF_F800_0000_0000 : first < 128 ? 0x4210_C040_0210_C040 : 0
    let isShort: UInt64 = (first < 64 ? 1 : 0) | (count <= 5 ? 1 : 0)
    return (set &>> UInt64(truncatingIfNeeded: first & 63)) & isShort == 1
  }
}
