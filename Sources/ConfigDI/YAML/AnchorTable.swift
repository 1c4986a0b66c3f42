/// A document's anchors by name. The names stay in the file; a later anchor takes the place of an earlier one.
struct AnchorTable {
  struct Anchor {
    /// Its name in the file.
    var name: Range<Int>
    /// The record that it is on.
    var record: Int
    /// How many nodes an alias to it stands for; `nil` while its collection is open.
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

  /// Returns the slot in which `finish` expects it.
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

  /// Says how large the node is, unless the name went to another node meanwhile.
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
