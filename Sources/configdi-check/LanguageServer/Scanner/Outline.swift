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
}
