import ConfigDI

/// The wiring that the candidates suggest: a whole first manifest, or the services that an existing manifest lacks.
struct FirstManifest {
  struct Service {
    var key: String
    /// The candidate; `nil` for an alias, or for an instance that the program provides.
    var candidate: Candidate?
    /// Other factories that could make the service.
    var others: [String] = []
    var decorators: [String] = []
    var collection: String?
    var alias: String?
    /// Whether the program provides the service, or one that it needs, for each request.
    var isOfRequest = false
  }

  /// The name of the scope for services that the program provides for each request, and for services that need them.
  private static let scope = "request"

  private let finder: CandidateFinder
  private(set) var services: [Service] = []
  private(set) var collections: [(name: String, of: String)] = []
  private(set) var initializers: [Candidate] = []
  private(set) var roots: [(key: String, isOfRequest: Bool)] = []
  private let names: KeyNames

  init(_ finder: CandidateFinder) {
    self.finder = finder
    // The shortest unambiguous spelling of each key, as in the program's catalog. A spelling must not fit any other
    // protocol in the package either.
    var known = Set(finder.candidates.flatMap { candidate in [candidate.key] + candidate.arguments.map(\.key) })
    known.formUnion(finder.provided.map(\.key) + finder.types.protocols.map(\.fullName))
    known.remove("")
    names = KeyNames(of: known, besides: [])
    initializers = finder.candidates.filter(\.kind.isInitializer)
    let decorators = Dictionary(grouping: finder.candidates.filter(\.kind.isDecorator), by: \.key)
    let makers = Dictionary(
      grouping: finder.candidates.filter { !$0.kind.isInitializer && !$0.kind.isDecorator }, by: \.key)
    let provided = Set(finder.provided.map(\.key))
    let passed = Set(finder.candidates.flatMap(\.dependencies).filter { $0.spelling.contains("Maker<") }.map(\.key))
    let byKey = makers.mapValues { all in
      let best = all.indices.min { misfits(all[$0], passed) < misfits(all[$1], passed) } ?? 0
      return [all[best]] + all[..<best] + all[(best + 1)...]
    }
    // Starts with the candidates that are wired. The members of a collection that one of them asks for are wired as
    // well, and may ask for further collections.
    var collected: Set<String> = []
    var wiring = initializers + byKey.filter { !provided.contains($0.key) }.compactMap(\.value.first)
    while let candidate = wiring.popLast() {
      for dependency in candidate.dependencies where dependency.role == .dependency(.all) {
        if collected.insert(dependency.key).inserted { wiring += Self.wired(byKey[dependency.key] ?? []) }
      }
    }
    let wired = byKey.mapValues { all in
      guard let best = all.first else { return all }
      if collected.contains(best.key) { return Self.wired(all) }
      return provided.contains(best.key) ? [] : [best]
    }
    let dependencies = (wired.values.flatMap { $0 } + initializers).flatMap(\.dependencies)
    let needed = Set(
      dependencies.filter { $0.role != .dependency(.all) && $0.role != .dependency(.optional) }.map(\.key))
    let keys = Set(byKey.keys).union(needed).union(collected).union(provided).sorted()
    let needsProvided = Self.needsProvided(keys, wired, provided: provided)
    let asked = Set(dependencies.map(\.key))
    for (position, key) in keys.enumerated() {
      let first = services.count
      let isOfRequest = needsProvided.reaches(position)
      add(
        key, byKey[key] ?? [], decorators: decorators[key, default: []].map(\.name),
        isCollected: collected.contains(key), isProvided: provided.contains(key), needed: needed)
      for index in first..<services.count { services[index].isOfRequest = isOfRequest }
      let isRoot = byKey[key]?.first?.takesArgument == false && !asked.contains(key) && !provided.contains(key)
      if isRoot { roots.append((short(key), isOfRequest)) }
    }
  }

  /// The candidates that are wired for the key of a collection: the best one, and the members. No member takes an
  /// argument, which only a call can pass.
  private static func wired(_ all: [Candidate]) -> [Candidate] {
    all.prefix(1) + all.dropFirst().filter { !$0.takesArgument }
  }

  /// For each service, whether the program provides it, or provides a service that it directly or indirectly needs.
  private static func needsProvided(
    _ keys: [String], _ wired: [String: [Candidate]], provided: Set<String>
  ) -> DirectedGraph.ShortestPaths {
    let positions = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var edges: [DirectedGraph.Edge] = []
    for (source, key) in keys.enumerated() {
      // A `ScopedProvider` is called with an open scope, so its holder needs none.
      for dependency in wired[key, default: []].flatMap(\.dependencies)
      where !dependency.spelling.contains("ScopedProvider<") {
        if let target = positions[dependency.key] { edges.append(.init(from: source, to: target)) }
      }
    }
    return DirectedGraph(nodeCount: keys.count, edges: edges).reversed()
      .shortestPaths(from: provided.compactMap { positions[$0] })
  }

  /// The weight of the reasons not to choose a factory for its key, heaviest first: its callers pass no argument, or pass
  /// one that it does not take; they may be unable to wait for it or to reach its actor; someone must write its settings.
  ///
  /// - Parameter passed: The keys whose callers pass an argument.
  private func misfits(_ candidate: Candidate, _ passed: Set<String>) -> Int {
    (candidate.takesArgument == passed.contains(candidate.key) ? 0 : 4)
      + ([.mainActor, .async].contains(candidate.kind) ? 2 : 0)
      + (finder.requiredSettings(of: candidate).isEmpty ? 0 : 1)
  }

  private mutating func add(
    _ key: String, _ all: [Candidate], decorators: [String], isCollected: Bool, isProvided: Bool, needed: Set<String>
  ) {
    if isProvided { return services.append(Service(key: short(key), others: all.map(\.name))) }
    guard isCollected else {
      let others = all.dropFirst().map(\.name).sorted()
      services.append(Service(key: short(key), candidate: all.first, others: others, decorators: decorators))
      return
    }
    let plural = FactoryNames.lowerCamel(FactoryNames.last(of: short(key))) + "s"
    let collection = FactoryNames.numbered([plural], avoiding: Set(collections.map(\.name)))[0]
    collections.append((collection, short(key)))
    // A candidate that asks for the collection of its own type combines all members, and is not a member itself.
    let composite = Self.wired(all).first { candidate in
      candidate.dependencies.contains { $0.key == key && $0.role == .dependency(.all) }
    }
    let members = all.filter { !$0.takesArgument && $0.name != composite?.name }.sorted { $0.name < $1.name }
    if let candidate = composite ?? all.first.flatMap({ $0.takesArgument ? $0 : nil }) {
      let others = all.filter { $0.takesArgument && $0.name != candidate.name }.map(\.name).sorted()
      services.append(Service(key: short(key), candidate: candidate, others: others, decorators: decorators))
    } else if needed.contains(key) {
      // If there are no members, the program provides the service.
      let others = all.dropFirst().map(\.name).sorted()
      services.append(Service(key: short(key), others: others, alias: all.first.map { "\(short(key))/\($0.name)" }))
    }
    for member in members {
      services.append(Service(key: "\(short(key))/\(member.name)", candidate: member, collection: collection))
    }
  }

  private func short(_ key: String) -> String { names.key(key).text }

  // MARK: As YAML

  var text: String {
    var text =
      "# A first version of the wiring of \(finder.module), written by `configdi-check register` for you to edit.\n"
    text += "configdi: 1\n" + scopesAndRoots(besides: [])
    return text + "\n" + sections
  }

  private func scopesAndRoots(besides scopes: [ScopeEntry]) -> String {
    let isDeclared = scopes.contains { $0.name.value == Self.scope }
    var text = !isDeclared && services.contains(where: \.isOfRequest) ? "scopes: { \(Self.scope): {} }\n" : ""
    if !roots.isEmpty { text += "roots:\n" }
    for root in roots {
      let key = FlowText.scalar(root.key)
      text += root.isOfRequest ? "  - { key: \(key), scope: \(Self.scope) }\n" : "  - \(key)\n"
    }
    return text
  }

  /// The entries that a manifest lacks; `nil` if it lacks none. Without roots, a manifest needs none for them either.
  func proposal(for manifest: ComposedManifest) -> String? {
    let stages = manifest.stages
    let written = stages.flatMap(\.services).flatMap { [$0.key.value.text, $0.key.value.nameText] }
    let keys = Set(written + written.map { names.key($0).text })
    let known = Set(stages.flatMap(\.collections).map(\.name.value))
    // A second collection of the same key would make it unclear which of them a factory takes.
    let existing = Dictionary(
      firstOf: stages.flatMap(\.collections).map { (names.key($0.element.value.text).text, $0.name.value) })
    let named = Set(stages.flatMap(\.lifecycle).flatMap(\.initializers).map(\.factory.value))
    let ends = Set(keys.flatMap(Self.ends))
    func isKnown(_ key: String) -> Bool { ends.contains(key) || Self.ends(of: key).contains { keys.contains($0) } }
    var missing = self
    missing.services.removeAll { service in
      let name = ServiceKey(service.key).nameText
      return isKnown(service.key) || service.collection != nil && isKnown(name)
    }
    // Another key's collection may have the name of one that is missing.
    let taken = known.union(collections.map(\.name))
    var joined: [String: String] = [:]
    for (name, of) in collections {
      let own = known.contains(name) ? FactoryNames.numbered([name], avoiding: taken)[0] : name
      joined[name] = existing[of] ?? own
    }
    for index in missing.services.indices {
      missing.services[index].collection = missing.services[index].collection.flatMap { joined[$0] }
    }
    missing.collections = collections.filter { existing[$0.of] == nil }.map { (joined[$0.name] ?? $0.name, $0.of) }
    missing.initializers.removeAll { named.contains($0.name) }
    let hasRoots = !stages.allSatisfy(\.roots.isEmpty)
    let rooted = Set(stages.flatMap(\.roots).map { names.key($0.key.value.text).text })
    missing.roots.removeAll { root in
      !hasRoots || rooted.contains(root.key) || !missing.services.contains { $0.key == root.key }
    }
    guard !missing.sections.isEmpty else { return nil }
    let start = missing.scopesAndRoots(besides: manifest.scopes)
    return start + (start.isEmpty ? "" : "\n") + missing.sections
  }

  /// The key's path and its suffixes: `App.Outer.Store`, `Outer.Store` and `Store`.
  private static func ends(of key: String) -> [String] {
    guard !key.contains(where: { " <".contains($0) }) else { return [key] }
    return [key] + key.indices.filter { key[$0] == "." }.map { String(key[key.index(after: $0)...]) }
  }

  private var sections: String {
    var text = ""
    if !collections.isEmpty {
      text += "collections:\n"
      for (name, element) in collections {
        text += "  \(FlowText.scalar(name)): { of: \(FlowText.scalar(element)) }\n"
      }
      text += "\n"
    }
    if !services.isEmpty { text += "services:\n" + services.map(entry).joined() }
    if !initializers.isEmpty {
      text += (services.isEmpty ? "" : "\n") + "lifecycle:\n  launch:\n"
      for initializer in initializers {
        let fields = finder.requiredSettings(of: initializer)
        let name = FlowText.scalar(initializer.name)
        text += fields.isEmpty ? "    - \(name)\n" : "    - factory: \(name)\n"
        if !fields.isEmpty { text += self.fields(fields, indent: "      ") }
      }
    }
    return text
  }

  private func entry(_ service: Service) -> String {
    var text = ""
    if !service.others.isEmpty { text += "  # Other factories: \(Self.comment(service.others))\n" }
    if !service.decorators.isEmpty { text += "  # Available decorators: [\(Self.comment(service.decorators))]\n" }
    let key = FlowText.scalar(service.key)
    let scope = service.isOfRequest ? ", scope: \(Self.scope)" : ""
    if let alias = service.alias { return text + "  \(key): { alias: \(FlowText.scalar(alias)) }\n" }
    guard let candidate = service.candidate else {
      text += service.isOfRequest ? "" : "  # No factory makes this service: the program provides it.\n"
      return text + "  \(key): { provided: true\(scope) }\n"
    }
    let fields = finder.requiredSettings(of: candidate)
    var lines = ""
    if candidate.takesArgument {
      // A service that takes an argument has the scope 'transient' by default.
    } else if candidate.kind == .unshared {
      lines += "    scope: transient\n"
    } else if service.isOfRequest {
      lines += "    scope: \(Self.scope)\n"
    }
    if let collection = service.collection { lines += "    collect: \(FlowText.scalar(collection))\n" }
    if !fields.isEmpty { lines += self.fields(fields, indent: "    ") }
    let name = FlowText.scalar(candidate.name)
    return text + (lines.isEmpty ? "  \(key): \(name)\n" : "  \(key):\n    factory: \(name)\n\(lines)")
  }

  /// Placeholders for settings. They name a parameter that does not exist, so that every check rejects them.
  private func fields(_ fields: [(name: String, type: String)], indent: String) -> String {
    "\(indent)settings:\n"
      + fields.map { name, type in
        let placeholder = SwiftWords.isPlain(name) ? name : "value"
        return "\(indent)  \(FlowText.scalar(name)): \"${TODO.\(placeholder)}\"  # \(visible(type))\n"
      }.joined()
  }

  private static func comment(_ names: [String]) -> String {
    names.map { visible(FlowText.scalar($0)) }.joined(separator: ", ")
  }
}
