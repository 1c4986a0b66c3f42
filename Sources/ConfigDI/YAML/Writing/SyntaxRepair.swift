/// Edits that may repair text that libyaml rejected. Each edit is tried out, and offered only if the resulting text can
/// be read.
struct SyntaxRepair {
  private let file: SourceFile
  private var bytes: [UInt8] { file.bytes }

  /// The kind of repair that a finding's help describes.
  enum Kind {
    /// Indent the line that contains an offset by this many spaces.
    case indent(Int, at: Int)
    case spacesForTabs
    case spacesForWideSpaces
    /// Replace a part of the text.
    case write(String, at: Range<Int>)
    /// Put a dash before each preceding line with the same indentation as the line at the offset.
    case dashesAbove(Int)
    /// Quote the value on the line that contains an offset.
    case quoteValue(Int)
    /// Close the quote that begins at an offset, on the same line.
    case closeQuote(Int)
    /// Start the list at an offset on its own line.
    case listOnNewLine(Int)
    /// At the end of the line before the second offset, close the brackets that were opened after the first offset.
    case closeBrackets(Int, before: Int)
  }

  private typealias Edit = (range: Range<Int>, text: String)

  /// The edits for a repair, if they make the text readable.
  static func fixes(_ kind: Kind, in file: SourceFile) -> [Diagnostic.Fix] {
    let repair = SyntaxRepair(file: file)
    let edits = repair.candidates(kind).first { !$0.isEmpty && $0.count <= mostEdits && repair.isReadable(with: $0) }
    return (edits ?? []).map { .init(replacing: file.location($0.range), with: $0.text, safe: false) }
  }

  private static let mostEdits = 100

  private func candidates(_ kind: Kind) -> [[Edit]] {
    switch kind {
    case .indent(let count, let offset):
      let start = file.lineStart(of: offset)
      return [[(start..<start + file.spaces(at: start), String(repeating: " ", count: count))]]
    case .spacesForTabs:
      return [2, 4, 8].map { width in
        file.lineTable.starts.compactMap { start in
          let blanks = bytes[start...].prefix(while: \.isBlank)
          guard blanks.contains(UInt8(ascii: "\t")) else { return nil }
          let count = blanks.reduce(0) { $0 + ($1 == 0x20 ? 1 : width) }
          return (start..<blanks.endIndex, String(repeating: " ", count: count))
        }
      }
    case .spacesForWideSpaces: return [wideSpaces()]
    case .write(let text, let range): return [[(range, text)]]
    case .dashesAbove(let offset): return [dashes(above: offset)]
    case .quoteValue(let offset): return [quotedValue(offset)]
    case .closeQuote(let offset):
      guard bytes.indices.contains(offset) else { return [] }
      let quote = String(decoding: [bytes[offset]], as: UTF8.self)
      let end = contentEnd(offset)
      // Brackets and commas after the value belong to the enclosing collection.
      let inner = bytes[offset..<end].lastIndex { !" ,]}".utf8.contains($0) }.map { $0 + 1 } ?? end
      return [nextField(offset..<end), end, inner].compactMap { $0 }.map { [($0..<$0, quote)] }
    case .listOnNewLine(let offset):
      let line = file.lineStart(of: offset)
      let indent = file.spaces(at: line)
      let next = bytes[contentEnd(offset)...].drop { $0 != 0x0A }.dropFirst()
      let below = next.prefix { $0 == 0x20 }.count
      let gap = (bytes[..<min(offset, bytes.count)].lastIndex { $0 > 0x20 } ?? 0) + 1
      guard line < gap, gap < offset else { return [] }
      return [below, indent + 2].map { depth in
        [(gap..<offset, file.lineBreak + String(repeating: " ", count: depth))]
      }
    case .closeBrackets(let start, let next):
      let end = contentEnd(max(start, file.lineStart(of: next) - 1))
      guard start < end else { return [] }
      let space = bytes[end - 1] == 0x20 || bytes[start] == UInt8(ascii: "[") ? "" : " "
      return [[(end..<end, space + closers(start..<end))], [(end..<end, ",")]]
    }
  }

  // MARK: - Parts of the text

  /// Where the text on a line ends, without a comment and the blanks before it.
  private func contentEnd(_ offset: Int) -> Int {
    let line = bytes[min(offset, bytes.count)..<file.lineEnd(of: offset)]
    let comment = line.indices.dropFirst().first { bytes[$0] == UInt8(ascii: "#") && bytes[$0 - 1] <= 0x20 }
    return bytes[line.startIndex..<(comment ?? line.endIndex)].lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? line.startIndex
  }

  private func wideSpaces() -> [Edit] {
    file.lineTable.starts.compactMap { start in
      var position = start
      var text = ""
      var isWide = false
      while position < bytes.count {
        if bytes[position] == 0x20 {
          text += " "
          position += 1
        } else if let space = SyntaxMistake.wideSpaces.first(where: { bytes[position...].starts(with: $0.bytes) }) {
          text += space.plain
          position += space.bytes.count
          isWide = true
        } else {
          break
        }
      }
      return isWide ? (start..<position, text) : nil
    }
  }

  private func dashes(above offset: Int) -> [Edit] {
    var start = file.lineStart(of: offset)
    let indent = file.spaces(at: start)
    var edits: [Edit] = []
    while start > 0, edits.count < Self.mostEdits {
      start = file.lineStart(of: start - 1)
      guard file.spaces(at: start) == indent else { break }
      edits.append((start + indent..<start + indent, "- "))
    }
    return edits
  }

  /// Edits that quote the value after the first `: ` on a line. The edits do not contain the value, which may be
  /// secret.
  private func quotedValue(_ offset: Int) -> [Edit] {
    let start = file.lineStart(of: offset)
    let end = contentEnd(start)
    guard
      let colon = (start..<end).dropLast().first(where: { bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == 0x20 }),
      let first = (colon + 1..<end).first(where: { bytes[$0] != 0x20 })
    else { return [] }
    let isQuoted = end - first > 1 && bytes[first] == bytes[end - 1] && "'\"".utf8.contains(bytes[first])
    let value = isQuoted ? bytes[first + 1..<end - 1] : bytes[first..<end]
    let isFree = { (marks: String) in !value.contains { marks.utf8.contains($0) } }
    guard let quote = isFree("\"\\") ? "\"" : isFree("'") ? "'" : nil else { return [] }
    return isQuoted
      ? [(first..<first + 1, quote), (end - 1..<end, quote)] : [(first..<first, quote), (end..<end, quote)]
  }

  /// The first comma in a range that is followed by a name and a colon, as in `"Good morning, exposed: true }`.
  private func nextField(_ range: Range<Int>) -> Int? {
    range.first { offset in
      guard bytes[offset] == UInt8(ascii: ",") else { return false }
      let name = bytes[(offset + 1)..<range.upperBound].drop { $0 == 0x20 }
      let end = name.firstIndex { !(0x61...0x7A).contains($0 | 0x20) }
      return end.map { $0 > name.startIndex && bytes[$0...].starts(with: ": ".utf8) } ?? false
    }
  }

  /// The closing brackets for all brackets still open at the end of a range.
  private func closers(_ range: Range<Int>) -> String {
    var open: [String] = []
    var quote: UInt8?
    for byte in bytes[range] {
      if let known = quote {
        if byte == known { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "{"): open.append("}")
      case UInt8(ascii: "["): open.append("]")
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      default: break
      }
    }
    return open.reversed().joined()
  }

  private func isReadable(with edits: [Edit]) -> Bool {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 16)
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { return false }
      text += bytes[position..<edit.range.lowerBound]
      text += edit.text.utf8
      position = edit.range.upperBound
    }
    text += bytes[position...]
    return text.withUnsafeBufferPointer { text in
      guard let parser = EventParser(text) else { return false }
      do {
        while true {
          if case .streamEnd = try parser.next().kind { return true }
        }
      } catch {
        return false
      }
    }
  }
}
