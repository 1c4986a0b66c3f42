import ConfigDI

/// Writes one stage as Swift code that looks handwritten: the output of `wiring`.
///
/// A catalog describes a factory's dependencies and its product, but not the expression that makes the product. So the
/// file has a struct with a function for each factory, which the user fills in. Everything else follows from the plan.
struct StageWiring {
  let plan: Plan
  let catalog: CatalogIndex
  let manifest: String
  /// The prefix of the generated types' names, such as `Production`.
  let prefix: String
  /// The services that the program resolves, each with its scope; `nil` for a root without a service.
  let roots: [(service: Int?, scope: Int)]
  /// The services to write, in order of creation.
  private(set) var used: [Int] = []
  /// The name of each service's function.
  private(set) var names: [Int: String] = [:]
  private(set) var types: [Int: String] = [:]
  private(set) var usedScopes: Set<Int> = []
  /// An identifier for each of the plan's scopes.
  let scopeNames: [String]
  private(set) var factories: [(name: String, type: String, file: String?)] = []
  private(set) var factoryNames: [String: String] = [:]
  /// The factories that return an instance that the program made and must close.
  private(set) var instances: Set<String> = []
  private(set) var settingsTypes: [String: String] = [:]
  var spelling: SwiftTypeSpelling
  /// The program's Swift files, which provide facts that a catalog omits.
  private let sources: SwiftSources
  var parameters: WiringParameters
  /// The parts of the stage that cannot be written in Swift, each with the reason.
  var refused: [String] = []
  var helpers: Set<Helper> = []
  /// Whether instances are shared within one resolution, so that the functions must pass them along.
  private(set) var usesGraph = false

  /// The scope number that means the container itself.
  static let root = -1

  enum Helper: String, CaseIterable { case caseOf, exact, url, notStarted, scopes, scopeNotOpen }

  init(
    _ plan: Plan, _ stage: ComposedStage, _ catalog: CatalogIndex, manifest: String, module: String?,
    prefix: String? = nil, sources: SwiftSources
  ) {
    self.plan = plan
    self.catalog = catalog
    self.manifest = manifest
    let name = GeneratedKeys.identifier(plan.stage ?? "")
    self.prefix = prefix ?? (name == "_" ? "" : name.firstCapitalized)
    // The generated classes contain `Roots`, where a type of that name needs the module prefix.
    spelling = SwiftTypeSpelling(module: module, catalog, isHidden: { $0 == "Roots" })
    self.sources = sources
    parameters = WiringParameters(plan.parameters)
    scopeNames = FactoryNames.numbered(plan.scopes.map { GeneratedKeys.identifier($0.name) })
    roots = stage.roots.map { root in
      var scope = Self.root
      if case .declared(let name)? = root.scope?.value {
        scope = plan.scopes.firstIndex { $0.name == name } ?? Self.root
      }
      return (plan.services.firstIndex { $0.key == root.key.value }, scope)
    }
    collect()
    usedScopes = findUsedScopes()
    nameServices()
    describeFactories()
  }

  // MARK: - Contents of the stage

  /// Collects the roots, the services made when the container starts or a scope opens, and everything that these or the
  /// phases need. If the manifest names no root, collects all services.
  private mutating func collect() {
    var open = roots.compactMap(\.service)
    if roots.isEmpty { open = Array(plan.services.indices) }
    open += plan.madeAtStart + plan.scopes.indices.flatMap(madeAtOpening)
    open += plan.phases.flatMap(\.initializers).flatMap(\.factory.arguments).flatMap(\.targets)
    var seen: Set<Int> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      let service = plan.services[next]
      open += service.factories.flatMap(\.arguments).flatMap(\.targets) + [service.next].compactMap(\.self)
      if case .select(let choice) = service.kind, !choice.isMade { open += choice.cases.compactMap(\.target) }
    }
    used = seen.filter { plan.targets[$0] == $0 }.sorted()
    usesGraph = used.contains { plan.services[$0].scope == .graph && isMade($0) }
    for service in used { refuseWhatCannotBeWritten(service) }
    for phase in plan.phases {
      for initializer in phase.initializers { refuseForms(of: [initializer.factory], Self.owner(initializer, phase)) }
    }
    let forms = (used.flatMap { plan.services[$0].factories } + plan.phases.flatMap(\.initializers).map(\.factory))
      .flatMap(\.arguments).map(\.form)
    if forms.contains(.scopedProvider) { helpers.formUnion([.scopes, .scopeNotOpen]) }
  }

  private mutating func refuseWhatCannotBeWritten(_ service: Int) {
    let planned = plan.services[service]
    if plan.traits[service].contains(.isAsync), planned.scope != .singleton {
      refused.append("\(planned.key): it is made asynchronously in the scope '\(plan.scopeName(of: planned) ?? "")'")
    }
    if plan.traits[service].contains(.takesArgument) {
      refused.append("\(planned.key): it takes an argument that each call passes")
    }
    if planned.scope == .weak, plan.traits[service].contains(.isAsync) { return }
    refuseForms(of: planned.factories, planned.key.text)
    guard case .select(let choice) = planned.kind else { return }
    for option in choice.cases {
      guard let target = option.target.map({ plan.targets[$0] }) else { continue }
      if plan.places.innermostScopes[target] != Self.root || isOnMain(target) {
        let example = "--set \(choice.parameter)=\(option.value)"
        return refused.append(
          "\(planned.key): its case '\(option.value)' lives in a scope or on the main actor; choose a case, as in \(example)"
        )
      }
    }
  }

  private mutating func refuseForms(of factories: [PlannedFactory], _ owner: String) {
    for argument in factories.flatMap(\.arguments)
    where argument.form.isDeferred && Self.wrapper(of: argument.form) == nil {
      refused.append("\(owner): its dependency '\(argument.asked)' has the unsupported form \(argument.form.rawValue)")
    }
  }

  /// Says that a service is out of reach, unless an unsupported form is a reason of its own.
  mutating func refuseUnreachable(_ owner: String, _ reason: String) {
    if !refused.contains(where: { $0.hasPrefix("\(owner): ") }) { refused.append("\(owner): \(reason)") }
  }

  /// How messages name an initializer of a phase.
  static func owner(_ initializer: PlannedInitializer, _ phase: PlannedPhase) -> String {
    "phase \(phase.name): '\(initializer.factory.name)'"
  }

  /// The wrapper type for each form of deferred dependency that can be made without a container.
  static func wrapper(of form: DependencyForm) -> String? { form.isAsync || form.isMaker ? nil : form.wrapper }

  func madeAtOpening(of scope: Int) -> [Int] {
    plan.services.indices.filter {
      plan.targets[$0] == $0 && plan.services[$0].isEager && plan.services[$0].scope == .declared(scope)
    }
  }

  func isMade(_ service: Int) -> Bool {
    if case .factory = plan.services[service].kind { true } else { false }
  }

  func isOnMain(_ service: Int) -> Bool { plan.traits[service].contains(.isMain) }

  /// The scopes that contain a used service or a root, and the scopes around them.
  private func findUsedScopes() -> Set<Int> {
    var found = Set(
      plan.scopes.indices.filter { level in
        used.contains { lives($0, in: level) } || roots.contains { $0.scope == level }
      })
    // A scope comes after its parent.
    for scope in plan.scopes.indices.reversed() where found.contains(scope) {
      if let parent = plan.scopes[scope].parent { found.insert(parent) }
    }
    return found
  }

  /// Whether a service's function takes the instances that are shared within a resolution.
  func takesGraph(_ service: Int) -> Bool {
    guard usesGraph else { return false }
    switch plan.services[service].kind {
    case .factory: return !isShared(service)
    case .select: return true
    case .alias, .provided: return false
    }
  }

  // MARK: - Names and types

  private mutating func nameServices() {
    let chosen = FactoryNames.distribute(
      used.map { GeneratedKeys.names(for: plan.services[$0].key) }, taken: Self.taken)
    let isDistinct = Set(chosen).count == chosen.count
    // Kept instances, and functions that make services asynchronously, have names of their own.
    let others = Self.taken.union(chosen.flatMap { ["\($0)Made", "make\($0.firstCapitalized)"] })
    for (service, name) in zip(used, chosen) {
      names[service] = isDistinct && !others.contains(name) ? name : "\(name)_\(service)"
    }
    for service in used { types[service] = type(of: service) }
  }

  /// The names in the generated classes, and of the functions beside them.
  static let taken: Set<String> = [
    "parent", "parameters", "factories", "lock", "kept", "keep", "start", "close", "roots", "around", "graph", "made",
    "self", "url", "exact", "caseOf",
  ]

  private mutating func type(of service: Int) -> String {
    var service = service
    // A choice has the type of its first case. Most cases precede the choice, so their types are known.
    for _ in plan.services.indices {
      if let known = types[service] { return known }
      guard case .select(let choice) = plan.services[service].kind,
        let first = choice.cases.lazy.compactMap(\.target).first
      else { break }
      service = plan.targets[first]
    }
    if case .factory(let factory, _) = plan.services[service].kind,
      let provides = catalog.factory(named: factory.name)?.provides
    {
      return reference(to: provides)
    }
    return reference(to: plan.services[service].key.nameText)
  }

  /// The Swift type of a service: `any Database`.
  mutating func reference(to name: String) -> String {
    let canonical = catalog.type(ofFullName: name)
    // The name of a custom key differs from the name of its type.
    let full = catalog.catalog.keys.first { catalog.names.key($0.name) == catalog.names.key(name) }?.type ?? name
    let whole = catalog.spellings(of: canonical).max { $0.utf8.count < $1.utf8.count } ?? full
    let type = whole.utf8.count > full.utf8.count && whole.hasSuffix(full) ? whole : full
    let reason = "\(type): this type cannot be written in Swift"
    if !SwiftTypeSpelling.isSpellable(type), !refused.contains(reason) { refused.append(reason) }
    // If the program only passes instances of the type, no factory says whether the type is concrete. Of Swift's and
    // Foundation's types, programs pass values.
    let isProvided = catalog.factories(giving: ServiceKey(canonical)).isEmpty
    let module = SwiftTypeSpelling.importName(of: String(type.prefix { $0 != "." }))
    let isValue = module == "Swift" || module == "Foundation" || sources.isConcrete(whole)
    return spelling.reference(to: type, isConcrete: catalog.isConcrete(canonical) || isProvided && isValue)
  }

  private mutating func describeFactories() {
    var found: [String: (name: String, type: String, file: String?)] = [:]
    let initializers = plan.phases.flatMap(\.initializers).map(\.factory)
    for planned in used.flatMap({ plan.services[$0].factories }) + initializers where found[planned.name] == nil {
      guard let entry = catalog.factory(named: planned.name) else {
        refused.append("factory '\(planned.name)' is missing from the catalog")
        continue
      }
      if sources.isInstance(entry) { instances.insert(planned.name) }
      if let settings = entry.settings {
        let type = sources.nestedSettings(of: entry) ?? settings.type
        if type.isEmpty {
          refused.append("factory '\(planned.name)': the catalog does not name the type of its settings")
        }
        settingsTypes[planned.name] = spelling.spelled(type)
      }
      found[planned.name] = (planned.name, type(of: entry), entry.file)
    }
    factories = found.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    factoryNames = GeneratedKeys.identifiers(for: factories.map(\.name))
  }

  /// The type of a function that takes the factory's parameters.
  private mutating func type(of entry: CatalogFactory) -> String {
    var taken: [String] = []
    let product = entry.provides.map { reference(to: $0) }
    if entry.role == .decorator { taken.append("_ inner: \(product ?? "Any")") }
    if let settings = settingsTypes[entry.name] { taken.append("_ settings: \(settings)") }
    for dependency in entry.dependencies {
      let type = reference(to: dependency.key)
      let label = SwiftWords.escaped(GeneratedKeys.identifier(dependency.label ?? dependency.key.lastPart))
      let wrapped: String =
        switch dependency.kind {
        case .instance: type
        case .optional: SwiftWords.operand(type) + "?"
        case .all: "[\(type)]"
        case .lazy, .provider: "\(Self.wrapper(of: dependency.form) ?? "Any")<\(type)>"
        }
      taken.append("_ \(label): \(wrapped)")
    }
    let isInitializer = entry.role == .initializer
    let effects = (entry.isAsync || isInitializer ? " async" : "") + " throws"
    return (entry.isolation == .main ? "@MainActor " : "") + "@Sendable (\(taken.joined(separator: ", ")))"
      + "\(effects) -> \(product ?? "Void")"
  }
}

extension String {
  /// The component after the last dot that is outside of brackets.
  var lastPart: String {
    let base = prefix { $0 != "<" }
    return base.split(separator: ".").last.map(String.init) ?? self
  }
}
