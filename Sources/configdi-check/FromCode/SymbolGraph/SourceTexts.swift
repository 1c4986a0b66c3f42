import ConfigDI

/// The source files that symbol graphs name, each read and split into lexemes once.
final class SourceTexts {
  struct Source: Sendable {
    let text: SwiftText
    /// The offsets at which the lines start.
    let lines: [Int]

    init(_ bytes: [UInt8]) {
      text = SwiftText(bytes)
      lines = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The offset of a location. If the file has since become shorter, a location beyond its end is moved to the end.
    func offset(of place: CodeSymbol.Place) -> Int {
      place.line - 1 < lines.count ? lines[max(place.line - 1, 0)] : text.bytes.count
    }

    /// The indices of the lexemes at or after an offset.
    func lexemes(from offset: Int) -> Range<Int> {
      let all = text.lexemes.indices
      return all.firstPosition { text.lexemes[$0].range.lowerBound >= offset }..<all.upperBound
    }
  }

  private let files: any FileAccess
  private let sources = Memos<String, Source?>()

  init(_ files: any FileAccess) {
    self.files = files
  }

  /// The file that contains a declaration; `nil` if it cannot be read.
  func source(of place: CodeSymbol.Place?) -> Source? {
    guard let path = place?.path else { return nil }
    return sources.answer(path) { (try? files.read(path, limit: Limits().fileBytes)).map(Source.init) }
  }
}
