/// The spellings of keys. If a catalog is known, `Database` and `App.Database` are the same key.
///
/// Keys are replaced by their canonical names while a manifest is decoded, so that all later code can compare keys as
/// text.
package struct KeyNames: Sendable, Equatable {
  private let canonical: [String: String]

  /// - Parameter canonical: The canonical name for each spelling that differs from it, without variants.
  package init(canonical: [String: String] = [:]) {
    self.canonical = canonical
  }

  package func key(_ written: String) -> ServiceKey {
    let key = ServiceKey(written)
    guard !canonical.isEmpty, let name = canonical[key.nameText] else { return key }
    return ServiceKey(key.variant.map { "\(name)/\($0)" } ?? name)
  }

  /// The canonical names that also have another spelling.
  var all: Set<String> { Set(canonical.values) }

  /// The other spellings of each canonical name, sorted.
  package var spellings: [String: [String]] {
    Dictionary(grouping: canonical.keys.sorted()) { canonical[$0] ?? $0 }
  }
}
