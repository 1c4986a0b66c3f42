/// Builds the flat records of one file from libyaml's events, and collects findings.
struct DocumentBuilder: ~Copyable {
  /// The reason why the file cannot be read.
  final class Stop: Error {
    /// Creates the finding. It is called after secrets are hidden, since the finding may quote the text.
    let finding: @Sendable () -> Diagnostic

    init(_ finding: @autoclosure @escaping @Sendable () -> Diagnostic) {
      self.finding = finding
    }
  }

  /// An open collection, or the document around all collections.
  struct Frame: BitwiseCopyable {
    var record = 0
    var isFlow = false
    var isMapping = false
    /// Whether the node is itself a mapping key.
    var isKey = false
    var awaitsKey = false
    /// The index of the mapping's first key among the keys of all open mappings.
    var keys = 0
    /// One bit for the hash of each key. If no two keys share a bit, no closer comparison is needed.
    var keyBits: UInt64 = 0
    var sharesBits = false
    var anchor: Int?
    var nodesBefore = 0
  }

  struct Anchor {
    let name: Range<Int>
    let record: Int
    /// The number of nodes that an alias to this anchor adds; `nil` until the anchored collection ends.
    var size: Int?
  }

  let file: SourceFile
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: Limits
  /// The offset after the byte-order mark.
  let firstByte: Int
  let nodeBudget: Int
  let deepest: Int
  let hash = ByteHash()
  var cursor: OffsetCursor
  var records: GrowingBuffer<NodeRecord>
  var arena = TextArena()
  /// The innermost open collection; `stack` holds the outer collections.
  var frame = Frame()
  var stack = GrowingBuffer<Frame>(capacity: 32)
  /// The end of the last collection that was closed.
  var closed: UInt32 = 0
  var keys = GrowingBuffer<HashedKey>(capacity: 256)
  var anchors: [Anchor] = []
  /// The index of the last anchor with each name.
  var lastAnchors: [String: Int] = [:]
  var nextInterpolation: Int
  var findings = ReadingFindings()
  /// Whether a second document follows, which is not read.
  var isCutShort = false
  /// The number of nodes read so far, with aliases expanded.
  var nodeCount = 0

  init(file: SourceFile, bytes: UnsafeBufferPointer<UInt8>, limits: Limits, nodeBudget: Int) {
    self.file = file
    self.bytes = bytes
    self.limits = limits
    self.nodeBudget = nodeBudget
    deepest = min(limits.nesting, Limits.mostNesting)
    firstByte = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = OffsetCursor(bytes, start: firstByte)
    nextInterpolation = bytes.nextInterpolation(from: 0)
    // Most manifests have less than one node for every six bytes; unused memory is never touched.
    records = GrowingBuffer(capacity: min(bytes.count / 6, nodeBudget))
  }

  /// Returns the document and its findings, after the whole file was read.
  consuming func finish() -> (document: YAMLDocument, findings: [Diagnostic]) {
    // A lone `---` counts as an empty file.
    if records.count == 1, records[0].kind == .scalar, records[0].start == records[0].end { records.removeAll(from: 0) }
    let (file, bytes, arena, findings, isCutShort) = (file, bytes, arena, findings, isCutShort)
    let frozen = records.frozen()
    let comments = CommentFinder(file: file, bytes: bytes, records: frozen).find()
    let document = YAMLDocument(
      file: file, records: frozen, arena: arena, comments: comments, isCutShort: isCutShort)
    return (document, findings.reportable(in: document))
  }

  mutating func readStream() throws(Stop) {
    guard firstByte < bytes.count else { return }
    let prologue = Prologue(bytes: bytes)
    if let line = prologue.flood(from: firstByte) {
      let place = file.location(line)
      throw Stop(
        Diagnostic(
          .resourceLimit,
          "more than \(Prologue.mostDirectives) directives, or more than \(Prologue.mostDirectiveBytes) bytes of them",
          at: place, notes: ["this limit is fixed"], help: ["remove the '%' lines: a manifest needs none"]))
    }
    guard let parser = EventParser(UnsafeBufferPointer(rebasing: bytes[firstByte...])) else {
      let place = file.beginning
      throw Stop(Diagnostic(.resourceLimit, .memoryRanOut, at: place))
    }
    guard let end = try readDocument(parser) else { return }
    switch prologue.remainder(from: end.offset, isEnded: end.isMarked) {
    case nil:
      break
    case .document(let line):
      isCutShort = true
      findings.add(.secondDocument(at: file.location(line)))
    case .excess:
      // The parser will report the error.
      _ = try next(parser)
      isCutShort = true
      findings.add(.secondDocument(at: file.location(end.offset..<end.offset)))
    }
  }

  /// Returns the end of the first document and whether a `...` ends it, or `nil` if there is no document.
  private mutating func readDocument(
    _ parser: borrowing EventParser
  ) throws(Stop) -> (offset: Int, isMarked: Bool)? {
    while true {
      let event = try next(parser)
      switch event.kind {
      case .scalar(let style, let text):
        let start = cursor.offset(of: event.start)
        let end = cursor.offset(of: event.end)
        try addScalar(
          text, style, from: start, to: end, isOnOneLine: event.isOnOneLine, anchor: event.anchor, tag: event.tag)
      case .mappingStart(let flow):
        try open(.mapping, isFlow: flow, at: event.start, anchor: event.anchor, tag: event.tag)
      case .sequenceStart(let flow):
        try open(.sequence, isFlow: flow, at: event.start, anchor: event.anchor, tag: event.tag)
      case .mappingEnd, .sequenceEnd:
        close(at: event.end)
      case .alias:
        try addAlias(from: event.start, to: event.end)
      case .documentEnd(let explicit):
        return (cursor.offset(of: event.end), explicit)
      case .streamEnd:
        return nil
      case .streamStart, .documentStart:
        continue
      }
    }
  }

  @inline(__always)
  private mutating func next(_ parser: borrowing EventParser) throws(Stop) -> Event {
    do throws(EventParser.Problem) {
      return try parser.next()
    } catch {
      throw stop(for: error)
    }
  }

  @inline(never)
  private mutating func stop(for problem: EventParser.Problem) -> Stop {
    let offset =
      switch problem.place {
      case .byte(let offset): characterStart(firstByte + offset, problem.message)
      case .index(let index): cursor.offset(of: index)
      }
    let context = problem.contextIndex.map { cursor.offset(of: $0) }
    let text = UnreadableText(file: file, offset: min(offset, bytes.count), contextOffset: context)
    return Stop(text.finding(for: problem))
  }

  /// The location of a mistake in a character. libyaml points to the first wrong byte, which may be inside the
  /// character.
  private func characterStart(_ offset: Int, _ message: String) -> Int {
    guard message == "invalid trailing UTF-8 octet" else { return offset }
    var start = min(offset, bytes.count) - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return max(start, 0)
  }
}

extension DocumentBuilder {
  /// Switches a mapping between key and value, after each scalar, each alias and each collection.
  @inline(__always)
  mutating func finishNode() {
    guard frame.isMapping else { return }
    frame.awaitsKey.toggle()
  }

  @inline(__always)
  mutating func count(_ nodes: Int, at offset: Int) throws(Stop) {
    let (sum, overflows) = nodeCount.addingReportingOverflow(nodes)
    guard !overflows, sum <= nodeBudget else { throw stop(at: offset, passing: .nodes) }
    nodeCount = sum
  }

  @inline(never)
  func stop(at offset: Int, passing limit: Limits.Name) -> Stop {
    let (limits, place) = (limits, file.location(offset..<min(offset + 1, bytes.count)))
    return Stop(limits.passed(limit, at: place))
  }

  func location(of record: NodeRecord) -> SourceLocation {
    SourceLocation(file: file, startOffset: record.start, endOffset: record.end)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
