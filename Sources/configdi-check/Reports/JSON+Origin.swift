import ConfigDI

extension JSON {
  /// Where something is written, as its beginning alone.
  init(origin: SourceLocation) {
    let start = origin.start
    self = .object([
      ("path", .string(origin.file.path)), ("line", .int(start.line)), ("column", .int(start.column)),
    ])
  }
}
