import ConfigDI

/// A file's bytes and edits of them, no two of which touch.
struct EditedText {
  struct Edit: Hashable {
    let range: Range<Int>
    let text: String
  }

  /// As messages name the file.
  let path: String
  let bytes: [UInt8]
  /// Sorted by where they begin.
  private var edits: [Edit] = []

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Takes an edit in; false where it reaches beyond the text or touches another. The same edit twice is one.
  mutating func add(_ edit: Edit) -> Bool {
    guard edit.range.lowerBound >= 0, edit.range.upperBound <= bytes.count else { return false }
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound < edit.range.lowerBound { low = middle + 1 } else { high = middle }
    }
    if low < edits.count {
      if edits[low] == edit { return true }
      if Self.touch(edits[low].range, edit.range) { return false }
    }
    if low > 0, Self.touch(edits[low - 1].range, edit.range) { return false }
    edits.insert(edit, at: low)
    return true
  }

  var edited: [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }

  /// Two insertions at one place have no order, so they touch.
  private static func touch(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.overlaps(right) || left.lowerBound == right.lowerBound
      || left.isEmpty && right.contains(left.lowerBound) || right.isEmpty && left.contains(right.lowerBound)
  }
}
