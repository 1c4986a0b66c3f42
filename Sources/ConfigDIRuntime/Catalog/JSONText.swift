/// JSON to be written; the members of an object keep their order.
package enum JSONText {
  case null
  case bool(Bool)
  case int(Int)
  case float(Double)
  case string(String)
  case list([JSONText])
  case object([(String, JSONText)])

  /// The JSON on one line, as the inner objects of a catalog are written.
  var text: String {
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .bool(let truth): output += truth ? "true" : "false"
    case .int(let number): output += String(number)
    case .float(let number): output += number.isFinite ? "\(number)" : "null"
    case .string(let text): Self.quote(text, to: &output)
    case .list(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { output += ", " }
        element.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        output += index > 0 ? ", " : " "
        Self.quote(member.0, to: &output)
        output += ": "
        member.1.write(to: &output)
      }
      output += members.isEmpty ? "}" : " }"
    }
  }

  /// Escapes what JSON requires, line ends, and characters that a terminal would obey.
  package static func quote(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
