import ConfigDI

extension JSON {
  /// The beginning of a place.
  init(origin: SourceLocation) {
    let start = origin.start
    self = .object([
      ("path", .string(origin.file.path)), ("line", .int(start.line)), ("column", .int(start.column)),
    ])
  }
}
