import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What is found where services name others: the wrong type, a misspelt key, a short life, a service that was given up.
@Suite struct ServiceUseTests {
  private let mailing = """
    { "configdiCatalog": 1, "factories": [
      { "name": "systemClock", "provides": "App.Clock" },
      { "name": "consoleLog", "provides": "App.Log" },
      { "name": "smtp", "provides": "App.Mailer",
        "dependencies": [{ "key": "App.Clock", "kind": "instance", "label": "clock" }] } ] }
    """

  @Test("an alias of another type is reported where it is passed") func anAliasOfAnotherTypeIsFoundWhereItIsGiven()
    throws
  {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        Log: consoleLog
        Watch: { alias: Log }
        Mailer: { factory: smtp, dependencies: { clock: Watch } }
      """, catalog: mailing)
    #expect(findings.map(\.rule) == [.wrongDependencyType])
    #expect(findings.map(\.message) == ["expected Clock for 'clock', found Watch, whose type is Log"])
    #expect(findings.first?.location?.start == SourcePosition(line: 5, column: 51))
  }

  @Test("an optional reference that nothing serves is an error where the factory takes a plain instance")
  func optionalOfAPlainInstance() throws {
    let text = "configdi: 1\nservices: { Mailer: { factory: smtp, dependencies: { clock: { optional: Gone } } } }\n"
    let message = "missing service: Mailer needs Gone, which is not defined"
    #expect(try Checking.check(text, catalog: mailing).map { "\($0.severity) \($0.message)" } == ["error \(message)"])
    let optional = mailing.replacing("\"instance\"", with: "\"optional\"")
    #expect(try Checking.check(text, catalog: optional).map(\.severity) == [.warning])
    let staged = """
      configdi: 1
      stages: { test: {}, live: { services: { Clock: { factory: systemClock, new: true } } } }
      services: { Mailer: { factory: smtp, dependencies: { clock: { optional: Clock } } } }
      """
    let found = try Checking.check(staged, catalog: mailing).map { "\($0.rule.code) \($0.stages ?? [])" }
    #expect(found.sorted() == ["DI201 [\"test\"]", "DI405 [\"live\"]"])
  }

  @Test("the case that leads to another type is named") func theCaseThatLeadsToAnotherTypeIsTold() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      parameters: { real: { type: bool, env: REAL } }
      services:
        Log: consoleLog
        Clock: systemClock
        Watch: { select: real, cases: { true: Clock, false: Log } }
        Mailer: { factory: smtp, dependencies: { clock: Watch } }
      """, catalog: mailing)
    #expect(findings.map(\.message) == ["expected Clock for 'clock', found Watch, whose type is Log"])
    #expect(findings.first?.location?.start == SourcePosition(line: 7, column: 51))
    #expect(findings.first?.related.map(\.message) == ["this refers to Log"])
    #expect(findings.first?.related.first?.location.start == SourcePosition(line: 6, column: 55))
  }

  @Test("roots and initializers that share a name through a YAML alias are checked one by one")
  func namesSharedThroughAnAlias() throws {
    let found = try Checking.check(
      """
      configdi: 1
      scopes: { request: {} }
      services: { A: { factory: a, scope: request }, B: b }
      roots: [{ key: &key A, scope: request }, *key]
      lifecycle:
        launch: [&name start, { factory: *name, dependencies: [C] }]
      """)
    #expect(found.map(\.rule) == [.scopedFromRoot, .missingService])
  }

  /// Each use of one `select` asks the same question, and the search for the wrong case is long.
  @Test("all uses of one select are checked") func manyUsesOfOneChoiceAreAllJudged() throws {
    let values = (0..<100).map { "v\($0)" }
    let cases = values.map { "\($0): \($0 == "v99" ? "Log" : "Clock")" }
    let findings = try Checking.check(
      """
      configdi: 1
      parameters: { p: { type: enum, env: P, of: [\(values.joined(separator: ", "))] } }
      services:
        Log: consoleLog
        Clock: systemClock
        Watch: { select: p, cases: { \(cases.joined(separator: ", ")) } }
      \((0..<600).map { "  Mailer/m\($0): { factory: smtp, dependencies: { clock: Watch } }" }.joined(separator: "\n"))
      """, catalog: mailing)
    #expect(findings.count == 600)
    #expect(findings.allSatisfy { $0.rule == .wrongDependencyType })
  }

  /// The replacement has no settings, although the replaced entry had them. A patch only changes an entry.
  @Test("settings that a replacement lacks are reported at the replacement")
  func whatAReplacementLacksIsFoundAtTheReplacement() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      stages:
        prod: { services: { Log: { factory: fileLog } } }
        test: { services: { Mailer: { eager: true } } }
      services:
        Log: { factory: fileLog, settings: { path: here } }
        Mailer: { factory: fileLog/mailer }
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "fileLog", "provides": "App.Log",
            "settings": { "type": "FileLog", "fields": [{ "name": "path", "type": "string" }] } },
          { "name": "fileLog/mailer", "provides": "App.Mailer",
            "settings": { "type": "FileLog", "fields": [{ "name": "path", "type": "string" }] } } ] }
        """)
    #expect(findings.map(\.rule) == [.missingSetting, .missingSetting])
    #expect(
      findings.map { $0.location?.start }
        == [SourcePosition(line: 3, column: 23), SourcePosition(line: 7, column: 3)])
    #expect(findings.map(\.stages) == [["prod"], nil])
  }

  @Test("one list shared by two factories is checked for both") func oneListForTwoFactoriesIsCheckedForBoth() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        Clock: systemClock
        Log: consoleLog
        Mailer: { factory: smtp, dependencies: &clock [Clock] }
        Mailer/logged: { factory: loggedSMTP, dependencies: *clock }
      """,
      catalog: mailing.replacing(
        "\"name\": \"smtp\"",
        with: """
          "name": "loggedSMTP", "provides": "App.Mailer",
              "dependencies": [{ "key": "App.Log", "kind": "instance", "label": "log" }] },
            { "name": "smtp"
          """))
    #expect(findings.map(\.message) == ["expected Log for 'log', found Clock"])
  }

  /// Two ways lead to one alias, each in a stage of its own; only the second leads on to the main actor.
  @Test("a main-actor service is found on every path") func aServiceOnTheMainActorIsFoundByEveryWay() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      stages:
        dev: {}
        prod: { services: { Mailer/p: { alias: Mailer/r }, Mailer/q: { alias: Mailer/main } } }
      services:
        Log: { factory: mailLog, dependencies: [Mailer/p] }
        Mailer/p: { alias: Mailer/q }
        Mailer/r: { alias: Mailer/q }
        Mailer/q: { alias: Mailer/plain }
        Mailer/plain: plain
        Mailer/main: onMain
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "mailLog", "provides": "App.Log", "dependencies": [{ "key": "App.Mailer", "kind": "instance" }] },
          { "name": "plain", "provides": "App.Mailer" },
          { "name": "onMain", "provides": "App.Mailer", "isolation": "main" } ] }
        """)
    #expect(findings.map(\.rule) == [.mainActorInNonisolated])
    #expect(findings.first?.stages == ["prod"])
  }

  /// There are more initializers than services, and the last one asks for something else than it takes.
  @Test("each of many initializers keeps its factory's name") func anInitializerOfManyKeepsTheNameOfItsFactory() throws
  {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        Clock: systemClock
      lifecycle:
        start:
          - { factory: warm, dependencies: [Clock] }
          - { factory: warm, dependencies: [Clock] }
          - { factory: warm, dependencies: [{ lazy: Clock }] }
      """,
      catalog: mailing.replacing(
        "\"factories\": [",
        with: """
          "factories": [
            { "name": "warm", "role": "initializer",
              "dependencies": [{ "key": "App.Clock", "kind": "instance" }] },
          """))
    #expect(findings.map(\.rule) == [.wrongDependencyType])
    #expect(
      findings.first?.help.last == "or, to keep 'lazy', change 'warm' to take Lazy<any Clock>, and export the catalog")
  }

  @Test("three users of a misspelled service are all named") func threeUsersOfAMisspeltServiceAreAllNamed() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        A: { factory: f, dependencies: [Clock] }
        B: { factory: f, dependencies: [Clock] }
        C: { factory: f, dependencies: [Clock] }
        Clokc: c
      """)
    #expect(
      findings.map(\.message) == [
        "missing service: A, B, C need Clock, which is not defined; Clokc is defined but unused"
      ])
  }

  @Test("a service that needs a similar key twice is not a misspelling of it") func usersWithASimilarKey() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        Stores: { factory: caching, dependencies: { inner: Store, other: Store } }
      """)
    #expect(
      findings.map(\.message) == Array(repeating: "missing service: Stores needs Store, which is not defined", count: 2)
    )
    #expect(findings.map(\.location?.start.column) == [54, 68])
  }

  @Test("an unused variant is not a misspelling of its sibling") func unusedSiblings() throws {
    let users = ["B", "C"].map { "  \($0): { factory: f, dependencies: [Cart/v2] }\n" }.joined()
    let findings = try Checking.check("configdi: 1\nservices:\n  Cart/v1: legacy\n\(users)")
    #expect(
      findings.map(\.message) == ["B", "C"].map { "missing service: \($0) needs Cart/v2, which is not defined" })
    #expect(findings.map(\.location?.start.line) == [4, 5])
  }

  @Test("of more than three users three are named") func ofMoreUsersThreeAreNamed() throws {
    let users = ["A", "B", "C", "D", "E"].map { "  \($0): { factory: f, dependencies: [Clock] }\n" }.joined()
    let findings = try Checking.check("configdi: 1\nservices:\n\(users)  Clokc: c\n")
    #expect(
      findings.map(\.message) == [
        "missing service: A, B, C and 2 more need Clock, which is not defined; Clokc is defined but unused"
      ])
  }

  /// The factory's type says which key was meant, so the one reference to it is not reported as well.
  @Test("a misspelled key that contradicts its factory is one finding")
  func aMisspeltKeyThatTheFactoryContradictsIsOneFinding() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        Clokc: systemClock
        Mailer: { factory: smtp, dependencies: { clock: Clock } }
      """, catalog: mailing)
    #expect(findings.map(\.rule) == [.factoryMismatch])
    #expect(findings.first?.help == ["did you mean 'Clock'?"])
  }

  @Test("the nearest captured service is named, of several the first by name")
  func theNearestCapturedServiceIsToldAndOfSeveralTheFirstByName() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Holder: { factory: f, dependencies: [Link] }
        Link: { factory: f, scope: transient, dependencies: [Next, Zeta, Beta, Delta] }
        Next: { factory: f, scope: transient, dependencies: [Alpha, Gamma] }
        Alpha: { factory: f, scope: request }
        Beta: { factory: f, scope: request }
        Gamma: { factory: f, scope: request }
        Delta: { factory: f, scope: request }
        Zeta: { factory: f, scope: request }
      """)
    #expect(
      findings.map(\.message) == [
        "captive dependency: Holder -> Link -> Beta: a singleton holds a service in scope 'request'"
      ])
  }

  /// Who takes the collection does not name its members, and the service itself is told already where it is given up.
  @Test("membership in a collection does not count as use of a deprecated service")
  func belongingToACollectionIsNoUseOfADeprecatedService() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      collections: { tools: { of: Tool } }
      services:
        Box: { factory: box, dependencies: [{ all: tools }] }
        Old: { factory: old, deprecated: "it rusts", collect: [tools] }
      """)
    #expect(findings.map(\.message) == [])
  }

  @Test("a deprecated service may refer to itself") func aDeprecatedServiceMayLeadToItself() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        User: { factory: user, dependencies: [Old] }
        Old: { factory: old, deprecated: "it rusts", dependencies: [{ provider: Old }] }
      """
    ).filter { $0.rule == .deprecatedUse }
    #expect(findings.map { $0.location?.start.line } == [3])
  }

  @Test("a deprecated service that uses another is reported") func aDeprecatedServiceThatUsesAnotherIsToldToo() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        User: { factory: user, deprecated: "it rusts", dependencies: [Old] }
        Old: { factory: old, deprecated: "it rusts" }
      """)
    #expect(findings.map(\.message) == ["Old is deprecated"])
  }

  @Test("settings of initializers are checked") func theSettingsOfInitializersAreJudged() throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services: { Cache: lru }
      roots: [Cache]
      lifecycle:
        start:
          - { factory: warmUp, settings: { pages: many, size: 3 } }
          - warmUp
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "lru", "provides": "App.Cache" },
          { "name": "warmUp", "role": "initializer",
            "settings": { "type": "WarmUp", "fields": [{ "name": "pages", "type": "int" }] } } ] }
        """)
    #expect(
      findings.map { "\($0.location?.start.line ?? 0) \($0.rule.code) \($0.message)" } == [
        "6 DI406 setting 'pages' of factory 'warmUp': expected a whole number, found 'many'",
        "6 DI407 factory 'warmUp' has no setting 'size'",
        "7 DI408 setting 'pages' of factory 'warmUp' is missing",
      ])
    #expect(findings.first?.symbol?.hasPrefix("lifecycle.start.warmUp.") == true)
  }

  /// A finding about a flag has no place, and follows from nothing in the manifest.
  @Test("a wrong reference keeps findings about flags") func aWrongReferenceLeavesFindingsAboutFlags() {
    var log = CatalogFactory(name: "consoleLog")
    log.provides = "App.Log"
    var smtp = CatalogFactory(name: "smtp")
    smtp.provides = "App.Mailer"
    smtp.dependencies = [CatalogDependency(key: "App.Clock", form: .instance, label: "clock")]
    var catalog = Catalog()
    catalog.factories = [log, smtp]
    var options = CompositionOptions()
    options.values = [(name: "nope", value: "1")]
    let text = "configdi: 1\nservices: { Log: consoleLog, Mailer: { factory: smtp, dependencies: { clock: Log } } }\n"
    let findings = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text])), options: options)
      .check(.path("app.yaml"), catalog: CatalogIndex(catalog)).diagnostics.sorted()
    #expect(findings.map(\.rule) == [.unknownSetTarget, .wrongDependencyType])
  }

  @Test(
    "a duplicate definition hides only what it may use",
    arguments: [
      "services: { Mailer: { factory: smtp }, Clock: systemClock, Log: consoleLog, App.Mailer: later }",
      "services: { Mailer: smtp, Clock: systemClock, Log: consoleLog, Mailer: { alias: Clock } }",
      "services: { Mailer: { factory: smtp, factory: later }, Clock: systemClock, Log: consoleLog }",
      "services: { Mailer: smtp, Clock: systemClock, Log: consoleLog }\n"
        + "stages: { dev: { services: { Mailer: { factory: later, new: true } } } }",
    ]) func duplicateDefinitions(services: String) throws
  {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "systemClock", "provides": "App.Clock" }, { "name": "consoleLog", "provides": "App.Log" },
        { "name": "smtp", "provides": "App.Mailer" },
        { "name": "later", "provides": "App.Mailer", "dependencies": [{ "key": "App.Clock", "kind": "instance" }] } ] }
      """
    let findings = try Checking.check("configdi: 1\nroots: [Mailer]\n\(services)", catalog: catalog)
    #expect(findings.filter { $0.severity == .error }.count == 1)
    #expect(findings.filter { $0.severity < .error }.map(\.message) == ["nothing uses Log"])
  }
}
