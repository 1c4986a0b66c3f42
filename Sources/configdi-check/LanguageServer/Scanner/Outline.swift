import ConfigDI

/// The structure of a document that may not be valid YAML yet: mappings, sequences and scalars, found by lines,
/// indentation, brackets and quotes. Every document has an outline.
final class Outline: Sendable {
  let bytes: [UInt8]
  let nodes: [OutlineNode]
  /// The root nodes of the documents, in order.
  let documents: [Int]
  let comments: [Range<Int>]
  /// The node that each alias repeats, by the alias' node.
  let repeated: [Int: Int]
  /// The values by key in each long mapping. Filled on first use.
  private let values = Memos<Int, [String: Int]>()

  init(_ bytes: [UInt8]) {
    var scanner = OutlineScanner(bytes)
    scanner.scan()
    self.bytes = bytes
    nodes = scanner.nodes
    documents = scanner.documents
    comments = scanner.comments
    repeated = scanner.repeated
  }
}

struct OutlineNode: Sendable {
  enum Content: Sendable {
    /// A value that is null or not written yet.
    case missing
    case scalar(Style)
    case alias
    case mapping([Entry])
    case sequence([Int])
  }

  enum Style: Sendable { case plain, single, double, block }

  struct Entry: Sendable {
    let key: Int
    /// The offset of the colon; `nil` if it is not written yet.
    let colon: Int?
    let value: Int
  }

  /// The relation of a node to its mapping or sequence.
  enum Relation: Sendable {
    case root
    case key(in: Int)
    /// The value of a key, which is also a node.
    case value(of: Int, in: Int)
    case item(Int, in: Int)
  }

  var content = Content.missing
  var range: Range<Int>
  var relation: Relation
  let isFlow: Bool

  var parent: Int? {
    switch relation {
    case .root: nil
    case .key(let parent), .value(_, let parent), .item(_, let parent): parent
    }
  }
}

/// One step on the path from a document's root to a node.
enum PathStep: Hashable, Sendable {
  case key(String)
  case item(Int)
}

extension Outline {
  /// The path from the root to a node; for a key, the path to its mapping.
  func path(of node: Int) -> [PathStep] {
    var steps: [PathStep] = []
    var next: Int? = node
    while let index = next {
      switch nodes[index].relation {
      case .root, .key: break
      case .value(let key, _): steps.append(.key(text(of: key)))
      case .item(let position, _): steps.append(.item(position))
      }
      next = nodes[index].parent
    }
    return steps.reversed()
  }

  func isKey(_ node: Int) -> Bool {
    if case .key = nodes[node].relation { true } else { false }
  }

  /// The scalar or alias that contains or touches an offset. If two nodes touch the offset, the earlier node is
  /// returned.
  func scalar(at offset: Int) -> Int? {
    nodes(around: offset).last { node in
      switch nodes[node].content {
      case .scalar, .alias: true
      case .missing, .mapping, .sequence: false
      }
    }
  }

  /// All nodes around an offset, beginning with the outermost.
  func nodes(around offset: Int) -> [Int] {
    var found: [Int] = []
    var node = documents.last { nodes[$0].range.lowerBound <= offset }
    while let index = node, nodes[index].range.lowerBound <= offset, offset <= nodes[index].range.upperBound {
      found.append(index)
      switch nodes[index].content {
      case .missing, .scalar, .alias: return found
      case .mapping(let entries):
        guard let entry = entry(before: offset, of: entries) else { return found }
        node = offset <= nodes[entry.key].range.upperBound ? entry.key : entry.value
      case .sequence(let items):
        node = items.last { nodes[$0].range.lowerBound <= offset }
      }
    }
    return found
  }

  func comment(at offset: Int) -> Range<Int>? {
    comments.last { $0.lowerBound < offset && offset <= $0.upperBound }
  }

  /// The last entry that begins at or before an offset.
  func entry(before offset: Int, of entries: [OutlineNode.Entry]) -> OutlineNode.Entry? {
    let next = entries.indices.firstPosition { nodes[entries[$0].key].range.lowerBound > offset }
    return next > 0 ? entries[next - 1] : nil
  }

  func value(_ name: String, in mapping: Int) -> Int? {
    guard case .mapping(let entries) = nodes[mapping].content else { return nil }
    guard entries.count > 16 else { return entries.first { text(of: $0.key) == name }?.value }
    let known = values.answer(mapping) {
      Dictionary(firstOf: entries.map { (text(of: $0.key), $0.value) })
    }
    return known[name]
  }

  func node(at path: [PathStep]) -> Int? {
    var node = documents.first
    for step in path {
      guard let index = node else { return nil }
      switch (step, nodes[index].content) {
      case (.key(let name), .mapping): node = value(name, in: index)
      case (.item(let position), .sequence(let items)): node = items.indices.contains(position) ? items[position] : nil
      default: return nil
      }
    }
    return node
  }

  /// A scalar's value: without quotes, with escapes replaced and lines folded. Empty if the node is not a scalar.
  func text(of node: Int) -> String {
    let range = contentRange(of: node)
    let content = bytes[range]
    switch nodes[node].content {
    case .scalar(.plain): return Self.string(folding: content)
    case .scalar(.single): return Self.string(folding: content.replacing("''".utf8, with: "'".utf8))
    case .scalar(.double): return Self.string(folding: hasEscapes(node) ? unescaped(range).text[...] : content)
    case .scalar(.block): return Self.string(ofBlock: content)
    case .alias: return String(decoding: content.dropFirst(), as: UTF8.self)
    case .missing, .mapping, .sequence: return ""
    }
  }

  /// The range of a scalar without its quotes.
  func contentRange(of node: Int) -> Range<Int> {
    let range = nodes[node].range
    guard case .scalar(let style) = nodes[node].content, style == .single || style == .double, !range.isEmpty else {
      return range
    }
    let isClosed = range.count > 1 && bytes[range.upperBound - 1] == bytes[range.lowerBound]
    return range.lowerBound + 1..<(isClosed ? range.upperBound - 1 : range.upperBound)
  }

  /// Whether a scalar's bytes equal its value, so that offsets in the value are also offsets in the bytes.
  func isVerbatim(_ node: Int) -> Bool {
    let content = bytes[contentRange(of: node)]
    if content.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return false }
    switch nodes[node].content {
    case .scalar(.plain): return true
    case .scalar(.double): return !hasEscapes(node)
    case .scalar(.single): return !content.contains(UInt8(ascii: "'"))
    default: return false
    }
  }

  /// The value of a field in a mapping, if the value is a scalar.
  func text(_ name: String, in mapping: Int) -> String? {
    guard let value = value(name, in: mapping), case .scalar = nodes[value].content else { return nil }
    return text(of: value)
  }

  private static func string(folding bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return text.split { $0.isNewline }.map { String($0[...].trimmingSpaces) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The value of a block scalar that is a name: one without lines that are empty or indented further.
  private static func string(ofBlock bytes: some Collection<UInt8>) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
    let header = lines[0].prefix { $0 != " " }
    let content = lines.dropFirst().map { String($0[...].trimmingSpaces) }.filter { !$0.isEmpty }
    let end = header.contains("-") || content.isEmpty ? "" : "\n"
    return content.joined(separator: header.hasPrefix(">") ? " " : "\n") + end
  }

  /// Whether a scalar has escapes, so that its value differs from its bytes.
  func hasEscapes(_ node: Int) -> Bool {
    guard case .scalar(.double) = nodes[node].content else { return false }
    return bytes[contentRange(of: node)].contains(UInt8(ascii: "\\"))
  }

  /// The bytes of a range in a double-quoted scalar, with the escapes that can occur in names replaced, and each byte's
  /// original offset.
  func unescaped(_ range: Range<Int>) -> (text: [UInt8], offsets: [Int]) {
    var text: [UInt8] = []
    var offsets: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      let isEscape = bytes[index] == UInt8(ascii: "\\") && index + 1 < range.upperBound
      if isEscape { index += 1 }
      let character = bytes[index]
      index += 1
      var new = [character]
      if isEscape {
        let digits = Self.escapeDigits[character].map { bytes[index..<min(index + $0, range.upperBound)] }
        if let digits, let code = digits.hexadecimalNumber, let decoded = Unicode.Scalar(UInt32(code)) {
          new = Array(String(decoded).utf8)
          index = digits.endIndex
        } else if let control = Self.controlEscapes[character] {
          new = [control]
        }
      }
      text += new
      offsets += new.map { _ in start }
    }
    return (text, offsets)
  }

  private static let escapeDigits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]
  private static let controlEscapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "0"): 0,
  ]
}
