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
    let isOnMainActor: Bool
    /// The scope in which the service is resolved.
    let scope: String?
    let isPlain: Bool
    let variants: [String]
    /// Whether calls must wait, since the service is made asynchronously and not before: for the plain key, and for the
    /// variants.
    let isAwaited: (plain: Bool, variants: Bool)
    /// Whether the plain key's service can be looked up once, for hot paths.
    let hasHandle: Bool
  }

  let manifest: String
  private(set) var accessors: [Accessor] = []
  private var spelling: SwiftTypeSpelling
  var imports: Set<String> { spelling.imports }
  /// Keys that get no accessor, each with the reason.
  private(set) var withoutAccessor: [(key: String, reason: String)] = []
  /// Keys that get no handle because a stage lacks their service.
  private(set) var withoutHandle: [String] = []
  let scopes: [String]
  let stages: [String]
  let parameters: [String]
  let phases: [String]
  private let catalog: CatalogIndex
  private let served: ServedNames

  /// Spells one of the library's or Swift's types, which a type of the generated file's module may hide.
  func library(_ name: String, of library: String = "ConfigDIRuntime") -> String {
    isDeclared(name) ? "\(library).\(name)" : name
  }

  func isDeclared(_ name: String) -> Bool {
    catalog.knownTypes.contains(name) || catalog.knownTypes.contains("\(spelling.module ?? "").\(name)")
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
    spelling = SwiftTypeSpelling(module: module, catalog.catalog) { name in
      ["Stages", "Scopes", "Parameters", "Phases", "Handles"].contains(name) || name.hasSuffix("Variant")
    }
    scopes = composed.scopes.map(\.name.value)
    stages = composed.stages.compactMap(\.name)
    let different = composed.stages.alike.map { composed.stages[$0.first] }
    parameters = different.flatMap(\.parameters).filter(\.isExposed).map(\.name.value).distinct()
    phases = different.flatMap(\.lifecycle).map(\.name.value).distinct()
    let services = Services(different)
    var wanted = different.flatMap(\.roots).map { (key: $0.key.value, scope: $0.scope?.value) }
    for text in asked {
      let key = catalog.names.key(text)
      guard services.keysOfName[key.nameText] != nil else {
        let help = Spelling.help(for: Spelling.suggestions(for: key.text, among: services.ofKey.keys)).first
        throw Failure("no service has the key '\(text)'" + (help.map { "; \($0)" } ?? ""))
      }
      wanted.append((key, nil))
    }
    let bases = Set(wanted.map(\.key.nameText)).sorted()
    let names = FactoryNames.numbered(
      FactoryNames.distribute(bases.map { (Self.names(for: $0), false) }, taken: Self.membersOfContainer),
      avoiding: Self.membersOfContainer)
    let scopes = Dictionary(firstOf: wanted.compactMap { key, scope in scope.map { (key.text, $0.text) } })
    for (base, name) in zip(bases, names) { add(base, name, scope: scopes[base], services) }
  }

  /// The distinct definitions of each key across all stages.
  private struct Services {
    private(set) var ofKey: [String: [ComposedService]] = [:]
    private(set) var keysOfName: [String: [String]] = [:]

    init(_ stages: [ComposedStage]) {
      for service in stages.lazy.flatMap(\.services).distinct(by: { ObjectIdentifier($0) }) {
        ofKey[service.key.value.text, default: []].append(service)
      }
      for key in ofKey.keys { keysOfName[ServiceKey(key).nameText, default: []].append(key) }
    }
  }

  private mutating func add(_ base: String, _ name: String, scope: String?, _ services: Services) {
    let keys = (services.keysOfName[base] ?? []).sorted()
    let factories = self.factories(of: keys, services)
    guard let first = factories.first, let provides = first.provides else {
      withoutAccessor.append((base, "no factory in the catalog provides it"))
      return
    }
    guard SwiftTypeSpelling.isSpellable(provides) else {
      withoutAccessor.append((base, "its type \(provides) cannot be written in Swift"))
      return
    }
    guard factories.allSatisfy({ $0.argument == nil }) else {
      withoutAccessor.append((base, "it takes an argument: use make(_:with:)"))
      return
    }
    let keyType = catalog.type(of: ServiceKey(base))
    let isConcrete = catalog.isConcrete(catalog.type(ofFullName: provides))
    // The key of an alias or a `select` may be any name. Only the name of a type can be asked for undeclared.
    guard keyType == catalog.provided(by: first) else {
      var spelling = spelling
      let key = "Key<\(spelling.reference(to: provides, isConcrete: isConcrete))>(\(SwiftWords.literal(base)))"
      withoutAccessor.append((base, "it is not the name of a type; declare it: registry.declare(\(key))"))
      return
    }
    let isCustom = keyType != base
    let graph = served.graph
    func node(_ key: String) -> Int? { graph.nodes[ServiceKey(key)] }
    func isAwaited(_ key: String) -> Bool { node(key).map { !served.async.missing($0).isEmpty } ?? false }
    let isOnMainActor = factories.contains { $0.isolation == .main }
    let isPlain = keys.contains(base)
    let mayHaveHandle = isPlain && !isOnMainActor && scope == nil && !isAwaited(base)
    let isInEveryStage = node(base).map { graph.presence[$0] == graph.allStages } ?? false
    if mayHaveHandle, !isInEveryStage { withoutHandle.append(base) }
    accessors.append(
      Accessor(
        name: name, type: spelling.reference(to: provides, isConcrete: isConcrete),
        custom: isCustom ? base : nil,
        isOnMainActor: isOnMainActor, scope: scope, isPlain: isPlain,
        variants: isCustom ? [] : keys.compactMap { ServiceKey($0).variant.map(String.init) },
        isAwaited: (isAwaited(base), keys.contains { $0 != base && isAwaited($0) }),
        hasHandle: mayHaveHandle && isInEveryStage))
    if isCustom, keys != [base] { withoutAccessor.append((base, "variants of a custom key are not supported")) }
  }

  /// The factories that may make the services with these keys in any stage, directly or through aliases and selects.
  /// Visits each key once, even if several paths lead to it.
  private func factories(of keys: [String], _ services: Services) -> [CatalogFactory] {
    var factories: [CatalogFactory] = []
    var seen: Set<String> = []
    var open = Array(keys.reversed())
    while let key = open.popLast() {
      guard seen.insert(key).inserted else { continue }
      var next: [String] = []
      for service in services.ofKey[key] ?? [] {
        switch service.kind {
        case .factory(let name): if let factory = catalog.factory(named: name.value) { factories.append(factory) }
        case .alias(let other): next.append(other.value.text)
        case .select(_, let cases): next += (cases?.value ?? []).map(\.key.value.text)
        case .provided: break
        }
      }
      open += next.reversed()
    }
    return factories
  }

  /// The possible accessor names for a key: `sessionManager`, or `storageClient` if another key has the same last
  /// component.
  private static func names(for key: String) -> [String] {
    let path = key.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map { part in
      part.split(separator: ".").map(String.init)
    }
    let short = path.compactMap(\.last)
    let full = path.flatMap { $0 }
    return [Self.identifier(short), Self.identifier(full)]
  }

  static func identifier(_ words: [String]) -> String {
    let parts = words.map { word in word.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }.flatMap
    {
      $0
    }
    guard let first = parts.first else { return "_" }
    let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = FactoryNames.lowerCamel(first) + rest.joined()
    return name.first?.isNumber == true ? "_\(name)" : name
  }

  /// Names that are already taken by members of `Container`.
  private static let membersOfContainer: Set<String> = [
    "configuration", "current", "main", "make", "resolve", "run", "shutdown", "start",
  ]
}
