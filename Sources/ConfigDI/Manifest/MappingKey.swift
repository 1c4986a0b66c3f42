/// The keys of one kind of mapping, defined once: decoding, suggestions and the JSON Schema use them.
package protocol MappingKey: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String, AllCases == [Self] {
  static var table: KeyTable<Self> { get }
  /// Whether the mapping may have additional keys that begin with `x-`.
  static var allowsExtensions: Bool { get }
  /// Other tools' words for these keys, each in the form that `Habit.normalized` returns.
  static var habits: [String: [Habit]] { get }
  /// Whether each key holds a section, whose entries are unknown if the key is misspelled.
  static var areSections: Bool { get }
  /// The keys whose value is, or may be, a list.
  static var lists: KeySet<Self> { get }
  /// The keys whose value is, or may be, a mapping with keys of the author's own. Each section is such a key anyway.
  static var mappings: KeySet<Self> { get }
  /// The keys that are not allowed beside these keys.
  static func excluded(by present: KeySet<Self>) -> KeySet<Self>
  /// The keys that only a manifest may have, or only an overlay.
  static var inManifestsOnly: KeySet<Self> { get }
  static var inOverlaysOnly: KeySet<Self> { get }
  /// The form of the key's value in a manifest; unknown for the keys of other files.
  var form: ManifestForm { get }
}

extension MappingKey {
  /// What messages call the mapping with these keys, such as "a service".
  package static var owner: String { table.owner }
  package static var allowsExtensions: Bool { false }
  package static var habits: [String: [Habit]] { [:] }
  package static var lists: KeySet<Self> { KeySet() }
  package static var mappings: KeySet<Self> { KeySet() }
  package static func excluded(by present: KeySet<Self>) -> KeySet<Self> { KeySet() }
  package static var areSections: Bool { false }
  package static var inManifestsOnly: KeySet<Self> { KeySet() }
  package static var inOverlaysOnly: KeySet<Self> { KeySet() }
  package var form: ManifestForm { .unknown }

  static func foreign(in layer: Manifest.Kind) -> KeySet<Self> {
    layer == .manifest ? inOverlaysOnly : inManifestsOnly
  }

  package static func keys(in layer: Manifest.Kind) -> [Self] {
    let foreign = foreign(in: layer)
    return allCases.filter { !foreign.contains($0) }
  }
}

extension Node {
  /// The value of a key.
  subscript(_ key: some MappingKey) -> Node? { self[key.rawValue] }
}

/// Finds a key by its bytes, so that decoding creates no strings.
package struct KeyTable<Key: MappingKey>: Sendable {
  fileprivate let owner: String
  private let names: [PackedName]
  private let keys: [Key]

  package init(of owner: String) {
    self.owner = owner
    keys = Key.allCases
    names = keys.map { key in
      var text = key.rawValue
      return text.withUTF8 { PackedName($0) ?? PackedName() }
    }
  }

  func key(_ node: Node) -> (key: Key, position: Int)? {
    guard let name = node.withTextBytes({ PackedName($0) }) else { return nil }
    for position in names.indices where names[position] == name {
      return (keys[position], position)
    }
    return nil
  }
}

/// A name of at most sixteen bytes as two machine words, so that two names can be compared with two instructions.
private struct PackedName: Equatable {
  private var words: (UInt64, UInt64) = (0, 0)
  private var length = 0

  init() {}

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= 16 else { return nil }
    length = bytes.count
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
  }

  static func == (left: PackedName, right: PackedName) -> Bool {
    left.words.0 == right.words.0 && left.words.1 == right.words.1 && left.length == right.length
  }
}

/// A set of a mapping's keys, with one bit per key.
package struct KeySet<Key>: Sendable {
  private var bits: UInt32 = 0
}

extension KeySet where Key: MappingKey {
  package init(_ keys: Key...) {
    for (position, key) in Key.allCases.enumerated() where keys.contains(key) { insert(position) }
  }

  /// The keys with these names.
  package init(named names: some Sequence<String>) {
    for name in names {
      if let key = Key(rawValue: name), let position = position(of: key) { insert(position) }
    }
  }

  static var all: KeySet { KeySet(named: Key.allCases.map(\.rawValue)) }

  package var keys: [Key] {
    Key.allCases.enumerated().filter { contains($0.offset) }.map(\.element)
  }

  func position(of key: Key) -> Int? { Key.allCases.firstIndex(of: key) }

  package var isEmpty: Bool { bits == 0 }
  package var count: Int { bits.nonzeroBitCount }

  func contains(_ position: Int) -> Bool { bits & (1 << UInt32(position)) != 0 }

  package func contains(_ key: Key) -> Bool { !isEmpty && position(of: key).map { contains($0) } ?? false }

  package func contains(_ name: String) -> Bool { Key(rawValue: name).map { contains($0) } ?? false }

  /// Inserts a key, and returns whether it was absent.
  @discardableResult mutating func insert(_ position: Int) -> Bool {
    let before = bits
    bits |= 1 << UInt32(position)
    return before != bits
  }

  package func union(_ other: KeySet) -> KeySet { with(bits | other.bits) }
  package func intersection(_ other: KeySet) -> KeySet { with(bits & other.bits) }
  package func subtracting(_ other: KeySet) -> KeySet { with(bits & ~other.bits) }

  private func with(_ bits: UInt32) -> KeySet {
    var set = self
    set.bits = bits
    return set
  }
}
