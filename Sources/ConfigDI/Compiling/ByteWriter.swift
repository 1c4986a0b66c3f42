/// Writes the binary format that the runtime reads. A string is written as its position in the string table.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []
  let tables: CompiledTables
  /// The file of the last location, and where the location starts.
  var lastPlace = (file: -1, start: 0)

  init(_ tables: CompiledTables) {
    self.tables = tables
  }

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  /// Writes booleans as the bits of one byte, the first one as the lowest bit.
  mutating func flags(_ flags: Bool...) { byte(flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }) }

  /// Writes a number in groups of seven bits, one byte per group, the lowest group first.
  mutating func number(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func signed(_ number: Int) { self.number(number < 0 ? (-(number + 1)) << 1 | 1 : number << 1) }

  mutating func word(_ word: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  /// Writes a 64-bit integer. Small integers take few bytes.
  mutating func integer(_ number: Int) {
    let isWide = number.magnitude > 1 << 60
    byte(isWide ? 1 : 0)
    if isWide { word(UInt64(bitPattern: Int64(number))) } else { signed(number) }
  }

  mutating func text(_ text: String) { number(tables.number(ofText: text)) }

  mutating func optionalText(_ text: String?) { number(text.map { tables.number(ofText: $0) + 1 } ?? 0) }

  mutating func list<Elements: Collection>(_ elements: Elements, _ write: (inout ByteWriter, Elements.Element) -> Void)
  {
    number(elements.count)
    for element in elements { write(&self, element) }
  }

  mutating func part(_ part: [UInt8]) {
    number(part.count)
    bytes += part
  }

  mutating func append(_ record: [UInt8]) { bytes += record }

  mutating func scalar(_ scalar: Scalar) {
    switch scalar {
    case .null: kind(.null)
    case .bool(let value): kind(value ? .true : .false)
    case .int(let value):
      kind(.int)
      integer(value)
    case .float(let value):
      kind(.float)
      word(value.bitPattern)
    case .string(let value):
      kind(.string)
      text(value)
    }
  }

  mutating func kind(_ kind: CompiledFormat.ValueKind) { byte(kind.rawValue) }
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

  func number(_ tables: CompiledTables, _ write: (inout ByteWriter) -> Void) -> Int {
    var record = ByteWriter(tables)
    write(&record)
    return number(of: record.bytes)
  }
}
