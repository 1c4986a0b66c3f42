/// A known key of a mapping with its value, and further elements of a list that lacks its brackets.
typealias Field<Key> = (key: Key, name: Node, value: Node, strays: [Node])

/// Iterates over a mapping's fields. Reports unknown fields, and skips the second of two fields with the same key.
///
/// The type's parameter is constrained in the extension only: with the type itself, Swift's runtime would look up the
/// conformance of each kind of key at its first use, which takes a thirtieth of the whole start.
struct Fields<Key> {
  private var pairs: Node.Pairs
  private(set) var seen = KeySet<Key>()
  /// The keys that misspelled keys may mean, which are not reported as missing.
  private(set) var meant = KeySet<Key>()
  /// The index of the finding about the first unknown key; -1 if no key is unknown.
  private var firstUnknown = -1
  /// The index in `allCases` of an empty mapping whose entries may be the unknown keys after it; -1 if there is none.
  private var emptyMapping = -1
  /// The keys whose entries are not indented below them.
  private(set) var unindented = KeySet<Key>()
  /// All known keys in the mapping. Computed only once, when the first unknown key is found.
  private var present: KeySet<Key>?
}

extension Fields where Key: MappingKey {
  init(_ node: Node, of type: Key.Type = Key.self) {
    pairs = node.pairs
  }

  /// Whether all of these keys are missing, and no unreadable key (an unknown key or `<<`) may mean one of them. If an
  /// unknown key may mean one of them, the error about that key prevents making a container even if a comment
  /// suppresses the error.
  func lacks(_ keys: KeySet<Key>, _ context: inout DecodingContext) -> Bool {
    guard seen.intersection(keys).isEmpty else { return false }
    guard firstUnknown < 0 else {
      context.findings.findings[firstUnknown].leavesServicesMissing = true
      context.findings.findings[firstUnknown].hides += context.hiddenUses
      return false
    }
    return !pairs.mapping.everyPair.contains { key, _ in
      key.record.flags.contains(.passedOver) && Key.table.key(key) == nil
    }
  }

  func lacks(_ key: Key, _ context: inout DecodingContext) -> Bool { lacks(KeySet(key), &context) }

  /// Reports a key that is missing. Called after the last field.
  func require(_ key: Key, expected: String, _ context: inout DecodingContext) {
    guard lacks(key, &context) else { return }
    let (name, place) = (key.rawValue, pairs.mapping.location)
    context.findings.report(
      .wrongShape, "expected \(expected), found a mapping without '\(name)'", at: place, help: ["write \(name): …"],
      fixes: .adding([(name, "\"…\"")], toMappingAt: place))
  }

  /// The known keys so far, including those that misspelled keys may mean.
  var possible: KeySet<Key> { seen.union(meant) }

  /// Whether an unread part of the mapping may have a value for a key: a second field with the key, or `<<`.
  func mayBeUnread(_ key: Key) -> Bool {
    pairs.omitKeys
      && pairs.mapping.everyPair.contains { name, _ in
        name.record.flags.contains(.passedOver) && Key.table.key(name).map { $0.key == key } ?? true
      }
  }

  mutating func next(_ context: inout DecodingContext) -> Field<Key>? {
    while let (name, value) = pairs.next() {
      if let (key, position) = Key.table.key(name) {
        guard seen.insert(position) else { continue }
        emptyMapping = value.isAbsent && (Key.areSections || Key.mappings.contains(position)) ? position : -1
        // An empty section is allowed, but an empty field would be a second finding.
        var ahead = pairs
        if emptyMapping >= 0, !Key.areSections, let next = ahead.next(), isUnindented(next.key) { continue }
        return (key, name, value, strays(after: position, value))
      }
      if isUnindented(name) {
        if unindented.insert(emptyMapping) { context.unindented(name, after: Key.allCases[emptyMapping]) }
        continue
      }
      let position = context.findings.findings.count
      let present = present ?? Self.knownKeys(of: pairs.mapping)
      self.present = present
      let unread = context.unknownField(name, value, in: pairs.mapping, beside: present, claimed: meant)
      if firstUnknown < 0, context.findings.findings.count > position { firstUnknown = position }
      meant = meant.union(unread.meant)
      if Key.areSections {
        context.unread.formUnion(unread.meant.keys.lazy.map(\.rawValue))
        continue
      }
      // The intention is clear, so the key is read as if it were spelled correctly, without further findings.
      guard let key = unread.readAs, let position = seen.position(of: key), !present.contains(position),
        seen.insert(position)
      else { continue }
      return (key, name, value, strays(after: position, value))
    }
    return nil
  }

  /// Whether a key is an entry of the empty mapping before it.
  private func isUnindented(_ name: Node) -> Bool {
    emptyMapping >= 0 && name.kind == .scalar && Key.table.key(name) == nil && !Key.isSimilarToOne(name.text)
  }

  private static func knownKeys(of mapping: Node) -> KeySet<Key> {
    mapping.pairs.reduce(into: KeySet()) { keys, pair in
      if let (_, position) = Key.table.key(pair.key) { keys.insert(position) }
    }
  }

  /// Skips the remaining elements of a list without brackets, and returns them. In `{ of: memory, none }`, the
  /// remaining element is `none`, which YAML reads as a key without a value.
  private mutating func strays(after position: Int, _ value: Node) -> [Node] {
    guard Key.lists.contains(position), value.kind == .scalar, !value.isAbsent else { return [] }
    var strays: [Node] = []
    var ahead = pairs
    while let (name, value) = ahead.next(), name.isAlone, value.isAbsent, Key.table.key(name) == nil,
      JoinedKey(name.location, value: value.location, where: { Key(rawValue: $0) != nil }) == nil
    {
      strays.append(name)
      pairs = ahead
    }
    return strays
  }
}

extension Node {
  /// Whether the value is missing, as in `key:` without a value.
  var isAbsent: Bool { kind == .scalar && location.range.isEmpty }

  /// Whether the node is a scalar without a following colon.
  var isAlone: Bool {
    let bytes = location.file.bytes
    let end = location.range.upperBound
    return kind == .scalar && !(end < bytes.count && bytes[end] == UInt8(ascii: ":"))
  }
}
