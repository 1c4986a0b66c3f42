import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// The order that `plan --format json` prints is one in which a container makes its services: each service stands after
/// what it needs at once, and who asks for them in that order gets what is printed, by the printed factories with the
/// printed arguments and settings. For the manifests of the repository in each of their stages, and for random ones.
@Suite struct PlanAgreementTests {
  private struct Count {
    var stages = 0
    var services = 0
    var decorated = 0
    var decoratedInOrder = 0
    var throughPassages = 0
    var inScopes = 0
    var asynchronous = 0
    var performed = 0
  }

  @Test("the repository's services are made in the order that plan prints")
  func theRepositorysServicesAreMadeInThePrintedOrder() async throws {
    var count = Count()
    for sample in ManifestSample.ofRepository { try await Self.compare(sample, counting: &count) }
    print("\(count.services) services of \(count.stages) stages were made in the printed order")
    #expect(count.services > 200)
  }

  @Test("random services are made in the order that plan prints") func randomServicesAreMadeInThePrintedOrder()
    async throws
  {
    var count = Count()
    for seed in 0..<UInt64(100) { try await Self.compare(.random(seed), counting: &count) }
    #expect(count.stages > 40)
    #expect(count.services > 400)
    #expect(count.decorated > 20)
    #expect(count.decoratedInOrder > 1)
    #expect(count.throughPassages > 8)
    #expect(count.inScopes > 60)
    #expect(count.asynchronous > 6)
    #expect(count.performed > 30)
  }

  @Test("an initializer keeps its dependencies where a YAML alias is its factory")
  func anAliasAsAFactory() {
    let manifest = """
      configdi: 1
      services: { A: a }
      lifecycle: { launch: [&name start, { factory: *name, dependencies: [A] }] }
      """
    let result = Recorder.run("plan", "app.yaml", files: InMemoryFiles(["app.yaml": manifest]))
    #expect(result.output.hasSuffix("start  app.yaml:3:29\n    A  app.yaml:3:69\n"), "\(result.output)")
  }

  @Test("plan prints text with an unset parameter as what it means, in every notation")
  func textWithAnUnsetParameter() {
    let manifest = """
      configdi: 1
      parameters: { x: { env: X } }
      services:
        A:
          factory: a
          settings:
            quoted: ['it''s ${x}', "it\\u0027s ${x}"]
            block: |-
              it's ${x}
            plain: it's
              ${x}
            broken: "a ${x} ${b"
      """
    func plan(_ format: String) -> String {
      Recorder.run("plan", "app.yaml", "--format", format, files: InMemoryFiles(["app.yaml": manifest])).output
    }
    let text = plan("text")
    for line in [
      "quoted = [it's ${x}, it's ${x}]", "block = it's ${x}", "plain = it's ${x}", "broken = a ${x} ${b",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    let json = plan("json")
    for value in [
      #"["it's ${x}", "it's ${x}"]"#, #""block": "it's ${x}""#, #""plain": "it's ${x}""#, #""broken": "a ${x} ${b""#,
    ] {
      #expect(json.contains(value), "\(json)")
    }
  }

  @MainActor private static func compare(_ sample: ManifestSample, counting count: inout Count) async throws {
    guard let (checked, composed) = sample.checked() else { return }
    for (position, stage) in composed.stages.enumerated() {
      let place = "\(sample.path), stage \(stage.name ?? "-")"
      let fitting = Surroundings.all(of: stage).first { $0.description == "fitting, given by the program" }
      let given = sample.environment == nil ? fitting?.parameters ?? [:] : [:]
      let settings =
        given.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] } + ["--env", "current"]
      let plan = try #require(checked.plan(of: position))
      let provided = stage.services.filter { if case .provided = $0.kind { true } else { false } }
      let program = StandIns(sample.catalog, provided: provided.map(\.key.value)) {
        var shown = $0
        shown.markSecrets($1.fields) { part, name in
          if part.secret == nil { part.secret = name }
        }
        return PrintedPlan.text(shown.json)
      }
      guard let text = sample.output("plan", settings, stage: stage.name),
        let container = try? Self.container(sample, stage.name, given, program, plan)
      else {
        // Random manifests have all that they need.
        #expect(sample.environment == nil, "\(place)")
        continue
      }
      guard !hasNoOneOrder(container.wiring) else { continue }
      var printed = PrintedPlan(try JSON(reading: Array(text.utf8)), plan, sample.catalog)
      try await Self.compare(&printed, container, program.trace, place, counting: &count)
      count.stages += 1
    }
  }

  /// Whether a scope makes services when it opens, or a call makes one anew with `await`: neither has one order.
  private static func hasNoOneOrder(_ wiring: Wiring) -> Bool {
    wiring.plan.services.indices.contains { index in
      let service = wiring.plan.services[index]
      return service.scope != .singleton && (service.isEager || wiring.traits[index].contains(.reachesAsync))
    }
  }

  /// The service, made with an argument if it takes one.
  @MainActor private static func made(_ key: String, in level: Container) throws -> StandIn {
    let key = Key<StandIn>(key)
    let takesArgument = try level.wiring.traits[level.service(key)].contains(.takesArgument)
    return try takesArgument ? level.main.make(key, with: "given") : level.main.resolve(key)
  }

  private static func container(
    _ sample: ManifestSample, _ stage: String?, _ parameters: [String: String], _ program: StandIns, _ plan: Plan
  ) throws -> Container {
    var options = ManifestOptions(environment: sample.environment ?? [:])
    options.parameters = parameters
    let inputs = ManifestInputs(
      stage: stage, registry: FactoryRegistry(), examined: program.registry,
      provided: StandIns.provided(plan.services, in: .singleton), overlay: nil, options: options,
      world: World(files: sample.files))
    return try ManifestLocation.path(sample.path).container(inputs)
  }

  @MainActor private static func compare(
    _ printed: inout PrintedPlan, _ container: Container, _ trace: Trace, _ place: String, counting count: inout Count
  ) async throws {
    let scopes = try open(printed.plan, in: container)
    var earlier: Set<String> = []
    var waiting: [(key: String, level: Container)] = []
    for service in printed.services {
      let key = service["key"]?.string ?? ""
      let place: Testing.Comment = "\(place), \(key)"
      let late = printed.neededAtOnce(by: service).filter { !earlier.contains($0) }
      #expect(late == [], place)
      earlier.insert(key)
      // Without services that need two scopes of which none is in the other: nothing can ask for them.
      guard let scope = printed.scope(of: key), let level = scope.isEmpty ? container : scopes[scope] else { continue }
      let instance = Result { try made(key, in: level) }
      let lines = trace.take()
      // What is asynchronous is made at the start, and what needs it is refused until then.
      guard !printed.waits(key) else {
        #expect(throws: ResolutionError.self, place) { try instance.get() }
        waiting.append((key, level))
        continue
      }
      let (name, expected) = printed.makes(key)
      #expect(try instance.get().name == name, place)
      #expect(lines == expected, place)
      count.services += expected.isEmpty ? 0 : 1
      let decorators = (service["decorators"]?.elements ?? []).compactMap { $0["factory"]?.string }
      count.decorated += decorators.isEmpty ? 0 : 1
      count.decoratedInOrder += decorators == decorators.reversed() ? 0 : 1
      count.throughPassages += printed.needsPassage(service) ? 1 : 0
      count.inScopes += scope.isEmpty ? 0 : 1
    }
    try await container.start()
    let lines = trace.take()
    for (key, level) in waiting {
      #expect(try made(key, in: level).name == printed.makes(key).name, "\(place), \(key)")
    }
    count.asynchronous += waiting.count
    // Services that are made at the start have no order, initializers do.
    let performed = printed.performs()
    let starts = performed.map { $0.prefix { $0 != "(" } }
    #expect(lines.filter { line in starts.contains { line.hasPrefix($0) } } == performed, "\(place)")
    count.performed += performed.count
  }

  /// Opens every declared scope, each in its parent.
  private static func open(_ plan: Plan, in container: Container) throws -> [String: Container] {
    var opened: [String: Container] = [:]
    while let (index, scope) = plan.scopes.enumerated().first(where: { _, scope in
      opened[scope.name] == nil && (scope.parent.map { opened[plan.scopes[$0].name] != nil } ?? true)
    }) {
      let parent = scope.parent.flatMap { opened[plan.scopes[$0].name] } ?? container
      opened[scope.name] = try parent.openScope(
        scope.name, providing: StandIns.provided(plan.services, in: .declared(index)))
    }
    return opened
  }
}

/// A plan as it is printed, from which follows what a container makes for each key.
private struct PrintedPlan {
  let services: [JSON]
  let plan: Plan
  private let byKey: [String: JSON]
  private let values: [String: JSON]
  private let members: [String: [String]]
  private let initializers: [JSON]
  private let factories: [String: CatalogFactory]
  /// The declared scopes that must be open around each service.
  private var scopes: [String: Set<String>] = [:]
  private var waiting: Set<String> = []
  /// The names of the instances that are shared, by key.
  private var made: [String: String] = [:]

  /// - Parameter plan: What the text does not tell: the members of collections, and which scopes are in which.
  init(_ printed: JSON, _ plan: Plan, _ catalog: Catalog) {
    self.plan = plan
    services = printed["services"]?.elements ?? []
    byKey = Dictionary(services.map { ($0["key"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    values = Dictionary(
      (printed["parameters"]?.elements ?? []).map { ($0["name"]?.string ?? "", $0["value"] ?? .null) },
      uniquingKeysWith: { first, _ in first })
    // A dependency that only the factory asks for has the type's name, with its module, and takes the only collection.
    members = Dictionary(
      plan.collections.flatMap { collection in
        let keys = collection.members.map { plan.services[$0].key.text }
        let types = catalog.factories.flatMap(\.dependencies).map(\.key)
          .filter { catalog.keyNames.key($0) == collection.element }
        return ([collection.name] + types).map { ($0, keys) }
      }, uniquingKeysWith: { first, _ in first })
    initializers = printed["lifecycle", Phase.launch.name]?.elements ?? []
    factories = Dictionary(catalog.factories.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    followNeeds()
  }

  /// Settings on one line; those that are not written are empty.
  static func text(_ settings: JSON?) -> String {
    settings.map { $0.isNull ? [:] : $0 }?.compactText ?? "{}"
  }

  private mutating func followNeeds() {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (key, service) in byKey {
        var around = Self.chain(service["scope"]?.string, plan)
        let uses = targets(of: service)
        for use in uses where use.kind != "provider" { around.formUnion(scopes[use.key] ?? []) }
        let isAsync = ([service] + (service["decorators"]?.elements ?? [])).contains { use in
          use["factory"]?.string.flatMap { factories[$0]?.isAsync } ?? false
        }
        if isAsync || uses.contains(where: { $0.isAtOnce && waiting.contains($0.key) }) {
          if waiting.insert(key).inserted { isSettled = false }
        }
        if scopes.updateValue(around, forKey: key) != around { isSettled = false }
      }
    }
  }

  private static func chain(_ name: String?, _ plan: Plan) -> Set<String> {
    var chain: Set<String> = []
    var next = plan.scopes.firstIndex { $0.name == name }
    while let scope = next {
      chain.insert(plan.scopes[scope].name)
      next = plan.scopes[scope].parent
    }
    return chain
  }

  private struct Use {
    let key: String
    let kind: String
    var isAtOnce: Bool { kind != "lazy" && kind != "provider" }
  }

  private func targets(of service: JSON) -> [Use] {
    if let next = next(after: service) { return [Use(key: next, kind: "instance")] }
    return ([service] + (service["decorators"]?.elements ?? [])).flatMap { $0["dependencies"]?.elements ?? [] }
      .flatMap { dependency -> [Use] in
        let (key, kind) = (dependency["key"]?.string ?? "", dependency["kind"]?.string ?? "")
        return kind == "all" ? (members[key] ?? []).map { Use(key: $0, kind: kind) } : [Use(key: key, kind: kind)]
      }
  }

  /// What an alias or a choice leads to.
  private func next(after service: JSON) -> String? {
    if let key = service["alias"]?.string { return key }
    guard let value = service["select"]?.string.flatMap({ values[$0] }) else { return nil }
    return service["cases", value.string ?? value.bool.map { "\($0)" } ?? ""]?.string
  }
}

extension PrintedPlan {
  func neededAtOnce(by service: JSON) -> [String] {
    targets(of: service).filter { $0.isAtOnce && byKey[$0.key] != nil }.map(\.key)
  }

  /// The innermost declared scope that must be open, empty if none; `nil` if no scope is within all of them.
  func scope(of key: String) -> String? {
    let around = scopes[key] ?? []
    return ([""] + plan.scopes.map(\.name)).first { around == Self.chain($0, plan) }
  }

  /// Whether an alias or a choice is among what a service needs.
  func needsPassage(_ service: JSON) -> Bool {
    service["kind"]?.string == "factory"
      && neededAtOnce(by: service).contains { byKey[$0].map { next(after: $0) != nil } ?? false }
  }

  func waits(_ key: String) -> Bool { waiting.contains(key) }

  /// The name of the instance that a key gives now, and all that is made for it.
  mutating func makes(_ key: String) -> (name: String, lines: [String]) {
    var graph: [String: String] = [:]
    var lines: [String] = []
    let name = instance(of: key, &graph, &lines)
    return (name, lines)
  }

  /// What the start writes of its initializers.
  mutating func performs() -> [String] {
    initializers.flatMap { initializer in
      var graph: [String: String] = [:]
      var lines: [String] = []
      let name = call(initializer, &graph, &lines)
      return lines.suffix(1) + ["\(name) performs in \(Phase.launch)"]
    }
  }

  private mutating func instance(of key: String, _ graph: inout [String: String], _ lines: inout [String]) -> String {
    guard let service = byKey[key] else { return "nothing" }
    if let next = next(after: service) { return instance(of: next, &graph, &lines) }
    guard service["kind"]?.string == "factory" else { return "provided \(key)" }
    switch service["scope"]?.string {
    case "transient": return new(service, &graph, &lines)
    case "graph":
      if let name = graph[key] { return name }
      let name = new(service, &graph, &lines)
      graph[key] = name
      return name
    case let scope:
      if let name = made[key] { return name }
      var own: [String: String] = [:]
      let name = new(service, &own, &lines)
      // Nobody keeps an instance, so that each weak one is let go at once.
      if scope != "weak" { made[key] = name }
      return name
    }
  }

  private mutating func new(_ service: JSON, _ graph: inout [String: String], _ lines: inout [String]) -> String {
    var name = call(service, &graph, &lines)
    for decorator in service["decorators"]?.elements ?? [] {
      let outer = call(decorator, &graph, &lines)
      lines.append("\(outer) decorates \(name)")
      name = "\(outer) around \(name)"
    }
    return name
  }

  private mutating func call(_ use: JSON, _ graph: inout [String: String], _ lines: inout [String]) -> String {
    let factory = use["factory"]?.string ?? ""
    var parts: [String] = []
    for dependency in use["dependencies"]?.elements ?? [] {
      let key = dependency["key"]?.string ?? ""
      switch dependency["kind"]?.string {
      case "lazy", "provider": break
      case "all":
        let elements = (members[key] ?? []).map { instance(of: $0, &graph, &lines) }
        parts.append("[\(elements.joined(separator: ", "))]")
      default: parts.append(instance(of: key, &graph, &lines))
      }
    }
    if factories[factory]?.settings != nil { parts.append(Self.text(use["settings"])) }
    lines.append("\(factory)(\(parts.joined(separator: "; ")))")
    return factory
  }
}
