/// The structure of a text that may not be YAML yet: mappings, sequences and scalars, found by line, indentation,
/// brackets and quotes. Every text has one.
final class Outline: Sendable {
  let bytes: [UInt8]
  let nodes: [OutlineNode]
  /// The first node of each document, in order.
  let documents: [Int]
  /// The comments, in order.
  let comments: [Range<Int>]

  convenience init(_ bytes: [UInt8]) {
    var scanner = OutlineScanner(bytes)
    scanner.scan()
    self.init(bytes: bytes, scanner)
  }

  private init(bytes: [UInt8], _ scanner: OutlineScanner) {
    self.bytes = bytes
    nodes = scanner.nodes
    documents = scanner.documents
    comments = scanner.comments
  }
}

struct OutlineNode: Sendable {
  enum Content: Sendable {
    /// There is no value yet, or null is meant.
    case missing
    case scalar(Style)
    /// `*name`.
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

  /// The relation of a node to its parent.
  enum Relation: Sendable {
    case root
    case key
    /// The value of a key; the key is a node as well.
    case value(of: Int)
    case item(Int)
  }

  var content = Content.missing
  var range: Range<Int>
  var parent: Int?
  var relation: Relation
  /// Whether it is in brackets.
  let isFlow: Bool
}

/// One step from a document's root to a node.
enum PathStep: Hashable, Sendable {
  case key(String)
  case item(Int)
}

extension Outline {
  /// The path from the root to a node; a key's path is that of its mapping.
  func path(of node: Int) -> [PathStep] {
    var steps: [PathStep] = []
    var next: Int? = node
    while let index = next {
      switch nodes[index].relation {
      case .root, .key: break
      case .value(let key): steps.append(.key(text(of: key)))
      case .item(let position): steps.append(.item(position))
      }
      next = nodes[index].parent
    }
    return steps.reversed()
  }

  func isKey(_ node: Int) -> Bool {
    if case .key = nodes[node].relation { true } else { false }
  }

  /// The scalar or alias that contains or touches an offset; if two touch it, the one before.
  func scalar(at offset: Int) -> Int? {
    var node = documents.last { nodes[$0].range.lowerBound <= offset } ?? documents.first
    while let index = node {
      switch nodes[index].content {
      case .missing: return nil
      case .scalar, .alias:
        let range = nodes[index].range
        return range.lowerBound <= offset && offset <= range.upperBound ? index : nil
      case .mapping(let entries):
        guard let entry = entries.last(where: { nodes[$0.key].range.lowerBound <= offset }) else { return nil }
        let isInKey = offset <= nodes[entry.key].range.upperBound || nodes[entry.value].range.lowerBound > offset
        node = isInKey ? entry.key : entry.value
      case .sequence(let items):
        node = items.last { nodes[$0].range.lowerBound <= offset }
      }
    }
    return nil
  }

  /// Every node around an offset, the outermost first.
  func nodes(around offset: Int) -> [Int] {
    var found: [Int] = []
    var node = documents.last { nodes[$0].range.lowerBound <= offset }
    while let index = node, nodes[index].range.lowerBound <= offset, offset <= nodes[index].range.upperBound {
      found.append(index)
      switch nodes[index].content {
      case .missing, .scalar, .alias: return found
      case .mapping(let entries):
        guard let entry = entries.last(where: { nodes[$0.key].range.lowerBound <= offset }) else { return found }
        node = offset <= nodes[entry.key].range.upperBound ? entry.key : entry.value
      case .sequence(let items):
        node = items.last { nodes[$0].range.lowerBound <= offset }
      }
    }
    return found
  }

  /// The comment that contains an offset.
  func comment(at offset: Int) -> Range<Int>? {
    comments.last { $0.lowerBound < offset && offset <= $0.upperBound }
  }

  /// The value of a key, by its text.
  func value(_ name: String, in mapping: Int) -> Int? {
    guard case .mapping(let entries) = nodes[mapping].content else { return nil }
    return entries.first { text(of: $0.key) == name }?.value
  }

  /// The node at the end of a path.
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
