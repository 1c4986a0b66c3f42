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

  /// - Parameter canonical: Maps each alternative spelling to its canonical name. Variants are not included.
  package init(canonical: [String: String] = [:]) {
    self.canonical = canonical
  }

  package func key(_ written: String) -> ServiceKey {
    let key = ServiceKey(written)
    guard !canonical.isEmpty, let name = canonical[key.nameText] else { return key }
    return ServiceKey(key.variant.map { "\(name)/\($0)" } ?? name)
  }

  /// All canonical names that have another spelling.
  var all: Set<String> { Set(canonical.values) }

  /// The other spellings of each canonical name, sorted.
  package var spellings: [String: [String]] {
    Dictionary(grouping: canonical.keys.sorted()) { canonical[$0] ?? $0 }
  }
}
