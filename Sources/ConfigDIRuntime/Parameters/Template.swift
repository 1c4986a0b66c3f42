/// Text with references such as `${name}`, split at the references. `$${` stands for a literal `${`.
package struct Template: Sendable {
  package enum Piece: Sendable {
    case text(String)
    /// A reference to a parameter. `occurrence` is the index of the reference's `${` among all `${` in the text.
    case parameter(String, occurrence: Int)
  }

  package enum Problem: Sendable { case notClosed, empty, nested }

  package private(set) var pieces: [Piece] = []
  package private(set) var problems: [(problem: Problem, occurrence: Int)] = []
  /// The number of `${` read so far, including those in `$${`.
  private var occurrences = 0

  /// Splits the text in one pass: the characters inside a malformed `${` are not read again.
  package init(_ text: UnsafeBufferPointer<UInt8>) {
    var literal: [UInt8] = []
    var position = 0
    while position < text.count {
      guard text[position] == Self.dollar else {
        literal.append(text[position])
        position += 1
        continue
      }
      if Self.opens(text, at: position + 1), text[position + 1] == Self.dollar {
        literal += [Self.dollar, Self.brace]
        occurrences += 1
        position += 3
      } else if Self.opens(text, at: position) {
        if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
        literal = []
        position = readParameter(text, from: position + 2)
      } else {
        literal.append(text[position])
        position += 1
      }
    }
    if !literal.isEmpty { pieces.append(.text(String(decoding: literal, as: UTF8.self))) }
  }

  /// The parameter's name if the text consists only of one `${name}`. The value then keeps the parameter's type.
  package var soleParameter: String? {
    if pieces.count == 1, problems.isEmpty, case .parameter(let name, _) = pieces[0] { return name }
    return nil
  }

  package static let dollar = UInt8(ascii: "$")
  package static let brace = UInt8(ascii: "{")

  private static func opens(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    position + 1 < text.count && text[position] == dollar && text[position + 1] == brace
  }

  /// Reads a reference after its `${`. Returns the position after the closing `}`.
  private mutating func readParameter(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let occurrence = occurrences
    occurrences += 1
    var isNested = false
    var end = start
    while end < text.count, text[end] != UInt8(ascii: "}") {
      if Self.opens(text, at: end) {
        isNested = true
        occurrences += 1
      }
      end += 1
    }
    let name = text[start..<end]
    if isNested {
      problems.append((.nested, occurrence))
    } else if end == text.count {
      problems.append((.notClosed, occurrence))
    } else if name.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      problems.append((.empty, occurrence))
    } else {
      pieces.append(.parameter(String(decoding: name, as: UTF8.self), occurrence: occurrence))
    }
    return min(end + 1, text.count)
  }

  /// The location of each `${` in a scalar, in order. Each location extends to the closing `}` if that is on the same
  /// line.
  package static func places(in location: SourceLocation) -> [SourceLocation] {
    let file = location.file
    let range = location.range.clamped(to: 0..<file.bytes.count)
    var places: [SourceLocation] = []
    var position = range.lowerBound
    while position + 1 < range.upperBound {
      guard file.bytes[position] == dollar, file.bytes[position + 1] == brace else {
        position += 1
        continue
      }
      var end = position + 2
      while end < range.upperBound, file.bytes[end].isWithinReference { end += 1 }
      let isClosed = end < range.upperBound && file.bytes[end] == UInt8(ascii: "}")
      places.append(file.location(position..<(isClosed ? end + 1 : position + 2)))
      position += 2
    }
    return places
  }
}

extension UInt8 {
  /// Whether the byte may stand inside the braces of `${name}`.
  package var isWithinReference: Bool { ![0x7B, 0x7D, 0x0A, 0x0D].contains(self) }
}
