import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// One mistake is one finding, at the place to edit.
@Suite struct OneCauseTests {
  /// A catalog of these factories. Without a type, a factory is an initializer.
  private func catalog(_ factories: [(name: String, makes: String, takes: String)]) -> String {
    let entries = factories.map { factory in
      let role = factory.makes.isEmpty ? #""role": "initializer""# : #""provides": "App.\#(factory.makes)""#
      return #"{ "name": "\#(factory.name)", \#(role), \#(factory.takes) }"#
    }
    return #"{ "configdiCatalog": 1, "factories": [\#(entries.joined(separator: ", "))] }"#
  }

  private func needs(_ key: String, _ kind: String = "instance") -> String {
    #""dependencies": [{ "key": "App.\#(key)", "kind": "\#(kind)" }]"#
  }

  private let nothing = #""dependencies": []"#

  private func codes(_ text: String, _ catalog: String? = nil) throws -> [String] {
    try Checking.check("configdi: 1\n" + text, catalog: catalog).map(\.rule.code)
  }

  @Test("a service that could not be read may be of any kind") func unreadableServices() throws {
    for server in ["[server]", "", "{ scope: transient }"] {
      let text =
        "stages: { dev: {}, prod: { services: { Server: { settings: { n: 1 } } } } }\nservices:\n  Server: \(server)"
      #expect(try codes(text) == ["DI005"], "\(server)")
    }
    let makers = catalog([
      ("page", "Page", #""argument": "Swift.Int""#),
      ("s", "S", #""dependencies": [{ "key": "App.Page", "kind": "maker", "argument": "Swift.Int" }]"#),
    ])
    #expect(try codes("roots: [S]\nservices:\n  S: s\n  Page: page", makers) == [])
    #expect(try codes("roots: [S]\nservices:\n  S: s\n  Page:", makers) == ["DI005"])
  }

  @Test(
    "a scope whose parent is unknown may be inside any other scope",
    arguments: [
      ("parent: tenant", []), ("parent: tneant", ["DI303"]), ("parent: ", ["DI005"]), ("parent:tenant", ["DI004"]),
    ])
  func unknownParents(parent: String, expected: [String]) throws {
    let text = """
      scopes: { tenant: {}, request: { \(parent) } }
      roots: [{ key: Orders, scope: request }]
      services:
        Tenant: { provided: true, scope: tenant }
        Orders: { factory: orders, scope: request, dependencies: [Tenant] }
      """
    #expect(try codes(text) == expected)
  }

  @Test(
    "what a value without its space would name is not unused or empty",
    arguments: [
      "Route/a: { factory: r, collect:routes }", "Route/a: { factory: r, collect routes }",
      "Route/a: { factory: r, collect\u{A0}routes }",
    ])
  func joinedFields(route: String) throws {
    #expect(try codes("collections: { routes: { of: Route } }\nservices:\n  \(route)") == ["DI004"])
    #expect(try codes("parameters: { x: { type:enum, of: [a], value: a, exposed: true } }") == ["DI004"])
  }

  @Test("a joined 'new' or 'scope' has no consequences") func joinedFlags() throws {
    let new = "stages: { dev: { services: { Audit: { new:true, factory: audit } } } }"
    #expect(try codes(new) == ["DI004"])
    #expect(try codes("stages: { dev: { parameters: { p: { new:true, value: 3, exposed: true } } } }") == ["DI004"])
    let root = "roots: [{ key: H, scope:request }]"
    #expect(
      try codes("scopes: { request: {} }\n\(root)\nservices: { H: { factory: h, scope: request } }") == ["DI004"])
    let service = "H: { factory: h, scope:request, dependencies: [T] }, T: { provided: true, scope: request }"
    #expect(
      try codes("scopes: { request: {} }\nroots: [{ key: H, scope: request }]\nservices: { \(service) }") == ["DI004"])
  }

  @Test("a scope that could not be read is not dropped", arguments: ["singleton: true", "scope:request", "scope: [x]"])
  func droppedScopes(scope: String) throws {
    let text = "stages: { dev: { services: { A: other } } }\nservices: { A: { factory: a, \(scope) } }"
    #expect(try !codes(text).contains("DI109"))
  }

  @Test(
    "what a service of unknown kind needs is not unused",
    arguments: [("scope: singleton", "DI005"), ("fabric: h", "DI004")])
  func usesOfUnknownKinds(field: String, code: String) throws {
    let all = catalog([("h", "H", needs("Db")), ("db", "Db", nothing)])
    let text = "roots: [H]\nservices:\n  H: { \(field), dependencies: [Db] }\n  Db: db"
    #expect(try codes(text, all) == [code])
  }

  @Test("a parameter in an unknown field's value is not unused") func usesInUnknownFields() throws {
    let text = """
      parameters: { pool: 3 }
      services:
        Db:
          factory: db
          settings:
            url: x
          size: "${pool}"
      """
    #expect(try codes(text) == ["DI004"])
  }

  @Test("of many similar parameters, each may be meant") func manySimilarParameters() throws {
    let sizes = (1...9).map { "size\($0): 1" }.joined(separator: ", ")
    let user = "services: { S: { factory: s, settings: [\"${size}\"] } }"
    #expect(try codes("parameters: { \(sizes) }\n\(user)") == ["DI501"])
  }

  @Test(
    "entries that are not indented below their field are one finding",
    arguments: [
      "A:\n    factory: a\n    dependencies:\n    b: B\n    c: B", "A:\n    factory: a\n    settings:\n    rate: 5",
      "A:\n    select: p\n    cases:\n    one: B\n    two: B",
      "A:\n    factory: a\n    decorators:\n      - factory: d\n        settings:\n        rate: 5",
    ])
  func unindentedFields(service: String) throws {
    let parameter = "parameters: { p: { type: enum, of: [one, two], env: P, exposed: true } }"
    let found = try Checking.check("configdi: 1\n\(parameter)\nroots: [A]\nservices:\n  B: b\n  \(service)\n")
    #expect(found.map(\.rule.code) == ["DI004"])
    #expect(found.first?.message.contains("is at the same level as '") == true)
  }

  @Test(
    "an entry inside another entry is not missing",
    arguments: [
      "scopes:\n  session:\n    request: { parent: session }\nservices: { A: { factory: a, scope: request } }",
      "services:\n  A: { factory: a, dependencies: [B] }\n  C:\n    factory: c\n    B: b",
      "parameters:\n  p:\n    type: int\n    env: P\n    other: 3\nservices: { A: { factory: a, settings: [\"${p}\", \"${other}\"] } }",
      "stages:\n  dev:\n    prod: {}\n  test: { extends: prod }",
      "services:\n  A: { factory: a, dependencies: [B] }\nB: b",
    ])
  func entriesInEntries(body: String) throws {
    #expect(try codes(body) == ["DI004"])
  }

  @Test("an overlay's value for a changed type is not judged by the old type") func changedTypes() throws {
    let text = """
      stages: { dev: { parameters: { p: { type: string, value: a } } } }
      parameters: { p: { type: int, env: P, exposed: true } }
      """
    #expect(try codes(text) == ["DI005"])
  }

  @Test("a word that may not mean a second source or kind is only unknown") func excludedWords() throws {
    #expect(try codes("parameters: { p: { env: I, valu: 3, exposed: true } }") == ["DI004"])
    #expect(try codes("services: { A: { factory: c, ref: B }, B: b }") == ["DI004"])
  }

  @Test("a misspelled field of a replacement is not dropped") func misspelledFields() throws {
    let text = """
      stages: { prod: { services: { Sink: { factory: other, colect: sinks } } } }
      collections: { sinks: { of: Sink } }
      services: { Sink: { factory: q, collect: sinks } }
      """
    #expect(try codes(text) == ["DI004"])
  }

  @Test(
    "without a readable root folder, no file is outside it",
    arguments: [("root: ..", []), ("Root: ..", ["DI004"]), ("root:", ["DI005"]), ("root: gone", ["DI005"])])
  func unreadableRoots(root: String, expected: [String]) throws {
    let files = InMemoryFiles([
      "project/app/app.yaml": "configdi: 1\n\(root)\nimports: [../base.yaml]\nservices: { A: a }\n",
      "project/base.yaml": "configdi: 1\nservices: { B: b }\n",
    ])
    let found = Pipeline(world: World(files: files)).check(.path("project/app/app.yaml"), catalog: nil).diagnostics
    #expect(found.findings.map(\.rule.code) == expected)
  }

  @Test("what a refused factory may need is not called unused") func refusedFactories() throws {
    let all = catalog([
      ("nioServer", "Server", needs("Mailer")), ("smtp", "Mailer", nothing), ("client", "Client", nothing),
      ("analytics", "", needs("Client")), ("clock", "Clock", nothing),
    ])
    let rest = "services: { Clock: clock, Mailer: smtp, Server: "
    #expect(try codes("roots: [Server]\n\(rest)nioServer }", all) == ["DI207"])
    #expect(try codes("roots: [Server]\n\(rest)httpServer }", all) == ["DI207", "DI401"], "Clock alone is unused")
    #expect(try codes("roots: [Server]\n\(rest)clock }", all) == ["DI207", "DI402"])
    #expect(try codes("roots: [Server]\n\(rest)analytics }", all) == ["DI207", "DI410"])
    #expect(
      try codes("roots: []\nlifecycle: { launch: [Analytics] }\nservices: { Client: client }", all) == ["DI401"])
  }

  @Test("a mismatch of a collection's type is told once, where it is written") func collectionTypes() throws {
    let all = catalog([("health", "HealthCheck", nothing), ("server", "Server", needs("HealthCheck", "all"))])
    func text(of element: String, _ key: String) -> String {
      """
      roots: [Server]
      collections: { checks: { of: \(element) } }
      services:
        \(key)/db: { factory: health, collect: checks }
        HealthCheck/api: { factory: health, collect: checks }
        Server: { factory: server, dependencies: [{ all: checks }] }
      """
    }
    #expect(try codes(text(of: "HealthCheck", "HealthCheck"), all) == [])
    #expect(try codes(text(of: "HealthCheck", "HaelthCheck"), all) == ["DI402"])
    for module in ["", "App."] {
      let misspelt = "configdi: 1\n" + text(of: "\(module)HaelthCheck", "HealthCheck")
      for text in [misspelt, misspelt.replacing(", dependencies: [{ all: checks }]", with: "")] {
        let found = try Checking.check(text, catalog: all)
        #expect(found.map(\.rule.code) == ["DI603"])
        let message = "collection 'checks' holds \(module)HaelthCheck, but its members are \(module)HealthCheck"
        #expect(found.first?.message == message)
        #expect(found.first?.location?.start.line == 3)
      }
    }
  }

  @Test("a service of one stage is not offered as a root of all") func rootsOfOneStage() throws {
    let all = catalog([("server", "Server", nothing), ("audit", "AuditLog", nothing)])
    let found = try Checking.check(
      """
      configdi: 1
      stages: { dev: {}, prod: { services: { AuditLog: { new: true, factory: audit } } } }
      roots: [Server]
      services: { Server: server }
      """, catalog: all)
    #expect(
      found.flatMap(\.help) == ["remove it, or add AuditLog to 'roots' of stage prod if the program asks for it"])
    #expect(found.allSatisfy { $0.fixes.isEmpty })
  }

  @Test("the form of a needless maker is not judged") func formOfAMaker() throws {
    let orders = catalog([
      ("orders", "Orders", nothing),
      ("db", "Db", #""dependencies": [{ "key": "App.Orders", "kind": "maker", "argument": "Swift.Int" }]"#),
    ])
    #expect(
      try codes("roots: [Db]\nservices: { Db: { factory: db, dependencies: [Orders] }, Orders: orders }", orders)
        == ["DI416"])
  }

  @Test("a setting with a wrong value in each stage is one finding") func settingsOfStages() throws {
    let logger = catalog([
      (
        "logger", "Logger",
        #""settings": { "type": "S", "fields": [{ "name": "level", "type": "int" }], "opaque": false }"#
      )
    ])
    let found = try Checking.check(
      """
      configdi: 1
      stages:
        dev: { parameters: { log.level: { value: debug } } }
        prod: { parameters: { log.level: { value: error } } }
        test: {}
      parameters: { log.level: { type: enum, of: [debug, error], env: LOG } }
      roots: [Logger]
      services: { Logger: { factory: logger, settings: { level: "${log.level}" } } }
      """, catalog: logger)
    #expect(found.map(\.rule.code) == ["DI406"])
    #expect(found.first?.stages == nil)
    #expect(found.first?.related.map(\.location.start.line) == [3, 4, 6])
  }

  @Test("what follows from a misspelt key is not told") func misspeltKeys() throws {
    let all = catalog([
      ("server", "Server", nothing), ("db", "Database", nothing), ("store", "Store", needs("Database")),
      ("box", "Box", needs("Store")), ("s", "Store", nothing),
    ])
    let timed = #"{ "name": "timed", "role": "decorator", "provides": "App.Server", "dependencies": [] }"#
    let decorated = all.replacing("] }\n", with: "]").replacing("\"factories\": [", with: "\"factories\": [\(timed), ")
    #expect(try codes("services: { Servers: { factory: server, decorators: [timed] } }", decorated) == ["DI402"])
    let variants = """
      roots: [Store, Database/x]
      services: { Datbase: db, Database/x: db, Store: { factory: store, dependencies: [Database] } }
      """
    #expect(try codes(variants, all) == ["DI402"])
    for key in ["database", "mainDatabase", "Databases/main", "primary"] {
      let uses = "{ factory: store, dependencies: [\(key)] }, Store/b: { factory: store, dependencies: [Reads] }"
      let text = "roots: [Store, Store/b]\nservices: { \(key): db, Reads: { alias: \(key) }, Store: \(uses) }"
      #expect(try codes(text, all) == ["DI402"], "\(key)")
    }
    for unread in ["{ alias Store }", "[]", ""] {
      let found = try codes(
        "roots: [Box]\nservices:\n  Box: { factory: box, dependencies: [Strge] }\n  Strge: \(unread)", all)
      #expect(found.count == 1 && found != ["DI405"], "\(unread): \(found)")
    }
  }

  @Test("a parameter refers to none of a type that it never reads") func typesOfReferences() throws {
    func found(_ type: String, _ other: String) throws -> [Diagnostic] {
      try Checking.check(
        "configdi: 1\nparameters: { a: { type: \(type), value: \"${b}\", exposed: true }, b: { type: \(other), env: B } }"
      )
    }
    for (type, other) in [
      ("int", "bool"), ("duration", "bytes"), ("bool", "int"), ("url", "duration"), ("int", "duration"),
      ("string", "list"), ("enum, of: [a, b]", "list"),
    ] {
      let finding = try #require(try found(type, other).first, "\(type) \(other)")
      #expect(finding.rule.code == "DI506" && finding.message.hasSuffix("found a parameter of type \(other)"))
    }
    for (type, other) in [
      ("string", "bool"), ("int", "string"), ("int", "bytes"), ("float", "int"), ("bytes", "int"), ("list", "int"),
      ("path", "url"), ("list", "list"), ("enum, of: [a, b]", "string"), ("enum, of: ['5', '6']", "int"),
      ("int", "int"),
    ] {
      #expect(try found(type, other).isEmpty, "\(type) \(other)")
    }
  }

  @Test("a reference to a parameter of the wrong type is one mistake, whatever the value") func wrongReference() throws
  {
    let text = """
      configdi: 1
      stages: { t: { parameters: { wait: "${pool}" } }, u: { extends: t, parameters: { pool: 40 } } }
      parameters:
        pool: { type: int, env: POOL, default: 10 }
        wait: { type: duration, value: 1s, exposed: true }
      """
    let found = try Checking.check(text)
    #expect(found.map(\.rule.code) == ["DI506"])
    #expect(found.first?.stages == nil)
    let simple = text.replacing(
      "stages: { t: { parameters: { wait: \"${pool}\" } }, u: { extends: t, parameters: { pool: 40 } } }\n", with: "")
    #expect(try Checking.check(simple.replacing("1s", with: "\"${pool}\"")).map(\.rule.code) == ["DI506"])
  }

  @Test("two references to one missing key are two findings, though in different stages")
  func twoReferences() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages:
        test: { services: { A: { dependencies: [Gone] } } }
        prod: { services: { B: { dependencies: [Gone] } } }
      services: { A: a, B: b }
      """)
    #expect(found.map(\.message) == ["A", "B"].map { "missing service: \($0) needs Gone, which is not defined" })
    #expect(found.map(\.stages) == [["test"], ["prod"]])
  }

  @Test("what an entry without effect uses is used in its stages alone") func usesOfOtherStages() throws {
    #expect(
      try codes(
        """
        stages: { dev: {}, prod: { services: { Yankee: { dependencies: [], collect: probes } } } }
        collections: { probes: { of: Delta } }
        services: { Lima: lima }
        """) == ["DI108", "DI602"])
    #expect(
      try codes(
        """
        stages: { dev: {}, prod: { services: { Bravo: { factory: other } } } }
        collections: { probes: { of: Delta } }
        services: { Bravo: { factory: bravo, scope: transient } }
        """) == ["DI109", "DI602"])
    #expect(
      try codes(
        """
        stages: { dev: {}, prod: { services: { Delta: { factory: other } } } }
        collections: { probes: { of: Delta } }
        services: { Delta: { factory: delta, collect: probes } }
        """) == ["DI109"])
  }

  @Test("what an incomplete stage may have is told of the others") func incompleteStages() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages: { dev: { overlays: [gone.yaml] }, prod: {} }
      services: { A: { factory: a, dependencies: [C], scope: request, collect: cc } }
      """)
    #expect(found.map(\.rule.code).sorted() == ["DI101", "DI201", "DI303", "DI601"])
    #expect(found.filter { $0.rule.code != "DI101" }.allSatisfy { $0.stages == ["prod"] })
  }

  @Test("what hides an error prevents a container, even if a comment suppresses it") func suppressedCauses() throws {
    for text in [
      "servces: { C: c }\nservices: { A: { factory: a, dependencies: [C] } }",
      "paramters: { p: 5 }\nservices: { A: { factory: a, settings: { n: \"${p}\" } } }",
    ] {
      let found = try Checking.check("configdi: 1\n" + text)
      #expect(found.map(\.rule.code) == ["DI004"])
      #expect(found.allSatisfy { $0.preventsContainer })
    }
    let harmless = try Checking.check("configdi: 1\nzzz: 1\nservices: { A: a }")
    #expect(harmless.allSatisfy { !$0.preventsContainer })
  }

  @Test("a select in an entry without effect uses its parameter") func selectsWithoutEffect() throws {
    #expect(
      try codes(
        """
        parameters: { k: { type: enum, of: [a], value: a } }
        stages: { t: { services: { A: { select: k, cases: { a: B }, new: true } } } }
        services: { A: a, B: b }
        """) == ["DI107"])
  }
}
