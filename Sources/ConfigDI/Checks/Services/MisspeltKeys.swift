/// DI201 for services whose key is misspelled in their definition. One finding at the definition replaces the findings
/// at all dependents.
extension CheckContext {
  struct Misspelling {
    let version: Int
    /// The references that find no service because of the misspelling.
    var users: [MissingTarget] = []
  }

  /// The misspelled definitions, by the intended keys.
  var misspeltKeys: [ServiceKey: Misspelling] {
    var misspellings: [ServiceKey: Misspelling] = [:]
    var refused: Set<ServiceKey> = []
    // A Swift call shows that a key is right, also if it provides the instance.
    lazy var askedFor = Set(
      graph.edges.map(\.to) + graph.entryPoints.flatMap { $0.edges.map(\.to) }
        + calls.flatMap { served.nodes(of: $0.subject) })
    for missing in graph.missing {
      guard let key = missing.key, graph.nodes[key] == nil, !refused.contains(key) else { continue }
      if misspellings[key] == nil {
        guard let found = definition(meaning: key, isAskedFor: { askedFor.contains($0) }) else {
          refused.insert(key)
          continue
        }
        misspellings[key] = found
      }
      misspellings[key]?.users.append(missing)
    }
    return misspellings.filter { _, found in
      // Under the other key, a user with the misspelled key would need itself.
      let node = graph.versions[found.version].node
      let needsItself = found.users.contains { user in user.version.map { graph.versions[$0].node } == node }
      // A service that is used only where it may be absent causes no error.
      let isRequired = found.users.contains { $0.kind != .optional }
      // Without a catalog, a single reference may itself be the misspelled one.
      return !needsItself && isRequired && (catalog != nil || Set(found.users.map(\.location)).count > 1)
    }
  }

  func report(_ misspellings: [ServiceKey: Misspelling], _ reporting: inout Diagnostics) {
    let places = places(of: misspellings)
    // A key that may mean several others has no single correction.
    let meanings = Dictionary(misspellings.values.map { ($0.version, 1) }, uniquingKeysWith: +)
    for (key, misspelling) in misspellings.sorted(by: { $0.key.text < $1.key.text }) {
      // Sorted by name, so that the order of imports has no effect.
      let users = misspelling.users.map { (name: holderName($0.holder), missing: $0) }.sorted {
        ($0.name, $0.missing.location.start) < ($1.name, $1.missing.location.start)
      }
      reporting.suppressedConsequences += users.count - 1
      let definition = graph.versions[misspelling.version].service.key
      let names = Set(users.map(\.name)).sorted()
      reporting.report(
        .missingService,
        "missing service: \(listed(names, atMost: 3)) \(names.count == 1 ? "needs" : "need") \(key), which is not "
          + "defined; \(definition.value) is defined but unused",
        at: definition.location,
        related: users.prefix(4).map { .init("\($0.name) needs \(key)", at: $0.missing.location) },
        help: Spelling.help(for: [key.text]),
        fixes: meanings[misspelling.version] == 1
          ? (places[definition.value.text] ?? [definition.location]).map { .init(naming: key.text, at: $0, safe: true) }
          : [], symbol: "services.\(definition.value)", stages: graph.names(of: users.map(\.missing.stages).united),
        hides: .misspelling(of: key.text))
    }
  }

  /// The locations where each misspelled service is defined, changed or removed. All count, since an overlay entry with
  /// a different key has no effect.
  private func places(of misspellings: [ServiceKey: Misspelling]) -> [String: [SourceLocation]] {
    let names = Set(misspellings.values.lazy.map { graph.keys[graph.versions[$0.version].node].text })
    guard !names.isEmpty else { return [:] }
    // A section that is reused through an alias is in the file only once.
    var seen: Set<SourceLocation> = []
    return Dictionary(
      grouping: serviceNames.filter { names.contains($0.text) && seen.insert($0.location).inserted }, by: \.text
    ).mapValues { $0.map(\.location) }
  }

  /// The names of all entries under `services`, of all files and stages.
  private var serviceNames: some Sequence<Node> {
    composed.files.lazy.flatMap { $0.sections(.services) }.flatMap { $0.pairs.map(\.key) }
  }

  /// The edits that rename a service where it is defined, changed, removed or asked for.
  func renaming(_ key: Located<ServiceKey>, to name: String) -> [Diagnostic.Fix] {
    let text = key.value.text
    var places = [key.location]
    if let node = graph.nodes[key.value], steps.spend(graph.versions.count + graph.edges.count) {
      places += serviceNames.filter { $0.text == text }.map(\.location)
      graph.forEachReference { edge in
        let place = edge.location
        let written = place.bytes.drop(while: \.isQuote)
        // A member is located at its collection's name, and what only the catalog knows at a factory's name.
        if edge.to == node, edge.kind != .member, written.count < text.utf8.count + 2, written.starts(with: text.utf8) {
          places.append(place)
        }
      }
    }
    var seen: Set<SourceLocation> = []
    return places.filter { seen.insert($0).inserted }.map { .init(naming: name, at: $0, safe: true) }
  }

  /// The only unused service with a similar key. With a catalog, it must have no factory, since DI402 compares a factory
  /// with the key, and the catalog must know only the missing key. Without a catalog, its key must not be a sibling's.
  private func definition(meaning key: ServiceKey, isAskedFor: (_ node: Int) -> Bool) -> Misspelling? {
    // These are Swift's spellings of the type.
    let asInSwift = ["any \(key)", "some \(key)", "(any \(key))", "(any \(key)).self", "\(key).self"]
      .filter { graph.nodes[ServiceKey($0)] != nil }
    let suggestions = asInSwift.isEmpty ? keys.suggestions(for: key) : asInSwift
    let similar = suggestions.compactMap { name -> (node: Int, version: Int)? in
      guard let node = graph.nodes[ServiceKey(name)] else { return nil }
      return graph.versionsOfNode[node].first.map { (node, $0) }
    }
    if let catalog {
      let meant = similar.filter { node, version in
        let service = graph.versions[version].service
        if case .factory = service.kind { return false }
        return !catalog.knows(graph.keys[node]) && catalog.knows(key) && !isAskedFor(node) && !service.isMalformed
      }
      return meant.count == 1 ? Misspelling(version: meant[0].version) : nil
    }
    // A definition's key is never `any Clock`, so only the references can be wrong.
    guard Spelling.meaning(of: key.text, among: suggestions) != nil, let (node, version) = similar.first,
      SwiftReference(key.text) == nil
    else { return nil }
    return isAskedFor(node) ? nil : Misspelling(version: version)
  }
}
