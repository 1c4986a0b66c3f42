extension CheckContext {
  /// DI404, DI405: dependencies in the manifest that do not match the factories' parameters.
  func checkArguments(_ reporting: inout Diagnostics) {
    guard let catalog else { return }
    for misfit in graph.misfits { reporting.report(finding(misfit, catalog)) }
    // A list that several uses of a factory share through a YAML alias is one mistake.
    var seen = Set<ArgumentUse>()
    var strays: KnownStrays = [:]
    graph.forEachReference(except: isRight) { edge in
      guard let argument = edge.argument, argument.isWritten, let factory = argument.factory else { return }
      let use = ArgumentUse(factory: factory.entry.name, location: argument.location, stages: edge.stages)
      guard !seen.contains(use), var finding = typeFinding(edge, argument, catalog, &strays) else { return }
      seen.insert(use)
      finding.symbol = symbol(edge).leading(to: graph.name(of: edge.to))
      reporting.report(finding)
    }
    checkPassages(catalog, &reporting)
  }

  private func finding(_ misfit: DependencyGraph.Misfit, _ catalog: CatalogIndex) -> Diagnostic {
    let dependency = misfit.dependency
    let factory = misfit.factory.entry
    let names = factory.dependencies.lazy.map { $0.name(catalog.names) }
    let label = dependency.label ?? dependency.reference.target.map(\.text)
    let asks =
      "factory '\(factory.name)' "
      + (names.isEmpty ? "takes no dependencies" : "asks for \(listed(Array(names.prefix(11)), of: names.count))")
    let isDecorator = factory.role == .decorator
    let target = graph.nodes[dependency.reference.target.value].map { graph.types[$0] }
    var help = [asks]
    var suggestions: [String] = []
    let message: String
    switch misfit.reason {
    case .unknownLabel(let similar):
      message = "factory '\(factory.name)' has no dependency '\(label.value)'"
      let more = isDecorator && target == misfit.factory.type ? [.removeInner] : String.labels(label.value, factory)
      help = similar.isEmpty ? [asks] + more : []
      suggestions = similar
    case .ambiguous(let count):
      let times = count == 2 ? "twice" : "\(count) times"
      message = "'\(label.value)' is ambiguous: factory '\(factory.name)' asks for it \(times)"
      if factory.dependencies.contains(where: { $0.label == nil }) {
        help += ["list the dependencies in this order"] + String.labels("…", factory)
      }
    case .tooMany(let expected):
      let most = expected == 0 ? "none" : expected == 1 ? "only one" : "only \(expected)"
      message = "too many dependencies: factory '\(factory.name)' takes \(most)"
      // A surplus dependency that the factory asks for was moved by an earlier one.
      let asked = misfit.factory.dependencyTypes + [misfit.factory.type].compactMap { $0 }
      if isDecorator, target.map(asked.contains) == true { help.append(.removeInner) }
    case .named(let earlier):
      message = "'\(label.value)' and '\(earlier)' name the same dependency of factory '\(factory.name)'"
    }
    return Diagnostic(
      .unknownArgument, message, at: label.location, help: help, meaning: suggestions,
      symbol: "\(symbol(misfit.holder, nil)).dependencies.\(label.value)", stages: graph.names(of: misfit.stages))
  }

  /// Whether a reference has the form and the type that the factory takes, as nearly all do.
  fileprivate func isRight(_ argument: MatchedDependency?, _ target: Int) -> Bool {
    guard let argument else { return true }
    return argument.form.kind == argument.kind && argument.kind != .all && isService(target, of: argument.slotType)
  }

  private func isService(_ target: Int, of type: String?) -> Bool {
    target < graph.keys.count && graph.types[target] == type && !graph.isPassage(target)
  }

  /// Checks the kind and type of a reference.
  private func typeFinding(
    _ edge: Edge, _ argument: MatchedDependency, _ catalog: CatalogIndex, _ strays: inout KnownStrays
  ) -> Diagnostic? {
    guard let slot = argument.slot, let type = argument.slotType else { return nil }
    let asked = catalog.names.key(slot.key)
    // A plain key may fill an optional slot: the service is then required.
    let isOfKind = slot.kind == argument.kind || slot.kind == .optional && argument.kind == .instance
    if isOfKind, argument.kind == .all { return elementFinding(edge, argument, asked, type, catalog) }
    let isOfAll = slot.kind == .all || argument.kind == .all
    let stray = isOfAll ? nil : stray(edge, argument, type, catalog, &strays)
    guard isOfKind else { return kindFinding(edge, argument, asked, type, catalog, stray) }
    guard let target = argument.target, let stray else { return nil }
    let candidates = fitting(type, asked, edge)
    return Diagnostic(
      .wrongDependencyType,
      "expected \(asked)\(slot.label.map { " for '\($0)'" } ?? ""), found \(target)"
        + (target.text == stray.type ? "" : ", whose type is \(stray.type)"),
      at: argument.location, related: stray.related, help: [.chooseKey(candidates, asked)],
      remedies: .naming(candidates, "write", at: argument.location), stages: graph.names(of: stray.stages),
      // DI402 reports a key that the program does not know.
      absent: stray.key.flatMap { catalog.knows($0) ? nil : Absence(.service, $0.text) })
  }

  /// The finding about a reference of another kind than the factory takes, and perhaps also of another type.
  private func kindFinding(
    _ edge: Edge, _ argument: MatchedDependency, _ asked: ServiceKey, _ type: String, _ catalog: CatalogIndex,
    _ stray: Stray?
  ) -> Diagnostic? {
    guard let factory = argument.factory, let slot = argument.slot else { return nil }
    var stages = edge.stages
    // DI416 reports the form that fits a service that takes an argument.
    if stray == nil, !slot.form.isMaker { stages = stages.subtracting(stagesWithArgument(edge)) }
    guard !stages.isEmpty else { return nil }
    let keys = stray == nil ? [argument.target?.text ?? asked.text] : fitting(type, asked, edge)
    // The wrong reference may not reveal the collection or the key.
    let isOfAll = slot.kind == .all || argument.kind == .all
    let names = isOfAll || keys.isEmpty ? ["…"] : keys.map(FlowText.scalar)
    let entries = names.map { argument.entry(slot.kind.reference(to: $0)) }
    var help = ["write \(entries.joined(separator: ", or "))"]
    // If the reference opens a cycle, the plain key would only close the cycle again. Nothing but a maker can pass an
    // argument.
    if argument.kind.isDeferred, !slot.form.isMaker, stray == nil {
      let wrapper = deferredForm(argument.kind, edge).wrapper ?? ""
      help.append(
        "or, to keep '\(argument.kind.rawValue)', change '\(factory.entry.name)' to take "
          + "\(wrapper)<\(catalog.spelled(type))>, and export the catalog")
    }
    let found = argument.kind == .instance ? "a plain key" : "'\(argument.kind.rawValue)'"
    let expected =
      switch slot.kind {
      case .instance: "a plain instance of \(asked)"
      case .all: "a collection of \(asked)"
      case .lazy, .provider, .optional:
        "\(slot.kind == .optional ? "an" : "a") '\(slot.kind.rawValue)' reference to \(asked)"
      }
    return Diagnostic(
      .wrongDependencyType,
      "the factory takes \(expected), but this reference is \(found)\(stray.map { typeNote($0, in: stages) } ?? "")",
      at: argument.location, related: stray?.related ?? [], help: help,
      remedies: zip(names, entries).map { name, entry in
        .init(title: "write \(entry)", fixes: writing(slot.kind.reference(to: name), at: argument.location))
      }, stages: graph.names(of: stages))
  }

  /// The finding about a collection whose elements have another type than the factory takes.
  private func elementFinding(
    _ edge: Edge, _ argument: MatchedDependency, _ asked: ServiceKey, _ type: String, _ catalog: CatalogIndex
  ) -> Diagnostic? {
    guard edge.to >= graph.keys.count else { return nil }
    let collection = graph.collections[edge.to - graph.keys.count].entry
    let held = catalog.type(of: collection.element.value)
    // A collection without an element type was already reported.
    guard held != type, !collection.element.value.text.isEmpty, catalog.ambiguous[held] == nil,
      misspeltElement(of: edge.to) == nil
    else { return nil }
    return Diagnostic(
      .wrongDependencyType,
      "expected a collection of \(asked), found '\(collection.name.value)', which holds \(held)",
      at: argument.location,
      related: [.init("'\(collection.name.value)' is declared here", at: collection.name.location)],
      help: ["use a collection of \(asked)"], stages: graph.names(of: edge.stages))
  }

  /// The end of the message about a reference that also has the wrong type, perhaps in some of its stages alone.
  private func typeNote(_ stray: Stray, in stages: StageSet) -> String {
    let names = stages == stray.stages ? [] : graph.names(of: stray.stages) ?? []
    let place = names.isEmpty ? "" : " in \(String.stages(names))"
    return ", and its type\(place) is \(stray.type)"
  }

  /// The service of another type than the requested one that a written reference leads to.
  private func stray(
    _ edge: Edge, _ argument: MatchedDependency, _ type: String, _ catalog: CatalogIndex, _ strays: inout KnownStrays
  ) -> Stray? {
    guard !isService(edge.to, of: type) else { return nil }
    // Only the key of an entry that could not be read could tell its type.
    let isUnreadable =
      edge.to < graph.keys.count && !catalog.knows(graph.keys[edge.to])
      && graph.versionsOfNode[edge.to].contains { graph.versions[$0].service.isMalformed }
    guard argument.target != nil, !isUnreadable else { return nil }
    let known = edge.stages == graph.allStages ? strays[edge.to]?[type] : nil
    let answer = known ?? stray(over: edge, catalog, where: { $0 != type })
    if edge.stages == graph.allStages { strays[edge.to, default: [:]][type] = .some(answer) }
    return answer
  }

  /// The keys to suggest for a reference. If the requested key is among them, returns only that key.
  private func fitting(_ type: String, _ asked: ServiceKey?, _ edge: Edge) -> [String] {
    let all = serving(keys.ofType(type), place(of: edge))
    if let asked, all.contains(asked) { return [asked.text] }
    return all.prefix(3).map(\.text)
  }

  /// Checks that an alias or a `select` whose key is a type of the program leads to that type.
  fileprivate func checkPassages(_ catalog: CatalogIndex, _ reporting: inout Diagnostics) {
    for edge in graph.edges.indices.lazy.filter({ graph.edges[$0].kind.leadsOn }).map({ graph.edges[$0] }) {
      let key = graph.keys[edge.from]
      let type = graph.types[edge.from]
      guard catalog.knows(key),
        let stray = stray(over: edge, catalog, where: { $0 != type && catalog.knows(ServiceKey($0)) })
      else { continue }
      let candidates = fitting(type, nil, edge)
      reporting.report(
        .wrongDependencyType, "\(key) refers to \(graph.keys[edge.to]), whose type is \(stray.type)", at: edge.location,
        related: stray.related, help: [.chooseKey(candidates, key)],
        remedies: .naming(candidates, "write", at: edge.location), symbol: "services.\(key).\(edge.kind.rawValue)",
        stages: graph.names(of: stray.stages))
    }
  }

  /// The services of the wrong type that a reference leads to, in any `select` case and any stage. A key that is itself
  /// a type in the program ends the search, since its own entry is checked separately.
  func stray(over edge: Edge, _ catalog: CatalogIndex, where isWrong: (String) -> Bool) -> Stray? {
    guard edge.to < graph.keys.count else { return nil }
    let targets = targets(of: edge, endingAt: { catalog.knows(graph.keys[$0]) }).map { target in
      let last = target.last.map { graph.edges[$0] }
      let node = graph.versions[target.version].node
      return Stray(key: graph.keys[node], type: graph.types[node], last: last, stages: target.scenarios.stages)
    }
    guard !targets.contains(where: { catalog.ambiguous[$0.type] != nil }) else { return nil }
    return targets.filter { isWrong($0.type) }.reduce(nil) { found, stray in found?.united(with: stray) ?? stray }
  }
}

private struct ArgumentUse: Hashable {
  let factory: String
  let location: SourceLocation
  let stages: StageSet
}

/// Earlier results by node and type, reused because several references may lead to the same services.
private typealias KnownStrays = [Int: [String: Stray?]]

/// A service of the wrong type that a reference leads to.
struct Stray {
  /// The service's key; `nil` if there are several.
  let key: ServiceKey?
  let type: String
  /// The alias or case that names the service; `nil` if the reference itself names it.
  let last: DependencyGraph.Edge?
  let stages: StageSet

  /// Combines two results, keeping the alphabetically first type.
  func united(with other: Stray) -> Stray {
    let first = other.type < type ? other : self
    return Stray(
      key: other.key == key ? key : nil, type: first.type, last: first.last, stages: stages.union(other.stages))
  }

  var related: [Diagnostic.Related] {
    last.map { [.init("this refers to \(type)", at: $0.location)] } ?? []
  }
}

extension String {
  static let removeInner = "remove the inner instance, which every decorator receives"

  /// Suggests adding labels to a registration that leaves some dependencies unlabeled.
  static func labels(_ label: String, _ factory: CatalogFactory) -> [String] {
    guard factory.dependencies.count <= 10, factory.dependencies.contains(where: { $0.label == nil }) else { return [] }
    let names = factory.dependencies.map { $0.label ?? "…" }
    let position = names.firstIndex(of: "…") ?? 0
    let list = names.enumerated().map { "\"\($0.offset == position ? label : $0.element)\"" }.joined(separator: ", ")
    return ["or add labels where it is registered, and export the catalog: labels: [\(list)]"]
  }

  fileprivate static func chooseKey(_ keys: [String], _ type: ServiceKey) -> String {
    keys.isEmpty ? "define a service of type \(type)" : "write \(keys.prefix(10).joined(separator: ", or "))"
  }
}
