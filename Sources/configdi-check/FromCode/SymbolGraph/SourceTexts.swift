import ConfigDI

/// The source files that symbol graphs name, each read and split into tokens once.
final class SourceTexts {
  struct Source {
    let bytes: [UInt8]
    let tokens: [SwiftToken]
    /// The offsets at which the lines start.
    let lines: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      tokens = SwiftToken.tokens(of: bytes)
      lines = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The offset of a location. If the file has since become shorter, a location beyond its end is moved to the end.
    func offset(of place: CodeSymbol.Place) -> Int {
      place.line - 1 < lines.count ? lines[max(place.line - 1, 0)] : bytes.count
    }

    /// The index of the first token at or after an offset.
    func token(at offset: Int) -> Int {
      tokens.indices.firstPosition { tokens[$0].range.lowerBound >= offset }
    }
  }

  private let files: any FileAccess
  private var known: [String: Source?] = [:]

  init(_ files: any FileAccess) {
    self.files = files
  }

  /// The file that contains a declaration; `nil` if it cannot be read.
  func source(of place: CodeSymbol.Place?) -> Source? {
    guard let place else { return nil }
    if let source = known[place.path] { return source }
    let source = (try? files.read(place.path, limit: Limits().fileBytes)).map { Source($0) }
    known[place.path] = .some(source)
    return source
  }

  /// The maximum number of tokens to search before a type's body, more than any real declaration has.
  private static let longestHead = 200

  /// Whether a type is declared noncopyable. This is read from the source text, since symbol graphs do not say.
  func isNoncopyable(_ type: CodeSymbol) -> Bool {
    guard type.kind != .class, let place = type.place, let source = source(of: place) else { return false }
    let start = source.token(at: source.offset(of: place) + place.column)
    let head = source.tokens[start...].prefix(Self.longestHead).prefix { $0.kind != .sign || $0.text != "{" }
    return zip(head, head.dropFirst()).contains { $0.text == "~" && $1.text == "Copyable" }
  }
}
