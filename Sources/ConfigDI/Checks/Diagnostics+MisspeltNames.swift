/// Moves findings about an undeclared name to the declaration that misspells it.
extension Diagnostics {
  /// If several places use a name that is not declared, and only one declaration is similar and unused, replaces the
  /// findings about these places by one finding at the declaration.
  package mutating func uniteMisspeltNames(in composed: ComposedManifest, _ graph: DependencyGraph?) {
    var users: [Absence: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      guard let absent = finding.absent, absent.name != nil, finding.location != nil, absent.kind.isDeclaredName
      else { continue }
      users[absent, default: []].append(index)
    }
    var names: [Absence.Kind: (declared: [String: [SourceLocation]], used: Set<String>)] = [:]
    var replaced: [Int: Diagnostic] = [:]
    var dropped: Set<Int> = []
    for (absent, indices) in users.sorted(by: { $0.value[0] < $1.value[0] })
    where Set(indices.map { findings[$0].location }).count > 1 {
      let known =
        names[absent.kind] ?? (composed.declarations(of: absent.kind), composed.usedNames(of: absent.kind, graph))
      names[absent.kind] = known
      let meant = Spelling.suggestions(for: absent.name ?? "", among: known.declared.keys)
      guard meant.count == 1, let places = known.declared[meant[0]], !known.used.contains(meant[0]) else { continue }
      names[absent.kind]?.used.insert(meant[0])
      replaced[indices[0]] = misspelt(absent, declaredAs: meant[0], at: places, indices.map { findings[$0] })
      dropped.formUnion(indices.dropFirst())
    }
    guard !replaced.isEmpty else { return }
    let kept = findings.indices.filter { !dropped.contains($0) }.map { replaced[$0] ?? findings[$0] }
    self = Diagnostics(kept, suppressedConsequences: suppressedConsequences + dropped.count)
  }

  private func misspelt(
    _ absent: Absence, declaredAs name: String, at places: [SourceLocation], _ users: [Diagnostic]
  ) -> Diagnostic {
    let meant = absent.name ?? ""
    let seen = users.compactMap(\.location).reduce(into: [SourceLocation]()) { seen, place in
      if !seen.contains(place) { seen.append(place) }
    }
    var finding = Diagnostic(
      users[0].rule,
      "\(absent.kind) '\(name)' is declared but unused, and '\(meant)' is used but not declared", at: places[0],
      related: seen.prefix(4).map { .init("'\(meant)' is used here", at: $0) }, help: Spelling.help(for: [meant]),
      fixes: places.map { .init(naming: meant, at: $0) })
    finding.hides = users[0].hides
    return finding
  }
}

extension Absence.Kind {
  fileprivate var isDeclaredName: Bool { [.scope, .collection, .parameter, .stage].contains(self) }
}

extension ComposedManifest {
  /// The names that the files declare, each with its locations.
  fileprivate func declarations(of kind: Absence.Kind) -> [String: [SourceLocation]] {
    let section: ManifestKey =
      switch kind {
      case .scope: .scopes
      case .collection: .collections
      case .parameter: .parameters
      default: .stages
      }
    // A section that is reused through an alias is in the file only once.
    var seen: Set<SourceLocation> = []
    let keys = files.lazy.flatMap { $0.sections(section) }.flatMap { $0.pairs.map(\.key) }
    return Dictionary(grouping: keys.filter { seen.insert($0.location).inserted }, by: \.text)
      .mapValues { $0.map(\.location) }
  }

  fileprivate func usedNames(of kind: Absence.Kind, _ graph: DependencyGraph?) -> Set<String> {
    switch kind {
    case .scope:
      let ofServices = stages.lazy.flatMap(\.services).compactMap { $0.scope?.value.text }
      let ofRoots = stages.lazy.flatMap(\.roots).compactMap { $0.scope?.value.text }
      return Set(ofServices).union(ofRoots).union(scopes.compactMap { $0.parent?.value.text })
    case .collection:
      guard let graph else { return [] }
      let used = Set(graph.edges.lazy.flatMap { [$0.from, $0.to] })
      return Set(graph.collectionNodes.filter { used.contains($0.value) }.keys)
    case .parameter:
      return stages.reduce(into: []) { $0.formUnion($1.usedParameters) }
    default:
      let extended = files.lazy.flatMap { $0.sections(.stages) }.flatMap { $0.pairs.map(\.value) }
        .compactMap { $0[StageKey.extends.rawValue]?.text }
      return Set(extended).union(defaultStage.map { [$0.value] } ?? [])
    }
  }
}

extension ComposedStage {
  /// The parameters that the program, a service, a phase or another parameter uses.
  fileprivate var usedParameters: Set<String> {
    var names = Set(parameters.lazy.filter(\.isExposed).map(\.name.value))
    for parameter in parameters { names.formUnion(parameter.parameterUses.map(\.name)) }
    for phase in lifecycle { names.formUnion(ParameterUse.collect(from: nil, phase.initializers).map(\.name)) }
    for service in services {
      names.formUnion(service.parameterUses.map(\.name))
      if case .select(let parameter, _) = service.kind { names.insert(parameter.value) }
    }
    return names
  }
}
