import Synchronization

/// A text that was read: its name for people, and its bytes.
public final class SourceFile: Sendable {
  /// The path as the user would write it, or a name such as `<stdin>` if there is no file.
  public let path: String
  /// Whether the text came from the command line or the API (`--set`): then no place in a file can be shown.
  package let isArgument: Bool
  /// Whether the bytes are the file's. Of the Swift file of a registration only the lines are known.
  package let hasText: Bool
  package let bytes: [UInt8]
  private let lines = AtomicLazyReference<LineTable>()
  private let hidden = Mutex(RangeList())
  private let scalars = AtomicLazyReference<ScalarTable>()

  package init(path: String, bytes: [UInt8], isArgument: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isArgument = isArgument
    hasText = true
  }

  /// A file of which only lines are known: `path:line:1` is right, and there is no text to show.
  package init(path: String, lines: Int) {
    self.path = path
    self.bytes = [UInt8](repeating: 0x0A, count: max(0, lines - 1))
    isArgument = false
    hasText = false
  }

  /// A file of which only places are known, each with its line and column; there is no text to show.
  package init(path: String, lineTable: LineTable, isArgument: Bool) {
    self.path = path
    bytes = []
    self.isArgument = isArgument
    hasText = false
    _ = lines.storeIfNil(lineTable)
  }

  /// The beginning of each line; made at first use, since most files have no finding.
  package var lineTable: LineTable {
    lines.load() ?? lines.storeIfNil(LineTable(bytes))
  }

  /// Keeps a span of text out of every excerpt, and out of messages about its place.
  package func hide(_ range: Range<Int>) {
    hidden.withLock { $0.insert(range.clamped(to: 0..<bytes.count)) }
  }

  /// The parts of a span that must not be shown, in order.
  package func hidden(in range: Range<Int>) -> [Range<Int>] {
    hidden.withLock { $0.overlaps(with: range) }
  }

  /// The number of Unicode scalars before an offset, found in a few steps for any offset.
  package func scalars(before offset: Int) -> Int {
    (scalars.load() ?? scalars.storeIfNil(ScalarTable(bytes))).count(before: offset, in: bytes)
  }

  package func location(_ range: Range<Int>) -> SourceLocation {
    SourceLocation(
      file: self, startOffset: UInt32(clamping: range.lowerBound), endOffset: UInt32(clamping: range.upperBound))
  }

  /// The place 1:1, for findings about the whole file.
  package var beginning: SourceLocation {
    location(0..<0)
  }
}
