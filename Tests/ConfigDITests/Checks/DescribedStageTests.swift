import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A finding of several stages is described as in a selected stage, and if several are selected, as in the base.
@Suite struct DescribedStageTests {
  private func findings(
    _ rule: Rule, _ text: String, catalog: String? = nil, stage: String? = nil
  ) throws -> [Diagnostic] {
    try Checking.check("configdi: 1\n" + text, catalog: catalog, stages: stage.map { .named([$0]) } ?? .all)
      .filter { $0.rule == rule }
  }

  /// The lines of the findings with all stages selected, then with each of the stages `dev` and `prod`.
  private func lines(_ rule: Rule, _ text: String, catalog: String? = nil) throws -> [[Int]] {
    try [nil, "dev", "prod"].map { stage in
      try findings(rule, text, catalog: catalog, stage: stage).compactMap { $0.location?.start.line }
    }
  }

  private let cycle = """
    services:
      APIClient: { factory: http, dependencies: { tokens: TokenStore } }
      TokenStore: { factory: keychain, dependencies: { refresher: APIClient } }
    stages:
      dev:
        services:
          APIClient: { dependencies: { tokens: TokenStore } }
          TokenStore: { dependencies: { refresher: APIClient } }
      prod: {}
    """

  @Test("a cycle is at the base's reference, or at that of the selected stage") func cyclePlaces() throws {
    #expect(try lines(.dependencyCycle, cycle) == [[3], [8], [3]])
    let finding = try #require(try findings(.dependencyCycle, cycle, stage: "prod").first)
    #expect(finding.stages == nil)
    #expect(
      finding.related.map(\.message) == [
        "(1) APIClient needs TokenStore", "(2) TokenStore needs APIClient; the cycle closes here",
        "edge (2) in stage dev",
      ])
    #expect(finding.related.map(\.location.start.line) == [3, 4, 9])
  }

  @Test("an edge that a stage writes again is made lazy in both places") func lazyInBothPlaces() throws {
    let finding = try #require(try findings(.dependencyCycle, cycle).first)
    #expect(
      finding.help == ["make edge (2) lazy, which breaks every cycle in this group: refresher: { lazy: APIClient }"])
    #expect(finding.fixes.count == 2)
    let after = try Checking.check(Checking.fixed("configdi: 1\n" + cycle, finding))
    #expect(!after.contains { $0.rule == .dependencyCycle }, "\(after.map(\.message))")
  }

  @Test("the shortest cycle of the selected stage is shown") func shortestCycleOfTheSelectedStage() throws {
    let text = """
      stages:
        dev: { services: { B: { dependencies: { next: A } } } }
        prod: {}
      services:
        A: { factory: f, dependencies: { b: B } }
        B: { factory: f, dependencies: { next: C } }
        C: { factory: f, dependencies: { a: A } }
      """
    #expect(try findings(.dependencyCycle, text).map(\.message) == ["dependency cycle: A -> B -> A"])
    let prod = try findings(.dependencyCycle, text, stage: "prod")
    #expect(prod.map(\.message) == ["dependency cycle: A -> B -> C -> A"])
    #expect(prod.map(\.stages) == [nil])
  }

  @Test("a deferred cycle is at the base's reference, or at that of the selected stage") func deferredCyclePlaces()
    throws
  {
    let text = """
      stages:
        dev: { services: { A: { dependencies: { b: { lazy: B } } } } }
        prod: {}
      services:
        A: { factory: f, dependencies: { b: { lazy: B } } }
        B: { factory: f, dependencies: { a: A } }
      """
    #expect(try lines(.deferredCycle, text) == [[6], [3], [6]])
    let ofItself = """
      stages:
        dev: { services: { A: { dependencies: { a: { lazy: A } } } } }
        prod: {}
      services:
        A: { factory: f, dependencies: { a: { lazy: A } } }
      """
    #expect(try lines(.deferredCycle, ofItself) == [[6], [3], [6]])
  }

  @Test("a service with two scopes is at the base's entry, or at that of the selected stage")
  func twoScopesPlaces() throws {
    let text = """
      scopes: { left: {}, right: {} }
      stages:
        dev: { services: { X: { factory: f, scope: transient, dependencies: { a: A, b: B } } } }
        prod: {}
      services:
        A: { factory: f, scope: left }
        B: { factory: f, scope: right }
        X: { factory: f, scope: transient, dependencies: { a: A, b: B } }
      """
    #expect(try lines(.twoScopes, text) == [[9], [4], [9]])
    let finding = try #require(try findings(.twoScopes, text, stage: "prod").first)
    #expect(finding.related.map(\.location.start.line) == [9, 7, 9, 8])
  }

  @Test("a captive service is the one of the selected stage") func captiveOfTheSelectedStage() throws {
    let text = """
      scopes: { request: {} }
      stages:
        dev: { services: { Middle: { dependencies: { next: Near } } } }
        prod: {}
      services:
        Holder: { factory: f, dependencies: { middle: Middle } }
        Middle: { factory: f, scope: transient, dependencies: { next: Way } }
        Way: { factory: f, scope: transient, dependencies: { far: Far } }
        Near: { factory: f, scope: request }
        Far: { factory: f, scope: request }
      """
    let prod = try findings(.captiveDependency, text, stage: "prod")
    #expect(prod.count == 1)
    #expect(prod.first?.message.contains("Holder -> Middle -> Way -> Far") == true, "\(prod.map(\.message))")
    let dev = try findings(.captiveDependency, text, stage: "dev")
    #expect(dev.first?.message.contains("Holder -> Middle -> Near") == true, "\(dev.map(\.message))")
  }

  private let clocks = """
    { "configdiCatalog": 1, "factories": [
      { "name": "appClock", "provides": "App.Clock" }, { "name": "kitClock", "provides": "Kit.Clock" },
      { "name": "main", "provides": "App.Main" },
      { "name": "spare", "provides": "App.Spare" }, { "name": "spare2", "provides": "App.Spare" } ] }
    """

  @Test("an ambiguous key is at the base's entry, or at that of the selected stage") func ambiguousKeyPlaces() throws {
    let text = """
      stages:
        dev: { services: { Clock: kitClock } }
        prod: {}
      services:
        Clock: appClock
      """
    #expect(try lines(.ambiguousKey, text, catalog: clocks) == [[6], [3], [6]])
  }

  @Test("an unused service is at the base's entry, or at that of the selected stage") func unusedServicePlaces() throws
  {
    let text = """
      roots: [Main]
      stages:
        dev: { services: { Spare: spare2 } }
        prod: {}
      services:
        Main: main
        Spare: spare
      """
    #expect(try lines(.unusedService, text, catalog: clocks) == [[8], [4], [8]])
  }
}
