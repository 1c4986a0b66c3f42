extension Catalog {
  package var keyNames: KeyNames { KeyNames(canonical: KeySpellings(of: self).canonical) }
}

/// Who has which spelling.
struct KeySpellings {
  /// Each spelling of a key that stands for one type, with the name by which that key is known from then on: the
  /// shortest that stands for it alone. Custom keys have the one name that they were declared with.
  private(set) var canonical: [String: String] = [:]
  /// Each spelling that two types or more have, with their full names in order.
  private(set) var ambiguous: [String: [String]] = [:]

  init(of catalog: Catalog) {
    let custom = Set(catalog.keys.map(\.name))
    let names = Self.typeNames(of: catalog).subtracting(custom)
    var owners: [String: [String]] = [:]
    for name in names.sorted() {
      for spelling in KeySpelling.spellings(of: name) { owners[spelling, default: []].append(name) }
    }
    // A hand-written catalog may name a type in full in one place and in part in another: the longest name is the type.
    for name in names.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      guard let longer = owners[name]?.filter({ $0 != name }), longer.count == 1 else { continue }
      for spelling in KeySpelling.spellings(of: name) { owners[spelling]?.removeAll { $0 == name } }
    }
    var best: [String: String] = [:]
    for (spelling, owners) in owners where !custom.contains(spelling) {
      if owners.count > 1 { ambiguous[spelling] = owners }
      guard owners.count == 1 else { continue }
      let name = owners[0]
      if let known = best[name], (known.utf8.count, known) <= (spelling.utf8.count, spelling) { continue }
      best[name] = spelling
    }
    for (spelling, owners) in owners where owners.count == 1 && !custom.contains(spelling) {
      guard let name = best[owners[0]], name != spelling else { continue }
      canonical[spelling] = name
    }
  }

  private static func typeNames(of catalog: Catalog) -> Set<String> {
    var names = Set(catalog.keys.map(\.type))
    for factory in catalog.factories {
      if let provided = factory.provides { names.insert(provided) }
      for dependency in factory.dependencies { names.insert(dependency.key) }
    }
    return names
  }
}
