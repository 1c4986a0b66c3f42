/// Scans a document into an outline in linear time. The result agrees with libyaml where libyaml accepts the document;
/// scanning continues where libyaml would stop.
struct OutlineScanner {
  /// The maximum nesting depth. Deeper nesting is skipped, since the manifest reader has a lower limit and rejects it.
  static let mostNesting = 160

  let bytes: [UInt8]
  var position: Int
  var lineStart: Int
  var nodes: [OutlineNode] = []
  private(set) var documents: [Int] = []
  var comments: [Range<Int>] = []
  /// The node that each alias repeats, by the alias' node.
  private(set) var repeated: [Int: Int] = [:]
  /// The node after the last anchor with each name, written `&name`.
  private var anchored: [String: Int] = [:]
  /// The name of an anchor that was skipped, until its node is added.
  private var skippedAnchor: Range<Int>?
  /// The number of bytes that may still be read ahead. The limit keeps the total time linear.
  var lookahead: Int
  var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = position
    lookahead = 16 * bytes.count + 4096
  }

  mutating func scan() {
    while true {
      skipToContent()
      guard position < bytes.count else { break }
      if isDocumentMark {
        position += 3
        continue
      }
      if bytes[position] == UInt8(ascii: "%"), column == 0 {
        skipLine()
        continue
      }
      let before = position
      documents.append(block(above: -1, .root, missingAt: position))
      // Text that does not fit anywhere is skipped.
      if position == before { skipLine() }
    }
  }

  // MARK: Nodes

  mutating func add(_ relation: OutlineNode.Relation, at offset: Int, isFlow: Bool = false) -> Int {
    if let anchor = skippedAnchor { anchored[name(anchor)] = nodes.count }
    skippedAnchor = nil
    nodes.append(OutlineNode(range: offset..<offset, relation: relation, isFlow: isFlow))
    return nodes.count - 1
  }

  mutating func fill(_ node: Int, _ content: OutlineNode.Content, _ range: Range<Int>) {
    nodes[node].content = content
    nodes[node].range = range
    if case .alias = content { repeated[node] = anchored[name(range.dropFirst())] }
  }

  private func name(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Characters

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }
  var column: Int { position - lineStart }

  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Whether an offset is at a blank, a line ending, or the end of the text.
  func isBlankOrEnd(_ index: Int) -> Bool {
    isLineEnd(index) || bytes[index] == 0x20 || bytes[index] == 0x09
  }

  func isLineEnd(_ index: Int) -> Bool {
    guard let byte = byte(index) else { return true }
    return byte == 0x0A || byte == 0x0D
  }

  /// Whether the line begins with `---` or `...`.
  var isDocumentMark: Bool {
    guard column == 0, isBlankOrEnd(position + 3), let first = current, first == 0x2D || first == 0x2E else {
      return false
    }
    return byte(position + 1) == first && byte(position + 2) == first
  }

  /// Whether the next character is this indicator, such as `-`, `?` or `:`, followed by a blank or the end of the line.
  func isIndicator(_ character: Unicode.Scalar) -> Bool {
    current == UInt8(ascii: character) && isBlankOrEnd(position + 1)
  }

  mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 { position += 1 }
  }

  mutating func skipLine() {
    while !isLineEnd(position) { position += 1 }
    skipLineEnd()
  }

  mutating func skipLineEnd() {
    guard let byte = current else { return }
    position += byte == 0x0D && self.byte(position + 1) == 0x0A ? 2 : 1
    lineStart = position
  }

  /// Skips blanks, line endings and comments. Returns whether a line ended on the way.
  @discardableResult mutating func skipToContent() -> Bool {
    var hasLeftLine = false
    while true {
      skipBlanks()
      guard let byte = current else { return hasLeftLine }
      if byte == UInt8(ascii: "#") {
        let start = position
        while !isLineEnd(position) { position += 1 }
        comments.append(start..<position)
      } else if byte == 0x0A || byte == 0x0D {
        skipLineEnd()
        hasLeftLine = true
      } else {
        return hasLeftLine
      }
    }
  }

  /// Skips `&name` and `!tag` before a node. Returns whether there were any.
  mutating func skipProperties() -> Bool {
    var hasSome = false
    while let byte = current, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      let start = position + 1
      while !isBlankOrEnd(position) { position += 1 }
      if byte == UInt8(ascii: "&") { skippedAnchor = start..<position }
      skipBlanks()
      hasSome = true
    }
    return hasSome
  }
}
