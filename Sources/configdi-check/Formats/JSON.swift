import ConfigDI

/// A value for output. Objects keep the order in which they were made.
enum JSON: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case int(Int)
  /// A finite number.
  case float(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  init(integerLiteral value: Int) { self = .int(value) }
  init(stringLiteral value: String) { self = .string(value) }
  init(nilLiteral: ()) { self = .null }

  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }

  static func strings(_ values: [String]) -> JSON {
    .array(values.map { .string($0) })
  }

  /// An object without the members whose value is `nil`.
  static func object(present members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The text, indented by two spaces, with small containers on one line and a final newline.
  var text: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// The text on one line, without spaces.
  var compactText: String {
    var text = ""
    writeCompact(to: &text)
    return text
  }

  private func writeCompact(to text: inout String) {
    switch self {
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.writeCompact(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONText.quote(member.0, to: &text)
        text += ":"
        member.1.writeCompact(to: &text)
      }
      text += "}"
    default: write(to: &text, indent: 0)
    }
  }

  private func write(to text: inout String, indent: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .float(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): JSONText.quote(value, to: &text)
    case .array(let values):
      Self.writeContainer("[", "]", isFlat: isFlat, values, to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.writeContainer("{", "}", isFlat: isFlat, members, to: &text, indent: indent) { member, text, indent in
        JSONText.quote(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeContainer<Element>(
    _ open: String, _ close: String, isFlat: Bool, _ elements: [Element], to text: inout String, indent: Int,
    _ write: (Element, inout String, Int) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isFlat ? ", " : "," }
      if !isFlat { text += newline(indent + 1) }
      write(element, &text, indent + 1)
    }
    if !isFlat { text += newline(indent) }
    text += close
  }

  private static func newline(_ indent: Int) -> String {
    "\n" + String(repeating: "  ", count: indent)
  }

  /// Whether it fits on a line: empty, or a few short scalars.
  private var isFlat: Bool {
    let values: [JSON]
    switch self {
    case .array(let elements): values = elements
    case .object(let members): values = members.map(\.1)
    default: return true
    }
    guard values.count <= 4 else { return false }
    return values.allSatisfy { value in
      switch value {
      case .array(let elements): elements.isEmpty
      case .object(let members): members.isEmpty
      case .string(let text): text.utf8.count <= 40
      default: true
      }
    }
  }
}
