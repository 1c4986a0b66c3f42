struct Malformed: Error {}

/// Reads values one after another, never past the end of the bytes. Strings are stored once and referred to by number.
struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private(set) var position = 0
  private var end = 0
  private(set) var texts: [String]

  init(_ bytes: [UInt8], _ range: Range<Int>, texts: [String] = []) {
    self.bytes = bytes
    self.texts = texts
    go(to: range)
  }

  var remaining: Int { end - position }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard position < end else { throw Malformed() }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads booleans that are stored as the bits of one byte, the lowest bit first.
  mutating func flags() throws(Malformed) -> (Bool, Bool, Bool, Bool, Bool, Bool, Bool) {
    let byte = try byte()
    return (
      byte & 1 != 0, byte & 2 != 0, byte & 4 != 0, byte & 8 != 0, byte & 16 != 0, byte & 32 != 0, byte & 64 != 0
    )
  }

  /// Reads an unsigned integer in LEB128: seven bits per byte, lowest first.
  mutating func number() throws(Malformed) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      // Nine bytes hold 63 bits, enough for any position.
      guard shift < 63 else { throw Malformed() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(truncatingIfNeeded: value) }
      shift += 7
    }
  }

  /// Reads the number of elements that follow. Each element takes at least one byte, so a larger count is malformed.
  mutating func count() throws(Malformed) -> Int {
    let count = try number()
    guard count <= remaining else { throw Malformed() }
    return count
  }

  /// Reads a signed integer, whose sign is the lowest bit.
  mutating func signed() throws(Malformed) -> Int {
    let number = try number()
    return number & 1 == 0 ? number >> 1 : -(number >> 1) - 1
  }

  mutating func word() throws(Malformed) -> UInt64 {
    guard remaining >= 8 else { throw Malformed() }
    var value: UInt64 = 0
    for offset in 0..<8 { value |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
    position += 8
    return value
  }

  /// Skips a length-prefixed block of bytes and returns the block's range.
  mutating func part() throws(Malformed) -> Range<Int> {
    let count = try count()
    defer { position += count }
    return position..<position + count
  }

  mutating func go(to part: Range<Int>) {
    let part = part.clamped(to: 0..<bytes.count)
    position = part.lowerBound
    end = part.upperBound
  }

  mutating func readTexts() throws(Malformed) {
    let count = try count()
    texts.reserveCapacity(count)
    for _ in 0..<count {
      let text = try part()
      texts.append(String(decoding: bytes[text], as: UTF8.self))
    }
  }

  mutating func list<Element>(
    _ element: (inout ByteReader) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    let count = try count()
    var list: [Element] = []
    // A count is only bounded by the bytes that are left, and each element of nested lists may have such a count.
    list.reserveCapacity(min(count, 64))
    for _ in 0..<count { list.append(try element(&self)) }
    return list
  }

  mutating func text() throws(Malformed) -> String { try text(try number()) }

  mutating func optionalText() throws(Malformed) -> String? {
    let number = try number()
    return number == 0 ? nil : try text(number - 1)
  }

  func text(_ number: Int) throws(Malformed) -> String {
    guard texts.indices.contains(number) else { throw Malformed() }
    return texts[number]
  }
}

/// The tables that all stages of a compiled manifest share.
extension ByteReader {
  mutating func file(in folder: String) throws(Malformed) -> SourceFile {
    let name = try text()
    let (isArgument, hasMark, _, _, _, _, _) = try flags()
    let count = try count()
    var starts = [0]
    starts.reserveCapacity(count + 1)
    var start = 0
    for _ in 0..<count {
      let (next, overflows) = start.addingReportingOverflow(try number())
      guard !overflows, next <= Int(UInt32.max) else { throw Malformed() }
      start = next
      starts.append(start)
    }
    return SourceFile(
      path: isArgument || name.hasPrefix("<") ? name : FilePath.join(folder, name),
      lineTable: LineTable(starts: starts, hasMark: hasMark), isArgument: isArgument)
  }

  mutating func suppressions(_ files: [SourceFile]) throws(Malformed) -> SuppressedLines {
    var lines = SuppressedLines()
    for _ in 0..<(try count()) {
      let file = try number()
      guard files.indices.contains(file) else { throw Malformed() }
      let path = files[file].path
      for code in try list({ reader throws(Malformed) in try reader.text() }) { lines.suppress(code, in: path) }
      for _ in 0..<(try count()) {
        let line = try number()
        for code in try list({ reader throws(Malformed) in try reader.text() }) {
          lines.suppress(code, in: path, line: line)
        }
      }
    }
    return lines
  }

  mutating func factory(_ schemas: [SettingsSchema]) throws(Malformed) -> CatalogFactory {
    var factory = CatalogFactory(name: try text())
    let roles = CatalogFactory.Role.allCases
    let role = Int(try byte())
    guard roles.indices.contains(role) else { throw Malformed() }
    factory.role = roles[role]
    let (isAsync, isOnMain, isShareable, isReference, provides, hasSettings, hasArgument) = try flags()
    factory.isAsync = isAsync
    factory.isolation = isOnMain ? .main : .none
    factory.isShareable = isShareable
    factory.isReference = isReference
    if provides { factory.provides = try text() }
    factory.dependencies = try list { reader throws(Malformed) in
      let key = try reader.text()
      let forms = DependencyForm.allCases
      let form = Int(try reader.byte())
      guard forms.indices.contains(form) else { throw Malformed() }
      let label = try reader.optionalText()
      let argument = forms[form].isMaker ? try reader.optionalText() : nil
      return CatalogDependency(key: key, form: forms[form], label: label, argument: argument)
    }
    if hasSettings {
      let schema = try number()
      guard schemas.indices.contains(schema) else { throw Malformed() }
      factory.settings = schemas[schema]
    }
    if hasArgument { factory.argument = try text() }
    return factory
  }

  mutating func schema() throws(Malformed) -> SettingsSchema {
    let type = try text()
    let isOpaque = try byte() != 0
    return SettingsSchema(type: type, fields: try fields(depth: 0), isOpaque: isOpaque)
  }

  private mutating func fields(depth: Int) throws(Malformed) -> [SettingsField] {
    try list { reader throws(Malformed) in try reader.field(depth: depth) }
  }

  private mutating func field(depth: Int) throws(Malformed) -> SettingsField {
    guard depth < CompiledFormat.mostNesting else { throw Malformed() }
    let name = try text()
    let (isOptional, isSecret, hasDefault, hasMinimum, hasMaximum, _, _) = try flags()
    var field = SettingsField(name, try type(depth: depth + 1), isOptional: isOptional, isSecret: isSecret)
    if hasDefault { field.defaultText = try text() }
    if hasMinimum { field.minimum = try integer() }
    if hasMaximum { field.maximum = try integer() }
    return field
  }

  private mutating func type(depth: Int) throws(Malformed) -> SettingType {
    guard depth <= CompiledFormat.mostNesting else { throw Malformed() }
    let code = try byte()
    if code == CompiledFormat.mapWithKeys {
      let keys = try type(depth: depth + 1)
      return .map(of: try field(depth: depth), keys: keys)
    }
    guard SettingType.names.indices.contains(Int(code)) else { throw Malformed() }
    let name = SettingType.names[Int(code)]
    switch name {
    case "enum": return .enumeration(cases: try list { reader throws(Malformed) in try reader.scalar() })
    case "object":
      let isOpaque = try byte() != 0
      return .object(fields: try fields(depth: depth), isOpaque: isOpaque)
    case "list": return .list(of: try field(depth: depth))
    case "map": return .map(of: try field(depth: depth))
    default:
      guard let type = SettingType(scalarName: name) else { throw Malformed() }
      return type
    }
  }

  /// Reads a 64-bit integer. Small integers take few bytes.
  mutating func integer() throws(Malformed) -> Int {
    let isWide = try byte() != 0
    return isWide ? Int(truncatingIfNeeded: try word()) : try signed()
  }

  private mutating func scalar() throws(Malformed) -> Scalar {
    try scalar(try valueKind())
  }

  mutating func valueKind() throws(Malformed) -> CompiledFormat.ValueKind {
    guard let kind = CompiledFormat.ValueKind(rawValue: try byte()) else { throw Malformed() }
    return kind
  }

  mutating func scalar(_ kind: CompiledFormat.ValueKind) throws(Malformed) -> Scalar {
    switch kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .int: return .int(try integer())
    case .float: return .float(Double(bitPattern: try word()))
    case .string: return .string(try text())
    case .list, .map, .template, .written: throw Malformed()
    }
  }
}
