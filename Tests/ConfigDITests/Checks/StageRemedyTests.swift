import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The edits of a finding whose entry differs between stages: each remedy removes the finding in every stage, and adds
/// none.
@Suite struct StageRemedyTests {
  /// What each remedy of the findings of a rule leaves, by the remedies' titles.
  private func left(_ code: String, _ text: String, catalog: String? = nil) throws -> [String: [String]] {
    var left: [String: [String]] = [:]
    for finding in try Checking.check(text, catalog: catalog) where finding.code == code {
      for remedy in finding.remedies {
        var bytes = Array(text.utf8)
        for fix in remedy.fixes.sorted(by: { $0.location.range.lowerBound > $1.location.range.lowerBound }) {
          bytes.replaceSubrange(fix.location.range, with: fix.text.utf8)
        }
        let fixed = String(decoding: bytes, as: UTF8.self)
        left[remedy.title] = try Checking.check(fixed, catalog: catalog).map { "\($0.code) \($0.message)" }
      }
    }
    return left
  }

  private static let catalogOfView = """
    { "configdiCatalog": 1, "factories": [{ "name": "view", "provides": "App.View",
      "dependencies": [{ "key": "App.Session", "kind": "instance", "label": "session" }] }] }
    """

  @Test(
    "a provided service is not made required if a reference has the wrong form",
    arguments: [("Session", ["write 'provided: true'": []]), ("{ optional: Session }", [:])]
      as [(String, [String: [String]])])
  func optionalProvided(reference: String, expected: [String: [String]]) throws {
    let text = """
      configdi: 1
      stages: { dev: { services: { View: { description: x }, Session: { provided: optional } } }, prod: {} }
      services:
        Session: { provided: optional }
        Again: { alias: Session }
        View: { factory: view, dependencies: { session: Again } }
        View/other: { factory: view, dependencies: { session: \(reference) } }

      """
    #expect(try left("DI208", text, catalog: Self.catalogOfView) == expected)
  }

  @Test("a parameter is exposed by an edit only if it has a value in every stage") func unusedParameter() throws {
    let text = """
      configdi: 1
      stages: { dev: { parameters: { level: debug } }, prod: {} }
      parameters:
        level: { type: string }
        depth: { type: int, env: DEPTH }
      services: { Clock: clock }

      """
    #expect(
      try left("DI502", text)
        == ["write exposed: true": ["DI502 no stage uses parameter 'level'"]])
    let helps = try Checking.check(text).map(\.help)
    #expect(
      helps.contains(["remove it, or add a value and exposed: true to it if the program reads it by name"]))
  }

  @Test("an optional dependency is not made required in a stage that lacks the service") func optionalOfStages() throws
  {
    let text = """
      configdi: 1
      scopes: { request: {} }
      stages: { dev: {}, prod: { services: { User: { remove: true } } } }
      services:
        User: { factory: user, scope: request }
        Audit: { factory: audit, eager: true, dependencies: { user: { optional: User } } }

      """
    #expect(try left("DI304", text) == [:])
  }

  @Test("a self-dependency offers no variant that another stage lacks") func variantOfStages() throws {
    let text = """
      configdi: 1
      stages: { dev: {}, prod: { services: { Db: { settings: {} }, Db/raw: { remove: true } } } }
      services: { Db: { factory: db, dependencies: [Db] }, Db/raw: raw, Db/all: all }

      """
    #expect(try left("DI204", text) == ["write Db/all": []])
  }

  @Test("a weak service that is made asynchronously changes its scope in each stage") func weakAndAsync() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "cache", "provides": "App.Cache", "async": true, "reference": true }] }
      """
    let text = """
      configdi: 1
      stages:
        dev: { services: { Cache: { scope: weak } } }
        prod: { services: { Cache: { scope: weak } } }
      services:
        Cache: cache

      """
    #expect(
      try left("DI307", text, catalog: catalog) == ["write scope: singleton": [], "write scope: transient": []])
  }

  @Test("a root names its scope in each stage's list") func scopeOfRoots() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "page", "provides": "App.Page" }, { "name": "call",
        "provides": "App.Call", "dependencies": [{ "key": "App.Page", "kind": "provider", "label": "page" }] }] }
      """
    let text = """
      configdi: 1
      scopes: { request: {} }
      stages:
        dev: { roots: [Call] }
        prod: { roots: [Call] }
      services:
        Page: { factory: page, scope: request }
        Call: { factory: call, scope: transient }

      """
    let title = "name the scope in which the program asks for it: { key: Call, scope: request }"
    #expect(try left("DI304", text, catalog: catalog) == [title: []])
  }

  @Test("a dependency is written in each stage's list") func dependencyOfStages() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "db", "provides": "App.Db" }, { "name": "clock", "provides": "App.Clock" },
        { "name": "orders", "provides": "App.Orders", "dependencies": [
          { "key": "App.Db", "kind": "instance", "label": "db" },
          { "key": "App.Clock", "kind": "instance", "label": "clock" }] }] }
      """
    let text = """
      configdi: 1
      stages:
        dev: { services: { Orders: { dependencies: { clock: Clock } } } }
        prod: { services: { Orders: { dependencies: { clock: Clock } } } }
      services:
        Clock: clock
        Db/main: db
        Orders: orders

      """
    #expect(try left("DI403", text, catalog: catalog)["choose Db/main"] == [])
  }

  @Test("a root is added unless overlays replace the roots in each stage", arguments: ["overlays", "x-overlays"])
  func rootsOfStages(section: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "view", "provides": "App.View" }, { "name": "log", "provides": "App.Log" }] }
      """
    let text = """
      configdi: 1
      \(section): [{ roots: [View] }]
      roots: [View]
      stages:
        dev: {}
        prod:
          roots:
            - { key: View }
      services:
        View: view
        Log: log

      """
    let expected = section == "overlays" ? [:] : ["add Log to 'roots'": [String]()]
    #expect(try left("DI207", text, catalog: catalog) == expected)
  }

  @Test("a value is added to a list over several lines without a blank at the end of a line")
  func valueInMultilineList() throws {
    let text = """
      configdi: 1
      parameters:
        m:
          type: enum
          of: [
            a
          ]
          env: M
      services:
        X/a: one
        X: { select: m, cases: { a: X/a, b: X/a } }

      """
    let finding = try #require(try Checking.check(text).first { $0.code == "DI609" })
    #expect(finding.remedies.flatMap(\.fixes).map(\.text).contains("b,"))
  }

  @Test(
    "a comment before the first case or value is not taken for a bracket",
    arguments: [
      "{\n      # the first\n      a: X/a }", "{ # { or [\n      a: X/a }", "# like {\n      a: X/a",
      "\n      # like {\n      a: X/a",
    ])
  func commentBeforeCase(cases: String) throws {
    let text = """
      configdi: 1
      parameters: { m: { type: enum, of: [a, b], env: M } }
      services:
        X/a: one
        X/b: two
        X:
          select: m
          cases: \(cases)

      """
    #expect(try left("DI608", text) == ["add b: X/b": []])
    let values = """
      configdi: 1
      parameters:
        m:
          env: M
          type: enum
          of: [ # [ or {
            # not yet [
            a, b ]
      services:
        X/a: one
        X: { select: m, cases: { a: X/a, b: X/a, later: X/a } }

      """
    #expect(try left("DI609", values) == ["add later to the parameter's 'of'": []])
  }

  @Test("no stage is left with an empty collection", arguments: [("description: x", true), ("remove: true", false)])
  func members(change: String, isOffered: Bool) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "check", "provides": "App.Check" }, { "name": "clock", "provides": "App.Clock" } ] }
      """
    let text = """
      configdi: 1
      stages: { dev: { services: { Check/a: { \(change) } } }, prod: {} }
      collections: { checks: { of: Check } }
      services:
        Check/a: { factory: check, collect: checks }
        Clock: { factory: clock, collect: checks }

      """
    let title = "remove 'collect', or use a key of that type, such as Check/name"
    #expect(try left("DI603", text, catalog: catalog) == (isOffered ? [title: []] : [:]))
  }

  @Test(
    "an entry that overrides another resets 'collect'",
    arguments: ["factory: watch, collect: checks", "collect: checks"])
  func overriddenMembers(change: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "check", "provides": "App.Check" }, { "name": "clock", "provides": "App.Clock" },
        { "name": "watch", "provides": "App.Clock" } ] }
      """
    let text = """
      configdi: 1
      stages: { dev: { services: { Clock: { \(change) } } } }
      collections: { checks: { of: Check } }
      services:
        Check: { factory: check, collect: checks }
        Clock: { factory: clock, collect: checks }

      """
    let title = "write 'collect: []', or use a key of that type, such as Check/name"
    #expect(try left("DI603", text, catalog: catalog) == [title: []])
  }

  @Test(
    "no scope is written that an overlay would drop",
    arguments: [("factory: fake", false), ("factory: fake, scope: singleton", true), ("settings: { n: 1 }", true)])
  func droppedScopes(change: String, isOffered: Bool) throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      stages: { dev: { services: { Orders: { \(change) } } }, prod: {} }
      services:
        Orders: { factory: orders, dependencies: { user: User } }
        User: { factory: user, scope: request }

      """
    var expected = ["or take a provider, and call it with the open scope: user: { provider: User }": [String]()]
    if isOffered { expected["give Orders the same scope: scope: request"] = [] }
    #expect(try left("DI301", text) == expected)
  }

  @Test("a root that moves into a scope names the scope", arguments: ["Orders", "{ key: Orders }"])
  func movedRoots(root: String) throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      roots: [\(root)]
      services:
        Orders: { factory: orders, dependencies: { user: User } }
        User: { factory: user, scope: request }

      """
    let move =
      "or give Orders the same scope (scope: request), and name the scope at the root: { key: Orders, scope: request }"
    let call = "take a provider, and call it with the open scope: user: { provider: User }"
    #expect(try left("DI301", text) == [call: [], move: []])
  }

  @Test("a reference that an overlay writes again is changed in both places") func referencesInTwoPlaces() throws {
    let scopes = """
      configdi: 1
      scopes: { session: {}, job: {} }
      stages: { dev: { services: { Report: { dependencies: { upload: Upload } } } }, prod: {} }
      services:
        User: { factory: user, scope: session }
        Upload: { factory: upload, scope: job }

      """
    let call = "take a provider, and call it with the open scope: upload: { provider: Upload }"
    let short = "  Report: { factory: report, scope: transient, dependencies: { user: User, upload: Upload } }\n"
    let nest = "or nest one scope in the other: scopes: { job: { parent: session } }"
    #expect(try left("DI310", scopes + short) == [call: [], nest: []])
    let eager = "  Report: { factory: report, eager: true, dependencies: { upload: Upload } }\n"
    #expect(try left("DI304", scopes + eager) == [call: []])
  }

  @Test("an initializer's reference is written as a provider") func referenceOfAnInitializer() throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      stages: { dev: { lifecycle: { launch: [{ factory: other, dependencies: [User] }] } }, prod: {} }
      services:
        User: { factory: user, scope: request }
      lifecycle:
        launch:
          - factory: warm
            dependencies:
              user:
                lazy: User

      """
    let found = try Checking.check(text).filter { $0.code == "DI304" }
    #expect(found.map { $0.fixes.map(\.text) } == [["{ provider: User }"], [" { provider: User }"]])
    for finding in found {
      let left = try Checking.check(Checking.fixed(text, finding)).filter { $0.code != "DI203" }
      #expect(left.map(\.stages) == found.map(\.stages).filter { $0 != finding.stages })
    }
  }

  @Test("all references of an eager service or an initializer to an unopened scope are changed together")
  func referencesToAnUnopenedScope() throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      services:
        User: { factory: user, scope: request }
        Tenant: { factory: tenant, scope: request }
        Audit: { factory: audit, scope: transient, dependencies: [User] }
        Report: { factory: report, eager: true, dependencies: { user: User, tenant: { lazy: Tenant }, audit: Audit } }
      lifecycle: { launch: [{ factory: warm, dependencies: [User, Report, Audit] }] }

      """
    let first = "take a provider, and call it with the open scope: "
    #expect(
      try left("DI304", text).keys.sorted()
        == [
          first + "user: { provider: User }, tenant: { provider: Tenant }, audit: { provider: Audit }",
          first + "{ provider: User }, { provider: Audit }",
        ].sorted())
    for finding in try Checking.check(text) where finding.code == "DI304" {
      let left = try Checking.check(Checking.fixed(text, finding)).filter { $0.code == "DI304" }
      #expect(left.count == 1 && left[0].location?.start.line != finding.location?.start.line)
    }
  }

  @Test("an ambiguous key is renamed in its entries and in the references to them") func ambiguousKeys() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "appClock", "provides": "App.Clock" }, { "name": "kitClock", "provides": "Kit.Clock" },
        { "name": "smtp", "provides": "App.Mailer",
          "dependencies": [{ "key": "App.Clock", "kind": "lazy", "label": "clock" }] } ] }
      """
    let text = """
      configdi: 1
      roots: [Clock, Mailer]
      stages:
        dev: { services: { Clock: { factory: appClock } } }
        test: { overlays: [{ services: { Clock: { description: x } } }] }
        prod: {}
      services:
        Clock: appClock
        Mailer: { factory: smtp, dependencies: { clock: { lazy: Clock } } }

      """
    #expect(try left("DI205", text, catalog: catalog) == ["write App.Clock": []])
    #expect(try left("DI205", text + "  App.Clock: appClock\n", catalog: catalog) == [:])
  }
}
