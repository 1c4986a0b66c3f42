/// Maps spellings of keys to canonical names. If a catalog is known, `Database` and `App.Database` are the same key.
///
/// Keys are replaced with their canonical names while a manifest is decoded, so that all later code can compare keys as
/// text.
package struct KeyNames: Sendable, Equatable {
  /// Maps each unambiguous spelling to its type's canonical name, which is the shortest such spelling. Custom keys have
  /// only their declared name.
  var canonical: [String: String]
  /// Maps each spelling that fits several types to the full names of these types, sorted.
  package internal(set) var ambiguous: [String: [String]] = [:]

  /// Whether `canonical` may have a spelling without a dot. Usually only canonical names have no dot, so that most keys
  /// in a manifest need no lookup.
  private var hasPlainSpellings: Bool

  /// - Parameter canonical: Maps each alternative spelling to its canonical name. Variants are not included.
  package init(canonical: [String: String] = [:]) {
    self.canonical = canonical
    hasPlainSpellings = canonical.keys.contains { !$0.hasDot }
  }

  package func key(_ written: String) -> ServiceKey {
    let key = ServiceKey(written)
    guard !canonical.isEmpty, hasPlainSpellings || written.hasDot, let name = canonical[key.nameText] else {
      return key
    }
    return ServiceKey(key.variant.map { "\(name)/\($0)" } ?? name)
  }

  /// The same spellings, with the canonical names that other names have for the types that both know.
  package func matching(_ other: KeyNames) -> KeyNames {
    let known = other.all.union(other.canonical.keys).union(other.ambiguous.values.joined())
    var result = self
    func rename(_ type: String, _ spellings: [String]) {
      guard known.contains(type) else { return }
      let name = other.canonical[type] ?? type
      for spelling in spellings { result.canonical[spelling] = spelling == name ? nil : name }
      result.hasPlainSpellings = true
    }
    for (name, others) in spellings {
      let own = others + [name]
      rename(own.max { $0.utf8.count < $1.utf8.count } ?? name, own)
    }
    let single = Set(ambiguous.values.joined()).subtracting(canonical.keys).subtracting(all)
    for type in single { rename(type, [type]) }
    return result
  }

  /// The same spellings, in which an ambiguous one means the type that it means in other names.
  package func read(as other: KeyNames) -> KeyNames {
    var result = self
    for (spelling, types) in ambiguous {
      let meant = types.filter { other.key($0) == other.key(spelling) }
      guard meant.count == 1 else { continue }
      result.canonical[spelling] = canonical[meant[0]] ?? meant[0]
      result.hasPlainSpellings = true
    }
    return result
  }

  /// All canonical names that have another spelling.
  var all: Set<String> { Set(canonical.values) }

  /// The other spellings of each canonical name, sorted.
  package var spellings: [String: [String]] {
    Dictionary(grouping: canonical.keys.sorted()) { canonical[$0] ?? $0 }
  }
}

extension String {
  fileprivate var hasDot: Bool {
    let dot = UInt8(ascii: ".")
    return utf8.withContiguousStorageIfAvailable { $0.contains(dot) } ?? utf8.contains(dot)
  }
}
