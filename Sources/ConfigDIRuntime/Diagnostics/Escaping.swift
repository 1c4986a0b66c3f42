/// Quoting and escaping of text, shared by all formats.
extension String {
  /// Replaces each scalar for which the closure returns a replacement.
  package func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    var start = startIndex
    for index in unicodeScalars.indices {
      guard let replacement = replacement(unicodeScalars[index]) else { continue }
      result += self[start..<index]
      result += replacement
      start = unicodeScalars.index(after: index)
    }
    return start == startIndex ? self : result + self[start...]
  }

  package func backslashed(_ characters: String) -> String {
    escaped { characters.unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  /// Percent-encodes all bytes except ASCII letters, digits and the given characters.
  package func percentEncoded(keeping signs: String) -> String {
    utf8.map { byte in
      let isKept = byte.isLetter || byte.isDigit || signs.utf8.contains(byte)
      return isKept ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal(2, uppercase: true)
    }.joined()
  }

  package var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let code = rest.prefix(2).hexadecimalNumber {
        bytes.append(UInt8(code))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// The entity for a character that has a special meaning in XML, HTML or Markdown.
  package var entity: String? {
    switch self {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: nil
    }
  }
}

extension BinaryInteger {
  /// The number in hexadecimal, padded with zeros to this many digits.
  package func hexadecimal(_ digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// The string as one shell word, quoted if necessary.
package func shellWord(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-./=:@%+,".utf8.contains($0) }
  return isPlain
    ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
