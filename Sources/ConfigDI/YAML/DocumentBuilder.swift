/// Builds the flat records of one file from its events, and notes what is wrong on the way.
struct DocumentBuilder {
  /// Why the file cannot be read.
  struct Stop: Error {
    let finding: Diagnostic

    init(_ finding: Diagnostic) {
      self.finding = finding
    }
  }

  /// A collection that is still open.
  private struct Frame {
    var record: Int
    var isFlow: Bool
    var isMapping: Bool
    var isKey: Bool
    var awaitsKey: Bool
    /// Where its keys begin among those of all open mappings.
    var keys: Int
    /// Its slot in the table of anchors.
    var anchor: Int?
    var nodesBefore: Int
  }

  private let file: SourceFile
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: Limits
  private let nodeBudget: Int
  private let deepest: Int
  private let hash: ByteHash
  /// After the byte-order mark.
  private let firstByte: Int
  private var cursor: OffsetCursor
  private var records: [NodeRecord] = []
  private var arena: [UInt8] = []
  private var stack: [Frame] = []
  private var keys = MappingKeys()
  private var anchors: AnchorTable
  private var nextInterpolation: Int
  private var findings = ReadingFindings()
  /// The nodes so far, aliases expanded.
  private(set) var nodeCount = 0

  init(file: SourceFile, bytes: UnsafeBufferPointer<UInt8>, limits: Limits, nodeBudget: Int) {
    self.file = file
    self.bytes = bytes
    self.limits = limits
    self.nodeBudget = nodeBudget
    deepest = min(limits.nesting, Limits.mostNesting)
    firstByte = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = OffsetCursor(bytes, start: firstByte)
    hash = ByteHash()
    anchors = AnchorTable(bytes, hash: hash)
    nextInterpolation = bytes.nextInterpolation(from: 0)
  }

  var document: YAMLDocument {
    let comments = CommentFinder(file: file, bytes: bytes, records: records).find()
    return YAMLDocument(file: file, records: records, arena: arena, comments: comments)
  }

  var reportable: [Diagnostic] { findings.reportable(records) }

  mutating func readStream() throws(Stop) {
    guard firstByte < bytes.count else { return }
    let prologue = Prologue(bytes: bytes)
    if let line = prologue.flood(from: firstByte) { throw Stop(.tooManyDirectives(at: file.location(line))) }
    guard let parser = EventParser(UnsafeBufferPointer(rebasing: bytes[firstByte...])) else {
      throw Stop(Diagnostic(.resourceLimit, "memory ran out", at: file.beginning))
    }
    reserve()
    let end = try readDocument(parser)
    if let end, let remainder = prologue.remainder(from: end.offset, isEnded: end.isMarked) {
      switch remainder {
      case .document(let line):
        findings.add(.secondDocument(at: file.location(line)))
      case .excess:
        _ = try next(parser)
        findings.add(.secondDocument(at: file.location(end.offset..<end.offset)))
      }
    }
    // A lone `---` says no more than an empty file.
    if records.count == 1, records[0].kind == .scalar, records[0].start == records[0].end { records = [] }
  }

  /// Room for what a manifest of this size usually has, so that arrays seldom move.
  private mutating func reserve() {
    records.reserveCapacity(min(bytes.count / 12, nodeBudget) + 16)
    stack.reserveCapacity(32)
  }

  private mutating func next(_ parser: borrowing EventParser) throws(Stop) -> Event {
    do throws(EventParser.Problem) {
      return try parser.next()
    } catch {
      throw stop(for: error)
    }
  }

  /// Where the first document ends, and whether a `...` says so; `nil` where there is none.
  private mutating func readDocument(
    _ parser: borrowing EventParser
  ) throws(Stop) -> (offset: Int, isMarked: Bool)? {
    while true {
      let event = try next(parser)
      switch event.kind {
      case .scalar(let style, let text):
        try addScalar(text, style, event)
      case .mappingStart(let flow):
        try open(.mapping, isFlow: flow, event)
      case .sequenceStart(let flow):
        try open(.sequence, isFlow: flow, event)
      case .mappingEnd, .sequenceEnd:
        close(event)
      case .alias:
        try addAlias(event)
      case .documentEnd(let explicit):
        return (cursor.offset(of: event.end.index), explicit)
      case .streamEnd:
        return nil
      case .streamStart, .documentStart:
        continue
      }
    }
  }

  @inline(__always)
  private mutating func addScalar(
    _ text: UnsafeBufferPointer<UInt8>, _ style: Event.Style, _ event: Event
  ) throws(Stop) {
    let index = records.count
    var record = NodeRecord(kind: .scalar, start: 0, end: 0, first: 0, second: UInt32(truncatingIfNeeded: text.count))
    if style == .plain { record.flags = .plain }
    var start = cursor.offset(of: event.start.index)
    var end = cursor.offset(of: event.end.index)
    var properties: NodeProperties?
    if event.anchor != nil || event.tag != nil {
      let written = NodeProperties(in: bytes, from: start)
      properties = written
      start = min(written.content, end)
    }
    let isKey = awaitsKey
    guard text.count <= limits.scalarBytes else {
      throw Stop(limits.passed(.scalarBytes, at: file.location(start..<start + 1)))
    }
    try count(1, at: start)

    let quotes = style == .plain ? 0 : 1
    let isSlice: Bool
    switch style {
    case .plain where event.start.line == event.end.line:
      isSlice = text.count == end - start
    case .plain, .singleQuoted, .doubleQuoted:
      isSlice = text.count == end - start - 2 * quotes && text.matches(bytes, at: start + quotes)
    case .literal, .folded:
      isSlice = false
      while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    }
    record.start = UInt32(truncatingIfNeeded: start)
    record.end = UInt32(truncatingIfNeeded: end)
    if isSlice {
      record.first = UInt32(truncatingIfNeeded: start + quotes)
      if nextInterpolation < end {
        if nextInterpolation < start { nextInterpolation = bytes.nextInterpolation(from: start) }
        if nextInterpolation < end { record.flags.insert(.interpolated) }
      }
    } else {
      record.first = UInt32(truncatingIfNeeded: arena.count)
      record.flags.insert(.inArena)
      arena.append(contentsOf: text)
      if text.nextInterpolation(from: 0) < text.count { record.flags.insert(.interpolated) }
    }

    if let properties {
      if let anchor = properties.anchor {
        let slot = anchors.define(anchor, record: index)
        anchors.finish(slot, record: index, size: 1)
      }
      if let tag = event.tag { apply(tag, properties.tag, to: &record, at: index, text) }
    }
    if style == .plain, record.tag != .string { look(for: text, record, index) }
    if isKey, !addKey(index, record, text) {
      record.flags.insert(.passedOver)
      findings.add(.mergeKey(at: location(of: record)), on: index)
    }
    records.append(record)
    finishNode()
  }

  /// Reports plain text that other tools read otherwise.
  @inline(__always)
  private mutating func look(for text: UnsafeBufferPointer<UInt8>, _ record: NodeRecord, _ index: Int) {
    guard let first = text.first, first.mayReadOtherwise, text.count <= LegacyReading.longest,
      let elsewhere = LegacyReading.differing(text)
    else { return }
    findings.add(
      .ambiguousScalar(
        String(decoding: text, as: UTF8.self), Scalar(text, in: record), elsewhere: elsewhere,
        at: location(of: record)),
      on: index)
  }

  private mutating func apply(
    _ tag: UnsafePointer<UInt8>, _ place: Range<Int>?, to record: inout NodeRecord, at index: Int,
    _ text: UnsafeBufferPointer<UInt8>
  ) {
    let location = place.map(file.location) ?? location(of: record)
    let written = String(decoding: bytes[location.range], as: UTF8.self)
    guard let meaning = CoreTag.meaning(of: tag) else {
      findings.add(.foreignTag(written, at: location), on: index)
      return
    }
    guard let reading = meaning.record else {
      findings.add(.unfitTag(written, found: "a scalar", at: location), on: index)
      return
    }
    record.tag = reading
    guard !record.flags.contains(.interpolated) else { return }
    if !meaning.fits(Scalar(text, in: record)) {
      findings.add(
        .unfitTag(written, found: "'\(String(decoding: text.prefix(40), as: UTF8.self))'", at: location), on: index)
    }
  }

  private mutating func open(_ kind: NodeRecord.Kind, isFlow: Bool, _ event: Event) throws(Stop) {
    let index = records.count
    var start = cursor.offset(of: event.start.index)
    let nodesBefore = nodeCount
    var slot: Int?
    if event.anchor != nil || event.tag != nil {
      let written = NodeProperties(in: bytes, from: start)
      if let anchor = written.anchor { slot = anchors.define(anchor, record: index) }
      if let tag = event.tag, let place = written.tag { check(tag, place, on: kind, at: index) }
      start = written.content
    }
    try count(1, at: start)
    guard stack.count < deepest else {
      throw Stop(limits.passed(.nesting, at: file.location(start..<min(start + 1, bytes.count))))
    }
    let place = UInt32(truncatingIfNeeded: start)
    stack.append(
      Frame(
        record: index, isFlow: isFlow, isMapping: kind == .mapping, isKey: awaitsKey, awaitsKey: kind == .mapping,
        keys: keys.mark, anchor: slot, nodesBefore: nodesBefore))
    records.append(NodeRecord(kind: kind, start: place, end: place, first: 0, second: 0))
  }

  private mutating func check(
    _ tag: UnsafePointer<UInt8>, _ place: Range<Int>, on kind: NodeRecord.Kind, at index: Int
  ) {
    let written = String(decoding: bytes[place], as: UTF8.self)
    guard let meaning = CoreTag.meaning(of: tag) else {
      findings.add(.foreignTag(written, at: file.location(place)), on: index)
      return
    }
    if !meaning.fits(kind) {
      findings.add(
        .unfitTag(written, found: kind == .mapping ? "a mapping" : "a list", at: file.location(place)), on: index)
    }
  }

  private mutating func close(_ event: Event) {
    guard let frame = stack.popLast() else { return }
    // The end of a block is where the next token stands, which is lines later.
    let end = frame.isFlow ? UInt32(truncatingIfNeeded: cursor.offset(of: event.end.index)) : (records.last?.end ?? 0)
    records[frame.record].end = max(records[frame.record].start, end)
    records[frame.record].second = UInt32(truncatingIfNeeded: records.count)
    if frame.isMapping { closeKeys(frame) }
    if let slot = frame.anchor { anchors.finish(slot, record: frame.record, size: nodeCount - frame.nodesBefore) }
    if frame.isKey {
      records[frame.record].flags.insert(.passedOver)
      let found = frame.isMapping ? "a mapping" : "a list"
      findings.add(.complexKey(found, at: location(of: records[frame.record])), on: frame.record)
    }
    finishNode()
  }

  private mutating func closeKeys(_ frame: Frame) {
    let duplicates = keys.duplicates(from: frame.keys, matches: keysMatch)
    keys.close(frame.keys)
    for (first, later) in duplicates {
      records[later].flags.insert(.passedOver)
      let name = text(of: target(of: later)) { String(decoding: $0.prefix(100), as: UTF8.self) }
      findings.add(.duplicateKey(name, at: location(of: records[later]), first: location(of: records[first])))
    }
  }

  private mutating func addAlias(_ event: Event) throws(Stop) {
    let index = records.count
    let start = cursor.offset(of: event.start.index)
    let end = cursor.offset(of: event.end.index)
    let name = min(start + 1, end)..<end
    let place = file.location(start..<end)
    var record = NodeRecord(
      kind: .alias, start: place.startOffset, end: place.endOffset, first: 0,
      second: UInt32(truncatingIfNeeded: index + 1))
    guard let slot = anchors.find(name) else {
      throw Stop(.undefinedAlias(string(name), at: place, names: anchors.names))
    }
    let anchor = anchors.anchors[slot]
    guard let size = anchor.size else {
      let definition = file.location(anchor.name.lowerBound - 1..<anchor.name.upperBound)
      throw Stop(.endlessAlias(string(name), at: place, anchor: definition))
    }
    try count(size, at: start)
    record.first = UInt32(truncatingIfNeeded: anchor.record)
    if awaitsKey {
      let target = records[anchor.record]
      if target.kind == .scalar {
        keys.add(index, hash: text(of: anchor.record) { KeyReading($0, target).hash(hash) })
      } else {
        record.flags.insert(.passedOver)
        let found = target.kind == .mapping ? "an alias of a mapping" : "an alias of a list"
        findings.add(.complexKey(found, at: place), on: index)
      }
    }
    records.append(record)
    findings.note(alias: index, of: anchor.record)
    finishNode()
  }

  @inline(__always)
  private var awaitsKey: Bool { stack.last?.awaitsKey ?? false }

  @inline(__always)
  /// Returns whether it is a key at all; a merge key is none.
  private mutating func addKey(_ index: Int, _ record: NodeRecord, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.count == 2, record.flags.contains(.plain), text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "<") {
      return false
    }
    if stack.count == 1, text.count > 2, text[0] == UInt8(ascii: "x"), text[1] == UInt8(ascii: "-") {
      findings.beginExtension(at: index + 1)
    }
    keys.add(index, hash: KeyReading(text, record).hash(hash))
    return true
  }

  private func keysMatch(_ first: Int, _ later: Int) -> Bool {
    let first = target(of: first)
    let later = target(of: later)
    return text(of: first) { left in
      text(of: later) { right in KeyReading(left, records[first]) == KeyReading(right, records[later]) }
    }
  }

  @inline(__always)
  private mutating func finishNode() {
    guard !stack.isEmpty else { return }
    let top = stack.count - 1
    guard stack[top].isMapping else { return }
    stack[top].awaitsKey.toggle()
    if top == 0, stack[0].awaitsKey { findings.endExtension(at: records.count) }
  }

  @inline(__always)
  private mutating func count(_ nodes: Int, at offset: Int) throws(Stop) {
    let (sum, overflows) = nodeCount.addingReportingOverflow(nodes)
    guard !overflows, sum <= nodeBudget else {
      throw Stop(limits.passed(.nodes, at: file.location(offset..<min(offset + 1, bytes.count))))
    }
    nodeCount = sum
  }

  private func target(of index: Int) -> Int {
    records[index].kind == .alias ? Int(records[index].first) : index
  }

  private func text<Result>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let record = records[index]
    let range = Int(record.first)..<Int(record.first) + Int(record.second)
    guard record.flags.contains(.inArena) else { return body(UnsafeBufferPointer(rebasing: bytes[range])) }
    return arena.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func location(of record: NodeRecord) -> SourceLocation {
    SourceLocation(file: file, startOffset: record.start, endOffset: record.end)
  }

  private mutating func stop(for problem: EventParser.Problem) -> Stop {
    let offset =
      switch problem.place {
      case .byte(let offset): characterStart(firstByte + offset, problem.message)
      case .mark(let mark): cursor.offset(of: mark.index)
      }
    let context = problem.contextMark.map { cursor.offset(of: $0.index) }
    return Stop(.syntax(problem, in: file, at: min(offset, bytes.count), contextOffset: context))
  }

  /// libyaml points at the byte that fails to continue a character; the mistake is the one that began it.
  private func characterStart(_ offset: Int, _ message: String) -> Int {
    guard message == "invalid trailing UTF-8 octet" else { return offset }
    var start = min(offset, bytes.count) - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return max(start, 0)
  }
}
