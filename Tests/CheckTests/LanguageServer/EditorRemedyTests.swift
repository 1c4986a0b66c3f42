import ConfigDI
import Testing

@testable import configdi_check

/// Entries that actions add, in every form that a manifest and its sections may have.
@Suite struct EditorRemedyTests {
  private static let catalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        { "name": "systemClock", "provides": "App.Clock" },
        { "name": "postgres", "provides": "App.Database",
          "settings": { "type": "S", "fields": [{ "name": "size", "type": "int" }] } },
        { "name": "oldDatabase", "provides": "App.Database", "deprecated": "use postgres" },
        { "name": "ordersDatabase", "provides": "App.Database",
          "dependencies": [{ "key": "App.Orders", "kind": "instance", "label": "orders" }] },
        { "name": "checkedDatabase", "provides": "App.Database",
          "dependencies": [{ "key": "App.Check", "kind": "all", "label": "checks" }] },
        { "name": "optionalDatabase", "provides": "App.Database",
          "dependencies": [{ "key": "App.Orders", "kind": "optional", "label": "orders" }] },
        { "name": "orders", "provides": "App.Orders",
          "dependencies": [{ "key": "App.Database", "kind": "instance", "label": "db" }] }
      ]
    }
    """

  private static func offered(
    for code: String, in texts: [String: String]
  ) throws -> (actions: [JSON], finding: JSON, workspace: EditorWorkspace, session: LanguageSession) {
    let workspace = EditorWorkspace(
      texts.merging(["configdi.catalog.json": catalog], uniquingKeysWith: { own, _ in own }))
    let session = LanguageSession(workspace.texts)
    let (uri, finding) = try #require(
      session.shown.lazy.flatMap { uri, findings in findings.map { (uri, $0) } }
        .first { $0.1["code"]?.string == code }, "there is no \(code) in \(texts)")
    let actions = try session.request(
      "textDocument/codeAction",
      ["textDocument": ["uri": .string(uri)], "range": finding["range"] ?? .null, "context": ["diagnostics": []]])
    return (actions.elements ?? [], finding, workspace, session)
  }

  /// Applies the action whose title begins so; the finding is gone then, and none is new.
  private static func expect(
    _ expected: String, after title: String, for code: String, in text: String, with others: [String: String] = [:]
  ) throws {
    let (actions, finding, workspace, session) = try offered(
      for: code, in: others.merging(["app.yaml": text], uniquingKeysWith: { $1 }))
    let action = try #require(
      actions.first { $0["title"]?.string?.hasPrefix(title) ?? false }, "'\(title)' is not offered in \(text)")
    #expect(session.apply(try #require(action["edit"]), to: workspace.texts)["app.yaml"] == expected)
    // What only the author knows is for the author to write.
    if expected.contains("…") { return }
    try EditorActionTests.expectMended(by: action, finding, text, workspace, session)
  }

  @Test("an ambiguous number stays a number where its setting takes one") func writeTheNumber() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.A",
        "settings": { "type": "S", "fields": [{ "name": "n", "type": "int" }] } }] }
      """
    let app = "configdi: 1\nroots: [A]\nservices: { A: { factory: a, settings: { n: 010 } } }\n"
    let (actions, finding, workspace, session) = try Self.offered(
      for: "DI003", in: ["app.yaml": app, "configdi.catalog.json": catalog])
    let own = actions.filter { action in
      action["diagnostics"]?.elements?.first?["code"]?.string == "DI003"
        && action["title"]?.string?.hasPrefix("suppress") == false
    }
    #expect(own.compactMap { $0["title"]?.string } == ["write 10 for the number"])
    let action = try #require(own.first)
    #expect(
      session.apply(try #require(action["edit"]), to: workspace.texts)["app.yaml"]
        == app.replacing("010", with: "10"))
    try EditorActionTests.expectMended(by: action, finding, "DI003", workspace, session)
  }

  /// Decoding ignores an initial value: the action makes it a default, in the Swift file.
  @Test("an initial value becomes a default") func anInitialValueBecomesADefault() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "cart", "provides": "App.Cart", "file": "App/Cart.swift",
        "settings": { "type": "CartSettings", "fields": [{ "name": "maxItems", "type": "int" }] } }] }
      """
    let swift = "r.register(\"cart\")\nstruct CartSettings: ServiceSettings {\n  var maxItems: Int = 100\n}\n"
    let (actions, _, workspace, session) = try Self.offered(
      for: "DI408",
      in: [
        "app.yaml": "configdi: 1\nroots: [Cart]\nservices: { Cart: cart }\n", "configdi.catalog.json": catalog,
        "Sources/App/Cart.swift": swift,
      ])
    let action = try #require(
      actions.first { $0["title"]?.string == "give CartSettings the default \"maxItems\": 100" })
    #expect(
      session.apply(try #require(action["edit"]), to: workspace.texts)["Sources/App/Cart.swift"]
        == swift.replacing(
          "{\n", with: "{\n  static let defaults: SettingDefaults = [\"maxItems\": 100]\n\n", maxReplacements: 1))
  }

  @Test(arguments: [
    ("{configdi: 1, roots: [Clock]}\n", "{configdi: 1, roots: [Clock], services: { Clock: systemClock }}\n"),
    (
      "{configdi: 1, roots: [Clock], services: {}}\n",
      "{configdi: 1, roots: [Clock], services: { Clock: systemClock }}\n"
    ),
    ("configdi: 1\nroots: [Clock]\n", "configdi: 1\nroots: [Clock]\nservices:\n  Clock: systemClock\n"),
    ("configdi: 1\nroots: [Clock]", "configdi: 1\nroots: [Clock]\nservices:\n  Clock: systemClock\n"),
    (
      "configdi: 1\nroots: [Clock]\nservices: {}\n",
      "configdi: 1\nroots: [Clock]\nservices: { Clock: systemClock }\n"
    ),
    (
      "configdi: 1\nroots: [Clock]\nservices: { }\n",
      "configdi: 1\nroots: [Clock]\nservices: { Clock: systemClock }\n"
    ),
    (
      "configdi: 1\nroots: [Clock, A]\nservices: { A: a } # as yet\n",
      "configdi: 1\nroots: [Clock, A]\nservices: { A: a, Clock: systemClock } # as yet\n"
    ),
    (
      "configdi: 1\nroots: [Clock, A]\nservices: {\n    A: a,\n  }\n",
      "configdi: 1\nroots: [Clock, A]\nservices: {\n    A: a, Clock: systemClock,\n  }\n"
    ),
    (
      "configdi: 1\nroots: [Clock, A]\nservices: &s { A: a }\n",
      "configdi: 1\nroots: [Clock, A]\nservices: &s { A: a, Clock: systemClock }\n"
    ),
    (
      "configdi: 1\nservices: # none\nroots: [Clock]\n",
      "configdi: 1\nservices: # none\n  Clock: systemClock\nroots: [Clock]\n"
    ),
    ("configdi: 1\nroots: [Clock]\nservices:", "configdi: 1\nroots: [Clock]\nservices:\n  Clock: systemClock\n"),
    (
      "configdi: 1\nroots: [Clock, A]\nservices:\n    # of A\n    A: a\n",
      "configdi: 1\nroots: [Clock, A]\nservices:\n    # of A\n    Clock: systemClock\n    A: a\n"
    ),
    (
      "---\nconfigdi: 1\nroots: [Clock]\n# the end\n...\n",
      "---\nconfigdi: 1\nroots: [Clock]\n# the end\nservices:\n  Clock: systemClock\n...\n"
    ),
    (
      "configdi: 1\r\nroots: [Clock]\r\n",
      "configdi: 1\r\nroots: [Clock]\r\nservices:\r\n  Clock: systemClock\r\n"
    ),
  ])
  func defineAServiceWhereverItBelongs(text: String, expected: String) throws {
    try Self.expect(expected, after: "write Clock: systemClock", for: "DI201", in: text)
  }

  @Test("a missing service is defined by a factory of the catalog") func defineWhatTheCatalogAsksFor() throws {
    try Self.expect(
      "configdi: 1\nroots: [Orders]\nservices:\n"
        + "  Database: { factory: postgres, settings: { size: \"…\" } }\n  Orders: orders\n",
      after: "write Database: { factory: postgres", for: "DI403",
      in: "configdi: 1\nroots: [Orders]\nservices:\n  Orders: orders\n")
  }

  @Test("a definition for an overlay goes into the manifest") func defineForAnOverlayInTheManifest() throws {
    try Self.expect(
      "configdi: 1\noverlays: [more.yaml]\nroots: [Orders]\nservices:\n"
        + "  Database: { factory: postgres, settings: { size: \"…\" } }\n",
      after: "write Database: { factory: postgres", for: "DI201",
      in: "configdi: 1\noverlays: [more.yaml]\nroots: [Orders]\n",
      with: [
        "more.yaml":
          "configdi: 1\nkind: overlay\nservices:\n  Orders: { new: true, factory: orders, dependencies: [Database] }\n"
      ])
  }

  /// A factory is not offered if it is deprecated, or if it needs what is missing, no one collection, or the service.
  @Test(
    "only factories that lead to no new finding are offered",
    arguments: [
      ("configdi: 1\nroots: [Database]\n", ["postgres", "optionalDatabase"]),
      ("configdi: 1\nroots: [Orders]\nservices:\n  Orders: orders\n", ["postgres"]),
      (
        "configdi: 1\nroots: [Database, Orders]\nservices:\n  Orders: { factory: orders, dependencies: [Other] }\n"
          + "  Other: { alias: Else }\n  Else: { provided: true }\n",
        ["postgres", "ordersDatabase", "optionalDatabase"]
      ),
      (
        "configdi: 1\nroots: [Database]\ncollections:\n  all: { of: Check }\n"
          + "services:\n  Check: { factory: c, collect: all }\n",
        ["postgres", "checkedDatabase", "optionalDatabase"]
      ),
    ])
  func offerOnlyFactoriesThatLeadToNoFinding(text: String, factories: [String]) throws {
    let code = text.contains("services:\n  Orders: orders") ? "DI403" : "DI201"
    let titles = try Self.offered(for: code, in: ["app.yaml": text]).actions.compactMap { $0["title"]?.string }
    #expect(
      factories.allSatisfy { name in titles.contains { $0.hasPrefix("write Database: ") && $0.contains(name) } }
        && titles.count { $0.hasPrefix("write Database: ") } == factories.count)
  }

  /// The next check would refuse a shared product that is not Sendable (DI305), a main-actor service off the main actor
  /// (DI308), and an argument that no call passes (DI416).
  @Test(
    "a missing service is defined as its factory and its users allow",
    arguments: [
      (#""shareable": false"#, #""kind": "instance""#, "Cursor: { factory: x, scope: transient }"),
      (#""shareable": false, "argument": "Swift.Int""#, #""kind": "maker", "argument": "Swift.Int""#, "Cursor: x"),
      (#""isolation": "main""#, #""kind": "instance""#, nil),
      (#""isolation": "main""#, #""kind": "lazy""#, nil),
      (#""isolation": "main""#, #""kind": "lazy", "isolation": "main""#, "Cursor: x"),
      (#""argument": "Swift.Int""#, #""kind": "instance""#, nil),
      (#""argument": "Swift.Int""#, #""kind": "maker", "argument": "Swift.String""#, nil),
      (#""concrete": true"#, #""kind": "maker", "argument": "Swift.Int""#, nil),
    ])
  func defineAsFactoryAndUsersAllow(product: String, dependency: String, entry: String?) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "x", "provides": "App.Cursor", \(product) },
        { "name": "top", "provides": "App.Top", "dependencies": [{ "key": "App.Cursor", "label": "c", \(dependency) }] }] }
      """
    for code in ["DI201", "DI403"] {
      let written =
        dependency.contains("instance")
        ? "Cursor" : dependency.contains("lazy") ? "{ lazy: Cursor }" : "{ provider: Cursor }"
      let top = code == "DI403" ? "top" : "{ factory: top, dependencies: { c: \(written) } }"
      let text = "configdi: 1\nroots: [Top]\nservices:\n  Top: \(top)\n"
      let texts = ["app.yaml": text, "configdi.catalog.json": catalog]
      guard let entry else {
        let (actions, finding, _, _) = try Self.offered(for: code, in: texts)
        let titles = actions.compactMap { $0["title"]?.string }
        #expect(!titles.contains { $0.hasPrefix("write Cursor") }, "\(titles)")
        #expect(finding["message"]?.string?.contains("Cursor: x") == false)
        continue
      }
      try Self.expect(
        "configdi: 1\nroots: [Top]\nservices:\n  \(entry)\n  Top: \(top)\n", after: "write \(entry)", for: code,
        in: text,
        with: texts)
    }
  }

  @Test("a root on the main actor is defined by its factory") func defineARootOnTheMainActor() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "x", "provides": "App.Screen", "isolation": "main" }] }
      """
    try Self.expect(
      "configdi: 1\nroots: [Screen]\nservices:\n  Screen: x\n", after: "write Screen: x", for: "DI201",
      in: "configdi: 1\nroots: [Screen]\n", with: ["configdi.catalog.json": catalog])
  }

  private static let database =
    "roots: [Database]\nservices:\n  Database: { factory: postgres, settings: { size: \"${n}\" } }\n"

  @Test(arguments: [
    ("configdi: 1\nparameters: {}\n\(database)", "configdi: 1\nparameters: { n: { type: int, env: N } }\n\(database)"),
    (
      "configdi: 1\nparameters: { other: { value: 1, exposed: true } }\n\(database)",
      "configdi: 1\nparameters: { other: { value: 1, exposed: true }, n: { type: int, env: N } }\n\(database)"
    ),
    (
      "{configdi: 1, roots: [A], services: {A: {factory: a, settings: {b: \"${n}\"}}}}\n",
      "{configdi: 1, roots: [A], services: {A: {factory: a, settings: {b: \"${n}\"}}}, parameters: { n: { env: N } }}\n"
    ),
    (
      "configdi: 1\nroots: [A]\nservices:\n  A: { select: n, cases: { x: B, \"y z\": C } }\n  B: b\n  C: c\n",
      "configdi: 1\nroots: [A]\nservices:\n  A: { select: n, cases: { x: B, \"y z\": C } }\n"
        + "  B: b\n  C: c\nparameters:\n  n: { type: enum, of: [x, \"y z\"], env: N }\n"
    ),
    (
      "configdi: 1\nroots: [A]\nservices:\n  A: { select: n, cases: { true: B, false: C } }\n  B: b\n  C: c\n",
      "configdi: 1\nroots: [A]\nservices:\n  A: { select: n, cases: { true: B, false: C } }\n"
        + "  B: b\n  C: c\nparameters:\n  n: { type: bool, env: N }\n"
    ),
  ])
  func declareAParameterWhereverItBelongs(text: String, expected: String) throws {
    try Self.expect(expected, after: "declare parameters: { n: ", for: "DI501", in: text)
  }

  @Test("a declaration for an overlay goes into the manifest") func declareForAnOverlayInTheManifest() throws {
    let text =
      "configdi: 1\noverlays: [more.yaml]\nroots: [Database]\nservices:\n"
      + "  Database: { factory: postgres, settings: { size: 1 } }\n"
    try Self.expect(
      text + "parameters:\n  n: { type: int, env: N }\n", after: "declare parameters: { n: ", for: "DI501", in: text,
      with: ["more.yaml": "configdi: 1\nkind: overlay\nservices:\n  Database: { settings: { size: \"${n}\" } }\n"])
  }

  @Test(
    "no suppression is offered inside a scalar",
    arguments: ["|\n   one\n   ${n}\n", "one\n   ${n}\n", "\"one\n   ${n}\"\n", "'one\n\n   ${n}'\n"])
  func suppressOutsideScalars(scalar: String) throws {
    let text =
      "configdi: 1\nroots: [A]\nservices:\n  A:\n    factory: a\n    settings:\n      size: "
      + scalar.replacing("   ", with: "        ")
    let titles = try Self.offered(for: "DI501", in: ["app.yaml": text]).actions.compactMap { $0["title"]?.string }
    #expect(!titles.isEmpty && !titles.contains { $0.hasPrefix("suppress DI501") })
  }

  @Test("no suppression is offered inside a Swift string, or in a file whose comments are not read")
  func suppressOnlyWhereACommentCounts() throws {
    let swift = "import ConfigDI\nlet s = \"\"\"\n  \\(try container.resolve(Gone.self))\n  \"\"\"\n"
    let package = "let package = Package(name: \"App\", targets: [.target(name: \"App\")])\n"
    let texts = [
      "Package.swift": package, "Sources/App/main.swift": swift,
      "app.yaml": "configdi: 1\nimports: [part.yaml]\nroots: [Clock]\nservices: { Clock: systemClock }\n",
      "part.yaml": "services: { Other: systemClock }\n",
    ]
    let newer = ["app.yaml": "configdi: 2\nservices: { A: a }\n"]
    for (code, texts) in [("DI211", texts), ("DI006", texts), ("DI006", newer)] {
      let titles = try Self.offered(for: code, in: texts).actions.compactMap { $0["title"]?.string }
      #expect(!titles.contains { $0.hasPrefix("suppress") }, "\(code): \(titles)")
    }
  }

  /// Nobody looks at what "fix all" does, and `fix` leaves this one alone as well.
  @Test("a fix that brings a finding says so, and is neither preferred nor part of fix all")
  func warnOfAFixThatBringsAFinding() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "top", "provides": "App.Top", "dependencies": [{ "key": "App.Cache", "label": "c" }] },
        { "name": "redis", "provides": "App.Cache" }] }
      """
    let text = """
      configdi: 1
      scopes: { request: {} }
      roots: [Top, { key: Cache, scope: request }]
      services:
        Top: { factory: top, dependencies: { c: Cacher } }
        Cache: { factory: redis, scope: request }

      """
    let actions = try Self.offered(for: "DI201", in: ["app.yaml": text, "configdi.catalog.json": catalog]).actions
    let title = try #require(actions.first?["title"]?.string)
    #expect(title.hasPrefix("did you mean 'Cache'? (it would introduce ") && title.hasSuffix("[DI301])"), "\(title)")
    #expect(!actions.contains { $0["isPreferred"]?.bool == true || $0["kind"]?.string == "source.fixAll.configdi" })
  }

  @Test("an edit of text that an alias repeats names the alias") func nameTheAliasThatRepeatsTheText() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "a", "provides": "App.A", "dependencies": [{ "key": "App.Clock", "label": "c", "kind": "lazy" }] },
        { "name": "b", "provides": "App.B", "dependencies": [{ "key": "App.Clok", "label": "c" }] },
        { "name": "clk", "provides": "App.Clock" }, { "name": "clok", "provides": "App.Clok" }] }
      """
    let text =
      "configdi: 1\nroots: [A, B]\nservices:\n  A: { factory: a, dependencies: &d { c: Clock } }\n"
      + "  B: { factory: b, dependencies: *d }\n  Clock: clk\n  Clok: clok\n"
    let actions = try Self.offered(for: "DI405", in: ["app.yaml": text, "configdi.catalog.json": catalog]).actions
    let titles = actions.compactMap { $0["title"]?.string }.filter { !$0.hasPrefix("suppress") }
    #expect(!titles.isEmpty && titles.allSatisfy { $0.hasSuffix(" (the alias at app.yaml:5:34 repeats this text)") })
    #expect(!actions.contains { $0["isPreferred"]?.bool == true })
  }

  @Test("a suppression uses the line ending of the text") func suppressWithTheLineEndsOfTheText() throws {
    try Self.expect(
      "configdi: 1\r\nroots: [A]\r\nservices:\r\n  A: a\r\n  # configdi:ignore DI207 -- reason\r\n  B: b\r\n",
      after: "suppress DI207", for: "DI207", in: "configdi: 1\r\nroots: [A]\r\nservices:\r\n  A: a\r\n  B: b\r\n")
  }
}
