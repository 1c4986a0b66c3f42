/// Remedies that several rules offer: definitions, factories, fields and references, each as an edit.
extension CheckContext {
  /// The entries that would define a missing service, sound entries first.
  func definitions(of key: ServiceKey) -> [Definition] {
    guard let factories = catalog?.factories(giving: key), !factories.isEmpty else { return [] }
    return knownDefinitions.answer(key.text) { definitions(of: key, from: factories) }
  }

  private func definitions(of key: ServiceKey, from factories: some Collection<CatalogFactory>) -> [Definition] {
    let uses = missing[key] ?? []
    // A service that only the code inside a scope asks for may need what lives there.
    let scopes = Set(uses.map(scope(askedBy:)))
    let scope = scopes.count == 1 ? scopes.first ?? nil : nil
    let suitable = factories.lazy.filter { factory in
      factory.deprecated == nil && uses.allSatisfy { self.suits($0, factory) }
    }
    let definitions = suitable.prefix(16).map {
      (factory: $0, text: $0.entry(scope: scope, values(for:)), isSound: findsAll($0, for: key, in: scope))
    }
    let sorted = definitions.sorted { one, other in
      guard one.isSound == other.isSound else { return one.isSound }
      return (one.factory.requiredSettings, one.factory.name) < (other.factory.requiredSettings, other.factory.name)
    }
    return Array(sorted.prefix(4))
  }

  /// The declared scope that a root names.
  private func scope(askedBy missing: MissingTarget) -> String? {
    guard case .entryPoint(let index) = missing.holder, case .root(let root) = graph.entryPoints[index].kind,
      let scope = root.scope?.value.text, composed.scopes.contains(where: { $0.name.value == scope })
    else { return nil }
    return scope
  }

  /// Whether a missing service may come from a factory without DI308 or DI416: calls pass the argument that the factory
  /// takes, and a factory on the main actor is only used there.
  func suits(_ missing: MissingTarget, _ factory: CatalogFactory) -> Bool {
    let slot = missing.argument?.slot
    if let slot, slot.form.isMaker {
      guard let taken = factory.argument else { return false }
      if let passed = slot.argument, !ArgumentType.isSame(passed, taken) { return false }
    } else if factory.argument != nil {
      return false
    }
    guard factory.isolation == .main else { return true }
    if missing.kind.isDeferred { return slot?.form.isOnMain ?? true }
    switch missing.holder {
    case .version(let index): return graph.versions[index].isOnMain
    case .entryPoint(let index):
      let entryPoint = graph.entryPoints[index]
      return entryPoint.isRoot || entryPoint.factory?.entry.isolation == .main
    }
  }

  /// The place of a reference, to ask what else it may name.
  func place(of edge: Edge) -> MissingTarget {
    MissingTarget(
      holder: edge.holder, reason: .key(ServiceKey(graph.name(of: edge.to))), argument: edge.argument,
      location: edge.location, stages: edge.stages)
  }

  /// The services of the right type that a reference may name instead without another finding.
  func serving(_ candidates: some Sequence<ServiceKey>, _ reference: MissingTarget) -> [ServiceKey] {
    var stages = reference.stages.union(graph.stages(of: reference.holder))
    // An edit applies to all versions that share the reference's text.
    if let versions = node(of: reference).map({ graph.versionsOfNode[$0] }), versions.count > 1 {
      let sharing = versions.lazy.map { graph.versions[$0] }
        .filter { $0.edges.contains { graph.edges[$0].location == reference.location } }
      let same = (missing[reference.key] ?? []).lazy.filter { $0.location == reference.location }
      stages = (sharing.map(\.stages) + same.map(\.stages)).united.union(stages)
    }
    return candidates.prefix(32).filter { key in
      guard let node = graph.nodes[key], stages.isSubset(of: graph.presence[node]), mayName(node, reference) else {
        return false
      }
      return graph.targets(of: node, in: ScenarioSet(stages), spending: steps.spend).allSatisfy { target in
        let version = graph.versions[target.version]
        return !version.service.mayBeAbsent && version.factory.map { suits(reference, $0.entry) } != false
      }
    }
  }

  /// Whether a reference to a node closes no cycle, and reaches only scopes that are open where its holder is made.
  func mayName(_ node: Int, _ reference: MissingTarget) -> Bool {
    let (own, form) = (self.node(of: reference), reference.argument?.slot?.form ?? DependencyForm(reference.kind))
    guard node != own, form.isDeferred || own.map({ !mayLead(from: [node], to: [$0]) }) ?? true else { return false }
    if reference.argument?.slot?.form.namesScope ?? (reference.kind == .provider) { return true }
    var needed = lifetimes.held(node)
    let home: Lifetimes.Scope
    switch reference.holder {
    case .version(let index):
      let holder = graph.versions[index]
      // Other services hold what an alias refers to.
      if holder.service.isPassage { return true }
      // An unshared service may hold more of the scopes that it already needs.
      if lifetimes.kind(of: holder) == .none { needed &= ~lifetimes.held(holder.node) }
      home = lifetimes.home(of: holder) ?? nil
    case .entryPoint: home = scope(askedBy: reference).flatMap { lifetimes.positions[$0] }
    }
    return lifetimes.fits(needed, in: home)
  }

  private func node(of reference: MissingTarget) -> Int? { reference.version.map { graph.versions[$0].node } }

  /// Sorts factory names so that factories with the fewest required settings come first.
  func cheapestFirst(_ names: [String]) -> [String] {
    let costs = names.prefix(64).map { (catalog?.factory(named: $0)?.requiredSettings ?? 0, $0) }
    return costs.sorted { $0 < $1 }.map(\.1)
  }

  /// The remedies that write other factories in place of one, each with the settings that a service's entry lacks.
  func writing(_ names: [String], in use: FactoryUse, as role: CatalogFactory.Role) -> [Remedy] {
    let settings = use.settings?.labels?.map(\.name.value) ?? []
    let isShort = role == .service && use.location == use.factory.location
    return names.prefix(16).filter { accepts($0, settings, use.dependencies) }.prefix(3).compactMap { candidate in
      let factory = catalog?.factory(named: candidate)
      let required = (factory?.settings?.fields ?? []).filter { $0.isRequired && !settings.contains($0.name) }
      guard required.isEmpty || isShort else { return nil }
      let entry = (isShort ? factory?.entry(values(for:)) : nil) ?? FlowText.scalar(candidate)
      return Remedy(title: "write \(candidate)", fix: .init(replacing: use.factory.location, with: entry))
    }
  }

  /// Whether a factory takes every dependency and setting in an entry, and the graph has all other dependencies of the
  /// factory, in a form that it takes.
  private func accepts(_ name: String, _ settings: [String], _ dependencies: DependencyList?) -> Bool {
    guard let catalog, let factory = catalog.factory(named: name) else { return false }
    if factory.settings?.isOpaque != true {
      let fields = (factory.settings?.fields ?? []).map(\.name)
      guard settings.allSatisfy(fields.contains) else { return false }
    }
    let labels = factory.dependencies.map { $0.name(catalog.names) }
    let items = dependencies?.items ?? []
    let names = items.compactMap(\.label?.value)
    guard names.allSatisfy(labels.contains), names.isEmpty ? items.count <= labels.count : true else { return false }
    return zip(factory.dependencies, labels).enumerated().allSatisfy { position, slot in
      let isWritten = names.isEmpty ? position < items.count : names.contains(slot.1)
      return isWritten || slot.0.kind == .optional || filler(of: slot.0) != nil
    }
  }

  /// The settings to suggest, each set to a parameter with the same name and type or, if there is none, to `…`.
  func values(for fields: [SettingsField]) -> String {
    FlowText.mapping(fields.map { (key: FlowText.scalar($0.name), value: value(for: $0)) })
  }

  func value(for field: SettingsField) -> String { reference(for: field) ?? "\"…\"" }

  /// A reference to the parameter with a setting's name and type, or to the only one whose name ends with the setting's.
  func reference(for field: SettingsField) -> String? {
    let parameters = (composed.stages.first?.parameters ?? []).filter { parameter in
      let name = parameter.name.value
      return parameter.type.rawValue == field.type.name && (field.isSecret || !parameter.traits.contains(.secret))
        && (name == field.name || name.hasSuffix(".\(field.name)"))
    }.map(\.name.value)
    let name = parameters.count == 1 ? parameters[0] : parameters.first { $0 == field.name }
    return name.map { "\"${\($0)}\"" }
  }

  /// The edits that set a field in a service's entry, replacing or adding it; none if an overlay would drop it (DI109).
  func writing(_ field: ServiceField, _ value: String, in service: ComposedService) -> [Diagnostic.Fix] {
    guard field != .scope || !isReplacedWithoutScope(service) else { return [] }
    if field == .scope, let scope = service.scope { return [.init(replacing: scope.location, with: value)] }
    return .adding([(field.rawValue, value)], to: service.kind, at: service.location)
  }

  /// Whether an overlay replaces a singleton's entry and names no scope.
  private func isReplacedWithoutScope(_ service: ComposedService) -> Bool {
    guard service.scope.map({ $0.value == .singleton }) ?? true, let node = graph.nodes[service.key.value] else {
      return false
    }
    return graph.versionsOfNode[node].contains { version in
      let other = graph.versions[version].service
      return other.scope == nil && other.history.contains { $0.part.isEmpty && $0.previous == service.location }
    }
  }

  /// The edits that add a dependency to the manifest if only the catalog mentions it.
  func adding(_ reference: String, for argument: MatchedDependency, of holder: Holder) -> [Diagnostic.Fix] {
    guard case .version(let index) = holder, let label = argument.uniqueName else { return [] }
    let service = graph.versions[index].service
    guard case .factory(let own) = service.kind, own.value == argument.factory?.entry.name else { return [] }
    let name = FlowText.scalar(label)
    guard let list = service.dependencies else {
      return writing(.dependencies, FlowText.mapping([(key: name, value: reference)]), in: service)
    }
    return list.isMapping ? .adding([(name, reference)], toMappingAt: list.location) : []
  }

  /// The edits that write a dependency's reference in another form, if the factory takes that form. Only an optional
  /// dependency may lack its service in some stages.
  func writing(_ form: DependencyForm, _ edge: Edge) -> [Diagnostic.Fix] {
    guard swiftChange(edge, to: form) == nil, edge.to < graph.keys.count, let argument = edge.argument,
      argument.kind != .optional || graph.stages(of: edge.holder).isSubset(of: graph.presence[edge.to])
    else { return [] }
    let reference = form.kind.reference(to: FlowText.scalar(graph.name(of: edge.to)))
    if argument.isWritten { return writing(reference, at: argument.location) }
    return adding(reference, for: argument, of: edge.holder)
  }

  /// The edits that write each of a service's references to a target in another form, since an overlay may write the
  /// reference again for its stage; none if a reference cannot be written, or one of the stages has no such reference.
  func writing(_ form: DependencyForm, _ edge: Edge, in stages: StageSet) -> [Diagnostic.Fix] {
    let edges = graph.versionsOfNode[edge.from].flatMap { graph.edges[graph.versions[$0].edges] }
      .filter { $0.from == edge.from && $0.to == edge.to && !$0.namesScope }
    return stages.isSubset(of: edges.map(\.stages).united) ? writing(edges) { _ in form } : []
  }

  /// The edits that write all of these references in other forms; none if one of them cannot be written.
  func writing(_ edges: [Edge], _ form: (Edge) -> DependencyForm) -> [Diagnostic.Fix] {
    edges.map { writing(form($0), $0) }.allOrNone
  }

  /// The edits that make a reference name another key.
  func naming(_ key: String, _ edge: Edge) -> [Diagnostic.Fix] {
    guard let argument = edge.argument, !argument.isWritten else { return [.init(naming: key, at: edge.location)] }
    return adding(argument.kind.reference(to: FlowText.scalar(key)), for: argument, of: edge.holder)
  }

  /// The edits that remove a service from a collection; none if the collection would be empty in some stage.
  func leavingCollection(_ member: Edge) -> [Diagnostic.Fix] {
    let edges = graph.versionsOfNode[member.to].flatMap { graph.edges[graph.versions[$0].edges] }
    var emptied = edges.filter { $0.kind == .member && $0.location == member.location }.map(\.stages).united
    let hasOthers = graph.graph.neighbors(of: member.from).contains { neighbor in
      let other = graph.edges[neighbor.edge]
      if other.location != member.location { emptied = emptied.subtracting(other.stages) }
      return emptied.isEmpty
    }
    guard hasOthers else { return [] }
    let collect = ServiceField.collect.rawValue
    if overridesCollect(member), member.location.afterKey(collect) != nil {
      return [.init(replacing: member.location, with: "[]")]
    }
    return .removing(collect, ofValueAt: member.location)
  }

  /// Whether a member's entry is a change to another entry, whose `collect` it must reset explicitly.
  func overridesCollect(_ member: DependencyGraph.Edge) -> Bool {
    graph.versions[member.owner].service.history.contains {
      $0.part.isEmpty || $0.part == ServiceField.collect.rawValue
    }
  }

  /// Whether some services may be others, or lead to them. Also `true` if the search would take too long, since the
  /// answer only affects help messages.
  func mayLead(from starts: [Int], to ends: Set<Int>) -> Bool {
    let reached = Set(ends.map { components.ofNode[$0] })
    // The components that a component leads to have smaller numbers.
    let last = reached.min() ?? .max
    var (seen, open) = (Set(starts), starts)
    while let node = open.popLast() {
      // All nodes of a component lead to each other.
      if reached.contains(components.ofNode[node]) { return true }
      for (target, _) in graph.graph.neighbors(of: node) where components.ofNode[target] >= last {
        if seen.count > 256 { return true }
        if seen.insert(target).inserted { open.append(target) }
      }
    }
    return false
  }

  /// A note at the factory of the first of these versions.
  func definition(
    _ versions: some Sequence<Version>, _ note: (_ key: ServiceKey, _ factory: String) -> String
  ) -> [Diagnostic.Related] {
    for version in versions {
      guard case .factory(let name) = version.service.kind else { continue }
      return [.init(note(version.service.key.value, name.value), at: name.location)]
    }
    return []
  }

  /// The edit that replaces a whole reference, given the location of the key in it; empty if a comment would be lost.
  func writing(_ reference: String, at location: SourceLocation) -> [Diagnostic.Fix] {
    .replacing(value: wholeReference(at: location), with: reference)
  }

  /// The location of a whole reference such as `{ lazy: Clock }`, given the location of the key in it.
  private func wholeReference(at location: SourceLocation) -> SourceLocation {
    // The label of an only dependency may be `all` or `lazy`.
    guard let form = composed.onlyPair(withValueAt: location),
      !form.document.isValue(form, of: ServiceField.dependencies.rawValue),
      form.pairs.contains(where: { ReferenceKey.table.key($0.key) != nil })
    else { return location }
    return form.location
  }

  /// The service or the only collection that fills a factory's parameter without DI208 or DI416, if the manifest has no
  /// reference for the parameter.
  private func filler(of slot: CatalogDependency) -> Int? {
    guard let catalog else { return nil }
    if slot.kind == .all {
      let names = keys.collections(ofType: catalog.type(ofFullName: slot.key))
      return names.count == 1 ? graph.collectionNodes[names[0]]?.first : nil
    }
    guard let node = graph.nodes[catalog.names.key(slot.key)] else { return nil }
    let fits = graph.versionsOfNode[node].lazy.map { graph.versions[$0] }.allSatisfy { version in
      if version.service.isPassage { return true }
      if version.service.mayBeAbsent { return false }
      guard let taken = version.argument else { return !slot.form.isMaker }
      return slot.form.isMaker && (slot.argument.map { ArgumentType.isSame($0, taken) } ?? true)
    }
    return fits ? node : nil
  }

  /// Whether the graph has what a factory needs, without the service that it would make, and in an open scope.
  private func findsAll(_ factory: CatalogFactory, for key: ServiceKey, in scope: String?) -> Bool {
    let holders = Set((missing[key] ?? []).compactMap(\.version).map { graph.versions[$0].node })
    var needed: [Int] = []
    for slot in factory.dependencies {
      if slot.kind != .all, catalog?.names.key(slot.key) == key { return false }
      guard let found = filler(of: slot), slot.kind == .all || graph.presence[found] == graph.allStages else {
        if slot.kind == .optional { continue }
        return false
      }
      let home = scope.flatMap { lifetimes.positions[$0] }
      guard slot.form.namesScope || lifetimes.fits(lifetimes.held(found), in: home) else { return false }
      needed.append(found)
    }
    return !mayLead(from: needed, to: holders)
  }
}

extension CatalogFactory {
  /// The factory's name, or a mapping with the name, the scope if one is given or the product cannot be shared, and the
  /// required settings.
  func entry(scope: String? = nil, _ values: ([SettingsField]) -> String) -> String {
    let required = settings?.fields.filter(\.isRequired) ?? []
    var fields = [(key: "factory", value: FlowText.scalar(name))]
    // A service that takes an argument is transient by default.
    if let scope = isShareable ? scope.map(FlowText.scalar) : ScopeName.transient.text, argument == nil {
      fields.append((key: "scope", value: scope))
    }
    if !required.isEmpty { fields.append((key: "settings", value: values(required))) }
    return fields.count == 1 ? fields[0].value : FlowText.mapping(fields)
  }

  /// The number of settings that an entry with this factory must have.
  fileprivate var requiredSettings: Int { settings?.fields.count(where: \.isRequired) ?? 0 }
}
