/// A file's nodes: flat records in document order over one arena of scalar bytes. Immutable once read.
package final class YAMLDocument: Sendable {
  package let file: SourceFile
  let records: [NodeRecord]
  /// The bytes of every scalar after unescaping and folding.
  let arena: [UInt8]

  init(file: SourceFile, records: [NodeRecord], arena: [UInt8]) {
    self.file = file
    self.records = records
    self.arena = arena
  }

  /// The document's node; `nil` for an empty file or one of comments alone.
  package var root: Node? {
    records.isEmpty ? nil : Node(document: self, index: 0)
  }
}

/// One node in document order; a collection's children follow it, a mapping's as key, value, key, value.
struct NodeRecord {
  enum Kind: UInt8 { case scalar, sequence, mapping, alias }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// Written without quotes and not as a block, so that the core schema reads it.
    static let plain = Flags(rawValue: 1)
    /// Its text contains `${`.
    static let interpolated = Flags(rawValue: 2)
    /// Tagged `!!str`, so that it is a string whatever it looks like.
    static let forcedString = Flags(rawValue: 4)
  }

  var kind: Kind
  var flags: Flags
  var start: UInt32
  var end: UInt32
  /// A scalar's first byte in the arena; an alias's target; unused in collections.
  var first: UInt32
  /// A scalar's length in the arena; the index after the whole subtree for the others.
  var second: UInt32
}
