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
    /// Its text is not a slice of the file, but stands in the arena.
    static let inArena = Flags(rawValue: 8)
  }

  var kind: Kind
  var tag: Tag = .none
  var flags: Flags = []
  /// The node's own text in the file, after any anchor and tag.
  var start: UInt32
  var end: UInt32
  /// A scalar's first byte, in the file or the arena; an alias's target; unused in collections.
  var first: UInt32
  /// A scalar's length in bytes; the index after the whole subtree for the others.
  var second: UInt32
}
