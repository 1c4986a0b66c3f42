import ConfigDI

/// The source files that symbol graphs name, each read and split into lexemes once.
final class SourceTexts {
  private let files: any FileAccess
  private let sources = Memos<String, (file: SourceFile, text: SwiftText)?>()

  init(_ files: any FileAccess) {
    self.files = files
  }

  /// The file that contains a declaration, and the index of its first lexeme on the declaration's line or after it; `nil`
  /// if the file cannot be read.
  func source(of place: CodeSymbol.Place?) -> (text: SwiftText, start: Int)? {
    guard let place else { return nil }
    let known = sources.answer(place.path) {
      (try? files.read(place.path, limit: Limits().fileBytes)).map {
        (SourceFile(path: place.path, bytes: $0), SwiftText($0))
      }
    }
    guard let (file, text) = known else { return nil }
    // If the file has since become shorter, a location beyond its end is moved to the end.
    let starts = file.lineTable.starts
    return (text, text.lexeme(from: place.line <= starts.count ? starts[place.line - 1] : text.bytes.count))
  }
}
