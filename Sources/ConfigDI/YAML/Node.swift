/// One node of a document: a handle, cheap to copy, through which aliases are invisible.
package struct Node: Sendable {
  package enum Kind: Sendable { case scalar, sequence, mapping }

  package let document: YAMLDocument
  /// Never that of an alias.
  let index: Int

  init(document: YAMLDocument, index: Int) {
    self.document = document
    let record = document.records[index]
    self.index = record.kind == .alias ? Int(record.first) : index
  }

  private var record: NodeRecord { document.records[index] }

  package var kind: Kind {
    switch record.kind {
    case .sequence: .sequence
    case .mapping: .mapping
    case .scalar, .alias: .scalar
    }
  }

  package var location: SourceLocation {
    SourceLocation(file: document.file, startOffset: record.start, endOffset: record.end)
  }

  /// A scalar's text; empty for a collection.
  package var text: String {
    withTextBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a scalar is written without quotes, so that the core schema may read it as something else than text.
  package var isPlain: Bool { record.flags.contains(.plain) }

  /// Whether a scalar's text contains `${`.
  package var isInterpolated: Bool { record.flags.contains(.interpolated) }

  /// A scalar as the core schema reads it; `nil` for a collection.
  package var scalar: Scalar? {
    guard record.kind == .scalar else { return nil }
    guard isPlain, !record.flags.contains(.forcedString) else { return .string(text) }
    return withTextBytes { Scalar(plain: $0) }
  }

  package var isNull: Bool {
    if case .null? = scalar { return true }
    return false
  }

  func withTextBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let record = record
    return document.arena.withUnsafeBufferPointer { arena in
      guard record.kind == .scalar else { return body(UnsafeBufferPointer(rebasing: arena[0..<0])) }
      return body(UnsafeBufferPointer(rebasing: arena[Int(record.first)..<Int(record.first + record.second)]))
    }
  }
}

extension Node {
  /// A sequence's elements; none for any other node.
  package var elements: Elements { Elements(self, of: .sequence) }

  /// A mapping's keys and values; none for any other node.
  package var pairs: Pairs { Pairs(children: Elements(self, of: .mapping)) }

  package struct Elements: Sequence, IteratorProtocol {
    private let document: YAMLDocument
    private var position: Int
    private let end: Int

    fileprivate init(_ node: Node, of kind: NodeRecord.Kind) {
      document = node.document
      position = node.index + 1
      end = node.record.kind == kind ? Int(node.record.second) : 0
    }

    package mutating func next() -> Node? {
      guard position < end else { return nil }
      let index = position
      let record = document.records[index]
      position = record.kind == .scalar ? index + 1 : Int(record.second)
      return Node(document: document, index: index)
    }
  }

  package struct Pairs: Sequence, IteratorProtocol {
    fileprivate var children: Elements

    package mutating func next() -> (key: Node, value: Node)? {
      guard let key = children.next(), let value = children.next() else { return nil }
      return (key, value)
    }
  }

  package subscript(_ name: String) -> Node? {
    pairs.first { $0.key.kind == .scalar && $0.key.text == name }?.value
  }
}
