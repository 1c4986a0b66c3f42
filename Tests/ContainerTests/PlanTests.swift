import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A plan is a value: equal where it means the same, with a fingerprint for each service.
@Suite struct PlanTests {
  private static func plan(_ text: String) throws -> Plan {
    let world = World(files: InMemoryFiles(["app.yaml": text]))
    let checked = Pipeline(world: world).check(.path("app.yaml"), catalog: nil)
    try #require(!checked.diagnostics.hasErrors, "\(checked.diagnostics.findings.map(\.message))")
    return try #require(checked.plan(of: 0))
  }

  private static func fingerprints(_ text: String) throws -> [String: Fingerprint] {
    let plan = try plan(text)
    return Dictionary(uniqueKeysWithValues: zip(plan.services.map(\.key.text), plan.fingerprints()))
  }

  private static let text = """
    configdi: 1
    parameters:
      key: { type: string, secret: true, default: first }
    services:
      Clock: systemClock
      Store: { factory: disk, dependencies: { clock: Clock }, settings: { key: "${key}", size: 3 } }
      App: { factory: app, dependencies: { store: Store } }
      Other: { factory: other, dependencies: { clock: { lazy: Clock } } }

    """

  /// An alias stands where its anchor does, so that a root and an initializer have one place.
  @Test("an initializer that a root names keeps its factory") func anInitializerThatARootNamesKeepsItsFactory() throws {
    let text = """
      configdi: 1
      roots: [&warm Warm]
      lifecycle: { start: [*warm] }
      services: { Warm: { factory: warmer } }
      """
    let catalog = try Catalog(
      json: """
        { "configdiCatalog": 1, "factories": [
          { "name": "warmer", "provides": "App.Warm" },
          { "name": "Warm", "role": "initializer", "isolation": "main" } ] }
        """)
    let checked = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text])))
      .check(.path("app.yaml"), catalog: CatalogIndex(catalog))
    #expect(checked.diagnostics.findings.map(\.message) == [])
    let initializer = try #require(checked.plan(of: 0)?.phases.first?.initializers.first)
    #expect(initializer.factory.isOnMain)
  }

  @Test("a collection that the manifest leaves out is the stage's own") func aCollectionLeftOutIsTheStagesOwn() throws {
    let text = """
      configdi: 1
      stages:
        dev: { collections: { less: { of: Probe } }, services: { Probe/a: { collect: less } } }
        prod: { collections: { more: { of: Probe } }, services: { Probe/b: { collect: more } } }
      services: { Probe/a: probe, Probe/b: probe, Main: main }
      """
    let catalog = try Catalog(
      json: """
        { "configdiCatalog": 1, "factories": [
          { "name": "probe", "provides": "App.Probe" },
          { "name": "main", "provides": "App.Main", "dependencies": [{ "key": "App.Probe", "kind": "all" }] } ] }
        """)
    let checked = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text])))
      .check(.path("app.yaml"), catalog: CatalogIndex(catalog))
    #expect(checked.diagnostics.findings.map(\.message) == [])
    for (stage, expected) in [("less", "Probe/a"), ("more", "Probe/b")].enumerated() {
      let plan = try #require(checked.plan(of: stage))
      let main = try #require(plan.services.first { $0.key.text == "Main" })
      guard case .factory(let factory, _) = main.kind, let argument = factory.arguments.first else {
        Issue.record("no argument")
        continue
      }
      #expect(argument.asked == expected.0)
      #expect(argument.targets.map { plan.services[$0].key.text } == [expected.1])
    }
  }

  @Test("order, comments and locations do not change a fingerprint") func orderCommentsAndPlacesMeanNothing() throws {
    let other = """
      # Something else.
      configdi: 1
      services:
        Other: { factory: other, dependencies: { clock: { lazy: Clock } } }
        App: { dependencies: { store: Store }, factory: app }
        Store: { factory: disk, settings: { size: 3, key: "${key}" }, dependencies: { clock: Clock } }
        Clock: { factory: systemClock }
      parameters: { key: { type: string, secret: true, default: first } }

      """
    #expect(try Self.plan(other) == Self.plan(Self.text))
    #expect(try Self.fingerprints(other) == Self.fingerprints(Self.text))
  }

  /// What is changed, and the services that are others then.
  @Test(
    "a change gives dependents a new fingerprint",
    arguments: [
      ("size: 3", "size: 4", ["App", "Store"]), ("default: first", "default: second", ["App", "Store"]),
      ("factory: app", "factory: app2", ["App"]),
      ("Clock: systemClock", "Clock: utc", ["App", "Clock", "Other", "Store"]),
      ("lazy: Clock", "provider: Clock", ["Other"]),
      ("factory: disk", "scope: transient, factory: disk", ["App", "Store"]),
      ("factory: disk", "decorators: [logged], factory: disk", ["App", "Store"]),
    ])
  func aChangeReachesWhatStandsAboveIt(old: String, new: String, changed: [String]) throws {
    let changedText = Self.text.replacing(old, with: new)
    let (before, after) = (try Self.fingerprints(Self.text), try Self.fingerprints(changedText))
    #expect(before.keys.filter { before[$0] != after[$0] }.sorted() == changed)
    #expect(try Self.plan(changedText) != Self.plan(Self.text))
  }

  @Test("an open choice is the union of its cases") func anUnmadeChoiceIsItsCases() throws {
    func chosen(_ other: String) throws -> Plan? {
      let text = """
        configdi: 1
        parameters: { kind: { type: enum, of: [one, two], env: KIND } }
        services:
          A: { select: kind, cases: { one: A/one, two: \(other) } }
          A/one: a
          A/two: a
          A/three: a
        """
      let checked = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text])))
        .check(.path("app.yaml"), catalog: nil)
      return checked.plan(of: 0)
    }
    #expect(try chosen("A/two") == chosen("A/two"))
    #expect(try chosen("A/two") != chosen("A/three"))
  }

  @Test("a ring changes its fingerprints together or not at all") func aRingIsTheSameTogetherOrNotAtAll() throws {
    func ring(_ size: Int) -> String {
      """
      configdi: 1
      services:
        A: { factory: a, dependencies: { b: { lazy: B } } }
        B: { factory: b, dependencies: { a: A }, settings: { size: \(size) } }

      """
    }
    #expect(try Self.plan(ring(1)) == Self.plan(ring(1)))
    let (before, after) = (try Self.fingerprints(ring(1)), try Self.fingerprints(ring(2)))
    #expect(before["A"] != after["A"] && before["B"] != after["B"])
  }

  @Test("a dump shows the order and no secret") func aDumpShowsTheOrderAndNoSecret() throws {
    let dump = try Self.plan(Self.text + "lifecycle: { launch: [{ factory: warm, dependencies: [Clock] }] }\n")
      .description
    #expect(
      dump == """
        stage -
        Clock = systemClock (singleton)
        Store = disk (singleton)
          clock: Clock
          settings { key: <secret key>, size: 3 }
        App = app (singleton)
          store: Store
        Other = other (singleton)
          clock: lazy Clock
        parameter key = <secret key> (string, default)
        lifecycle launch = warm
          Clock

        """)
  }

  @Test("different values have different fingerprints") func noTwoValuesMeanTheSame() throws {
    let values = [
      "null", "false", "true", "0", "1", "2", "0.0", "1.0", "''", "'0'", "[]", "[null]", "[[]]", "[0]", "[0, 0]", "{}",
      "{ a: null }", "{ a: 0 }", "{ a: 0, b: 0 }", "[{ a: 0 }, { b: 0 }]", "{ a: [] }", "{ a: {} }",
    ]
    var known: [Fingerprint: String] = [:]
    for value in values {
      let text = "configdi: 1\nservices: { A: { factory: a, settings: { x: \(value) } } }\n"
      let fingerprint = try #require(Self.fingerprints(text)["A"])
      #expect(known.updateValue(value, forKey: fingerprint) == nil, "\(value) as \(known[fingerprint] ?? "")")
    }
  }

  @Test("a service that waits for itself has no sound plan") func aServiceThatWaitsForItselfHasNoSoundPlan() throws {
    let text = "configdi: 1\nservices: { A: { factory: a, dependencies: [A] }, B: b }\n"
    let checked = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text]))).check(
      .path("app.yaml"), catalog: nil)
    let open = Planner(try #require(checked.graph), stage: 0).openPlan()
    let (plan, isSound) = open.plan(ParameterValues())
    #expect(!isSound)
    #expect(plan.services.map(\.key.text) == ["B", "A"])
  }

  @Test("an unsound stage has the plan of its known services") func anUnsoundStageHasThePlanThatIsKnown() throws {
    let text = "configdi: 1\nservices: { A: { factory: a, dependencies: { b: B } } }\n"
    let checked = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text]))).check(
      .path("app.yaml"), catalog: nil)
    #expect(checked.diagnostics.hasErrors)
    #expect(checked.plan(of: 0)?.services.count == 1)
  }
}
