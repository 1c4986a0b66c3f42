/// One node in document order; a collection's children follow it, a mapping's as key, value, key, value.
struct NodeRecord: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable { case scalar, sequence, mapping, alias }

  /// A core tag that the author wrote; without one, a plain scalar is read by its looks and any other is a string.
  enum Tag: UInt8, BitwiseCopyable { case none, string, int, float, bool, null }

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// Written without quotes and not as a block.
    static let plain = Flags(rawValue: 1)
    /// Its text contains `${`.
    static let interpolated = Flags(rawValue: 2)
    /// A key that no reader sees, since an earlier one has its place or it was refused.
    static let passedOver = Flags(rawValue: 4)
    /// Its text is no slice of the file, but stands in the arena.
    static let inArena = Flags(rawValue: 8)
    /// Its first and last byte are quotes.
    static let quoted = Flags(rawValue: 16)
  }

  var kind: Kind
  var tag: Tag = .none
  var flags: Flags = []
  /// The node's own text in the file, after any anchor and tag.
  var start: UInt32
  var end: UInt32
  /// The index after a collection's whole subtree; an alias's target; where the arena has a scalar that is no slice.
  var link: UInt32 = 0
}

extension FrozenBuffer<NodeRecord> {
  /// The index after a node and all that is inside it.
  func end(of index: Int) -> Int {
    let record = self[index]
    return record.kind == .sequence || record.kind == .mapping ? Int(record.link) : index + 1
  }
}
