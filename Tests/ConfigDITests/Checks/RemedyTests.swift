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
          parameters: { sizeB: 4 }
          services: { MailerB: { scope: transient }, MailerC: { scope: transient }, Queue: { remove: true } }
        prod:
          parameters: { sizeB: { new: true, value: 5, exposed: true } }
          services: { MailerB: { new: true, factory: other } }
      """)
    #expect(
      found == [
        "DI108; sizeB is defined only in stage prod; write { new: true, value: … } if sizeB is meant to be new",
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

  @Test("no parameter with an invalid name is suggested") func noParameterIsDeclaredUnderANameThatNoneCanHave() throws {
    let found = try Checking.remedies(
      """
      parameters: { port: 3 }
      services:
        App: { factory: app, settings: { port: "${ port }", other: "${a b}" } }
      """)
    #expect(
      found == [
        "DI501; write ${port}, without spaces; fix: ${port}",
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

  /// The titles and texts of all remedies of a rule's findings.
  private func edits(_ code: String, _ text: String, catalog: String? = nil) throws -> [String] {
    try Checking.check("configdi: 1\n" + text, catalog: catalog).filter { $0.rule.code == code }.flatMap(\.remedies)
      .map { remedy in "\(remedy.title): \(remedy.fixes.map(\.text).joined(separator: "|"))" }
  }

  private static let parts = """
    { "configdiCatalog": 1, "factories": [
      { "name": "report", "provides": "App.Report",
        "dependencies": [ { "key": "App.Check", "kind": "all", "label": "checks" } ] },
      { "name": "ping", "provides": "App.Check" },
      { "name": "deepCheck", "provides": "App.Check", "dependencies": [ { "key": "App.Report" } ] },
      { "name": "caching", "provides": "App.Store", "dependencies": [ { "key": "App.Store", "label": "inner" } ] },
      { "name": "disk", "provides": "App.Store" },
      { "name": "server", "provides": "App.Server" },
      { "name": "metered", "provides": "App.Server", "role": "decorator" },
      { "name": "pool", "provides": "App.Pool", "settings": { "type": "PoolSettings", "fields": [
        { "name": "size", "type": "int" }, { "name": "url", "type": "url" },
        { "name": "lazy", "type": "bool", "default": "false" } ] } }
    ] }
    """

  @Test("services that may fill an empty collection are offered") func membersOfAnEmptyCollection() throws {
    let text = """
      collections: { checks: { of: Check } }
      services:
        Report: { factory: report, dependencies: { checks: { all: checks } } }
        Check: ping
        Check/short: { factory: ping, scope: transient }
        Check/deep: deepCheck
      """
    #expect(
      try edits("DI602", text, catalog: Self.parts)
        == ["add 'collect: checks' to Check: { factory: ping, collect: checks }"])
  }

  @Test("a variant that does not lead back is offered in place of the service itself")
  func variantsInPlaceOfTheService()
    throws
  {
    let text = """
      services:
        Store: { factory: caching, dependencies: { inner: Store } }
        Store/disk: disk
        Store/looped: { factory: caching, dependencies: { inner: Store } }
      """
    #expect(try edits("DI204", text, catalog: Self.parts) == ["write Store/disk: Store/disk"])
  }

  @Test("a factory of the right role is offered in place of a decorator") func factoriesOfTheRightRole() throws {
    #expect(try edits("DI410", "services: { Server: metered }", catalog: Self.parts) == ["write server: server"])
  }

  @Test("settings that were left out as a whole are one finding with one edit") func settingsLeftOut() throws {
    let help = "write settings: { size: …, url: … }"
    let whole = "{ factory: pool, settings: { size: \"…\", url: \"…\" } }"
    #expect(try edits("DI408", "services: { Pool: pool }", catalog: Self.parts) == ["\(help): \(whole)"])
    #expect(
      try edits("DI408", "services: { Pool: { factory: pool, settings: {} } }", catalog: Self.parts)
        == ["\(help):  size: \"…\", url: \"…\" "])
    // A parameter of the right name and type is the value.
    let fitting = "parameters: { pool.size: { type: int, value: 3 } }\nservices: { Pool: pool }"
    #expect(
      try edits("DI408", fitting, catalog: Self.parts)
        == ["\(help): { factory: pool, settings: { size: \"${pool.size}\", url: \"…\" } }"])
    // With one that is written, the others are one finding too.
    let some = "services: { Pool: { factory: pool, settings: { lazy: true } } }"
    #expect(
      try edits("DI408", some, catalog: Self.parts)
        == ["add to settings: { size: …, url: … }:  size: \"…\", url: \"…\","])
    // Written beside 'settings', they are there, in the wrong place.
    let beside = "services: { Pool: { factory: pool, size: 3, url: 'https://a.example' } }"
    #expect(try edits("DI408", beside, catalog: Self.parts).isEmpty)
  }

  @Test("settings in a list become a mapping") func settingsInAList() throws {
    let help = "write a mapping: settings: { size: … }"
    let block = """
      services:
        Pool:
          factory: pool
          settings:
            - size: 3
            - url: https://a.example
      """
    #expect(try edits("DI406", block, catalog: Self.parts) == ["\(help):  | "])
    let inOrder = "services: { Pool: { factory: pool, settings: [3, https://a.example, true] } }"
    #expect(
      try edits("DI406", inOrder, catalog: Self.parts) == ["\(help): { | }|size: |url: |lazy: "])
  }

  @Test("a fraction becomes one of the whole numbers beside it") func fractions() throws {
    let text = "services: { Pool: { factory: pool, settings: { size: 2.5, url: https://a.example } } }"
    #expect(try edits("DI406", text, catalog: Self.parts) == ["write 2: 2", "write 3: 3"])
  }

  /// The text with the first remedy of a rule's first finding, and what is found in it then.
  private func mended(_ code: String, _ text: String, catalog: String? = nil) throws -> String? {
    let text = "configdi: 1\n" + text
    guard let finding = try Checking.check(text, catalog: catalog).first(where: { $0.rule.code == code }) else {
      return nil
    }
    var bytes = Array(text.utf8)
    for fix in finding.fixes.sorted(by: { $0.location.range.lowerBound > $1.location.range.lowerBound }) {
      bytes.replaceSubrange(fix.location.range, with: fix.text.utf8)
    }
    let result = String(decoding: bytes, as: UTF8.self)
    let left = try Checking.check(result, catalog: catalog).map(\.rule.code)
    return finding.fixes.isEmpty ? nil : result.dropFirst(12) + (left.isEmpty ? "" : " \(left)")
  }

  @Test(
    "an entry that is too much is removed whole",
    arguments: [
      (
        "DI002", "services:\n  A: a\n  A:\n    factory: b\n    # of A\n\n  # of B\n  B: b\n",
        "services:\n  A: a\n    # of A\n\n  # of B\n  B: b\n"
      ),
      ("DI002", "services: { A: a, A: { factory: b }, B: b }", "services: { A: a, B: b }"),
      ("DI002", "services: {\n  A: a,\n  A: b,\n  B: b }\n", "services: {\n  A: a,\n  B: b }\n"),
      ("DI002", "services:\n  A: a\n  A: b # again", "services:\n  A: a\n"),
      (
        "DI106", "stages: { one: { extends: two }, two: { extends: one } }",
        "stages: { one: { extends: two }, two: {} }"
      ),
      (
        "DI106", "stages:\n  one: { extends: two }\n  two:\n    extends: one\n",
        "stages:\n  one: { extends: two }\n  two:\n"
      ),
      ("DI309", "scopes: { a: { parent: b }, b: { parent: a } }", "scopes: { a: { parent: b }, b: {} }"),
      ("DI108", "stages: { dev: { services: { Zebra: { remove: true } } } }", "stages: { dev: { services: {} } }"),
      (
        "DI107", "stages: { dev: { services: { A: { new: true, factory: b } } } }\nservices: { A: a }",
        "stages: { dev: { services: { A: { factory: b } } } }\nservices: { A: a }"
      ),
    ]) func entriesThatAreTooMuch(code: String, text: String, mended: String) throws
  {
    #expect(try self.mended(code, text) == mended)
  }

  @Test("a new parameter gets braces around its value, which is not repeated") func bracesAroundAValue() throws {
    let text = "stages: { dev: { parameters: { size: 3 } } }\nparameters: { other: { value: 1, exposed: true } }"
    let edits = try edits("DI108", text)
    #expect(edits == ["write { new: true, value: … } if size is meant to be new: { new: true, value: | }"])
  }

  @Test("a cycle of aliases ends at a factory of the catalog") func cyclesOfAliases() throws {
    let text = "services: { Check: { alias: Check/b }, Check/b: { alias: Check } }"
    let title = "write Check: ping"
    #expect(try edits("DI206", text, catalog: Self.parts).first == "\(title): ping")
  }

  @Test(
    "an open reference is closed after the name of a parameter, or becomes text",
    arguments: [
      ("\"x${size\"", "\"x${size}\""), ("\"${size and more\"", "\"${size} and more\""),
      ("\"a ${other\"", "\"a $${other\""),
    ]) func openReferences(value: String, mended: String) throws
  {
    let parameters = "parameters: { size: { value: 3, exposed: true } }\nservices: { A: { factory: a, settings: { v: "
    #expect(try self.mended("DI504", parameters + value + " } } }") == parameters + mended + " } } }")
  }

  @Test("a cycle of parameters is broken by a value of the author's") func cyclesOfParameters() throws {
    #expect(try edits("DI503", "parameters: { a: \"${b}\", b: \"x${a}\" }").map { $0.hasSuffix(": …") } == [true])
  }

  @Test("a collection written as its type alone is one finding with an edit") func collectionAsAType() throws {
    let text = """
      collections: { checks: Check }
      services:
        Report: { factory: report, dependencies: { checks: { all: checks } } }
        Check: { factory: ping, collect: checks }
      """
    #expect(try Checking.remedies(text, catalog: Self.parts) == ["DI005; write { of: Check }; fix: { of: Check }"])
  }

  @Test(
    "text that is not YAML is mended by an edit where one makes it readable",
    arguments: [
      ("services:\n\tClock: fixed\n", "  |"), ("services:\n  Clock fixed\n  Log: text\n", ":|"),
      ("services:\n  Clock: it's: fixed\n", "\"|\"|"), ("services:\n\u{A0}\u{A0}Clock: fixed\n  Log: text\n", "  |"),
      ("services:\n  Clock: { factory: fixed\n  Log: text\n", " }|"),
      ("services:\n  Clock: { settings: ${all} }\n", "\"${all}\"|"),
      ("services:\n  Clock: fixed\n   Log: text\n", "  |"), ("services: \"Clock\n", "\"|"),
      ("services: { A: a B: b }\n", ",|"), ("roots: - A\n", "\n|"), ("services: { A: \"\\d\" }\n", "\\|"),
      ("services: { A: a, , B: b }\n", "|"), ("services: { A: &, B: b }\n", "\"|\"|"),
      ("services:\n  A:\n    factory: a\n  settings: { b: c }\n    eager: true\n", "    |"),
    ]) func notYAML(text: String, edit: String) throws
  {
    let findings = try Checking.check("configdi: 1\n" + text)
    let finding = try #require(findings.first { $0.rule.code == "DI001" })
    #expect(finding.fixes.map { $0.text + "|" }.joined() == edit, "\(finding.message): \(finding.help)")
  }
}
