import ConfigDI
import ConfigDIRuntime

/// Writes random manifests over a catalog that are right as far as it can tell.
struct DraftWriter {
  var random: Seeded
  let names: KeyNames
  let factories: [CatalogFactory]
  let decorators: [CatalogFactory]
  let initializers: [CatalogFactory]

  var scopes: [(name: String, parent: Int?)] = []
  var parameters: [(name: String, kind: String, isSecret: Bool, value: Draft)] = []
  /// Parameters without a value in the first stage.
  var lateParameters: [(name: String, kind: String, isSecret: Bool, value: Draft)] = []
  var served: [Served] = []
  var collections: [String] = []

  /// A service that stands in the manifest already.
  struct Served {
    var key: String
    let type: String
    var entry: Draft
    var factory: CatalogFactory?
    /// The declared scopes that must be open around it.
    var needs: Set<Int> = []
    /// What it may hold: `nil` is anything.
    var holds: Set<Int>?
    var isOnMain = false
    var isShareable = true
    /// Whether its instance must be awaited.
    var isAwaited = false
    /// Whether its holder gets a new instance that must be awaited.
    var isAwaitedAnew = false
    /// Whether a synchronous call may find nothing.
    var isMissing = false
    /// The type of the argument that each call hands in.
    var argument: String?
    var holdsAtOnce: Set<String> = []
  }

  static let environment = [
    "SIZE": "5", "KEY": "k3y", "LABEL": "a label", "MODE": "fast", "ON": "false", "WAIT": "2s", "SHOWN": "4",
  ]

  init(_ random: Seeded, _ catalog: Catalog) {
    self.random = random
    names = catalog.keyNames
    factories = catalog.factories.filter { $0.role == .service }
    decorators = catalog.factories.filter { $0.role == .decorator }
    initializers = catalog.factories.filter { $0.role == .initializer }
  }

  mutating func draft() -> Draft {
    if random.chance(70) {
      scopes = [("session", nil), ("request", 0)]
      if random.chance(50) { scopes.append(("side", nil)) }
    }
    writeParameters()
    if random.chance(70) { collections = random.chance(20) ? ["lamps", "spots"] : ["lamps"] }
    if scopes.count > 2, random.chance(25) { serveBetweenSiblings() }
    for _ in 0..<(4 + random.number(below: 18)) { serve(random.pick(factories)) }
    for _ in 0..<12 {
      for type in missingTypes() { serve(random.pick(factories.filter { provides($0) == type })) }
    }
    for index in served.indices { writeDeferred(of: index) }
    // Passages that nothing needs, so that they may lead to services of any scope.
    for _ in 0..<2 where random.chance(40) {
      if let target = random.pick(served) { _ = passage(to: target) { _ in true } }
    }
    var draft: Draft = ["configdi": "1"]
    let stages = stages()
    if !stages.isEmpty {
      if random.chance(60) { draft["defaultStage"] = "one" }
      draft["stages"] = .map(stages)
    }
    if !scopes.isEmpty {
      draft["scopes"] = .map(
        scopes.map { scope in
          (scope.name, scope.parent.map { .map([("parent", .scalar(scopes[$0].name))]) } ?? .map([]))
        })
    }
    let declared = parameters + lateParameters.filter { late in !parameters.contains { $0.name == late.name } }
    if !declared.isEmpty { draft["parameters"] = .map(declared.map { ($0.name, $0.value) }) }
    if !collections.isEmpty { draft["collections"] = .map(collections.map { ($0, ["of": "Lamp"]) }) }
    draft["services"] = .map(served.map { ($0.key, $0.entry) }.shuffled(using: &random))
    if random.chance(50) { draft["roots"] = roots() }
    if random.chance(40) { draft["lifecycle"] = lifecycle() }
    return draft
  }

  func provides(_ factory: CatalogFactory) -> String {
    names.key(factory.provides ?? "").text
  }

  func type(of dependency: CatalogDependency) -> String { names.key(dependency.key).text }

  func chain(of scope: Int) -> Set<Int> {
    var chain: Set = [scope]
    var next = scopes[scope].parent
    while let scope = next {
      chain.insert(scope)
      next = scopes[scope].parent
    }
    return chain
  }
}

extension DraftWriter {
  mutating func serve(_ factory: CatalogFactory?) {
    guard let factory else { return }
    let type = provides(factory)
    if collections.isEmpty, factory.dependencies.contains(where: { $0.kind == .all }) { return }
    guard let key = freeKey(for: type) else { return }
    var service = Served(key: key, type: type, entry: .map([]), factory: factory)
    service.isOnMain = factory.isolation == .main
    service.isAwaited = factory.isAsync
    service.isShareable = factory.isShareable
    service.argument = factory.argument
    var dependencies: [(key: String, value: Draft)] = []
    for dependency in factory.dependencies where dependency.kind == .instance {
      guard hold(dependency, in: &service, &dependencies) else { return }
    }
    let uses = decorations(of: &service)
    let scope = chooseScope(&service)
    var entry: Draft = ["factory": .scalar(factory.name)]
    // What takes an argument is transient by itself.
    if scope != "singleton" && factory.argument == nil || random.chance(20) { entry["scope"] = .scalar(scope) }
    if !dependencies.isEmpty { entry["dependencies"] = .map(dependencies) }
    if let settings = settings(of: factory) { entry["settings"] = settings }
    if !uses.isEmpty { entry["decorators"] = .list(uses) }
    if type == "Lamp", service.needs.isEmpty, !service.isOnMain, let name = random.pick(collections) {
      entry["collect"] = random.chance(30) ? [.scalar(name)] : .scalar(name)
    }
    let isNew = scope == "transient" || scope == "graph"
    service.isAwaitedAnew = service.isAwaited && isNew
    service.isMissing = service.isAwaited && scope != "singleton"
    if scope == "singleton" || !isNew && scope != "weak", random.chance(25) { entry["eager"] = "true" }
    if random.chance(5) { entry["description"] = "\"one of many\"" }
    let isShort = entry.keys == ["factory"] && random.chance(50)
    service.entry = isShort ? .scalar(factory.name) : entry
    if type == "Ticket", random.chance(15) {
      service.entry = ["provided": "true"]
      if let scope = service.holds?.max() { service.entry["scope"] = .scalar(scopes[scope].name) }
    }
    served.append(service)
  }

  /// A service without a lifetime of its own that needs two scopes: right if one of them contains the other.
  private mutating func serveBetweenSiblings() {
    let wheel = factories.first { $0.name == "wheel" }
    let engine = factories.first { $0.name == "twinEngine" }
    var needs: Set<Int> = []
    for variant in ["left", "right"] {
      let scope = random.number(below: scopes.count)
      let own = chain(of: scope)
      needs.formUnion(own)
      served.append(
        Served(
          key: "Wheel/\(variant)", type: "Wheel",
          entry: ["factory": "wheel", "scope": .scalar(scopes[scope].name)], factory: wheel, needs: own, holds: own))
    }
    served.append(
      Served(
        key: "Engine/between", type: "Engine",
        entry: [
          "factory": "twinEngine", "scope": .scalar(random.pick(["transient", "graph", "weak"]) ?? "graph"),
          "dependencies": ["left": "Wheel/left", "right": "Wheel/right"],
        ], factory: engine, needs: needs, holdsAtOnce: ["Wheel/left", "Wheel/right"]))
  }

  mutating func freeKey(for type: String) -> String? {
    var candidates = [type, type, type, "\(type)/a", "\(type)/b"]
    if type == "Wheel" { candidates.append("spare.wheel") }
    let taken = Set(served.map(\.key))
    return random.pick(candidates.filter { !taken.contains($0) })
  }

  /// Finds something for a dependency that is made at once; leaves it to the catalog where that does.
  mutating func hold(
    _ dependency: CatalogDependency, in service: inout Served, _ written: inout [(key: String, value: Draft)]
  ) -> Bool {
    let type = type(of: dependency)
    let isOnMain = service.isOnMain
    guard
      let found = random.pick(
        served.filter { $0.type == type && $0.argument == nil && (isOnMain ? !$0.isAwaitedAnew : !$0.isOnMain) }),
      fits(found.needs)
    else { return false }
    let union = service.needs.union(found.needs)
    // Now and then one that needs two scopes of which neither is in the other.
    guard fits(union) || random.chance(15) else { return false }
    var target = found
    if random.chance(20),
      let passage = passage(to: found, or: { $0.needs.isSubset(of: found.needs) && $0.isOnMain == found.isOnMain })
    {
      target = passage
    }
    service.needs = union
    if target.isAwaitedAnew { service.isAwaited = true }
    service.holdsAtOnce.formUnion(target.holdsAtOnce.union([target.key]))
    if target.key != type || random.chance(20) {
      written.append((dependency.label ?? type, .scalar(target.key)))
    }
    return true
  }

  /// Whether some scope has all of these around it.
  func fits(_ needs: Set<Int>) -> Bool {
    needs.isEmpty || scopes.indices.contains { needs.isSubset(of: chain(of: $0)) }
  }

  mutating func chooseScope(_ service: inout Served) -> String {
    guard let factory = service.factory else { return "singleton" }
    if factory.argument != nil { return "transient" }
    let fitting = scopes.indices.filter { service.needs.isSubset(of: chain(of: $0)) }
    var choices: [String] = ["transient", "graph"]
    if factory.isReference, !service.isAwaited { choices.append("weak") }
    if !service.isShareable { return random.pick(["transient", "graph"]) ?? "transient" }
    if factory.isAsync, random.chance(50) { return "singleton" }
    if service.needs.isEmpty { choices += ["singleton", "singleton", "singleton", "singleton"] }
    choices += fitting.map { scopes[$0].name }
    let choice = random.pick(choices) ?? "transient"
    if let scope = scopes.firstIndex(where: { $0.name == choice }) {
      service.needs = chain(of: scope)
      service.holds = chain(of: scope)
    } else if choice == "singleton" {
      service.holds = []
    }
    return choice
  }

  mutating func decorations(of service: inout Served) -> [Draft] {
    var uses: [Draft] = []
    while random.chance(30) {
      let type = service.type
      let (isOnMain, argument) = (service.isOnMain, service.argument)
      let fitting = decorators.filter {
        provides($0) == type && !($0.isAsync && isOnMain) && ($0.argument == nil || $0.argument == argument)
      }
      guard let decorator = random.pick(fitting) else { break }
      var dependencies: [(key: String, value: Draft)] = []
      let needed = decorator.dependencies.filter { $0.kind == .instance }
      guard needed.allSatisfy({ hold($0, in: &service, &dependencies) }) else { break }
      let isServed = decorator.dependencies.filter { $0.kind != .instance }.allSatisfy { dependency in
        served.contains { $0.key == self.type(of: dependency) && $0.needs.isEmpty && !$0.isOnMain }
      }
      guard isServed else { break }
      if decorator.isAsync { service.isAwaited = true }
      let settings = settings(of: decorator)
      if dependencies.isEmpty, settings == nil, random.chance(70) {
        uses.append(.scalar(decorator.name))
      } else {
        var use: Draft = ["factory": .scalar(decorator.name)]
        if !dependencies.isEmpty { use["dependencies"] = .map(dependencies) }
        if let settings { use["settings"] = settings }
        uses.append(use)
      }
    }
    return uses
  }

  func missingTypes() -> [String] {
    let keys = Set(served.map(\.key))
    var missing: Set<String> = []
    for service in served {
      for dependency in service.factory?.dependencies ?? []
      where dependency.kind == .lazy || dependency.kind == .provider {
        if !keys.contains(type(of: dependency)) { missing.insert(type(of: dependency)) }
      }
    }
    return missing.sorted()
  }

  /// Dependencies that are called for later, now that all services are there.
  mutating func writeDeferred(of index: Int) {
    guard let factory = served[index].factory, served[index].entry["provided"] == nil else { return }
    for dependency in factory.dependencies where dependency.kind != .instance {
      guard served[index].factory?.name == factory.name else { return }
      let type = type(of: dependency)
      let label = dependency.label ?? type
      if dependency.kind == .all {
        guard let name = random.pick(collections) else { continue }
        if collections.count > 1 || random.chance(20) { write(["all": .scalar(name)], label, in: index) }
        continue
      }
      let holds = served[index].holds ?? served[index].needs
      let holder = served[index]
      // Now and then one that the holder cannot call.
      let isCareless = random.chance(4)
      let candidates = served.filter { target in
        guard target.type == type, target.argument == dependency.argument, fits(target.needs) else { return false }
        switch dependency.form {
        case .scopedProvider: return isCareless || !target.isOnMain && !target.isMissing
        case .asyncScopedProvider: return isCareless || !target.isOnMain
        case .optional:
          return target.needs.isSubset(of: holds) && (holder.isOnMain || !target.isOnMain)
            && target.key != holder.key && !target.holdsAtOnce.contains(holder.key)
            && (!target.isAwaitedAnew || holder.isAwaited && !holder.isOnMain)
        case .mainLazy, .mainProvider, .mainMaker:
          return isCareless || target.needs.isSubset(of: holds) && !target.isMissing
        case .asyncLazy, .asyncProvider, .asyncMaker:
          return isCareless || target.needs.isSubset(of: holds) && !target.isOnMain
        default:
          return isCareless || target.needs.isSubset(of: holds) && !target.isOnMain && !target.isMissing
        }
      }
      guard let target = random.pick(candidates) else {
        // Nothing fits: something simpler takes its place.
        if dependency.kind != .optional { simplify(index) }
        continue
      }
      let isDefaultFine = candidates.contains { $0.key == type }
      if isDefaultFine, random.chance(70) { continue }
      write([dependency.kind.rawValue: .scalar(target.key)], label, in: index)
      if dependency.kind == .optional { served[index].holdsAtOnce.formUnion(target.holdsAtOnce.union([target.key])) }
    }
  }

  mutating func simplify(_ index: Int) {
    let type = served[index].type
    guard let simple = factories.first(where: { provides($0) == type && $0.dependencies.isEmpty && $0.settings == nil })
    else { return }
    if case .scalar = served[index].entry { served[index].entry = .map([]) }
    served[index].entry["factory"] = .scalar(simple.name)
    served[index].entry["dependencies"] = nil
    served[index].entry["settings"] = nil
    served[index].factory = simple
    served[index].argument = nil
  }

  mutating func write(_ reference: Draft, _ label: String, in index: Int) {
    if case .scalar(let name) = served[index].entry { served[index].entry = ["factory": .scalar(name)] }
    var dependencies = served[index].entry["dependencies"] ?? .map([])
    dependencies[label] = reference
    served[index].entry["dependencies"] = dependencies
  }
}
