/// A JSON value. Objects keep their members in insertion order.
package enum JSON: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case null
  case bool(Bool)
  case int(Int)
  case float(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  package init(integerLiteral value: Int) { self = .int(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }

  package static func strings(_ values: [String]) -> JSON {
    .array(values.map { .string($0) })
  }

  /// Creates an object from the members whose value is not `nil`.
  package static func object(present members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// The value as indented text with a final newline. Small containers stay on one line.
  package var text: String { written(.indented) + "\n" }

  /// The value on one line, with spaces.
  package var line: String { written(.line) }

  /// The text on one line, without spaces.
  package var compactText: String { written(.compact) }

  private enum Layout { case indented, line, compact }

  private func written(_ layout: Layout) -> String {
    var text = ""
    write(to: &text, layout, indent: 0)
    return text
  }

  private func write(to text: inout String, _ layout: Layout, indent: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .float(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      write(values, to: &text, layout, indent) { value, text in value.write(to: &text, layout, indent: indent + 1) }
      text += "]"
    case .object(let members):
      let padding = layout == .line && !members.isEmpty ? " " : ""
      text += "{" + padding
      write(members, to: &text, layout, indent) { member, text in
        Self.quote(member.0, to: &text)
        text += layout == .compact ? ":" : ": "
        member.1.write(to: &text, layout, indent: indent + 1)
      }
      text += padding + "}"
    }
  }

  private func write<Element>(
    _ elements: [Element], to text: inout String, _ layout: Layout, _ indent: Int,
    _ write: (Element, inout String) -> Void
  ) {
    let isSpread = layout == .indented && !isFlat
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isSpread || layout == .compact ? "," : ", " }
      if isSpread { text += "\n" + String(repeating: "  ", count: indent + 1) }
      write(element, &text)
    }
    if isSpread { text += "\n" + String(repeating: "  ", count: indent) }
  }

  /// Whether the value fits on one line, because it contains at most a few short scalars.
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

  /// Writes a quoted string. Escapes line ends, terminal control characters, and all characters that JSON requires to
  /// be escaped.
  private static func quote(_ text: String, to output: inout String) {
    output += "\""
    output += text.escaped { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        "\\u" + scalar.value.hexadecimal(4)
      default: nil
      }
    }
    output += "\""
  }
}
