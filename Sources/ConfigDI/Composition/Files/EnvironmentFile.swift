/// Reads variables from a file of `NAME=value` lines, the format of `--env-file`.
///
/// Blank lines, lines that begin with `#`, and `export ` before a name are skipped. Single quotes keep the text
/// unchanged; double quotes support `\n`, `\t`, `\r`, `\"`, `\\`, `\$` and an escaped backtick; both may span lines.
/// Without quotes the value ends at ` #` or the line's end. The last value of a repeated name wins, as in a shell.
package enum EnvironmentFile {
  /// A malformed line.
  package struct Problem: Error, Sendable, Hashable {
    package let line: Int
    package let message: String
  }

  package static func parse(_ bytes: [UInt8]) throws(Problem) -> [String: String] {
    try variables(in: bytes).mapValues { $0.value }
  }

  /// The variables, each with the offset of the line that sets it.
  package static func variables(in bytes: [UInt8]) throws(Problem) -> [String: (value: String, line: Int)] {
    var reader = Reader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    var variables: [String: (value: String, line: Int)] = [:]
    while let (name, value, start) = try reader.next() {
      let line = bytes[..<start].lastIndex { $0 == 0x0A }.map { $0 + 1 } ?? 0
      variables[name] = (value, line)
    }
    return variables
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func next() throws(Problem) -> (name: String, value: String, start: Int)? {
      skipBlanks()
      while let byte = peek, isLineEnd(byte) || byte == UInt8(ascii: "#") {
        if isLineEnd(byte) { position += 1 } else { skipLine() }
        skipBlanks()
      }
      guard peek != nil else { return nil }
      let start = position
      let (name, value) = try readVariable()
      return (name, value, start)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func problem(_ message: String, at position: Int) -> Problem {
      Problem(line: 1 + bytes[..<position].count { $0 == 0x0A }, message: message)
    }

    private mutating func skipBlanks() {
      while let byte = peek, byte.isBlank { position += 1 }
    }

    private mutating func skipLine() {
      while let byte = peek, !isLineEnd(byte) { position += 1 }
    }

    private mutating func readVariable() throws(Problem) -> (String, String) {
      var name = readName()
      if name == "export", peek == 0x20 || peek == 0x09 {
        skipBlanks()
        name = readName()
      }
      guard !name.isEmpty else { throw problem("expected a variable name", at: position) }
      skipBlanks()
      guard peek == UInt8(ascii: "=") else { throw problem("expected NAME=value", at: position) }
      position += 1
      skipBlanks()
      let value: String
      switch peek {
      case UInt8(ascii: "'")?, UInt8(ascii: "\"")?:
        value = try readQuoted()
        skipBlanks()
        if let byte = peek, !isLineEnd(byte), byte != UInt8(ascii: "#") {
          throw problem("unexpected text after the closing quote", at: position)
        }
        skipLine()
      default:
        let start = position
        var end = position
        while let byte = peek, !isLineEnd(byte) {
          if byte == UInt8(ascii: "#"), position == start || bytes[position - 1].isBlank { break }
          position += 1
          if !byte.isBlank { end = position }
        }
        skipLine()
        value = String(decoding: bytes[start..<end], as: UTF8.self)
      }
      return (name, value)
    }

    private mutating func readName() -> String {
      let start = position
      while let byte = peek, VariableName.isPart(byte) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readQuoted() throws(Problem) -> String {
      let start = position
      let quote = bytes[position]
      position += 1
      var value: [UInt8] = []
      while let byte = peek {
        position += 1
        if byte == quote { return String(decoding: value, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let escaped = peek else {
          value.append(byte)
          continue
        }
        position += 1
        switch escaped {
        case UInt8(ascii: "n"): value.append(0x0A)
        case UInt8(ascii: "t"): value.append(0x09)
        case UInt8(ascii: "r"): value.append(0x0D)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"):
          value.append(escaped)
        default: value += [byte, escaped]
        }
      }
      throw problem("the quote is not closed", at: start)
    }
  }
}
