/// Text with references such as `${name}`, split at the references. `$${` stands for a literal `${`.
package struct OpenText: Sendable {
  package enum Piece: Sendable {
    case text(String)
    case parameter(ParameterUse)
  }

  package enum Problem: Sendable { case notClosed, empty, nested }

  package internal(set) var pieces: [Piece] = []
  package private(set) var problems: [Located<Problem>] = []

  /// Whether every `${…}` in the text is well-formed.
  package var isWhole: Bool { problems.isEmpty }

  /// The text of a valid manifest.
  init(pieces: [Piece], problems: [Located<Problem>]) {
    self.pieces = pieces
    self.problems = problems
  }

  /// Splits the text at a location in one pass: the characters inside a malformed `${` are not read again.
  ///
  /// - Parameter offset: Where the file contains exactly this text; `nil` if it is written with escapes or line breaks.
  package init(_ text: UnsafeBufferPointer<UInt8>, at location: SourceLocation, copiedFrom offset: Int? = nil) {
    var position = 0
    // The literal text before `position` that is not in `pieces` yet: what precedes an escaped `${`, and all from `start`.
    var escaped: [UInt8] = []
    var start = 0
    func takeLiteral() {
      let rest = text[start..<position]
      if escaped.isEmpty {
        if !rest.isEmpty { pieces.append(.text(String(decoding: rest, as: UTF8.self))) }
      } else {
        pieces.append(.text(String(decoding: escaped + rest, as: UTF8.self)))
        escaped = []
      }
    }
    // The number of `${` read so far, including those in `$${`.
    var occurrences = 0
    lazy var places = Self.places(in: location)
    func opens(at position: Int) -> Bool {
      position + 1 < text.count && text[position] == Self.dollar && text[position + 1] == Self.brace
    }
    func place(of occurrence: Int, at position: Int) -> SourceLocation {
      if let offset { return Self.place(at: offset + position, in: location) }
      return occurrence < places.count ? places[occurrence] : location
    }
    while position < text.count {
      if text[position] == Self.dollar, opens(at: position + 1) {
        escaped += text[start..<position]
        start = position + 1
        occurrences += 1
        position += 3
        continue
      }
      guard opens(at: position) else {
        position += 1
        continue
      }
      takeLiteral()
      let occurrence = occurrences
      occurrences += 1
      var end = position + 2
      while end < text.count, text[end] != UInt8(ascii: "}") {
        if opens(at: end) { occurrences += 1 }
        end += 1
      }
      let name = text[position + 2..<end]
      let place = place(of: occurrence, at: position)
      if occurrences > occurrence + 1 {
        problems.append(Located(.nested, at: place))
      } else if end == text.count {
        problems.append(Located(.notClosed, at: place))
      } else if name.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        problems.append(Located(.empty, at: place))
      } else {
        pieces.append(.parameter(Located(String(decoding: name, as: UTF8.self), at: place)))
      }
      position = min(end + 1, text.count)
      start = position
    }
    takeLiteral()
  }

  package var parameters: [ParameterUse] {
    pieces.compactMap { piece in if case .parameter(let use) = piece { use } else { nil } }
  }

  /// The parameter's name if the text consists only of one `${name}`. The value then keeps the parameter's type.
  package var soleParameter: String? {
    if pieces.count == 1, isWhole, case .parameter(let use) = pieces[0] { return use.value }
    return nil
  }

  var written: String { written { $0 } }

  /// The text as written, in which `$${` stands for a literal `${`.
  var escaped: String { written(\.escapingReferences) }

  private func written(_ literal: (String) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): literal(text)
      case .parameter(let use): "${\(use.value)}"
      }
    }.joined()
  }

  private static let dollar = UInt8(ascii: "$")
  private static let brace = UInt8(ascii: "{")

  /// The location of each `${` in a scalar, in order.
  package static func places(in location: SourceLocation) -> [SourceLocation] {
    let bytes = location.bytes
    return bytes.indices.dropLast().filter { bytes[$0] == dollar && bytes[$0 + 1] == brace }
      .map { place(at: $0, in: location) }
  }

  /// The location of the `${` at an offset in a scalar, extended to the closing `}` if that is on the same line.
  private static func place(at position: Int, in location: SourceLocation) -> SourceLocation {
    let file = location.file
    let limit = min(location.range.upperBound, file.bytes.count)
    let end = file.bytes[..<limit].endOfReference(from: position + 2)
    let isClosed = end < limit && file.bytes[end] == UInt8(ascii: "}")
    return file.location(position..<(isClosed ? end + 1 : position + 2))
  }
}

extension String {
  /// The text as a manifest writes it, so that no `${` in it refers to a parameter.
  var escapingReferences: String { split(separator: "${", omittingEmptySubsequences: false).joined(separator: "$${") }
}

extension ArraySlice<UInt8> {
  /// Where the name in `${name}` ends that begins at an index: at the closing `}`, or else where the line ends or in
  /// another `${`.
  package func endOfReference(from start: Int) -> Int {
    var end = start
    while end < endIndex, ![0x7D, 0x0A, 0x0D].contains(self[end]), self[end] != 0x7B || self[end - 1] != 0x24 {
      end += 1
    }
    return end
  }
}

/// A reference to a parameter, by name.
package typealias ParameterUse = Located<String>
