import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Sentences 3 to 6 of how files compose, in stages.
@Suite struct OverlayTests {
  @Test(
    "an overlay entry replaces or patches",
    arguments: [
      // The shorthand replaces the whole entry.
      ("Clock: fixed", "Clock=fixed", 1),
      ("Clock: { factory: fixed }", "Clock=fixed", 1),
      ("Clock: { factory: fixed, settings: }", "Clock=fixed", 1),
      ("Clock: { alias: Other }", "Clock=alias Other", 1),
      ("Clock: { provided: true }", "Clock=provided", 1),
      // Any other entry patches it.
      ("Clock: { settings: { a: 2 } }", "Clock=system", 1),
      ("Clock: {}", "Clock=system", 0),
    ])
  func replacesOrPatches(change: String, result: String, replaced: Int) throws {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { services: { \(change) } }, plain: {} }
      services:
        Clock: { factory: system, settings: { a: 1 } }
        Other: other
      """)
    #expect(composition.services("test") == [result, "Other=other"])
    #expect(composition.services("plain") == ["Clock=system", "Other=other"])
    #expect(composition.service("Clock", "test")?.history.count == replaced)
  }

  @Test("a replacement keeps nothing of the old entry") func aReplacementKeepsNothingOfWhatItReplaces() {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { services: { Clock: fixed } } }
      services:
        Clock: { factory: system, dependencies: [Zone], settings: { a: 1 }, description: old, deprecated: old }
        Zone: zone
      """)
    let clock = composition.service("Clock", "test")
    #expect(clock?.dependencies == nil)
    #expect(clock?.settings == nil)
    #expect(clock?.description == nil)
    #expect(clock?.deprecated == nil)
  }

  @Test("settings and dependencies merge one level deep") func settingsAndDependenciesMergeOneLevelDeep() throws {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          services:
            Api:
              dependencies: { log: Quiet, extra: Clock }
              settings: { nested: { c: 3 }, b: 20, d: 4 }
      services:
        Api:
          factory: api
          dependencies: { clock: Clock, log: Log }
          settings: { a: 1, nested: { a: 1, b: 2 }, b: 2 }
        Clock: system
        Log: log
        Quiet: quiet
      """)
    let api = try #require(composition.service("Api", "test"))
    #expect(
      api.dependencies?.items.map { "\($0.label?.value ?? "")=\($0.reference.target.value)" }
        == ["clock=Clock", "log=Quiet", "extra=Clock"])
    let labels = try #require(api.settings?.labels)
    #expect(labels.map(\.name.value) == ["a", "nested", "b", "d"])
    #expect(labels[1].value.pairs.map(\.key.text) == ["c"])
    #expect(labels[2].value.text == "20")
    #expect(api.history.map(\.part) == ["dependencies.log", "settings.nested", "settings.b"])
    #expect(api.history.map { "\($0.previous)" } == ["app.yaml:11:40", "app.yaml:12:31", "app.yaml:12:50"])
  }

  @Test(
    "a list over a list, or a mapping over a list, replaces",
    arguments: [
      ("dependencies: [Log]", "Log"), ("dependencies: { log: Log }", "Log"), ("dependencies: []", ""),
    ])
  func aListOverAListOrAMappingOverOneReplaces(patch: String, result: String) {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { services: { Api: { \(patch) } } } }
      services:
        Api: { factory: api, dependencies: [Clock] }
        Clock: system
        Log: log
      """)
    let items = composition.service("Api", "test")?.dependencies?.items ?? []
    #expect(items.map(\.reference.target.value.text).joined(separator: " ") == result)
  }

  @Test("a list over a mapping of settings replaces") func aListOverAMappingOfSettingsReplaces() {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { services: { Api: { settings: [1] } } } }
      services: { Api: { factory: api, settings: { a: 1 } } }
      """)
    guard case .node(let node)? = composition.service("Api", "test")?.settings else {
      Issue.record("expected a node")
      return
    }
    #expect(node.kind == .sequence)
    #expect(composition.service("Api", "test")?.history.map(\.part) == ["settings"])
  }

  @Test("scalars, lists and cases replace") func scalarsListsAndCasesReplace() throws {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          services:
            Api: { scope: graph, collect: [b], decorators: [traced], deprecated: { since: "2" } }
            Pick: { cases: { v2: Api } }
      parameters: { engine: { type: enum, of: [v1, v2], value: v1 } }
      collections: { a: { of: Api }, b: { of: Api } }
      services:
        Api: { factory: api, scope: transient, collect: a, decorators: [metered, retried], deprecated: old }
        Pick: { select: engine, cases: { v1: Api, v2: Api } }
      """)
    let api = try #require(composition.service("Api", "test"))
    #expect(api.scope?.value == .graph)
    #expect(api.collect.map(\.value) == ["b"])
    #expect(api.decorators.map(\.factory.value) == ["traced"])
    #expect(api.deprecated?.value == Deprecation(since: "2"))
    guard case .select(_, let cases)? = composition.service("Pick", "test")?.kind else {
      Issue.record("expected a select")
      return
    }
    #expect(cases?.value.map(\.value.value) == ["v2"])
  }

  @Test("a field of another kind in a patch is unknown") func aPatchOfAnotherKindIsAnUnknownField() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test: { services: { Other: { ⟦DI004 test⟧scope: graph, description: kept } } }
        plain: {}
      services: { Clock: system, Other: { alias: Clock } }
      """)
    #expect(composition.service("Other", "test")?.scope == nil)
    #expect(composition.service("Other", "test")?.description?.value == "kept")
  }

  @Test(
    "a replacement that loses a field is reported",
    arguments: [
      ("scope: request", "Orders: memory", "scope"),
      ("decorators: [metered]", "Orders: { factory: memory }", "decorators"),
      ("collect: all", "Orders: { factory: memory, scope: singleton }", "collect"),
      ("eager: true", "Orders: { factory: memory, decorators: [] }", "eager"),
      ("scope: request", "Orders: { alias: Other }", "scope"),
    ])
  func aReplacementThatDropsSaysSo(had: String, change: String, lost: String) {
    let composition = expectFindings(
      """
      configdi: 1
      scopes: { request: {} }
      collections: { all: { of: Orders } }
      stages: { test: { services: { ⟦DI109 test⟧\(change) } }, plain: {} }
      services: { Orders: { factory: sql, \(had) }, Other: { factory: other, collect: all } }
      """)
    #expect(composition.diagnostics.findings.first?.message.contains("'\(lost)'") == true)
  }

  @Test(
    "a replacement that names or loses nothing has no finding",
    arguments: [
      ("scope: request", "Orders: { factory: memory, scope: singleton }"),
      ("scope: singleton", "Orders: memory"),
      ("decorators: [metered]", "Orders: { factory: memory, decorators: [] }"),
      ("decorators: []", "Orders: memory"),
      ("collect: all", "Orders: { factory: memory, collect: [] }"),
      ("eager: true", "Orders: { factory: memory, eager: false }"),
      ("eager: false", "Orders: memory"),
      ("scope: request", "Orders: { settings: { a: 1 } }"),
      ("dependencies: [Other], settings: { a: 1 }", "Orders: memory"),
    ])
  func aReplacementThatNamesOrLosesNothingIsQuiet(had: String, change: String) {
    expectFindings(
      """
      configdi: 1
      scopes: { request: {} }
      collections: { all: { of: Orders } }
      stages: { test: { services: { \(change) } } }
      services: { Orders: { factory: sql, \(had) }, Other: { factory: other, collect: all } }
      """)
  }

  @Test("the fix copies the lost fields") func theFixCopiesWhatIsLost() throws {
    let composition = Composition([
      "app.yaml": """
      configdi: 1
      scopes: { request: {} }
      overlays: [mine.yaml]
      services:
        Orders: { factory: sql, scope: request, eager: true, decorators: [a, { factory: b, settings: { limit: 3 } }] }
        Users: { factory: sql, scope: request }
        Carts: { factory: sql, scope: request }
      """,
      "mine.yaml": """
      configdi: 1
      kind: overlay
      services:
        Orders: memory
        Users: { factory: memory }
        Carts:
          factory: memory
      """,
    ])
    let fixes = composition.diagnostics.sorted().flatMap(\.fixes)
    #expect(
      fixes.map(\.text) == [
        "{ factory: memory, scope: request, decorators: [a, { factory: b, settings: { limit: 3 } }], eager: true }",
        " scope: request,", "scope: request\n    ",
      ])
    #expect(fixes.map(\.location.description) == ["mine.yaml:4:11", "mine.yaml:5:11", "mine.yaml:7:5"])
    #expect(fixes.map(\.safe) == [true, true, true])
  }

  @Test("a new key needs `new: true` and goes to the end") func aNewKeyNeedsNewAndStandsAtTheEnd() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          services:
            Probe: { factory: probe, new: true }
            Clock: fixed
            ⟦DI108 test⟧Clokc: fixed
            ⟦DI107 test⟧Log: { factory: other, new: true }
            ⟦DI108 test⟧Gone: { remove: true }
            ⟦DI108 test⟧Other: { settings: { a: 1 } }
        plain: {}
      services: { Clock: system, Log: log }
      """)
    #expect(composition.services("test") == ["Clock=fixed", "Log=log", "Probe=probe"])
    #expect(composition.services("plain") == ["Clock=system", "Log=log"])
  }

  @Test("a removed service is reported with the removing entry") func removeDeletesAndSaysWhere() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test: { services: { Log: { remove: true } } }
        later: { extends: test, services: { Log: { factory: other, new: true } } }
      services: { Log: log, Clock: system }
      """)
    #expect(composition.services("test") == ["Clock=system"])
    #expect(composition.services("later") == ["Clock=system", "Log=other"])
    #expect(composition.stage("test")?.removed["Log"].map { "\($0)" } == "app.yaml:3:23")
    #expect(composition.stage("later")?.removed.isEmpty == true)
  }

  @Test("null never deletes") func nullNeverDeletes() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          services: { Log: ⟦DI005⟧null, Clock: { settings: ⟦DI005⟧null, scope: ⟦DI005⟧~ } }
          parameters: { a: ⟦DI005⟧null, b: { value: ⟦DI005⟧null } }
          collections: { more: ⟦DI005⟧null }
          lifecycle: { launch: ⟦DI005⟧null }
      parameters: { a: 1, b: 2 }
      lifecycle: { launch: [report] }
      services: { Log: log, Clock: { factory: system, settings: { x: 1 }, scope: graph } }
      """)
    #expect(composition.services("test") == ["Log=log", "Clock=system"])
    #expect(composition.service("Clock", "test")?.scope?.value == .graph)
    #expect(composition.service("Clock", "test")?.settings != nil)
    #expect(composition.stage("test")?.parameters.count == 2)
    #expect(composition.stage("test")?.lifecycle.first?.initializers.count == 1)
  }

  @Test("new and remove belong in overlays") func newAndRemoveBelongInOverlays() {
    expectFindings(
      """
      configdi: 1
      parameters: { a: { value: 1, ⟦DI004⟧new: true }, b: { value: 1, ⟦DI004⟧remove: true } }
      services: { Log: { factory: log, ⟦DI004⟧new: true }, Clock: { factory: system, ⟦DI004⟧remove: true } }
      """)
  }

  @Test("collections are added, roots and phases replaced") func collectionsAreNewAndRootsAndPhasesReplace() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          collections: { more: { of: Log }, ⟦DI107 test⟧all: { of: Log } }
          roots: [Log]
          lifecycle: { launch: [quiet], background: [flush] }
        empty: { roots: [], lifecycle: { launch: [] } }
        plain: { roots: null }
      collections: { all: { of: Log } }
      roots: [Clock]
      lifecycle: { launch: [report, other], foreground: [refresh] }
      services: { Log: log, Clock: system }
      """)
    #expect(composition.stage("test")?.collections.map(\.name.value) == ["all", "more"])
    #expect(composition.stage("test")?.roots.map(\.key.value.text) == ["Log"])
    #expect(
      composition.stage("test")?.lifecycle.map { "\($0.name.value) \($0.initializers.map(\.factory.value))" }
        == [#"launch ["quiet"]"#, #"foreground ["refresh"]"#, #"background ["flush"]"#])
    #expect(composition.stage("empty")?.roots.isEmpty == true)
    #expect(composition.stage("empty")?.lifecycle.first?.initializers.isEmpty == true)
    #expect(composition.stage("plain")?.roots.map(\.key.value.text) == ["Clock"])
  }

  @Test("a finding of a shared overlay lists its stages once") func aFindingOfASharedOverlayNamesTheStagesOnce() {
    expectFindings([
      "app.yaml": """
      configdi: 1
      stages: { a: { overlays: [o.yaml] }, b: { overlays: [o.yaml] }, c: { extends: a }, d: {} }
      services: { Clock: system }
      """,
      "o.yaml": """
      configdi: 1
      kind: overlay
      services: { ⟦DI108 a b c⟧Clokc: fixed }
      """,
    ])
  }

  @Test("a finding of every stage lists none") func whatHoldsInEveryStageNamesNone() {
    expectFindings(
      """
      configdi: 1
      stages: { only: { services: { ⟦DI108⟧Clokc: fixed } } }
      services: { Clock: system }
      """)
  }

  @Test("a malformed entry is reported once") func aMalformedEntryIsReportedOnce() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test: { services: { Gone: ⟦DI005⟧[a], Clock: { ⟦DI004⟧factroy: x }, Probe: { new: true, factory: ⟦DI005⟧3 } } }
      services: { Clock: ⟦DI005⟧null, Log: { ⟦DI004⟧factroy: log } }
      """)
    #expect(composition.services("test") == ["Clock=x", "Log=log", "Probe=provided"])
  }
}
