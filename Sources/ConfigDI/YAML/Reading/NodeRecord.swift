/// One node of a document. Records are in document order. A collection's children follow it; the children of a mapping
/// alternate between keys and values.
struct NodeRecord: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable { case scalar, sequence, mapping, alias }

  /// A core tag written by the author. Without a tag, the core schema reads a plain scalar, and any other scalar is a
  /// string.
  enum Tag: UInt8, BitwiseCopyable { case none, string, int, float, bool, null }

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// The scalar is plain: neither quoted nor a block.
    static let plain = Flags(rawValue: 1)
    static let interpolated = Flags(rawValue: 2)
    /// The node is a key that readers skip because it is a duplicate or invalid.
    static let passedOver = Flags(rawValue: 4)
    /// The scalar's text is in the arena, not in the file.
    static let inArena = Flags(rawValue: 8)
    /// The scalar's first and last bytes are quotes.
    static let quoted = Flags(rawValue: 16)
    /// The node is a mapping with a key that readers skip.
    static let hasPassedOver = Flags(rawValue: 32)
  }

  var kind: Kind
  var tag: Tag = .none
  var flags: Flags = []
  /// The start of the node's own text in the file, after any anchor and tag.
  var start: UInt32
  var end: UInt32
  /// For a collection, the index after its last descendant; for an alias, its target; for a scalar, its offset in the
  /// arena.
  var link: UInt32 = 0
}

extension NodeRecord {
  @inline(__always)
  init(scalarFrom start: Int, to end: Int, _ flags: Flags) {
    self.init(
      kind: .scalar, flags: flags, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end))
  }
}

extension FrozenBuffer<NodeRecord> {
  /// The index after a node and everything inside it.
  func end(of index: Int) -> Int {
    let record = self[index]
    return record.kind == .sequence || record.kind == .mapping ? Int(record.link) : index + 1
  }
}
