/// A file's nodes: flat records in document order over the file's own bytes. Immutable.
package final class YAMLDocument: Sendable {
  package let file: SourceFile
  let records: FrozenBuffer<NodeRecord>
  let arena: TextArena
  /// The comments that begin `# configdi:`, in file order.
  package let comments: [Comment]
  /// Whether a second document follows, which was not read.
  let isCutShort: Bool

  init(
    file: SourceFile, records: FrozenBuffer<NodeRecord>, arena: TextArena, comments: [Comment], isCutShort: Bool = false
  ) {
    self.file = file
    self.records = records
    self.arena = arena
    self.comments = comments
    self.isCutShort = isCutShort
  }

  /// The document's node; `nil` for a file that is empty or has comments alone.
  package var root: Node? {
    records.isEmpty ? nil : Node(document: self, index: 0)
  }
}
