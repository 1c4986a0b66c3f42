import ConfigDI

/// The typed names of a manifest's keys, which `generate keys` writes. Each type is that of the catalog.
struct GeneratedKeys {
  struct Accessor {
    /// The property's name, or the function's if there are variants.
    let name: String
    /// The service's type, as Swift spells it: `any SessionManager`.
    let type: String
    /// The name of a custom key.
    let custom: String?
    let isOnMainActor: Bool
    /// The scope in which the service is asked for.
    let scope: String?
    let isPlain: Bool
    let variants: [String]
  }

  let manifest: String
  private(set) var accessors: [Accessor] = []
  private(set) var imports: Set<String> = []
  /// Keys whose type is not in the catalog, with the reason.
  private(set) var withoutAccessor: [(key: String, reason: String)] = []
  let scopes: [String]
  let stages: [String]
  let parameters: [String]
  let phases: [String]
  private let catalog: CatalogIndex
  private let module: String?

  /// - Parameters:
  ///   - asked: Keys besides the roots.
  ///   - module: The module of the written file; if none is named, the one that registers the most.
  init(
    _ composed: ComposedManifest, _ catalog: CatalogIndex, manifest: String, asked: [String], module: String?
  ) throws(Failure) {
    self.manifest = manifest
    self.catalog = catalog
    self.module = module ?? Self.mainModule(of: catalog.catalog)
    scopes = composed.scopes.map(\.name.value)
    stages = composed.stages.compactMap(\.name)
    parameters = Self.unique(composed.stages.flatMap(\.parameters).filter(\.isExposed).map(\.name.value))
    phases = Self.unique(composed.stages.flatMap(\.lifecycle).map(\.name.value))
    var services: [String: [ComposedService]] = [:]
    for service in composed.stages.flatMap(\.services) { services[service.key.value.text, default: []].append(service) }
    var wanted = composed.stages.flatMap(\.roots).map { (key: $0.key.value, scope: $0.scope?.value) }
    for text in asked {
      let key = catalog.names.key(text)
      guard services.keys.contains(where: { ServiceKey($0).nameText == key.nameText }) else {
        let help = Spelling.help(for: Spelling.suggestions(for: key.text, among: services.keys)).first
        throw Failure("no service has the key '\(text)'" + (help.map { "; \($0)" } ?? ""))
      }
      wanted.append((key, nil))
    }
    let bases = Self.unique(wanted.map(\.key.nameText)).sorted()
    let names = FactoryNames.distribute(bases.map { (Self.names(for: $0), false) }, taken: Self.membersOfContainer)
    for (base, name) in zip(bases, names) {
      let scope = wanted.first { $0.key.nameText == base && $0.scope != nil }?.scope?.text
      add(base, name, scope: scope, services)
    }
  }

  private mutating func add(_ base: String, _ name: String, scope: String?, _ services: [String: [ComposedService]]) {
    let keys = services.keys.filter { ServiceKey($0).nameText == base }.sorted()
    var factories: [CatalogFactory] = []
    for key in keys { factories += self.factories(of: key, services, depth: 0) }
    guard let first = factories.first, let provides = first.provides else {
      withoutAccessor.append((base, "no factory of the catalog serves it"))
      return
    }
    let isCustom = catalog.type(of: ServiceKey(base)) != base
    accessors.append(
      Accessor(
        name: name, type: (catalog.isConcrete(catalog.type(ofFullName: provides)) ? "" : "any ") + spelled(provides),
        custom: isCustom ? base : nil,
        isOnMainActor: factories.contains { $0.isolation == .main }, scope: scope, isPlain: keys.contains(base),
        variants: isCustom ? [] : keys.compactMap { ServiceKey($0).variant.map(String.init) }))
    if isCustom, keys != [base] { withoutAccessor.append((base, "the variants of a custom key have no accessor")) }
  }

  /// The factories that may make a key's service in some stage, through aliases and cases.
  private func factories(of key: String, _ services: [String: [ComposedService]], depth: Int) -> [CatalogFactory] {
    guard depth < 100 else { return [] }
    return (services[key] ?? []).flatMap { service -> [CatalogFactory] in
      switch service.kind {
      case .factory(let name): return catalog.factory(named: name.value).map { [$0] } ?? []
      case .alias(let other): return factories(of: other.value.text, services, depth: depth + 1)
      case .select(_, let cases):
        return (cases?.value ?? []).flatMap { factories(of: $0.key.value.text, services, depth: depth + 1) }
      case .provided: return []
      }
    }
  }

  /// A type's full name as a file of the module spells it; imports other modules. A name that `Wiring` has for itself
  /// keeps its module, since the handles stand there.
  private mutating func spelled(_ type: String) -> String {
    var text = ""
    var word = ""
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_" || character == "."
    }
    var words: [String] = []
    for character in type + " " {
      if isPart(character) {
        word.append(character)
        continue
      }
      if !word.isEmpty {
        let parts = word.split(separator: ".").map(String.init)
        if parts.count > 1, let first = parts.first {
          if first != module {
            words.append(first)
          } else if !Self.isMemberOfWiring(parts[1]) {
            word = parts.dropFirst().joined(separator: ".")
          }
        }
        text += word
        word = ""
      }
      text.append(character)
    }
    imports.formUnion(words.filter { $0 != "Swift" })
    text.removeLast()
    return text
  }
}

extension GeneratedKeys {
  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The module in which most of the factories are registered.
  private static func mainModule(of catalog: Catalog) -> String? {
    let modules = catalog.factories.compactMap { $0.file?.split(separator: "/").first.map(String.init) }
    let counts = Dictionary(grouping: modules) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The possible names for a key: `sessionManager`, or `storageClient` if another key ends with the same name.
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

  private static func isMemberOfWiring(_ name: String) -> Bool {
    ["Stages", "Scopes", "Parameters", "Phases", "Handles"].contains(name) || name.hasSuffix("Variant")
  }

  /// Names that a container's members already have.
  private static let membersOfContainer: Set<String> = [
    "configuration", "current", "main", "make", "resolve", "run", "shutdown", "start",
  ]
}
