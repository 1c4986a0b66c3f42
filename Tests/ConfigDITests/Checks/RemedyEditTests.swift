import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The edits that remedies offer for the text of a manifest.
@Suite struct RemedyEditTests {
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

  @Test("a secret's default in shell notation is removed from the reference") func shellDefaultOfSecret() throws {
    let text = """
      configdi: 1
      parameters: { host: { env: H, secret: true } }
      services: { A: { factory: a, settings: { h: "${host:-hush}" } } }

      """
    let finding = try #require(Checking.check(text).first)
    #expect(finding.help == ["write ${host}"])
    #expect(try Checking.check(Checking.fixed(text, finding)).isEmpty)
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

  @Test("the elements of a list become entries that are complete") func lists() throws {
    let services = "services: { Store: disk }\n"
    #expect(
      try edits("DI005", "stages: [dev, prod]\n" + services)
        == ["write each entry with its value: dev: {}: { dev: {}, prod: {} }"])
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

  @Test("a missing secret is read from a parameter") func missingSecrets() throws {
    func edits(_ text: String) throws -> [String] {
      let catalog = """
        { "configdiCatalog": 1, "factories": [ { "name": "oauth", "provides": "App.S", "settings": { "type": "O",
          "fields": [
            { "name": "id", "type": "string" }, { "name": "appKey", "type": "string", "secret": true } ] } } ] }
        """
      return try self.edits("DI408", text, catalog: catalog)
    }
    let service = "services: { S: { factory: oauth, settings: { id: a } } }\n"
    let declaration = "appKey: { env: APP_KEY, secret: true }"
    #expect(
      try edits(service)
        == [
          "write appKey: \"${appKey}\", and declare parameters: { \(declaration) }:  appKey: \"${appKey}\","
            + "|parameters:\n  \(declaration)\n"
        ])
    #expect(
      try edits("parameters: { app.appKey: { env: K, secret: true } }\n\(service)")
        == ["write appKey: \"${app.appKey}\":  appKey: \"${app.appKey}\","])
    #expect(
      try edits("parameters: { x: 1 }\nservices: { S: oauth }")
        == [
          "write settings: { id: …, appKey: \"${…}\" }: "
            + "{ factory: oauth, settings: { id: \"…\", appKey: \"${appKey}\" } }|, \(declaration)"
        ])
    // A parameter of the name and of another type is in the way.
    #expect(try edits("parameters: { appKey: { type: int, env: K } }\n\(service)").isEmpty)
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
    #expect(try edits("DI406", inOrder, catalog: Self.parts).isEmpty)
  }

  @Test("a fraction becomes one of the whole numbers beside it") func fractions() throws {
    let text = "services: { Pool: { factory: pool, settings: { size: 2.5, url: https://a.example } } }"
    #expect(try edits("DI406", text, catalog: Self.parts) == ["write 2: 2", "write 3: 3"])
  }

  /// The text with the first remedy of a rule's first finding, and what is found in it then.
  private func mended(_ code: String, _ text: String, catalog: String? = nil) throws -> String? {
    let text = "configdi: 1\n" + text
    let finding = try Checking.check(text, catalog: catalog).first { $0.rule.code == code }
    guard let finding, !finding.fixes.isEmpty else { return nil }
    let result = try Checking.fixed(text, finding)
    let left = try Checking.check(result, catalog: catalog).map(\.rule.code)
    return result.dropFirst(12) + (left.isEmpty ? "" : " \(left)")
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
      (
        "DI106", "stages:\n  one: { extends: two }\n  two:\n    \"extends\": one\n",
        "stages:\n  one: { extends: two }\n  two:\n"
      ),
      (
        "DI004", "services: { B: b, A: { alias: B, \"eager\": true } }", "services: { B: b, A: { alias: B } }"
      ),
      (
        "DI004", "services:\n  B: b\n  A:\n    # of B\n    eager: true\n    # kept\n    alias: B\n",
        "services:\n  B: b\n  A:\n    # of B\n    # kept\n    alias: B\n"
      ),
      (
        "DI004", "services:\n  A:\n    provided: true\n    deprecated:\n      use: B\n    eager: true\n  B: b\n",
        "services:\n  A:\n    provided: true\n    deprecated:\n      use: B\n  B: b\n"
      ),
      (
        "DI509",
        "parameters: { k: { \"type\": int, \"value\": 5, secret: true } }\n"
          + "services: { A: { factory: a, settings: { k: \"${k}\" } } }",
        "parameters: { k: { \"type\": int, env: K, secret: true } }\n"
          + "services: { A: { factory: a, settings: { k: \"${k}\" } } }"
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

  @Test(
    "a parameter is exposed wherever its value is written, even if a stage replaces it",
    arguments: [
      ("p: Hello, world", "p: { value: 'Hello, world', exposed: true }"),
      ("p: a\n    b # c", "p: { value: a\n    b, exposed: true } # c"),
      ("p: \"it's, {x}\"", "p: { value: \"it's, {x}\", exposed: true }"),
      ("p: [a,\n    b]", "p: { value: [a,\n    b], exposed: true }"),
      ("p: it's, and |", nil), ("p: |\n    text", nil), ("p: >- # c\n    text", nil), ("p:\n    a", nil),
      ("p:\n    # c\n   # d\n    value: 1", "p:\n    # c\n   # d\n    exposed: true\n    value: 1"),
      ("p: # c\n    value: 1", "p: # c\n    exposed: true\n    value: 1"),
    ]) func exposedParameters(entry: String, mended: String?) throws
  {
    for end in ["\n", "\nstages: { prod: { parameters: { p: { env: P } } } }\n"] {
      #expect(try self.mended("DI502", "parameters:\n  \(entry)\(end)") == mended.map { "parameters:\n  \($0)\(end)" })
    }
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

  @Test(
    "a missing service where the factory takes a collection is no single service",
    arguments: [
      ("collections: { checks: { of: Check } }\n", "Check", ["checks"]),
      ("collections: { checks: { of: Check } }\n", "any Chek", ["checks"]),
      ("collections: { a: { of: Check }, b: { of: Check } }\n", "{ lazy: Check }", ["a", "b"]), ("", "ping", ["…"]),
    ])
  func singleServiceOfACollection(section: String, reference: String, collections: [String]) throws {
    let text = """
      \(section)services:
        Report: { factory: report, dependencies: { checks: \(reference) } }
        Check/a: { factory: ping, collect: [\(collections.filter { $0 != "…" }.joined(separator: ", "))] }
      """
    #expect(
      try edits("DI201", text, catalog: Self.parts)
        == collections.map { "write { all: \($0) }, since the factory takes a collection: { all: \($0) }" })
  }

  @Test(
    "a reference in Swift's spelling is rewritten in the form that the factory takes",
    arguments: [("Lazy<any Store>", "Store"), ("Store?", "Store"), ("Provider<Stoer>", nil)])
  func swiftReferenceToAnInstance(reference: String, written: String?) throws {
    let text = """
      services:
        Store: disk
        Store/cached: { factory: caching, dependencies: { inner: \(reference) } }
      """
    let titles = try edits("DI201", text, catalog: Self.parts)
    #expect(titles == (written.map { ["write \($0): \($0)"] } ?? []))
  }

  @Test(
    "a dead case becomes a value only if no other select lacks it",
    arguments: [
      ("b: Leaf, gone: Leaf", "remove the case, or add gone to the parameter's 'of'", 2),
      ("b: Leaf", "remove the case", 1),
    ])
  func deadCase(others: String, help: String, count: Int) throws {
    let text = """
      configdi: 1
      parameters: { mode: { type: enum, of: [a, b], env: MODE } }
      services:
        Leaf: leaf
        One: { select: mode, cases: { a: Leaf, b: Leaf, gone: Leaf } }
        Two: { select: mode, cases: { a: Leaf, \(others) } }
      """
    let found = try Checking.check(text)
    #expect(found.map(\.code) == Array(repeating: "DI609", count: count))
    #expect(found.allSatisfy { $0.help == [help] && $0.fixes.map(\.text) == (count == 2 ? ["gone, "] : []) })
  }

  @Test(
    "a word close to an allowed one is corrected",
    arguments: [
      ("lifecycle: { launch: [{ factory: a, onError: Continue }] }", "continue"),
      ("services: { A: { provided: Optional } }", "optional"), ("services: { A: { provided: optoinal } }", "optional"),
    ])
  func misspeltWords(text: String, word: String) throws {
    #expect(try Checking.remedies(text) == ["DI005; write \(word); fix: \(word)"])
  }

  @Test(
    "the replacement of a deprecated service is written where its type fits",
    arguments: [("Store/disk", ["use Store/disk instead: Store/disk"]), ("Server", [])])
  func replacementOfADeprecatedService(use: String, edits: [String]) throws {
    let text = """
      services:
        Store: { factory: disk, deprecated: { use: \(use) } }
        Store/disk: disk
        Store/cached: { factory: caching, dependencies: { inner: Store } }
        Server: server
      """
    #expect(try self.edits("DI409", text, catalog: Self.parts) == edits)
  }

  @Test(
    "a secret that an overlay writes is read from a variable instead",
    arguments: [
      ("string", "hush", "{ env: PIN }"), ("string", "{ value: hush }", "env: PIN"),
      ("int", "5432", "{ env: PIN }"), ("int", "{ value: 5432 }", "env: PIN"),
    ])
  func secretInAnOverlay(type: String, entry: String, edit: String) throws {
    let text = """
      configdi: 1
      parameters: { pin: { type: \(type), file: pin.txt, secret: true } }
      services: { Db: { factory: db, settings: { pin: "${pin}" } } }
      overlays:
        - parameters:
            pin: \(entry)

      """
    let found = try Checking.check(text)
    #expect(found.map(\.code) == ["DI509"])
    let finding = try #require(found.first)
    #expect(finding.fixes.map(\.text) == [edit])
    #expect(try Checking.check(Checking.fixed(text, finding)).isEmpty)
  }

  @Test(
    "no parent is proposed that would close a cycle",
    arguments: [
      "scopes: { request: { parent: jbo }, job: { parent: request } }",
      "stages: { prod: { extends: stge }, stage: { extends: prod } }",
    ])
  func parentInsideItsChild(text: String) throws {
    let text = "configdi: 1\n" + text + "\nservices: { A: a }\n"
    let found = try Checking.check(text)
    #expect(found.count == 1)
    #expect(!found.compactMap(\.help).joined().contains("did you mean"), "\(found.flatMap(\.help))")
    for finding in found where !finding.fixes.isEmpty {
      #expect(try Checking.check(Checking.fixed(text, finding)).isEmpty)
    }
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
      ("services: { A: a B: b }\n", ",|"), ("services: { A: \"\\d\" }\n", "\\|"),
      ("services: { A: a, , B: b }\n", "|"), ("services: { A: &, B: b }\n", "\"|\"|"),
      ("services:\n  A:\n    factory: a\n  settings: { b: c }\n    eager: true\n", "    |"),
    ]) func notYAML(text: String, edit: String) throws
  {
    let findings = try Checking.check("configdi: 1\n" + text)
    let finding = try #require(findings.first { $0.rule.code == "DI001" })
    #expect(finding.fixes.map { $0.text + "|" }.joined() == edit, "\(finding.message): \(finding.help)")
  }
}
