import ConfigDI

/// A range whose columns count code points, as most services expect. The end is exclusive.
struct Region {
  let start: SourcePosition
  let end: SourcePosition

  /// - Parameter endsOnItsLine: Whether an end at the beginning of a line counts as the end of the previous line.
  init(_ location: SourceLocation, endsOnItsLine: Bool = true) {
    start = Self.position(location.start, in: location.file)
    let last = location.end
    if endsOnItsLine, last.column == 1, last.line > location.start.line {
      let line = location.file.lineTable.range(ofLine: last.line - 1, in: location.file.bytes)
      end = Self.position(SourcePosition(line: last.line - 1, column: line.count + 1), in: location.file)
    } else {
      end = Self.position(last, in: location.file)
    }
  }

  private static func position(_ position: SourcePosition, in file: SourceFile) -> SourcePosition {
    let line = file.lineTable.range(ofLine: position.line, in: file.bytes)
    return SourcePosition(line: position.line, column: file.scalars(in: line.prefix(position.column - 1)) + 1)
  }
}
