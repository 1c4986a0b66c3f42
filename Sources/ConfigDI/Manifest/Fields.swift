/// A known key of a mapping with its value.
struct Field<Key: MappingKey> {
  let key: Key
  let name: Node
  let value: Node
}

/// Walks a mapping's fields; reports those that it may not have, and leaves out the later of two alike.
struct Fields<Key: MappingKey> {
  private let node: Node
  private var pairs: Node.Pairs
  private(set) var seen = KeySet<Key>()
  /// What a misspelt key may have meant, so that its absence is not reported as well.
  private(set) var meant: Set<String> = []

  init(_ node: Node, of type: Key.Type = Key.self) {
    self.node = node
    pairs = node.pairs
  }

  /// Whether a key was there, or seems to have been meant.
  func has(_ key: Key) -> Bool {
    !seen.intersection(KeySet(key)).isEmpty || meant.contains(key.rawValue)
  }

  mutating func next(_ context: inout DecodingContext) -> Field<Key>? {
    while let (name, value) = pairs.next() {
      guard let (key, position) = Key.table.key(name) else {
        meant.formUnion(context.unknownField(name, in: node, of: Key.self))
        continue
      }
      guard seen.insert(position) else { continue }
      return Field(key: key, name: name, value: value)
    }
    return nil
  }
}
