import ConfigDI

/// A document that is open in the client.
struct Document: Sendable {
  /// The document's URI, as the client writes it.
  let uri: String
  var version: Int
  /// Converts between byte offsets and positions in the client's units.
  private(set) var map: TextMap
  /// The language, such as `yaml` or `swift`, as the client names it.
  let language: String
  /// The edits since the oldest version that locations still refer to, in order. Each has the replaced range and the
  /// number of bytes that replaced it.
  private var changes: [(version: Int, range: Range<Int>, count: Int)] = []

  init(
    uri: String, path: String, version: Int, text: String, encoding: PositionEncoding, language: String = "yaml"
  ) {
    self.uri = uri
    self.language = language
    self.version = version
    map = TextMap(SourceFile(path: path, bytes: Array(text.utf8)), encoding, isOpen: true)
  }

  var file: SourceFile { map.file }
  /// The absolute path, after links are resolved.
  var path: String { file.path }

  /// Replaces part or all of the text.
  mutating func change(_ range: TextRange?, to text: String, version: Int) {
    let offsets = range.map { map.offsets(of: $0) } ?? 0..<file.bytes.count
    var bytes = file.bytes
    bytes.replaceSubrange(offsets, with: text.utf8)
    map = TextMap(SourceFile(path: path, bytes: bytes), map.encoding, isOpen: true)
    changes.append((version, offsets, text.utf8.count))
    self.version = version
  }

  /// Forgets the edits up to the oldest version that locations still refer to.
  mutating func settle(_ version: Int) {
    changes.removeAll { $0.version <= version }
  }

  /// Converts a range from an earlier version to the current version. If `version` is `nil`, the range refers to the
  /// file on disk, before the document was opened.
  func carried(_ range: Range<Int>, since version: Int?) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    for change in changes where version.map({ change.version > $0 }) ?? true {
      func carried(_ offset: Int) -> Int {
        if offset <= change.range.lowerBound { return offset }
        if offset >= change.range.upperBound { return offset + change.count - change.range.count }
        return change.range.lowerBound + min(change.count, offset - change.range.lowerBound)
      }
      start = carried(start)
      end = max(start, carried(end))
    }
    return min(start, file.bytes.count)..<min(end, file.bytes.count)
  }
}
