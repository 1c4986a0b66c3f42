import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A remedy takes its finding away and adds none: what the next run would refuse is not proposed.
@Suite struct NextRunTests {
  @Test("a name is never taken for a misspelling of itself") func notItself() throws {
    let found = try Checking.remedies(
      """
      stages: { prod: { extends: prd } }
      scopes: { session: { parent: sesion } }
      """)
    #expect(found.map { String($0.prefix(5)) } == ["DI105", "DI303"])
    #expect(!found.contains { $0.contains("did you mean") }, "\(found)")
    let parameter = try Checking.remedies("parameters: { p.url: { value: \"${p.ur}\", exposed: true } }")
    #expect(parameter.map { String($0.prefix(19)) } == ["DI501; declare para"], "\(parameter)")
  }

  @Test("a version that is missing or absent is written so that it can be read") func versions() throws {
    let findings = try Checking.check("configdi:\nservices: { A: a }\n")
    #expect(findings.map(\.code) == ["DI006"])
    #expect(try Checking.check(Checking.fixed("configdi:\nservices: { A: a }\n", findings[0])).isEmpty)
    let files = ["app.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { A: a }\n", "o.yaml": "# nothing\n"]
    let empty = try #require(Checking.check(files: files).first)
    #expect(empty.help == ["write at least: configdi: 1, and kind: overlay"])
    let written = try Checking.fixed("# nothing\n", empty)
    #expect(try Checking.check(files: files.merging(["o.yaml": written]) { $1 }).isEmpty)
  }

  @Test("what a replacement drops is copied only where it may stand") func droppedParts() throws {
    let found = try Checking.remedies(
      """
      services:
        Clock: { factory: systemClock, scope: graph }
        Warm: { factory: w, eager: true }
      overlays:
        - services:
            Clock: { provided: true }
            Warm: { factory: v, scope: transient }
      """)
    #expect(
      found == [
        "DI109; reset it explicitly: scope: singleton; fix:  scope: singleton,",
        "DI109; reset it explicitly: eager: false; fix:  eager: false,",
      ], "\(found)")
  }

  @Test("the value of an unused parameter is not rewritten behind an alias") func aliasedValue() throws {
    let found = try Checking.remedies("x-port: &port 8080\nparameters:\n  db.port: *port\n")
    #expect(found == ["DI502; remove it, or add exposed: true to it if the program reads it by name"], "\(found)")
  }

  @Test("select takes the parameter's name") func interpolatedSelect() throws {
    let found = try Checking.remedies(
      """
      services: { Cart: { select: "${engine}", cases: { v1: X } }, X: x }
      parameters: { engine: { type: enum, of: [v1], env: E } }
      """)
    #expect(found == ["DI504; write only the parameter's name: select: engine; fix: engine"], "\(found)")
  }

  @Test("a parameter of some stages has one remedy") func parameterOfSomeStages() throws {
    let found = try Checking.remedies(
      """
      stages: { a: {}, b: { parameters: { engine: { remove: true }, db.url: { remove: true } } } }
      parameters: { engine: { type: enum, of: [x], env: ENGINE }, db.url: { type: url, env: DB_URL } }
      services:
        Db: { factory: db, settings: { url: "${db.url}" } }
        Cart: { select: engine, cases: { x: Db } }
      """)
    #expect(
      found
        == ["db.url", "engine"].map {
          "DI501; \($0) is defined only in stage a; keep \($0): delete the entry that removes it"
        }, "\(found)")
  }

  @Test("an unused service is added to the roots in its scope, unless it takes an argument") func unusedServices()
    throws
  {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "srv", "provides": "Server" }, { "name": "audit", "provides": "Audit" },
        { "name": "page", "provides": "Page", "argument": "Int" }] }
      """
    let text = """
      configdi: 1
      scopes: { request: {} }
      roots: [Server]
      services:
        Server: srv
        Audit: { factory: audit, scope: request }
        Login: { alias: Audit }
        Page: page
        Home: { alias: Page }

      """
    let findings = try Checking.check(text, catalog: catalog)
    #expect(findings.map(\.message) == ["nothing uses Audit", "nothing uses Login"])
    for finding in findings {
      let left = try Checking.check(Checking.fixed(text, finding), catalog: catalog)
      #expect(left.allSatisfy { $0.code == "DI207" } && left.count < 2, "\(left.map(\.message))")
    }
  }

  @Test("a long chain of unused aliases is searched once") func unusedAliases() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "srv", "provides": "Server" }, { "name": "page", "provides": "Page", "argument": "Int" }] }
      """
    let chain = (1...2_000).map { "  A\($0): { alias: \($0 == 1 ? "Page" : "A\($0 - 1)") }\n" }.joined()
    let text = "configdi: 1\nroots: [Server]\nservices:\n  Server: srv\n  Page: page\n\(chain)"
    #expect(try Checking.check(text, catalog: catalog).isEmpty)
  }

  @Test("a service that takes an argument leads to a maker, and nowhere else") func makers() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "shop", "provides": "Shop",
          "dependencies": [{ "key": "Page", "kind": "maker", "argument": "Int", "label": "page" }] },
        { "name": "page", "provides": "Page", "argument": "Int" },
        { "name": "userPage", "provides": "Page", "argument": "Int", "dependencies": [{ "key": "User" }] },
        { "name": "user", "provides": "User" }] }
      """
    let scoped = "scopes: { request: {} }\nservices: { Shop: shop, Page: { factory: page, scope: request } }"
    #expect(
      try Checking.remedies(scoped, catalog: catalog)
        == ["DI305; write 'scope: transient', or omit 'scope'; fix: transient"])
    let captive =
      "scopes: { request: {} }\nservices: { Shop: shop, Page: userPage, User: { factory: user, scope: request } }"
    #expect(
      try Checking.remedies(captive, catalog: catalog)
        == ["DI301; give Shop the same scope: scope: request; fix: { factory: shop, scope: request }"])
    let lazy = "services: { Shop: { factory: shop, dependencies: { page: { lazy: Page } } }, Page: page }"
    #expect(
      try Checking.remedies(lazy, catalog: catalog) == [
        "DI405; write page: { provider: Page }; fix: { provider: Page }"
      ])
  }

  @Test("a deprecated service that only the factory names is replaced among its dependencies")
  func deprecatedDependency() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "c", "provides": "Clock" },
        { "name": "r", "provides": "Repo", "dependencies": [{ "key": "Clock", "label": "clock" }] }] }
      """
    let text = """
      configdi: 1
      roots: [Repo]
      services:
        Clock: { factory: c, deprecated: { use: Clock/new } }
        Clock/new: c
        Repo: r
      """
    let finding = try #require(Checking.check(text, catalog: catalog).first { $0.code == "DI409" })
    #expect(finding.fixes.map(\.text) == ["{ factory: r, dependencies: { clock: Clock/new } }"])
    let left = try Checking.check(Checking.fixed(text, finding), catalog: catalog)
    #expect(left.map(\.message) == ["nothing uses Clock"])
  }

  @Test("a variable becomes a parameter only where parameters are interpolated") func shellVariables() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages: { dev: {} }
      defaultStage: $STAGE
      parameters: { key: { file: $DIR/key, exposed: true } }
      services: { A: { factory: $MAKER, settings: { home: $HOME } } }
      """)
    #expect(
      found.compactMap(\.help.first) == [
        "write the text itself: only settings and a parameter's value or default are interpolated",
        "write the text itself: only settings and a parameter's value or default are interpolated",
        "use 'select' for wiring: only settings and a parameter's value or default are interpolated",
        "declare parameters: { home: { env: HOME } }, and write \"${home}\"",
      ])
  }

  @Test("a variant with an argument is made by its name") func makingVariants() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "page", "provides": "Page", "argument": "Int" }] }
      """
    #expect(
      try Checking.remedies("roots: [Page/x]\nservices: { Page/x: page }", catalog: catalog) == [
        "DI416; remove it from 'roots', and ask for it in code: try container.make((any Page).self, named: \"x\", with: …)"
      ])
  }

  @Test(
    "settings are written and spelled by an edit",
    arguments: [
      ("settings:\n", "mode"), ("settings: { mode: fst }\n", "fast"),
    ]) func settings(written: String, edit: String) throws
  {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "pg", "provides": "App.Database", "settings": { "type": "S",
        "fields": [{ "name": "mode", "type": "enum", "cases": ["fast", "safe"] }] } }] }
      """
    let text = "configdi: 1\nroots: [Database]\nservices:\n  Database:\n    factory: pg\n    \(written)"
    let finding = try #require(Checking.check(text, catalog: catalog).first)
    #expect(finding.fixes.first?.text.contains(edit) == true, "\(finding.help) \(finding.fixes)")
    let fixed = try Checking.fixed(text, finding).replacing("…", with: "fast")
    #expect(try Checking.check(fixed, catalog: catalog).isEmpty, "\(fixed)")
  }

  @Test("only a variant keeps its name beside a similar key") func newBesideSimilarKeys() throws {
    func edits(_ key: String) throws -> [String] {
      let text = """
        configdi: 1
        roots: [Database]
        services: { Database: pg }
        overlays: [{ services: { \(key): { factory: pg } } }]
        """
      let finding = try #require(Checking.check(text).first { $0.code == "DI108" })
      return finding.remedies.flatMap { $0.fixes.map(\.text) }.filter { $0.contains("new: true") }
    }
    #expect(try edits("Database/new").count == 1)
    #expect(try edits("Databas").isEmpty)
  }

  @Test("what is not a number is in no range", arguments: ["min", "max"]) func notANumber(bound: String) throws {
    let text = "configdi: 1\nparameters: { a: { type: float, value: .nan, \(bound): 0, exposed: true } }\n"
    #expect(try Checking.check(text).map(\.code) == ["DI506"])
  }

  @Test("a variant that leads back is not proposed") func variantsThatLeadBack() throws {
    let found = try Checking.remedies(
      """
      parameters: { e: { type: enum, of: [a, b], env: E } }
      services:
        A/1: one
        A/2: { factory: two, dependencies: [A] }
        A: { select: e, cases: { a: A/1, b: A/2 } }
      """)
    #expect(found == ["DI204; did you mean the variant A/1, or a decorator?"])
  }

  @Test("a key of several dependencies is ambiguous") func ambiguousLabels() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "b", "provides": "B" }, { "name": "c", "provides": "C" },
        { "name": "a", "provides": "A", "dependencies": [{ "key": "B" }, { "key": "B" }, { "key": "C", "label": "c" }] }] }
      """
    let found = try Checking.remedies(
      "roots: [A]\nservices: { A: { factory: a, dependencies: { B: B } }, B: b, C: c }", catalog: catalog)
    #expect(
      found == [
        "DI404; factory 'a' asks for B, B, c; list the dependencies in this order; or add labels where it is "
          + "registered, and export the catalog: labels: [\"…\", \"…\", \"c\"]"
      ])
  }

  @Test("a factory whose dependencies all fit is proposed first") func soundFactories() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "strict", "provides": "Repo", "dependencies": [{ "key": "User" }] },
        { "name": "users", "provides": "Repo", "dependencies": [{ "key": "User", "kind": "optional" }] },
        { "name": "badSite", "provides": "Site", "dependencies": [{ "key": "Page", "kind": "maker", "argument": "Int" }] },
        { "name": "site", "provides": "Site", "dependencies": [{ "key": "Page", "kind": "maker", "argument": "ID" }] },
        { "name": "page", "provides": "Page", "argument": "ID" }] }
      """
    let text = "configdi: 1\nroots: [Repo, Site]\nservices:\n  User: { provided: optional }\n  Page: page\n"
    let missing = try Checking.check(text, catalog: catalog).filter { $0.code == "DI201" }
    #expect(
      missing.compactMap(\.help.first) == [
        "add 'Repo: users' (or strict) under 'services'", "add 'Site: site' (or badSite) under 'services'",
      ])
    for finding in missing {
      let left = try Checking.check(Checking.fixed(text, finding), catalog: catalog)
      #expect(!left.contains { ["DI208", "DI416"].contains($0.code) })
    }
  }

  @Test("a reference in a list is written without a label") func referenceInAList() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "t", "provides": "T" },
        { "name": "a", "provides": "A", "dependencies": [{ "key": "T", "kind": "lazy", "label": "t" }] }] }
      """
    #expect(
      try Checking.remedies("services: { A: { factory: a, dependencies: [T] }, T: t }", catalog: catalog)
        == ["DI405; write { lazy: T }; fix: { lazy: T }"])
  }

  @Test("a plain key for a ScopedProvider is one finding") func plainForScopedProvider() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "user", "provides": "User" },
        { "name": "orders", "provides": "Orders",
          "dependencies": [{ "key": "User", "kind": "scopedProvider", "label": "user" }] }] }
      """
    let text = """
      scopes: { request: {} }
      services:
        Orders: { factory: orders, dependencies: { user: User } }
        User: { factory: user, scope: request }
      """
    #expect(
      try Checking.remedies(text, catalog: catalog) == [
        "DI405; write user: { provider: User }; fix: { provider: User }"
      ])
  }

  @Test("an eager service that may not be shared does not lead from one finding to another") func eagerUnshared() throws
  {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "u", "provides": "U", "shareable": false }] }
      """
    let text = "configdi: 1\nservices:\n  U: { factory: u, eager: true }\n"
    let finding = try #require(Checking.check(text, catalog: catalog).first)
    #expect(finding.code == "DI305")
    #expect(try Checking.check(Checking.fixed(text, finding), catalog: catalog).isEmpty)
    let found = try Checking.remedies(
      "services: { U: { factory: u, scope: transient, eager: true } }", catalog: catalog)
    #expect(found == ["DI306; write eager: false; fix: false"])
  }

  @Test("a secret that moves to a variable keeps the type of its literal", arguments: ["pin", "pin.type"])
  func typeOfSecret(name: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "db", "provides": "Db", "settings": { "type": "S",
        "fields": [{ "name": "pin", "type": "int", "secret": true }] } }] }
      """
    let text = """
      configdi: 1
      parameters: { \(name): { value: 5432, secret: true } }
      services: { Db: { factory: db, settings: { pin: "${\(name)}" } } }

      """
    let finding = try #require(Checking.check(text, catalog: catalog).first)
    #expect(finding.code == "DI509")
    #expect(try Checking.check(Checking.fixed(text, finding), catalog: catalog).isEmpty)
  }

  @Test(
    "a secret default is removed where the parameter has another source",
    arguments: [
      ("env: TOKEN", "remove 'default': the variable TOKEN is then required"),
      ("file: /run/t", "remove 'default': the file /run/t is then required"),
      ("description: d", "read it from a variable or a file: env: KEY, or file: /run/secrets/…"),
    ]) func secretDefault(source: String, help: String) throws
  {
    let parameters = "parameters: { key: { \(source), secret: true, default: hush } }\n"
    let remedies = try Checking.remedies(parameters + "services: { A: { factory: a, settings: { k: \"${key}\" } } }\n")
    #expect(remedies == ["DI509; \(help)"])
  }

  @Test("a name that equals a secret on its line is still named") func nameEqualToSecret() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "pg", "provides": "Db",
        "dependencies": [{ "key": "Clock", "label": "clock" }],
        "settings": { "type": "S", "fields": [{ "name": "password", "type": "string", "secret": true }] } }] }
      """
    let text = "services:\n  Db: { factory: pg, dependencies: { clock: admin }, settings: { password: admin } }"
    let findings = try Checking.check("configdi: 1\n" + text, catalog: catalog)
    #expect(findings.map(\.message) == ["missing service: Db needs admin, which is not defined"])
    #expect(!findings[0].text(width: 200).contains("password: admin"))
  }

  @Test("a variable in shell notation is one finding, whatever else the file has") func shellNotation() throws {
    let text = "parameters: { a: { env: \"${HOME}\", exposed: true }, b: { value: $PATH, exposed: true } }"
    #expect(try Checking.remedies(text).map { String($0.prefix(5)) } == ["DI504", "DI010"])
    let removed = "parameters: { a: { remove: true } }\nservices: { A: { factory: a, settings: [\"${a}\"] } }"
    #expect(try Checking.remedies(removed).map { String($0.prefix(5)) } == ["DI004"])
  }

  @Test("the importing file's own folder is a folder") func ownFolder() throws {
    #expect(try Checking.remedies("imports: [.]").map { String($0.prefix(5)) } == ["DI009"])
  }

  private let typed = """
    { "configdiCatalog": 1, "factories": [
      { "name": "smtp", "provides": "App.Mailer", "dependencies": [] },
      { "name": "call", "provides": "App.Caller", "dependencies": [] },
      { "name": "first", "provides": "App.Clock", "dependencies": [] },
      { "name": "second", "provides": "Core.Clock", "dependencies": [] },
      { "name": "news", "provides": "App.News", "dependencies": [{ "key": "App.Mailer", "kind": "instance" }] },
      { "name": "log", "provides": "App.Log", "dependencies": [{ "key": "Core.Clock", "kind": "instance" }] }] }
    """

  @Test("no service of another type is suggested") func typesOfSuggestions() throws {
    for entry in ["News: { factory: news, dependencies: [Mailer] }", "Mailer/a: { alias: Mailer }"] {
      let found = try Checking.check("configdi: 1\nservices: { Caller: call, \(entry) }", catalog: typed)
      #expect(found.map(\.help) == [["add 'Mailer: smtp' under 'services'"]])
    }
    let ambiguous = try Checking.check(
      """
      configdi: 1
      roots: [Log, App.Clock]
      services: { App.Clock: first, Core.Clock: second, Log: { factory: log, dependencies: [Clock] } }
      """, catalog: typed)
    #expect(ambiguous.map(\.help) == [["write Core.Clock"]])
  }

  @Test("a choice without cases tells no type of its parameter") func choicesWithoutCases() throws {
    let found = try Checking.check("configdi: 1\nservices: { S: { select: engine, cases: {} }, A: a }\nroots: [S, A]")
    let unknown = try #require(found.first { $0.code == "DI501" })
    #expect(unknown.help.allSatisfy { !$0.contains("${") && !$0.contains("of: []") }, "\(unknown.help)")
  }
}
