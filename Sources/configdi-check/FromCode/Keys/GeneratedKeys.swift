import ConfigDI

/// The Swift names that `keys` generates for a manifest: typed accessors for its keys, and constants. The types come
/// from the catalog.
struct GeneratedKeys {
  struct Accessor {
    /// The name of the property, or of the function if the key has variants.
    let name: String
    /// The service's type, as spelled in Swift: `any SessionManager`.
    let type: String
    /// The name of a custom key; `nil` if the key is a type's name.
    let custom: String?
    /// Whether the plain key's service, and the variants, are on the main actor.
    let isOnMainActor: (plain: Bool, variants: Bool)
    /// The scope in which the service is resolved.
    let scope: String?
    let isPlain: Bool
    let variants: [String]
    /// Whether calls of the plain key, and of the variants, must wait for a service that is made asynchronously.
    let isAwaited: (plain: Bool, variants: Bool)
    /// Whether the plain key's service can be looked up once, for hot paths.
    let hasHandle: Bool
  }

  let manifest: String
  private(set) var accessors: [Accessor] = []
  private(set) var spelling: SwiftTypeSpelling
  /// Keys that get no accessor, each with the reason.
  private(set) var withoutAccessor: [(key: String, reason: String)] = []
  /// Keys that get no handle because a stage lacks their service.
  private(set) var withoutHandle: [String] = []
  /// The enums of constants that are not empty: each one's name, comment and values.
  let constants: [(type: String, comment: String, values: [String])]
  private let catalog: CatalogIndex
  private let served: ServedNames

  /// Spells one of the library's or Swift's types, which a type of the generated file's module may hide.
  func library(_ name: String, of library: String = "ConfigDIRuntime") -> String {
    spelling.isDeclared(name) ? "\(library).\(name)" : name
  }

  /// - Parameters:
  ///   - asked: The keys that get an accessor in addition to the roots.
  ///   - module: The module of the generated file; by default the module with the most registrations.
  init(
    _ graph: DependencyGraph, _ catalog: CatalogIndex, manifest: String, asked: [String], module: String?
  ) throws(Failure) {
    let composed = graph.composed
    self.manifest = manifest
    self.catalog = catalog
    served = ServedNames(graph)
    // The generated handles are nested in `Wiring`, where a type named like one of its members needs the module prefix.
    spelling = SwiftTypeSpelling(module: module, catalog) { name in
      ["Stages", "Scopes", "Parameters", "Phases", "Handles"].contains(name) || name.hasSuffix("Variant")
    }
    let different = composed.stages.alike.map { composed.stages[$0.first] }
    let exposed = different.flatMap(\.parameters).filter(\.isExposed)
    constants = [
      ("Stages", "The stages.", composed.stages.compactMap(\.name)),
      ("Scopes", "The scopes, for `withScope` and `openScope`.", composed.scopes.map(\.name.value)),
      ("Parameters", "The parameters that the program may read by name.", exposed.map(\.name.value).distinct()),
      (
        "Phases", "The phases of the lifecycle, for `run`.", different.flatMap(\.lifecycle).map(\.name.value).distinct()
      ),
    ].filter { !$0.2.isEmpty }
    let nodesOfName = Dictionary(grouping: graph.keys.indices) { graph.keys[$0].nameText }
    var wanted = different.flatMap(\.roots).map { (key: $0.key.value, scope: $0.scope?.value) }
    for text in asked {
      let key = catalog.names.key(text)
      guard nodesOfName[key.nameText] != nil else {
        let help = Spelling.help(for: Spelling.suggestions(for: key.text, among: graph.keys.map(\.text))).first
        throw Failure("no service has the key '\(text)'" + (help.map { "; \($0)" } ?? ""))
      }
      wanted.append((key, nil))
    }
    let bases = Set(wanted.map(\.key.nameText)).sorted()
    let names = FactoryNames.numbered(
      FactoryNames.distribute(bases.map { Self.names(for: ServiceKey($0)) }, taken: Self.membersOfContainer),
      avoiding: Self.membersOfContainer)
    let scopes = Dictionary(firstOf: wanted.compactMap { key, scope in scope.map { (key.text, $0.text) } })
    for (base, name) in zip(bases, names) {
      let nodes = (nodesOfName[base] ?? []).sorted { graph.keys[$0].text < graph.keys[$1].text }
      add(base, name, scope: scopes[base], nodes)
    }
  }

  /// - Parameter all: The nodes of the key and of its variants.
  private mutating func add(_ base: String, _ name: String, scope: String?, _ all: [Int]) {
    let graph = served.graph
    func entries(of node: Int) -> [CatalogFactory] {
      let targets = graph.targets(of: node, in: ScenarioSet(graph.presence[node]))
      return targets.compactMap { graph.versions[$0.version].factory?.entry }
    }
    let async = served.async
    func isAwaited(_ node: Int) -> Bool { !async.missing(node).isEmpty }
    func isOnMainActor(_ node: Int) -> Bool { entries(of: node).contains { $0.isolation == .main } }
    let ofKey = graph.nodes[ServiceKey(base)]
    let takers = all.filter { node in entries(of: node).contains { $0.argument != nil } }
    var nodes = all.filter { !takers.contains($0) }
    // All variants have one accessor.
    let isolated = nodes.filter { node in
      isOnMainActor(node) && nodes.contains { isAwaited($0) && ($0 == ofKey) == (node == ofKey) }
    }
    nodes.removeAll(where: isolated.contains)
    for (left, reason) in [
      (takers, "it takes an argument: use make(_:with:)"),
      (isolated, "it is on the main actor, but its accessor must be awaited: use main.resolve(_:)"),
    ] { withoutAccessor += left.map { (graph.keys[$0].text, reason) } }
    guard !nodes.isEmpty || all.isEmpty else { return }
    let factories = nodes.flatMap(entries)
    guard let first = factories.first, let provides = first.provides else {
      return withoutAccessor.append((base, "no factory in the catalog provides it"))
    }
    guard SwiftTypeSpelling.isSpellable(provides) else {
      return withoutAccessor.append((base, "its type \(provides) cannot be written in Swift"))
    }
    let keyType = catalog.type(of: ServiceKey(base))
    let isConcrete = catalog.isConcrete(catalog.type(ofFullName: provides))
    // The key of an alias or a `select` may be any name. Only the name of a type can be asked for undeclared.
    guard keyType == catalog.provided(by: first) else {
      var spelling = spelling
      let key = "Key<\(spelling.reference(to: provides, isConcrete: isConcrete))>(\(SwiftWords.literal(base)))"
      return withoutAccessor.append((base, "it is not the name of a type; declare it: registry.declare(\(key))"))
    }
    let isCustom = keyType != base
    let plain = ofKey.flatMap { nodes.contains($0) ? $0 : nil }
    let others = nodes.filter { $0 != plain }
    let hasAwaited = (plain: plain.map(isAwaited) ?? false, variants: others.contains(where: isAwaited))
    let hasMain = (plain: plain.map(isOnMainActor) ?? false, variants: others.contains(where: isOnMainActor))
    let mayHaveHandle = plain != nil && !hasMain.plain && scope == nil && !hasAwaited.plain
    let isInEveryStage = plain.map { graph.presence[$0] == graph.allStages } ?? false
    if mayHaveHandle, !isInEveryStage { withoutHandle.append(base) }
    accessors.append(
      Accessor(
        name: name, type: spelling.reference(to: provides, isConcrete: isConcrete),
        custom: isCustom ? base : nil,
        isOnMainActor: hasMain, scope: scope, isPlain: plain != nil,
        variants: isCustom ? [] : nodes.compactMap { graph.keys[$0].variant.map(String.init) },
        isAwaited: hasAwaited, hasHandle: mayHaveHandle && isInEveryStage))
    if isCustom, plain == nil || nodes.count > 1 {
      withoutAccessor.append((base, "variants of a custom key are not supported"))
    }
  }

  /// The possible accessor names for a key, best first, such as `client` and `storageClient`.
  static func names(for key: ServiceKey) -> [String] {
    let parts = key.nameText.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
    let last = parts.compactMap { $0.split(separator: ".").last } + (key.variant.map { [$0] } ?? [])
    return [identifier(last.joined(separator: " ")), identifier(key.text)]
  }

  static func identifier(_ text: String) -> String {
    let parts = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let first = parts.first else { return "_" }
    let name = FactoryNames.lowerCamel(String(first)) + parts.dropFirst().map(\.firstCapitalized).joined()
    return name.first?.isNumber == true ? "_\(name)" : name
  }

  /// An identifier for each name. If two names would share one, the names themselves are used where Swift allows it.
  static func identifiers(for names: [String]) -> [String: String] {
    Dictionary(firstOf: constants(names).map { ($0.name, $0.constant) })
  }

  /// Names that are already taken by members of `Container`.
  private static let membersOfContainer: Set<String> = [
    "configuration", "current", "main", "make", "resolve", "run", "shutdown", "start",
  ]
}
