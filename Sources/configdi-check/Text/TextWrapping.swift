import ConfigDI

enum TextWrapping {
  /// Breaks a paragraph at spaces into indented lines of at most `width` columns. A line is longer only if it consists
  /// of a single long word.
  static func wrap(_ text: String, width: Int, indent: Int = 0) -> String {
    let prefix = String(repeating: " ", count: indent)
    let available = max(20, width - indent)
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let size = DisplayWidth.of(word)
      if columns > 0, columns + 1 + size > available {
        lines.append(prefix + line)
        line = ""
        columns = 0
      }
      if columns > 0 {
        line += " "
        columns += 1
      }
      line += word
      columns += size
    }
    lines.append(prefix + line)
    return lines.joined(separator: "\n")
  }
}

func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
}

extension String {
  /// The template with each `{{name}}` replaced, but not in the inserted text.
  func filled(_ parts: [String: String]) -> String {
    var text = ""
    var rest = self[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      text += rest[..<open.lowerBound]
      text += parts[String(rest[open.upperBound..<close.lowerBound])] ?? ""
      rest = rest[close.upperBound...]
    }
    return text + rest
  }
}
