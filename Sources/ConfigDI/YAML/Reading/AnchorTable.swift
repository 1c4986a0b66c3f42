/// The anchors in a document, by name. A later anchor replaces an earlier anchor with the same name.
struct AnchorTable {
  struct Anchor {
    /// The name's range in the file.
    var name: Range<Int>
    /// The index of the anchored record.
    var record: Int
    /// The number of nodes that an alias to this anchor adds; `nil` until the anchored collection ends.
    var size: Int?
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let hash: ByteHash
  private(set) var anchors: [Anchor] = []
  private var table = IndexTable()

  init(_ bytes: UnsafeBufferPointer<UInt8>, hash: ByteHash) {
    self.bytes = bytes
    self.hash = hash
  }

  /// Adds an anchor and returns its index, to be passed to `finish`.
  mutating func define(_ name: Range<Int>, record: Int) -> Int {
    let anchor = Anchor(name: name, record: record)
    if let known = find(name) {
      anchors[known] = anchor
      return known
    }
    let slot = anchors.count
    anchors.append(anchor)
    _ = table.insert(slot, hash: hash(text(name))) { _ in false }
    return slot
  }

  /// Records the size of an anchored node, unless a later node has redefined the name.
  mutating func finish(_ slot: Int, record: Int, size: Int) {
    if anchors[slot].record == record { anchors[slot].size = size }
  }

  func find(_ name: Range<Int>) -> Int? {
    let wanted = text(name)
    return table.find(hash: hash(wanted)) { text(anchors[$0].name).elementsEqual(wanted) }
  }

  var names: [String] {
    anchors.map { String(decoding: text($0.name), as: UTF8.self) }
  }

  private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }
}
