struct Malformed: Error {}

/// Reads or writes the parts of a compiled manifest, so that one description of each part serves for both.
///
/// Every function takes the value to write, which is `nil` while reading, and returns the value. Only reading throws,
/// and it never goes past the end of the bytes. Strings are stored once and referred to by number.
struct CompiledCoder {
  /// The tables, as far as they are known.
  var contents: CompiledContents
  /// The bytes to read, or the bytes written so far.
  private(set) var bytes: [UInt8]
  private(set) var position = 0
  private var end = 0
  /// The file of the last location, and where that location starts.
  private var file = -1
  private var start = 0
  /// While a stage is read: for each string's number, the index of the service that has this string as its key; -1 if
  /// there is none.
  private(set) var positions: [Int] = []
  /// The services of the stage that is written.
  var services: [PlannedService] = []
  /// While writing: the strings so far, and the numbers of files and factories.
  private var writtenTexts: RecordTable?
  private var fileNumbers: [ObjectIdentifier: Int] = [:]
  private(set) var factoryNumbers: [String: Int] = [:]

  /// Creates a reader of a file's tables.
  init(_ bytes: [UInt8], _ range: Range<Int>, texts: [String] = []) {
    contents = CompiledContents()
    contents.texts = texts
    self.bytes = bytes
    go(to: range)
  }

  /// Creates a reader of a file's stages.
  init(reading contents: CompiledContents) {
    self.contents = contents
    bytes = contents.bytes
  }

  /// Creates a writer.
  init(writing contents: CompiledContents, _ texts: RecordTable) {
    self.contents = contents
    bytes = []
    writtenTexts = texts
    fileNumbers = Dictionary(
      contents.files.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    factoryNumbers = Dictionary(
      contents.factories.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Finds the services by their keys, with which the records begin.
  mutating func findPositions(of services: [Range<Int>]) throws(Malformed) {
    positions = [Int](repeating: -1, count: contents.texts.count)
    for (position, part) in services.enumerated() {
      go(to: part)
      let key = try number(nil)
      guard positions.indices.contains(key), positions[key] < 0 else { throw Malformed() }
      positions[key] = position
    }
  }

  var isWriting: Bool { writtenTexts != nil }

  var unread: Range<Int> { position..<end }

  var remaining: Int { end - position }

  /// Begins a record.
  mutating func go(to part: Range<Int>) {
    let part = part.clamped(to: 0..<bytes.count)
    position = part.lowerBound
    end = part.upperBound
    (file, start) = (-1, 0)
  }

  /// Ends a record that was written, and returns its bytes.
  mutating func takeRecord() -> [UInt8] {
    defer { (bytes, file, start) = ([], -1, 0) }
    return bytes
  }

  @discardableResult
  mutating func byte(_ written: UInt8?) throws(Malformed) -> UInt8 {
    guard let written else { return try nextByte() }
    bytes.append(written)
    return written
  }

  private mutating func nextByte() throws(Malformed) -> UInt8 {
    guard position < end else { throw Malformed() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func flag(_ written: Bool?) throws(Malformed) -> Bool { try byte(written.map { $0 ? 1 : 0 }) != 0 }

  typealias Flags = (Bool, Bool, Bool, Bool, Bool, Bool, Bool)

  /// Booleans as the bits of one byte, the first one as the lowest bit.
  mutating func flags(
    _ first: Bool?, _ second: Bool?, _ third: Bool? = nil, _ fourth: Bool? = nil, _ fifth: Bool? = nil,
    _ sixth: Bool? = nil, _ seventh: Bool? = nil
  ) throws(Malformed) -> Flags {
    var written: UInt8?
    if isWriting {
      let flags = [seventh, sixth, fifth, fourth, third, second, first]
      written = flags.reduce(0) { $0 << 1 | ($1 == true ? 1 : 0) }
    }
    let byte = try byte(written)
    return (
      byte & 1 != 0, byte & 2 != 0, byte & 4 != 0, byte & 8 != 0, byte & 16 != 0, byte & 32 != 0, byte & 64 != 0
    )
  }

  /// A case as one byte: its position among all cases.
  mutating func choice<Choice: CaseIterable & Equatable>(_ written: Choice?) throws(Malformed) -> Choice
  where Choice.AllCases == [Choice] {
    let cases = Choice.allCases
    return try cases.element(Int(try byte(written.map { UInt8(cases.firstIndex(of: $0) ?? 0) })))
  }

  mutating func kind<Kind: RawRepresentable<UInt8>>(_ written: Kind?) throws(Malformed) -> Kind {
    guard let kind = Kind(rawValue: try byte(written?.rawValue)) else { throw Malformed() }
    return kind
  }

  /// An unsigned integer in LEB128: seven bits per byte, lowest first.
  @discardableResult
  mutating func number(_ written: Int?) throws(Malformed) -> Int {
    if let written {
      var rest = UInt64(bitPattern: Int64(written))
      while rest > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
      return written
    }
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try nextByte()
      // Nine bytes hold 63 bits, enough for any position.
      guard shift < 63 else { throw Malformed() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(truncatingIfNeeded: value) }
      shift += 7
    }
  }

  /// The number of elements that follow. Each element takes at least one byte, so a larger count is malformed.
  private mutating func count(_ written: Int?) throws(Malformed) -> Int {
    let count = try number(written)
    guard isWriting || count <= remaining else { throw Malformed() }
    return count
  }

  mutating func signed(_ written: Int?) throws(Malformed) -> Int {
    Self.unfolded(try number(written.map(Self.folded)))
  }

  /// A signed integer without its sign, which becomes the lowest bit.
  private static func folded(_ number: Int) -> Int { number < 0 ? (-(number + 1)) << 1 | 1 : number << 1 }

  private static func unfolded(_ number: Int) -> Int { number & 1 == 0 ? number >> 1 : -(number >> 1) - 1 }

  @discardableResult
  mutating func word(_ written: UInt64?) throws(Malformed) -> UInt64 {
    if let written {
      for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: written >> shift)) }
      return written
    }
    guard remaining >= 8 else { throw Malformed() }
    var value: UInt64 = 0
    for offset in 0..<8 { value |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
    position += 8
    return value
  }

  /// A 64-bit integer. Small integers take few bytes.
  mutating func integer(_ written: Int?) throws(Malformed) -> Int {
    let isWide = try flag(written.map { $0.magnitude > 1 << 60 })
    guard isWide else { return try signed(written) }
    return Int(truncatingIfNeeded: try word(written.map { UInt64(bitPattern: Int64($0)) }))
  }

  /// A block of bytes, preceded by its length. Returns the block's range.
  private mutating func part(_ written: [UInt8]?) throws(Malformed) -> Range<Int> {
    let count = try count(written?.count)
    if let written { bytes += written }
    defer { position += count }
    return position..<position + count
  }

  @discardableResult
  mutating func list<Written, Element>(
    _ written: [Written]?, _ element: (inout CompiledCoder, Written?) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    let count = try count(written?.count)
    var list: [Element] = []
    // A count is only bounded by the bytes that are left, and each element of nested lists may have such a count.
    if count > 0 { list.reserveCapacity(min(count, 64)) }
    for index in 0..<count { list.append(try element(&self, written?[index])) }
    return list
  }

  @discardableResult
  mutating func parts(_ written: [[UInt8]]?) throws(Malformed) -> [Range<Int>] {
    try list(written) { coder, part throws(Malformed) in try coder.part(part) }
  }

  mutating func readTexts() throws(Malformed) {
    let count = try count(nil)
    contents.texts.reserveCapacity(count)
    for _ in 0..<count {
      let text = try part(nil)
      contents.texts.append(String(decoding: bytes[text], as: UTF8.self))
    }
  }

  mutating func text(_ written: String?) throws(Malformed) -> String {
    // First the number: as an argument, it would make a copy of the coder.
    let number = try number(written.flatMap { writtenTexts?.number(of: $0) })
    if let written { return written }
    return try text(at: number)
  }

  mutating func optionalText(_ written: String?) throws(Malformed) -> String? {
    let number = try number(writtenTexts.map { texts in written.map { texts.number(of: $0) + 1 } ?? 0 })
    return isWriting || number == 0 ? written : try text(at: number - 1)
  }

  func text(at number: Int) throws(Malformed) -> String { try contents.texts.element(number) }

  mutating func textList(_ written: [String]?) throws(Malformed) -> [String] {
    try list(written) { coder, text throws(Malformed) in try coder.text(text) }
  }

  /// A location, as its distance from the previous location of the same record.
  mutating func place(_ written: SourceLocation?) throws(Malformed) -> SourceLocation {
    var writtenFile: Int?
    var writtenHead: Int?
    if let written {
      let number = fileNumbers[ObjectIdentifier(written.file)] ?? 0
      let distance = written.range.lowerBound - (number == file ? start : 0)
      writtenFile = number
      writtenHead = Self.folded(distance) << 1 | (number == file ? 0 : 1)
    }
    let head = try number(writtenHead)
    if head & 1 == 1 {
      file = try number(writtenFile)
      start = 0
    }
    guard contents.files.indices.contains(file) else { throw Malformed() }
    start += Self.unfolded(head >> 1)
    let length = try number(written?.range.count)
    guard start >= 0, start <= Int(UInt32.max), length <= Int(UInt32.max) - start else { throw Malformed() }
    return contents.files[file].location(start..<start + length)
  }

  mutating func located(_ written: Located<String>?) throws(Malformed) -> Located<String> {
    let text = try text(written?.value)
    return Located(text, at: try place(written?.location))
  }

  mutating func scalar(_ written: Scalar?) throws(Malformed) -> Scalar {
    try scalar(written, try kind(written.map(CompiledFormat.ValueKind.init)))
  }

  mutating func scalar(_ written: Scalar?, _ kind: CompiledFormat.ValueKind) throws(Malformed) -> Scalar {
    switch kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .int:
      let number: Int? = if case .int(let number)? = written { number } else { nil }
      return .int(try integer(number))
    case .float:
      let number: Double? = if case .float(let number)? = written { number } else { nil }
      return .float(Double(bitPattern: try word(number?.bitPattern)))
    case .string: return .string(try text(written?.plainText))
    case .list, .map, .template, .written: throw Malformed()
    }
  }
}

extension Array {
  /// The element at an index that was read.
  @inline(__always) func element(_ index: Int) throws(Malformed) -> Element {
    guard indices.contains(index) else { throw Malformed() }
    return self[index]
  }
}

/// A table that holds each record once, in the order of first use.
final class RecordTable {
  private(set) var records: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]

  func number(of record: [UInt8]) -> Int {
    if let known = numbers[record] { return known }
    numbers[record] = records.count
    records.append(record)
    return records.count - 1
  }

  /// Compares bytes. Swift strings with different bytes may be equal, but settings with different bytes are not.
  func number(of text: String) -> Int { number(of: Array(text.utf8)) }
}
