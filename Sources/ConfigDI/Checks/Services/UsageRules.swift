extension CheckContext {
  /// DI207: services that nothing reaches in any stage.
  func checkUnused(_ reporting: inout Diagnostics) {
    guard catalog != nil else { return }
    let rooted = graph.entryPoints.lazy.filter(\.isRoot).map(\.stages).united
    // In a stage without roots, nothing is known about the services that the program requests.
    guard rooted == graph.allStages, !graph.allStages.isEmpty else { return }
    let requested = Set(calls.filter(\.isRequest).flatMap { served.nodes(of: $0.subject) }).sorted()
    let used = usedNodes(with: requested)
    guard graph.keys.indices.contains(where: { !used[$0] }) else { return }
    let meant = usedNodes(with: requested + misspeltTargets())
    // The nodes that are or lead to services that take an argument.
    let takers =
      catalog?.hasArguments == true
      ? graph.graph.reversed().shortestPaths(from: graph.versions.filter { $0.argument != nil }.map(\.node)) {
        graph.edges[$0].kind.leadsOn
      } : nil
    for (node, key) in graph.keys.enumerated() where !used[node] {
      guard !meant[node] else {
        reporting.suppressedConsequences += 1
        continue
      }
      guard let version = graph.describedVersion(of: node), !version.service.isMalformed else { continue }
      let takesArgument = takers?.reaches(node) ?? false
      // Only a call can pass the argument, and no calls are known if no source was read.
      if takesArgument, calls.isEmpty { continue }
      var finding = Diagnostic(
        .unusedService, "nothing uses \(key)", at: version.service.key.location, symbol: "services.\(key)")
      let somewhere = graph.names(of: graph.presence[node])
      if takesArgument {
        finding.help = ["remove it, or ask for it in code: \(making(node))"]
      } else if let root = rootEntry(for: node) {
        let place = somewhere.map { " of \(String.stages($0))" } ?? ""
        finding.help = ["remove it, or add \(root) to 'roots'\(place) if the program asks for it"]
        // A root of all stages would be an error in the stages without the service.
        if somewhere == nil {
          finding.wantedEntries = [("add \(root) to 'roots'", ManifestKey.roots.rawValue, root, nil)]
        }
      } else {
        finding.help = ["remove it"]
      }
      if let somewhere { finding.notes.append(.definedOnly(in: somewhere, "\(key)")) }
      reporting.report(finding)
    }
  }

  /// The nodes that the program, an entry point, an eager service or a collection reaches in some stage.
  ///
  /// - Parameter further: Additional nodes that count as used in every stage.
  fileprivate func usedNodes(with further: [Int]) -> [Bool] {
    let isUniform = graph.edges.allSatisfy { $0.stages == graph.allStages }
    let stages: [Int?] = isUniform ? [nil] : graph.allStages.members
    var used = [Bool](repeating: false, count: graph.keys.count + graph.collections.count)
    for stage in stages {
      func holds(_ set: StageSet) -> Bool { stage.map(set.contains) ?? true }
      var sources: [Int] = graph.collections.indices.map { graph.keys.count + $0 } + further
      sources += graph.entryPoints.lazy.flatMap(\.edges).filter { holds($0.stages) }.map(\.to)
      sources += graph.versions.lazy.filter { $0.service.isEager && holds($0.stages) }.map(\.node)
      let reached = graph.graph.shortestPaths(from: sources) { holds(graph.edges[$0].stages) }
      for node in reached.nodes { used[Int(node)] = true }
    }
    return used
  }

  /// The element of `roots` that requests a service in its scope; `nil` if the service needs scopes that are never open
  /// together.
  fileprivate func rootEntry(for node: Int) -> String? {
    let key = FlowText.scalar(graph.keys[node].text)
    let needed = lifetimes.held(node)
    guard needed != 0 else { return key }
    let scopes = composed.scopes.indices.prefix(63).filter { needed & 1 << UInt64($0) != 0 }
    guard let innermost = scopes.first(where: { lifetimes.fits(needed, in: $0) }) else { return nil }
    return FlowText.mapping([
      (key: "key", value: key), (key: "scope", value: FlowText.scalar(lifetimes.name(of: innermost))),
    ])
  }

  /// The services that misspelled references may refer to.
  fileprivate func misspeltTargets() -> [Int] {
    let collected = graph.versions.lazy.filter { version in
      version.service.collect.contains { graph.collectionNodes[$0.value] == nil }
    }
    var targets = Set(collected.map(\.node))
    let absent = graph.missing.compactMap(\.key)
    // The types that ambiguous keys may mean.
    let meant = (absent + graph.collections.map(\.entry.element.value)).lazy
      .compactMap { catalog?.types(ofAmbiguous: $0) }.joined().map { String($0.name) }
    let types = typesMistaken().union(meant).union(typesThatMeantFactoriesTake())
    if !types.isEmpty { targets.formUnion(graph.types.indices.filter { types.contains(graph.types[$0]) }) }
    targets.formUnion(graph.misfits.compactMap { graph.nodes[$0.dependency.reference.target.value] })
    targets.formUnion(graph.keys.indices.filter { catalog?.types(ofAmbiguous: graph.keys[$0]) != nil })
    targets.formUnion(variantsOfUnsoundSelects())
    targets.formUnion(targetsOfRefusedEntries())
    targets.formUnion(graph.missing.compactMap { variant(meantBy: $0).flatMap { graph.nodes[$0] } })
    let texts = Set(absent.map(\.text))
    graph.forEachFactory { name, known, role, holder, _ in
      // A key named in place of a factory is used.
      if known == nil, let node = graph.nodes[ServiceKey(name.value)] { targets.insert(node) }
      // A factory named in place of a key stands for the services that it makes.
      if known != nil, role == .service, texts.contains(name.value), case .version(let index) = holder {
        targets.insert(graph.versions[index].node)
      }
    }
    let written = absent.filter { graph.nodes[$0] == nil }
    let called = calls.filter { $0.isRequest && served.nodes(of: $0.subject).isEmpty }.map {
      served.key(of: $0.subject)
    }
    let suggestions = Set(written + called).flatMap { key in
      // `any Clock` is Swift's spelling of the type.
      SwiftReference(key.text).flatMap { catalog?.names.key($0.key).text }.map { [$0] } ?? keys.suggestions(for: key)
    }
    targets.formUnion(suggestions.compactMap { graph.nodes[ServiceKey($0)] })
    return targets.sorted()
  }

  /// The variants that a faulty `select` or an unreadable entry may use.
  private func variantsOfUnsoundSelects() -> [Int] {
    var names: Set<String> = []
    for index in graph.versions.indices {
      let service = graph.versions[index].service
      var isUnsound = service.isMalformed
      if case .select(let parameter, let cases) = service.kind {
        let written = Set(cases?.value.map(\.value.value) ?? [])
        let sound = graph.choices.named(parameter.value, in: graph.versions[index].stages)
          .filter { Set($0.values) == written }
        isUnsound = !sound.reduce(graph.versions[index].stages) { $0.subtracting($1.stages) }.isEmpty
      }
      if isUnsound { names.insert(String(service.key.value.name)) }
    }
    guard !names.isEmpty else { return [] }
    return graph.keys.indices.filter { names.contains(String(graph.keys[$0].name)) }
  }

  /// The services that the values of duplicate keys name, or that the factories in these values take.
  private func targetsOfRefusedEntries() -> [Int] {
    guard let catalog else { return [] }
    var seen: Set<SourceLocation> = []
    let values = (composed.stages.flatMap(\.refused) + composed.files.flatMap(\.passedOverValues)).filter {
      seen.insert($0.location).inserted
    }
    let names = values.reduce(into: Set<String>()) { $0.formUnion($1.texts) }
    let taken = names.compactMap(catalog.factory(named:)).flatMap(\.dependencies).map(\.key)
    return names.union(taken).compactMap { graph.nodes[catalog.names.key($0)] }
  }

  /// The types requested by the factories that may be meant where a factory is unknown or refused: the refused factory
  /// itself, factories with similar names, and those that provide or decorate the key's type, or initialize.
  private func typesThatMeantFactoriesTake() -> Set<String> {
    guard let catalog else { return [] }
    var names: Set<String> = []
    var types: Set<String> = []
    var decorated: Set<String> = []
    var lacksInitializer = false
    graph.forEachFactory { name, known, role, holder, _ in
      guard known == nil else { return }
      names.insert(name.value)
      guard let service = graph.service(of: holder) else {
        lacksInitializer = true
        return
      }
      let type = catalog.type(of: service.key.value)
      if role == .service { types.insert(type) } else { decorated.insert(type) }
    }
    guard !names.isEmpty else { return [] }
    for name in names where catalog.factory(named: name) == nil {
      names.formUnion(Spelling.suggestions(for: name, among: catalog.catalog.factories.lazy.map(\.name)))
    }
    let meant = catalog.catalog.factories.lazy.filter { factory in
      if names.contains(factory.name) { return true }
      guard let type = catalog.provided(by: factory) else { return lacksInitializer && factory.role == .initializer }
      return types.contains(type) || factory.role == .decorator && decorated.contains(type)
    }
    let dependencies = meant.flatMap(\.dependencies)
    return Set(dependencies.map { catalog.type(ofFullName: $0.key) })
  }

  /// The types that factories request where the manifest supplies something else.
  private func typesMistaken() -> Set<String> {
    guard catalog != nil else { return [] }
    var types: Set<String> = []
    for missing in graph.missing {
      // An optional dependency may have no service.
      if let key = missing.key, graph.nodes[key] != nil, missing.argument?.form.kind == .optional {
        continue
      }
      if let type = missing.argument?.slotType { types.insert(type) }
    }
    for edge in graph.edges {
      guard let argument = edge.argument, argument.isWritten, let type = argument.slotType,
        edge.to < graph.keys.count, graph.types[edge.to] != type, !graph.isPassage(edge.to)
      else { continue }
      types.insert(type)
    }
    return types
  }
}
