/// One node of a document: a small value that is cheap to copy. An alias appears as the node it refers to.
package struct Node: Sendable {
  package enum Kind: Sendable { case scalar, sequence, mapping }

  package let document: YAMLDocument
  /// The index of the node's record; for an alias, the index of the target's record.
  let index: Int

  init(document: YAMLDocument, index: Int) {
    self.document = document
    let record = document.records[index]
    self.index = record.kind == .alias ? Int(record.link) : index
  }

  var record: NodeRecord { document.records[index] }

  package var kind: Kind {
    switch record.kind {
    case .sequence: .sequence
    case .mapping: .mapping
    case .scalar, .alias: .scalar
    }
  }

  package var location: SourceLocation {
    let record = record
    return SourceLocation(file: document.file, startOffset: record.start, endOffset: record.end)
  }

  /// A scalar's text; empty for a collection.
  package var text: String {
    withTextBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a scalar is unquoted, so that the core schema may read it as something other than text.
  package var isPlain: Bool { record.flags.contains(.plain) }

  /// Whether a scalar's text contains `${`.
  package var isInterpolated: Bool { record.flags.contains(.interpolated) }

  /// A scalar's value according to its tag or, without a tag, the core schema; `nil` for a collection.
  package var scalar: Scalar? {
    let record = record
    guard record.kind == .scalar else { return nil }
    return withTextBytes { Scalar($0, record.tag, isPlain: record.flags.contains(.plain)) }
  }

  /// The number of nodes in this node, including itself, with aliases expanded.
  package var expandedCount: Int { document.expandedCount(of: index) }

  package var isNull: Bool {
    if case .null? = scalar { return true }
    return false
  }

  /// The offset of a scalar's text in the file; `nil` if the text is written with escapes or line breaks.
  var textOffset: Int? {
    let record = record
    if record.flags.contains(.inArena) { return nil }
    return Int(record.start) + (record.flags.contains(.quoted) ? 1 : 0)
  }

  func withTextBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    document.file.bytes.withUnsafeBufferPointer { record.withText(in: $0, document.arena, body) }
  }
}

extension Node {
  /// A sequence's elements; empty for any other node.
  package var elements: Elements { Elements(self, of: .sequence) }

  /// A mapping's keys and values, without duplicate or invalid keys; empty for any other node.
  package var pairs: Pairs { Pairs(children: Elements(self, of: .mapping), index: index) }

  /// A mapping's keys and values, including the keys that `pairs` omits.
  package var everyPair: [(key: Node, value: Node)] {
    var children = Elements(self, of: .mapping)
    var pairs: [(key: Node, value: Node)] = []
    while let key = children.next(), let value = children.next() { pairs.append((key, value)) }
    return pairs
  }

  /// Whether the mapping has keys that `pairs` omits and that are not duplicates, such as `<<`.
  var hasUnreadKeys: Bool {
    guard pairs.omitKeys else { return false }
    let known = Set(pairs.map(\.key.text))
    return everyPair.contains { !known.contains($0.key.text) || $0.key.kind != .scalar }
  }

  /// The texts of all scalars in the node, also under keys that `pairs` omits.
  var texts: Set<String> {
    var texts: Set<String> = []
    forEachNode { node in
      if node.kind == .scalar { texts.insert(node.text) }
      for (key, _) in node.everyPair { texts.formUnion(key.texts) }
    }
    return texts
  }

  /// The elements of a sequence, or all values of a mapping.
  var children: [Node] { kind == .mapping ? everyPair.map(\.value) : Array(elements) }

  /// Calls a body with the node and with each node inside it, once even if aliases repeat it.
  func forEachNode(_ body: (Node) -> Void) {
    var open = [self]
    var seen: Set<Int> = []
    while let node = open.popLast() {
      guard seen.insert(node.index).inserted else { continue }
      body(node)
      open += node.children
    }
  }

  package subscript(_ name: String) -> Node? {
    var name = name
    return name.withUTF8 { name in
      pairs.first { pair in
        pair.key.kind == .scalar && pair.key.withTextBytes { $0.elementsEqual(name) }
      }?.value
    }
  }

  package struct Elements: Sequence, IteratorProtocol {
    fileprivate let document: YAMLDocument
    fileprivate var position: Int
    fileprivate let end: Int

    fileprivate init(_ node: Node, of kind: NodeRecord.Kind) {
      document = node.document
      position = node.index + 1
      let record = node.record
      end = record.kind == kind ? Int(record.link) : 0
    }

    package mutating func next() -> Node? {
      guard position < end else { return nil }
      let index = position
      skip()
      return Node(document: document, index: index)
    }

    /// Skips one child with everything inside it.
    fileprivate mutating func skip() {
      position = document.records.end(of: position)
    }
  }

  package struct Pairs: Sequence, IteratorProtocol {
    fileprivate var children: Elements
    fileprivate let index: Int

    var mapping: Node { Node(document: children.document, index: index) }

    /// Whether the mapping has keys that are passed over.
    var omitKeys: Bool { children.document.records[index].flags.contains(.hasPassedOver) }

    package mutating func next() -> (key: Node, value: Node)? {
      while children.position < children.end,
        children.document.records[children.position].flags.contains(.passedOver)
      {
        children.skip()
        children.skip()
      }
      guard let key = children.next(), let value = children.next() else { return nil }
      return (key, value)
    }
  }
}

extension YAMLDocument {
  /// The mapping whose only value is a scalar at an offset.
  func onlyPair(withValueAt offset: Int) -> Node? {
    // The last record that begins at the offset or before it: records are in the order of their text.
    let end = (0..<records.count).firstPosition { records[$0].start > offset }
    let mapping = end - 3
    guard mapping >= 0, records[mapping].kind == .mapping, records[mapping].link == end else { return nil }
    return Node(document: self, index: mapping)
  }

  /// Whether a node in a mapping is the value of a key.
  func isValue(_ node: Node, of key: String) -> Bool {
    guard node.index > 0, records[node.index - 1].kind == .scalar else { return false }
    return Node(document: self, index: node.index - 1).text == key
  }
}

/// The anchor and tag in front of a node, which libyaml counts as part of the node.
struct NodeProperties {
  /// The anchor's name, without `&`.
  private(set) var anchor: Range<Int>?
  private(set) var tag: Range<Int>?
  /// The offset where the node's own text begins.
  private(set) var content: Int

  init(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let text = Prologue(bytes: bytes)
    var position = start
    scan: while let next = text.nextContent(from: position) {
      position = next
      switch bytes[position] {
      case UInt8(ascii: "&") where anchor == nil:
        // The bytes that libyaml accepts.
        let name = bytes[(position + 1)...].prefix { $0.isDigit || $0.isLetter || "_-".utf8.contains($0) }
        position = name.endIndex
        anchor = name.indices
      case UInt8(ascii: "!") where tag == nil:
        let mark = position
        let isVerbatim = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "<")
        while position < bytes.count, !bytes[position].endsTag(isVerbatim: isVerbatim) { position += 1 }
        if isVerbatim, position < bytes.count { position += 1 }
        tag = mark..<position
      default: break scan
      }
    }
    content = text.nextContent(from: position) ?? bytes.count
  }
}

extension UInt8 {
  /// Whether a byte may be part of a key in a file that is not valid YAML.
  var isKeyPart: Bool { self >= 0x80 || isLetter || isDigit || "_.-/".utf8.contains(self) }

  fileprivate func endsTag(isVerbatim: Bool) -> Bool {
    isVerbatim ? self == UInt8(ascii: ">") : self >= 0x80 || " \t\n\r,[]{}".utf8.contains(self)
  }
}
