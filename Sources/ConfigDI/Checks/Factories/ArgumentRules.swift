extension Checks {
  /// DI404, DI405: the dependencies that the manifest gives to factories, compared with those that they ask for.
  static let checkArguments: Check = { context, reporting in
    guard let catalog = context.catalog else { return }
    for misfit in context.graph.misfits {
      reporting.report(context.limited(.misfit(misfit, catalog), to: misfit.stages))
    }
    // A list that several uses of a factory share by an alias is one mistake.
    var seen = Set<ArgumentUse>()
    func check(_ edge: DependencyGraph.Edge, of holder: DependencyGraph.MissingTarget.Holder) {
      guard let argument = edge.argument, argument.isWritten, let factory = argument.factory else { return }
      let use = ArgumentUse(factory: factory.entry.name, location: argument.location, stages: edge.stages)
      guard !seen.contains(use), var finding = context.typeFinding(edge, argument, catalog)
      else { return }
      seen.insert(use)
      finding.symbol = context.symbol(holder, argument)
      reporting.report(context.limited(finding, to: edge.stages))
    }
    for edge in context.graph.edges { check(edge, of: .version(edge.owner)) }
    for (index, entryPoint) in context.graph.entryPoints.enumerated() {
      for edge in entryPoint.edges { check(edge, of: .entryPoint(index)) }
    }
    context.checkPassages(catalog, &reporting)
  }
}

private struct ArgumentUse: Hashable {
  let factory: String
  let location: SourceLocation
  let stages: StageSet
}

extension Diagnostic {
  fileprivate static func misfit(_ misfit: DependencyGraph.Misfit, _ catalog: CatalogIndex) -> Diagnostic {
    let dependency = misfit.argument.dependency
    let factory = misfit.factory.entry
    let names = factory.dependencies.lazy.map { $0.name(catalog.names) }
    let asked = Array(names.prefix(11))
    switch misfit.argument.reason {
    case .unknownLabel(let suggestions):
      let label = dependency.label ?? dependency.reference.target.map(\.text)
      return Diagnostic(
        .unknownArgument, .noSuchArgument(label.value, factory: factory.name), at: label.location,
        help: suggestions.isEmpty
          ? [.asksFor(asked, of: names.count, factory: factory.name)] + String.labels(label.value, factory)
          : Spelling.help(for: suggestions),
        fixes: suggestions.count == 1 ? [.init(naming: suggestions[0], at: label.location)] : [],
        symbol: "factories.\(factory.name).dependencies.\(label.value)")
    case .tooMany(let expected):
      return Diagnostic(
        .unknownArgument, .oneTooMany(factory: factory.name, expected: expected),
        at: dependency.reference.target.location,
        help: [.asksFor(asked, of: names.count, factory: factory.name)],
        symbol: "factories.\(factory.name).dependencies.\(dependency.reference.target.value)")
    case .named(let earlier):
      let label = dependency.label ?? dependency.reference.target.map(\.text)
      return Diagnostic(
        .unknownArgument, .namedTwice(label.value, earlier, factory: factory.name), at: label.location,
        help: [.asksFor(asked, of: names.count, factory: factory.name)],
        symbol: "factories.\(factory.name).dependencies.\(label.value)")
    }
  }
}

extension CheckContext {
  fileprivate func typeFinding(
    _ edge: DependencyGraph.Edge, _ argument: Argument, _ catalog: CatalogIndex
  ) -> Diagnostic? {
    guard let factory = argument.factory, let slot = argument.slot, let type = argument.slotType else { return nil }
    var asked: ServiceKey { catalog.names.key(slot.key) }
    // A plain key may fill an optional slot: the service is then required.
    if slot.kind != argument.kind, !(slot.kind == .optional && argument.kind == .instance) {
      var help = [
        String.write(
          slot.kind, label: argument.name, target: argument.target?.text ?? asked.text,
          isCollection: argument.kind == .all)
      ]
      // Where a cycle is to be opened, the plain key would only bring it back.
      if argument.kind == .lazy || argument.kind == .provider {
        let type = "\(argument.kind == .lazy ? "Lazy" : "Provider")<\(catalog.spelled(type))>"
        let name = factory.entry.name
        help.append("or, to keep '\(argument.kind.rawValue)', let \(name) take \(type), and export the catalog")
      }
      return Diagnostic(
        .wrongDependencyType, .wrongKind(argument.kind, due: slot.kind, key: asked), at: argument.location, help: help)
    }
    if argument.kind == .all {
      guard edge.to >= graph.keys.count else { return nil }
      let collection = graph.collections[edge.to - graph.keys.count].entry
      let held = catalog.type(of: collection.element.value)
      guard held != type, catalog.ambiguous[held] == nil else { return nil }
      return Diagnostic(
        .wrongDependencyType, .collectionServes(collection.name.value, held, due: asked), at: argument.location,
        related: [.init("'\(collection.name.value)' is declared here", at: collection.name.location)],
        help: [.chooseCollection(asked)])
    }
    guard let target = argument.target else { return nil }
    if edge.to < graph.keys.count, graph.types[edge.to] == type, !graph.isPassage(edge.to) { return nil }
    let served = servedTypes(of: edge.to, catalog)
    guard !served.isEmpty, !served.contains(type), !served.contains(where: { catalog.ambiguous[$0] != nil }) else {
      return nil
    }
    let candidates = keys.ofType(type).prefix(3).map(\.text)
    return Diagnostic(
      .wrongDependencyType, .otherType(target, serves: served.sorted().first ?? "", due: asked, label: slot.label),
      at: argument.location, help: [.chooseKey(candidates, asked)])
  }

  /// The types that a key may stand for: its own, or the types of the services that its aliases and cases name.
  private func servedTypes(of node: Int, _ catalog: CatalogIndex) -> Set<String> {
    guard node < graph.keys.count else { return [] }
    guard graph.isPassage(node), !catalog.knows(graph.keys[node]) else { return [graph.types[node]] }
    var types = Set<String>()
    var walk = LocalWalk(graph.graph, from: node)
    while let next = walk.next() {
      guard steps.spend(1 + graph.graph.neighbors(of: next).count) else { return [] }
      if next != node, !graph.isPassage(next) || catalog.knows(graph.keys[next]) {
        types.insert(graph.types[next])
        continue
      }
      for (target, edge) in graph.graph.neighbors(of: next)
      where target < graph.keys.count && (graph.edges[edge].kind == .alias || graph.edges[edge].kind == .case) {
        walk.follow(edge, to: target)
      }
    }
    return types
  }

  /// Checks that an alias or a `select` whose key is a type of the program leads to that type.
  fileprivate func checkPassages(_ catalog: CatalogIndex, _ reporting: inout Diagnostics) {
    for edge in graph.edges where edge.kind == .alias || edge.kind == .case {
      let key = graph.keys[edge.from]
      guard catalog.knows(key) else { continue }
      let served = servedTypes(of: edge.to, catalog)
      let type = graph.types[edge.from]
      guard !served.isEmpty, !served.contains(type), served.contains(where: { catalog.knows(ServiceKey($0)) }) else {
        continue
      }
      let finding = Diagnostic(
        .wrongDependencyType, .standsFor(key, graph.keys[edge.to], serves: served.sorted().first ?? ""),
        at: edge.location,
        help: [.chooseKey(keys.ofType(type).filter { $0 != key }.prefix(3).map(\.text), key)],
        symbol: "services.\(key).\(edge.kind.rawValue)")
      reporting.report(limited(finding, to: edge.stages))
    }
  }
}

extension Rule {

  package static let unknownArgument = Rule(
    "DI404", "unknown-argument", .error, needsCatalog: true, summary: "a dependency that the factory does not ask for")

  package static let wrongDependencyType = Rule(
    "DI405", "wrong-dependency-type", .error, needsCatalog: true,
    summary: "a reference of another type or kind than the factory asks for")
}

extension String {
  fileprivate static func noSuchArgument(_ label: String, factory: String) -> String {
    "factory '\(factory)' asks for no dependency '\(label)'"
  }

  fileprivate static func oneTooMany(factory: String, expected: Int) -> String {
    "factory '\(factory)' asks for \(expected == 0 ? "no dependency" : expected == 1 ? "one dependency" : "\(expected) dependencies"), this is one too many"
  }

  fileprivate static func namedTwice(_ label: String, _ earlier: String, factory: String) -> String {
    "'\(label)' names the dependency of factory '\(factory)' that '\(earlier)' already names"
  }

  /// The remedy for a label of a dependency that the registration did not name.
  fileprivate static func labels(_ label: String, _ factory: CatalogFactory) -> [String] {
    guard factory.dependencies.count <= 10, factory.dependencies.contains(where: { $0.label == nil }) else { return [] }
    let names = factory.dependencies.map { $0.label ?? "…" }
    let position = names.firstIndex(of: "…") ?? 0
    let list = names.enumerated().map { "\"\($0.offset == position ? label : $0.element)\"" }.joined(separator: ", ")
    return ["or name its labels where it is registered, and export the catalog: labels: [\(list)]"]
  }

  fileprivate static func asksFor(_ names: [String], of count: Int, factory: String) -> String {
    names.isEmpty
      ? "factory '\(factory)' asks for none" : "factory '\(factory)' asks for \(listed(names, of: count))"
  }

  fileprivate static func wrongKind(_ kind: ReferenceKind, due: ReferenceKind, key: ServiceKey) -> String {
    let found = kind == .instance ? "a plain key" : "'\(kind.rawValue)'"
    let expected = due == .instance ? "an instance" : due == .all ? "a collection" : "'\(due.rawValue)'"
    return "the factory takes \(expected) of \(key), and this reference is \(found)"
  }

  fileprivate static func write(_ kind: ReferenceKind, label: String?, target: String, isCollection: Bool) -> String {
    let name = kind == .all ? (isCollection ? target : "collection") : isCollection ? "Key" : target
    let reference = kind == .instance ? name : "{ \(kind.rawValue): \(name) }"
    return "write \(label.map { "\($0): \(reference)" } ?? reference)"
  }

  fileprivate static func collectionServes(_ name: String, _ held: String, due: ServiceKey) -> String {
    "expected a collection of \(due), found '\(name)', which holds \(held)"
  }

  fileprivate static func chooseCollection(_ key: ServiceKey) -> String { "name a collection of \(key)" }

  fileprivate static func otherType(_ key: ServiceKey, serves: String, due: ServiceKey, label: String?) -> String {
    "expected \(due)\(label.map { " for '\($0)'" } ?? ""), found \(key)"
      + (key.text == serves ? "" : ", which serves \(serves)")
  }

  fileprivate static func chooseKey(_ keys: [String], _ type: ServiceKey) -> String {
    keys.isEmpty ? "define a service of type \(type)" : "write \(keys.prefix(10).joined(separator: ", or "))"
  }

  fileprivate static func standsFor(_ key: ServiceKey, _ target: ServiceKey, serves: String) -> String {
    "\(key) stands for \(target), which serves \(serves)"
  }
}
