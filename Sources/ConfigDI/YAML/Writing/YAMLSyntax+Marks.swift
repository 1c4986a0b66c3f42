/// libyaml's messages about a single character or marker, such as an escape, a tag or an anchor, rewritten for this
/// project. The location of such a mistake is certain, so the lines around it are not searched.
struct MarkMistake {
  let message: String
  let help: [String]
  let range: Range<Int>
  /// The edit for the first help text.
  let repair: SyntaxRepair.Kind?

  /// - Parameters:
  ///   - offset: The location where reading stopped.
  ///   - start: The beginning of the construct that was being read, if known.
  init?(_ problem: EventParser.Problem, _ file: SourceFile, stoppedAt offset: Int, startedAt start: Int?) {
    let end = file.bytes.count
    let sign = Sign(file: file, bytes: file.bytes, offset: min(offset, end), start: min(start ?? offset, end))
    let context = problem.context ?? ""
    let words: Words? =
      if case .byte = problem.place {
        sign.byte(problem.message)
      } else if context.hasSuffix("directive") || Self.ofDirectives.contains(problem.message) {
        sign.directive(problem.message)
      } else if context.hasSuffix(" a tag") {
        sign.tag(at: sign.start)
      } else if problem.message == "found undefined tag handle" {
        sign.tag(at: sign.offset)
      } else if context.hasSuffix("an alias") || context.hasSuffix("an anchor") {
        sign.anchor
      } else if context.hasSuffix("a block scalar"), !problem.message.hasPrefix("found a tab") {
        sign.head(problem.message)
      } else if context.hasSuffix("a quoted scalar") {
        sign.quoted(problem.message)
      } else {
        nil
      }
    guard let words else { return nil }
    (message, help, range, repair) = words
  }

  private typealias Words = (message: String, help: [String], range: Range<Int>, repair: SyntaxRepair.Kind?)

  private static let ofDirectives = [
    "found duplicate %YAML directive", "found duplicate %TAG directive", "found incompatible YAML document",
  ]

  /// The character or marker where reading stopped.
  private struct Sign {
    let file: SourceFile
    let bytes: [UInt8]
    let offset: Int
    let start: Int

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func word(at offset: Int) -> Range<Int> {
      let rest = bytes[offset...].prefix(60)
      return offset..<(rest.firstIndex { $0 <= 0x20 || ",]}".utf8.contains($0) } ?? rest.endIndex)
    }

    private func character(at offset: Int) -> Range<Int> {
      var end = min(offset + 1, bytes.count)
      while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - offset < 4 { end += 1 }
      return offset..<end
    }

    func byte(_ problem: String) -> Words {
      let place = character(at: offset)
      if bytes.isUTF16 {
        return ("the text is not UTF-8", ["save the file as UTF-8 instead of UTF-16"], place, nil)
      }
      guard problem.hasPrefix("control characters"), offset < bytes.count else {
        return (.notUTF8(bytes[place]), ["save the file as UTF-8"], place, nil)
      }
      let code = String(decoding: bytes[place], as: UTF8.self).unicodeScalars.first?.value ?? 0
      guard code > 0 else {
        return (
          "the text contains a NUL byte", ["save the file as UTF-8: it is binary, UTF-16 or UTF-32"], place, nil
        )
      }
      return (
        "the text contains the control character U+\(code.hexadecimal(4, uppercase: true))",
        ["remove the control character, or write it as an escape in double quotes"], place, .write("", at: place)
      )
    }

    func directive(_ problem: String) -> Words {
      let first = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let place = first..<(bytes[first...].firstIndex { $0 < 0x20 } ?? bytes.count)
      let message =
        switch problem {
        case "found incompatible YAML document": "the directive requests a YAML version other than 1.1 or 1.2"
        case _ where problem.hasPrefix("found duplicate"): "duplicate directive"
        default: "a line that begins with '%' must be a YAML directive"
        }
      return (
        message,
        ["remove the line, which a manifest does not need, or indent or quote the text if it begins with '%'"],
        place, .write("", at: place)
      )
    }

    func tag(at offset: Int) -> Words {
      let place = word(at: offset)
      return (
        "'\(file.shown(place))' is not a valid tag",
        ["remove it, or quote the text: \"\(file.shown(place))\""], place,
        .write(FlowText.quoted(text(place)), at: place)
      )
    }

    var anchor: Words {
      let place = word(at: start)
      let mark = text(character(at: start))
      return place.count > 1
        ? (
          "'\(mark)' begins \(mark == "*" ? "an alias" : "an anchor"), whose name can have only letters, digits, '_' and '-'",
          [.quote(file.shown(place))], place, .write(FlowText.quoted(text(place)), at: place)
        )
        : (
          "'\(mark)' begins \(mark == "*" ? "an alias" : "an anchor"), but no name follows",
          ["put the text in quotes, or write the name right after the '\(mark)'"], place, .quoteValue(start)
        )
    }

    /// The message for a mistake in a block scalar's header, such as `|2-`.
    func head(_ problem: String) -> Words {
      let mark = text(character(at: start))
      if problem.hasPrefix("found an indentation indicator") {
        return (
          "invalid indentation of 0 after '\(mark)'", ["remove the 0: the first line sets the indentation"],
          start..<offset, bytes[start..<offset].lastIndex(of: UInt8(ascii: "0")).map { .write("", at: $0..<$0 + 1) }
        )
      }
      return (
        "unexpected text after '\(mark)'",
        ["write the text on the next line, indented, or quote all of it if '\(mark)' belongs to it"],
        character(at: offset), .quoteValue(start)
      )
    }

    func quoted(_ problem: String) -> Words? {
      switch problem {
      case "found unknown escape character": return escape(length: 1) { "\($0) is not a valid escape" }
      case "did not find expected hexdecimal number":
        let digits = ["x": 2, "u": 4][text(character(at: offset - 1))] ?? 8
        return escape(length: 0) { "\($0) needs \(digits) hexadecimal digits" }
      case "found invalid Unicode character escape code": return unpaired
      case "found unexpected document indicator":
        return (
          "a quote is still open before this line, which starts a new document", ["close the quote"], word(at: offset),
          .closeQuote(start)
        )
      default: return nil
      }
    }

    /// The message for a backslash in double quotes that does not begin a valid escape.
    ///
    /// - Parameter length: The length of the escape in characters, from where reading stopped.
    private func escape(length: Int, _ message: (String) -> String) -> Words? {
      guard let first = bytes[..<min(offset + 1, bytes.count)].lastIndex(of: UInt8(ascii: "\\")) else { return nil }
      let place = first..<character(at: first + 1).upperBound
      return (message("'\(text(place))'"), [.backslash], place, .write("\\", at: first..<first))
    }

    /// The message for an invalid character, or for an escape that is half of a surrogate pair, as in JSON.
    private var unpaired: Words? {
      guard let first = bytes[..<offset].lastIndex(of: UInt8(ascii: "\\")) else { return nil }
      let digits = bytes[offset...].prefix { "0123456789abcdefABCDEF".utf8.contains($0) }
      let length = bytes[first + 1] == UInt8(ascii: "u") ? 4 : 8
      let place = first..<digits.prefix(length).endIndex
      let low = bytes[place.upperBound...].prefix(6)
      guard let high = UInt32(text(offset..<place.upperBound), radix: 16), (0xD800..<0xDC00).contains(high),
        low.starts(with: Array("\\u".utf8)), let second = UInt32(text(low.indices.dropFirst(2)), radix: 16),
        (0xDC00..<0xE000).contains(second)
      else { return ("'\(text(place))' is not a valid character", ["write the character itself"], place, nil) }
      let code = 0x10000 + (high - 0xD800) << 10 + (second - 0xDC00)
      return (
        "'\(text(place))' is only half of a character",
        ["write the character itself, or both halves as one: \\U\(code.hexadecimal(8, uppercase: true))"],
        first..<low.endIndex, .write("\\U\(code.hexadecimal(8, uppercase: true))", at: first..<low.endIndex)
      )
    }
  }
}

extension String {
  fileprivate static let backslash =
    "write '\\\\' for a backslash, or put the text in single quotes, where a backslash is plain text"

  fileprivate static func notUTF8(_ bytes: ArraySlice<UInt8>) -> String {
    guard let byte = bytes.first else { return "the text ends in the middle of a character, so it is not UTF-8" }
    return "the text is not UTF-8: no character can start with the byte 0x\(byte.hexadecimal(2, uppercase: true))"
  }

  fileprivate static func quote(_ text: String) -> String { "quote the text: \"\(text)\"" }
}
