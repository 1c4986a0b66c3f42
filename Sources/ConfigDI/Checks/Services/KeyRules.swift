extension CheckContext {
  /// DI205: names of services, references and collections that two types share.
  func checkKeys(_ reporting: inout Diagnostics) {
    guard let catalog, !catalog.ambiguous.isEmpty else { return }
    lazy var places = placesOfAmbiguousKeys(catalog)
    for (node, key) in graph.keys.enumerated() {
      guard let types = catalog.ambiguous[String(key.name)], let service = graph.describedVersion(of: node)?.service
      else { continue }
      let factory: String? = if case .factory(let name) = service.kind { name.value } else { nil }
      let meant = factory.flatMap(catalog.factory(named:)).flatMap(catalog.provided)
      let free = types.filter { graph.nodes[key.qualified($0)] == nil }
      reporting.report(
        .ambiguous(
          key, types, meant: meant, at: service.key.location, in: places[key] ?? [], renaming: free,
          stages: graph.names(of: graph.presence[node])))
    }
    for (index, collection) in graph.collections.enumerated() {
      let element = collection.entry.element
      guard let types = catalog.ambiguous[String(element.value.name)] else { continue }
      let member = graph.graph.neighbors(of: graph.keys.count + index).first.map { graph.types[$0.target] }
      reporting.report(
        .ambiguous(
          element.value, types, meant: types.first { catalog.type(ofFullName: $0) == member }, at: element.location,
          stages: graph.names(of: collection.stages)))
    }
    for missing in graph.missing {
      guard let key = missing.key, let types = catalog.ambiguous[String(key.name)],
        missing.argument?.isWritten ?? true
      else { continue }
      let meant = missing.argument?.slot?.key
      reporting.report(
        .ambiguous(key, types, meant: meant, at: missing.location, stages: graph.names(of: missing.stages)))
    }
  }

  /// For each ambiguous key, the places where the files write it: in its entries, and in the references to them.
  fileprivate func placesOfAmbiguousKeys(_ catalog: CatalogIndex) -> [ServiceKey: [SourceLocation]] {
    var places: [ServiceKey: [SourceLocation]] = [:]
    var seen = Set<SourceLocation>()
    func note(_ key: ServiceKey, at location: SourceLocation) {
      guard catalog.ambiguous[String(key.name)] != nil, seen.insert(location).inserted else { return }
      places[key, default: []].append(location)
    }
    for section in composed.files.flatMap({ $0.sections(.services) }) {
      for (key, _) in section.pairs where key.kind == .scalar { note(catalog.names.key(key.text), at: key.location) }
    }
    graph.forEachReference { edge in
      guard edge.to < graph.keys.count, edge.kind != .member, edge.argument?.isWritten ?? true else { return }
      note(graph.keys[edge.to], at: edge.location)
    }
    return places
  }
}

extension Diagnostics {
  /// DI205 for overlay entries that change nothing because two types share the name in their key.
  package mutating func findAmbiguousKeys(_ catalog: CatalogIndex) {
    guard !catalog.ambiguous.isEmpty else { return }
    update { finding in
      guard let absent = finding.absent, absent.kind == .changedService, let name = absent.name,
        let location = finding.location, let types = catalog.ambiguous[String(ServiceKey(name).name)]
      else { return }
      finding = .ambiguous(ServiceKey(name), types, at: location, stages: finding.stages)
    }
  }
}

extension CatalogIndex {
  /// The keys that an ambiguous key may mean, in canonical spelling; `nil` if the key has only one meaning.
  func types(ofAmbiguous key: ServiceKey) -> [ServiceKey]? {
    ambiguous[String(key.name)]?.map { key.qualified(type(ofFullName: $0)) }
  }
}

extension ServiceKey {
  /// A key with another name and the same variant.
  func qualified(_ name: String) -> ServiceKey {
    ServiceKey(variant.map { "\(name)/\($0)" } ?? name)
  }
}

extension Diagnostic {
  /// - Parameters:
  ///   - meant: The type that the factory in the ambiguous entry provides, that is asked for, or that a collection's
  ///     members have.
  ///   - places: All places to change; only the finding's own by default.
  ///   - free: The types whose key no other entry has; all by default.
  fileprivate static func ambiguous(
    _ key: ServiceKey, _ types: [String], meant: String? = nil, at location: SourceLocation,
    in places: [SourceLocation]? = nil, renaming free: [String]? = nil, stages: [String]?
  ) -> Diagnostic {
    // A full name that is a part of another full name does not tell them apart.
    let others = types.filter { $0 != key.name }
    let fitting = others.filter { $0 == meant }
    let possible = fitting.isEmpty ? others : fitting
    let spellings = possible.map { key.qualified($0).text }
    return Diagnostic(
      .ambiguousKey, "\(key) is ambiguous: it could be \(types.joined(separator: " or "))", at: location,
      help: ["write \(spellings.joined(separator: " or "))"],
      remedies: zip(possible, spellings).filter { free?.contains($0.0) ?? true }.map { _, spelling in
        Remedy(title: "write \(spelling)", fixes: (places ?? [location]).map { .init(naming: spelling, at: $0) })
      }, symbol: "services.\(key)", stages: stages)
  }
}
