import Synchronization

/// A text that was read: its name for people, and its bytes.
public final class SourceFile: Sendable {
  /// The path as the user would write it, or a name such as `<stdin>` where there is no file.
  public let path: String
  /// Whether the text came from the command line or the API (`--set`), so that no place in a file can be shown.
  package let isArgument: Bool
  /// Whether the bytes are the file's; a registration's Swift file is known by its lines alone.
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

  /// A file of which only places are known: `path:line:1` is right, and there is no text to show.
  package init(path: String, lines: Int) {
    self.path = path
    self.bytes = [UInt8](repeating: 0x0A, count: max(0, lines - 1))
    isArgument = false
    hasText = false
  }

  /// A file of which only places are known, each at its line and column; there is no text to show.
  package init(path: String, lineTable: LineTable, isArgument: Bool) {
    self.path = path
    bytes = []
    self.isArgument = isArgument
    hasText = false
    _ = lines.storeIfNil(lineTable)
  }

  /// Where each line begins; made at first use, since most files have no finding.
  package var lineTable: LineTable {
    lines.load() ?? lines.storeIfNil(LineTable(bytes))
  }

  /// Keeps text out of every excerpt, and out of messages about its place.
  package func hide(_ range: Range<Int>) {
    hidden.withLock { $0.insert(range.clamped(to: 0..<bytes.count)) }
  }

  /// The parts of a span that are not to be shown, in order.
  package func hidden(in range: Range<Int>) -> [Range<Int>] {
    hidden.withLock { $0.overlaps(with: range) }
  }

  /// How many Unicode scalars stand before an offset, in a few steps wherever it is.
  package func scalars(before offset: Int) -> Int {
    (scalars.load() ?? scalars.storeIfNil(ScalarTable(bytes))).count(before: offset, in: bytes)
  }

  package func location(_ range: Range<Int>) -> SourceLocation {
    SourceLocation(
      file: self, startOffset: UInt32(clamping: range.lowerBound), endOffset: UInt32(clamping: range.upperBound))
  }

  /// The place 1:1, for what concerns the file as a whole.
  package var beginning: SourceLocation {
    location(0..<0)
  }
}
