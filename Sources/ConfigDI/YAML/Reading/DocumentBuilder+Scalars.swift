extension DocumentBuilder {
  /// How a scalar is written, for its record.
  struct Form {
    var place: Place
    var tag: NodeRecord.Tag = .none
    var flags: NodeRecord.Flags
    /// The offset of the text in the arena, if the file does not contain the text itself.
    var kept = 0
  }

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
    var form: Form
    let isBare = isOnOneLine && anchor == nil && tag == nil
    if isBare, style == .plain, text.count == end &- start {
      form = Form(place: Place(start, end), flags: .plain)
    } else if isBare, style == .doubleQuoted, text.count == end &- start &- 2, text.matches(bytes, at: start &+ 1) {
      form = Form(place: Place(start, end), flags: .quoted)
    } else {
      form = self.form(of: text, style, from: start, to: end, hasProperties: anchor != nil || tag != nil, tag)
    }
    if nextInterpolation < end, isInterpolated(form) { form.flags.insert(.interpolated) }
    let isSpecial = form.flags.contains(.plain) && text.maySayMoreThanText
    if isSpecial { lookForOtherReadings(of: text, form) }
    if frame.awaitsKey {
      let isSlice = !isSpecial && form.tag == .none && !form.flags.contains(.inArena)
      let start = Int(form.place.start) &+ (form.flags.contains(.quoted) ? 1 : 0)
      addKey(
        text,
        isSlice ? hash(bytes, at: start, count: text.count) : KeyReading(text, form.tag, form.flags).hash(hash), &form)
    }
    records.append(
      NodeRecord(
        kind: .scalar, tag: form.tag, flags: form.flags, start: form.place.start, end: form.place.end,
        link: UInt32(truncatingIfNeeded: form.kept)))
    finishNode()
  }

  /// The form of a scalar that is not plain text on one line.
  @inline(never)
  private mutating func form(
    of text: UnsafeBufferPointer<UInt8>, _ style: Event.Style, from begin: Int, to limit: Int, hasProperties: Bool,
    _ tag: UnsafePointer<UInt8>?
  ) -> Form {
    var end = limit
    let start = hasProperties ? min(NodeProperties(in: bytes, from: begin).content, end) : begin
    let isBlock = style == .literal || style == .folded
    while isBlock, end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    let quotes = style == .plain ? 0 : 1
    var form = Form(place: Place(start, end), flags: style == .plain ? .plain : [])
    if !isBlock, text.count == end - start - 2 * quotes, text.matches(bytes, at: start + quotes) {
      if quotes == 1 { form.flags.insert(.quoted) }
    } else {
      form.flags.insert(.inArena)
      form.kept = arena.keep(text)
      if text.nextInterpolation(from: 0) < text.count { form.flags.insert(.interpolated) }
    }
    if hasProperties { form.tag = apply(tag, text, form, from: begin) }
    return form
  }

  @inline(never)
  private mutating func isInterpolated(_ form: Form) -> Bool {
    let start = Int(form.place.start)
    if nextInterpolation < start { nextInterpolation = bytes.nextInterpolation(from: start) }
    return nextInterpolation < Int(form.place.end) && !form.flags.contains(.inArena)
  }

  /// Reports plain text that YAML 1.1 tools read differently.
  @inline(never)
  private mutating func lookForOtherReadings(of text: UnsafeBufferPointer<UInt8>, _ form: Form) {
    guard form.tag != .string, text.count <= LegacyReading.longest, let elsewhere = LegacyReading.differing(text)
    else { return }
    findings.add(
      .ambiguousScalar(
        String(decoding: text, as: UTF8.self), Scalar(text, form.tag, isPlain: true), elsewhere: elsewhere,
        at: location(form.place)),
      on: records.count)
  }

  /// Records the next scalar's anchor and reads its tag.
  private mutating func apply(
    _ tag: UnsafePointer<UInt8>?, _ text: UnsafeBufferPointer<UInt8>, _ form: Form, from begin: Int
  ) -> NodeRecord.Tag {
    let index = records.count
    let properties = NodeProperties(in: bytes, from: begin)
    if let anchor = properties.anchor { _ = define(anchor, record: index, size: 1) }
    guard let tag, let place = properties.tag else { return .none }
    guard let meaning = CoreTag(tag) else {
      var finding = Diagnostic.foreignTag(string(place), at: file.location(place))
      finding.misleadingValue = location(form.place)
      findings.add(finding, on: index)
      return .none
    }
    guard let reading = meaning.record else {
      findings.add(.unfitTag(string(place), found: "a scalar", at: file.location(place)), on: index)
      return .none
    }
    if text.nextInterpolation(from: 0) < text.count { return reading }
    if !meaning.fits(Scalar(text, reading, isPlain: form.flags.contains(.plain))) {
      let found = "'\(String(decoding: text.prefix(40), as: UTF8.self))'"
      var finding = Diagnostic.unfitTag(string(place), found: found, at: file.location(place))
      finding.quotedPlaces = [location(form.place)]
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
