import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A remedy leads out: no name that is declared is called a misspelling, and nothing is proposed that is refused next.
@Suite struct RemedyTests {
  @Test("a service of another stage is not called a misspelling") func aServiceOfAnotherStageIsNoMisspelling() throws {
    let found = try Checking.remedies(
      """
      stages:
        dev: { services: { MailerB: { remove: true } } }
        prod: { services: { QueueB: { new: true, factory: queue } } }
      roots: [MailerB]
      services:
        App: { factory: app, dependencies: [MailerB] }
        MailerA: mailer
        MailerB: mailer
        QueueA: queue
        Queue: { alias: QueueB }
      """)
    let keep = "keep MailerB: delete the entry that removes it"
    #expect(
      found == [
        "DI201; MailerB is defined only in stage prod; \(keep)",
        "DI201; MailerB is defined only in stage prod; \(keep), or write { optional: MailerB } here if it may be absent",
        "DI201; QueueB is defined only in stage prod; add it to the other stages too: QueueB: { new: true, factory: … }",
      ])
  }

  @Test(
    "no deprecated factory is suggested",
    arguments: [
      ("smtp", "DI402; write Clock: new; fix: new"), ("logged", "DI410; "), ("zzzzzz", "DI401; write new, or "),
      ("odl", "DI401; write new, or "), ("{ factory: new, decorators: [tls] }", "DI606; write decorators: [logged]; "),
    ])
  func noDeprecatedFactoryIsSuggested(entry: String, expected: String) throws {
    let found = try Checking.remedies(
      "services: { Clock: \(entry) }",
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "old", "provides": "Clock", "deprecated": { "use": "new" } },
          { "name": "new", "provides": "Clock" },
          { "name": "smtp", "provides": "Mailer" },
          { "name": "traced", "provides": "Clock", "role": "decorator", "deprecated": {} },
          { "name": "logged", "provides": "Clock", "role": "decorator" },
          { "name": "tls", "provides": "Mailer", "role": "decorator" }] }
        """)
    #expect(found.first?.hasPrefix(expected) == true, "\(found)")
    #expect(!found.joined().contains("old") && !found.joined().contains("traced"), "\(found)")
  }

  @Test("a service that an overlay removes is not called misspelled or undefined")
  func aServiceThatAnOverlayRemovesIsNeitherMisspeltNorToBeDefined() throws {
    let found = try Checking.remedies(
      """
      overlays: [{ services: { Store: { remove: true } } }]
      services:
        Store: memory
        Stone: rock
        App: { factory: app, dependencies: [Store, Stone] }
        Cart: { alias: Store }
      """)
    let keep = "keep Store: delete the entry that removes it"
    #expect(found == ["DI201; \(keep)", "DI201; \(keep)"])
  }

  @Test("a parameter of another stage is not called a misspelling") func aParameterOfAnotherStageIsNoMisspelling()
    throws
  {
    let found = try Checking.remedies(
      """
      stages:
        dev: { parameters: { db.urlB: { remove: true } } }
        prod: { parameters: { portB: { new: true, value: 3 } } }
      parameters: { db.urlA: x, db.urlB: y, portA: 2 }
      services:
        App: { factory: app, settings: ["${db.urlA}", "${db.urlB}", "${portA}", "${portB}"] }
      """)
    #expect(
      found == [
        "DI501; db.urlB is defined only in stage prod; keep db.urlB: delete the entry that removes it",
        "DI501; portB is defined only in stage prod; add it to the other stages too: portB: { new: true, value: … }",
      ])
  }

  @Test("a collection of another stage is not called a misspelling") func aCollectionOfAnotherStageIsNoMisspelling()
    throws
  {
    let found = try Checking.remedies(
      """
      stages: { dev: {}, prod: { collections: { checksB: { of: Check } } } }
      collections: { checksA: { of: Check } }
      services:
        Check: { factory: check, collect: [checksA, checksB] }
      """)
    #expect(
      found == [
        "DI601; 'checksB' is defined only in stage prod; "
          + "declare it in the other stages too, or move the declaration to the top-level 'collections'"
      ])
  }

  @Test("an entry for a service of another stage is not called a misspelling")
  func anEntryForWhatAnotherStageHasIsNoMisspelling() throws {
    let found = try Checking.remedies(
      """
      parameters: { sizeA: { value: 3, exposed: true } }
      services: { MailerA: mailer }
      stages:
        dev:
          parameters: { sizeB: 4, port: { remove: true } }
          services: { MailerB: { scope: transient }, MailerC: { scope: transient }, Queue: { remove: true } }
        prod:
          parameters: { sizeB: { new: true, value: 5, exposed: true } }
          services: { MailerB: { new: true, factory: other } }
      """)
    #expect(
      found == [
        "DI108; sizeB is defined only in stage prod; write { new: true, value: … } if sizeB is meant to be new",
        "DI108; delete the entry; fix: ",
        "DI108; MailerB is defined only in stage prod; add it to the other stages too: MailerB: { new: true, factory: … }",
        "DI108; did you mean 'MailerA'?; fix: MailerA",
        "DI108; delete the entry; fix: ",
      ])
  }

  @Test("optional is suggested where the factory takes an optional")
  func anOptionalReferenceIsProposedWhereTheFactoryTakesOne() throws {
    func found(_ kind: String) throws -> [String] {
      try Checking.remedies(
        "services: { App: { factory: app, dependencies: { store: Nowhere } } }",
        catalog: """
          { "configdiCatalog": 1, "factories": [
            { "name": "app", "provides": "App",
              "dependencies": [{ "key": "Store", "kind": "\(kind)", "label": "store" }] } ] }
          """)
    }
    #expect(try found("instance") == ["DI201; define Nowhere under 'services'"])
    #expect(
      try found("optional")
        == ["DI201; define Nowhere under 'services'"])
  }

  @Test("only allowed scopes are suggested") func onlyScopesThatAreAllowedThereAreProposed() throws {
    let found = try Checking.remedies(
      """
      scopes:
        session: { parent: transient }
        inner: { parent: session }
        other: {}
      roots: [{ key: Clock, scope: singleton }, { key: Clock, scope: weak }]
      services:
        Clock: clock
        User: { provided: true, scope: nowhere }
        Cart: { factory: cart, scope: nowhere }
      """)
    #expect(
      found == [
        "DI303; remove it, or choose other, singleton; fix: other",
        "DI303; remove it, or choose session, inner, other; fix: session",
        "DI303; remove it, or choose session, inner, other; fix: session",
        "DI303; declare it: scopes: { nowhere: {} }, or choose session, inner, other, singleton; fix: session",
        "DI303; declare it: scopes: { nowhere: {} }, or choose session, inner, other, singleton, transient, graph, "
          + "weak; fix: session",
      ])
  }

  @Test("a similar declared scope is meant first", arguments: [("App", "app"), ("app", "apps"), ("UNIQUE", "unique")])
  func similarScopes(written: String, declared: String) throws {
    let found = try Checking.remedies("scopes: { \(declared): {} }\nservices: { A: { factory: a, scope: \(written) } }")
    #expect(found == ["DI303; did you mean '\(declared)'?; fix: \(declared)"])
  }

  @Test("a provider of a collection is not suggested") func noProviderOfACollectionIsProposed() throws {
    let found = try Checking.remedies(
      """
      scopes: { request: {} }
      collections: { checks: { of: Check } }
      services:
        Check: { factory: check, scope: request, collect: checks }
        Status: { factory: status, dependencies: { checks: { all: checks } } }
        Monitor: { factory: monitor, eager: true, dependencies: { checks: { all: checks } } }
      lifecycle:
        launch: [{ factory: report, dependencies: [{ all: checks }] }]
      """)
    let without = "remove services in that scope from the collection"
    #expect(
      found == [
        "DI301; give Status the same scope (scope: request), or \(without); fix:  scope: request,",
        "DI304; \(without), and take a provider of each instead",
        "DI304; \(without), and take a provider of each instead",
      ])
  }

  @Test("an ambiguous key suggests one of its types") func aKeyOfSeveralTypesIsToBeWrittenAsOneOfThemAlone() throws {
    let found = try Checking.remedies(
      """
      services:
        Mailer: plain
        Clock/night: clock
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "plain", "provides": "Mailer" },
          { "name": "appMailer", "provides": "App.Mailer" },
          { "name": "kitMailer", "provides": "Kit.Mailer" },
          { "name": "clock", "provides": "App.Clock" },
          { "name": "kitClock", "provides": "Kit.Clock" } ] }
        """)
    #expect(
      found == [
        "DI205; write App.Mailer or Kit.Mailer; fix: App.Mailer", "DI205; write App.Clock/night; fix: App.Clock/night",
      ])
  }

  @Test("an ambiguous type of a collection is that of its members") func collectionOfAnAmbiguousType() throws {
    let found = try Checking.remedies(
      "collections: { probes: { of: Probe } }\nservices: { Kit.Probe/a: { factory: kitProbe, collect: probes } }",
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "appProbe", "provides": "App.Probe" }, { "name": "kitProbe", "provides": "Kit.Probe" } ] }
        """)
    #expect(found == ["DI205; write Kit.Probe; fix: Kit.Probe"])
  }

  @Test("a collection without members is not declared by an edit") func collectionsWithoutMembers() throws {
    let found = try Checking.check(
      """
      configdi: 1
      services:
        User: { factory: user, dependencies: [{ all: zebras }] }
        Part: { factory: part, collect: parts }
      """)
    #expect(
      found.flatMap(\.help) == [
        "declare the collection, and add 'collect: zebras' to its members: collections: { zebras: { of: … } }",
        "declare the collection: collections: { parts: { of: Part } }",
      ])
    #expect(found.map { $0.fixes.isEmpty } == [true, false])
  }

  @Test("the version is added after a byte order mark") func byteOrderMark() throws {
    let text = "\u{FEFF}services: { A: a }\n"
    let found = try Checking.check(text)
    #expect(found.map(\.rule.code) == ["DI006"])
    #expect(try Checking.fixed(text, #require(found.first)) == "\u{FEFF}configdi: 1\nservices: { A: a }\n")
  }

  @Test("a name is quoted in the help as in the edit") func namesThatNeedQuotes() throws {
    let found = try Checking.check(
      """
      configdi: 1
      services:
        User: { factory: user, scope: "off", collect: "a, b", settings: { x: "${on}" } }
      """)
    #expect(
      Set(found.flatMap(\.help)) == [
        "declare it: scopes: { \"off\": {} }, or choose singleton, transient, graph, weak",
        "declare the collection: collections: { \"a, b\": { of: User } }",
        "declare parameters: { \"on\": { env: \"ON\" } }",
      ])
  }

  @Test("no parameter with an invalid name is suggested") func noParameterIsDeclaredUnderANameThatNoneCanHave() throws {
    let found = try Checking.remedies(
      """
      parameters: { port: 3 }
      services:
        App: { factory: app, settings: { port: "${ port }", same: "${{ port }}", more: "${port{}}", other: "${a b}" } }
      """)
    #expect(
      found == [
        "DI501; write ${port}, without spaces; fix: ${port}",
        "DI501; write ${port}, with single braces; fix: ${port}",
        "DI501; did you mean 'port'?",
        "DI501; write a parameter name of letters, digits, '_', '.' and '-', or $${ for a literal ${",
      ])
  }

  @Test("a misspelled case is corrected in place") func aMisspeltCaseIsFoundWhereItStands() throws {
    let text = """
      configdi: 1
      parameters:
        mode: { type: enum, of: [fast, safe], env: MODE }
        size: { type: enum, of: [one, two, three], env: SIZE }
      services:
        A: a
        Mode: { select: mode, cases: { fast: A, sfae: A } }
        Size: { select: size, cases: { one: A, tow: A, four: A } }
      """
    let findings = try Checking.check(text)
    #expect(
      findings.map { "\($0.rule.code) \($0.location.map { "\($0.start.line):\($0.start.column)" } ?? "")" } == [
        "DI608 7:43", "DI608 8:25", "DI608 8:42", "DI609 8:50",
      ])
    #expect(findings.map { $0.fixes.map(\.text) } == [["safe"], [" three: …,"], ["two"], ["four, "]])
  }

  @Test("yes and off are read as misspelled booleans") func aCaseInWordsOfOtherFormatsIsMisspelt() throws {
    let text = """
      configdi: 1
      parameters: { loud: { type: bool, env: LOUD } }
      services:
        A: a
        Loud: { select: loud, cases: { yes: A, Off: A } }
        Quiet: { select: loud, cases: { true: A, false: A, maybe: A } }
      """
    let findings = try Checking.check(text)
    #expect(
      findings.map { "\($0.rule.code) \($0.location.map { "\($0.start.line):\($0.start.column)" } ?? "")" } == [
        "DI608 5:34", "DI608 5:42", "DI609 6:54",
      ])
    #expect(findings.map(\.help).last == ["remove the case"])
    #expect(findings.flatMap(\.fixes).map(\.text) == ["\"true\"", "\"false\""])
  }

  @Test("a key of the author's own is a variant, or is declared") func ownKeys() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [ { "name": "postgres", "provides": "App.Database" },
        { "name": "orders", "provides": "App.Orders", "dependencies": [{ "key": "App.Database", "label": "db" }] } ] }
      """
    let found = try Checking.remedies(
      "services: { primary: postgres, Orders: { factory: orders, dependencies: { db: primary } } }", catalog: catalog)
    #expect(
      found == [
        "DI402; register a factory that provides primary; or write Database/primary, or declare the key: "
          + "registry.declare(Key<any Database>(\"primary\"))"
      ])
  }

  @Test("a type in Swift's spelling is corrected at the references, never at the definition") func swiftSpelling()
    throws
  {
    let found = try Checking.check(
      """
      configdi: 1
      roots: [A, B]
      services:
        OrderRepository: o
        A: { factory: a, dependencies: { r: any OrderRepository } }
        B: { factory: b, dependencies: { r: any OrderRepository } }
      """)
    #expect(found.map(\.rule.code) == ["DI201", "DI201"])
    #expect(found.map { $0.location?.start.line } == [5, 6])
    #expect(found.flatMap(\.fixes).map(\.text) == ["OrderRepository", "OrderRepository"])
  }

  @Test(
    "a reference in Swift's spelling is rewritten as the manifest spells it",
    arguments: [
      ("any Clock", ["did you mean 'Clock'?"], ["Clock"]), ("(any Clock).self", ["did you mean 'Clock'?"], ["Clock"]),
      ("Lazy<any Clock>", ["write { lazy: Clock }"], ["{ lazy: Clock }"]),
      ("ScopedProvider<Clock>", ["write { provider: Clock }"], ["{ provider: Clock }"]),
      ("Clock?", ["write { optional: Clock }"], ["{ optional: Clock }"]),
      ("any Store", ["write Store, and define Store under 'services'"], []),
    ]) func swiftReferences(reference: String, help: [String], texts: [String]) throws
  {
    let found = try Checking.check(
      """
      configdi: 1
      roots: [A]
      services: { Clock: c, A: { factory: a, dependencies: { r: \(reference) } } }
      """
    ).filter { $0.rule.code == "DI201" }
    #expect(found.map(\.help) == [help])
    #expect(found.flatMap(\.fixes).map(\.text) == texts)
  }

  @Test(
    "a variable in shell notation refers to the parameter of that name, but not inside that parameter",
    arguments: [
      ("host: h, p: \"${host:-x}\"", "write \"${host}\"", ["${host}"]),
      ("host: h, p: \"$HOST\"", "write \"${host}\"", ["${host}"]),
      ("p: \"${P:-x}\"", "write p: { env: P, default: x }", ["{ env: P, default: x }"]),
      ("port: \"$PORT\"", "write port: { env: PORT }", ["{ env: PORT }"]),
      ("p: { env: P, default: \"${P:-x}\" }", "write default: x", ["x"]),
      ("p: { env: URL, default: \"${URL:-x}\" }", "write default: x", ["x"]),
      ("p: { type: int, env: PORT, default: \"${PORT:-5}\" }", "write default: 5", ["5"]),
      ("p: { env: URL, default: $URL }", "remove 'default': p reads URL itself", [""]),
    ]) func namesakes(parameters: String, help: String, texts: [String]) throws
  {
    let text = """
      configdi: 1
      parameters: { \(parameters) }
      services: { A: { factory: a, settings: { p: "${p}", h: "${host}" } } }
      """
    let found = try Checking.check(text).filter { $0.rule.code == "DI010" }
    #expect(found.map(\.help) == [[help]])
    #expect(found.flatMap(\.fixes).map(\.text) == texts)
  }

  @Test("only a folder's help is about the files in it") func filesThatAreNotRegular() {
    let place = SourceFile(path: "app.yaml", bytes: []).beginning
    let help = ["a folder", "a device"].map { kind in
      Diagnostic.unreadable(.notRegular(kind), "x", at: place, Limits()).help
    }
    #expect(help == [["name a file; '*' matches the files in a folder"], ["name a regular file"]])
  }
}
