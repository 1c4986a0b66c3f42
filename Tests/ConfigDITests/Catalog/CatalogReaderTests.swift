import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct CatalogReaderTests {
  @Test("missing fields have defaults") func whatIsAbsentHasItsDefault() throws {
    let (catalog, findings) = readCatalog(
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"provides\": \"A\" }] }")
    let factory = try #require(catalog?.factories.first)
    #expect(findings.isEmpty)
    #expect(factory.role == .service && factory.dependencies.isEmpty)
    #expect(factory.settings == nil && factory.isolation == .none && !factory.isAsync && factory.isShareable)
    #expect(!factory.isReference && factory.deprecated == nil && factory.file == nil)
  }

  @Test(
    "only a catalog whose end is missing is truncated",
    arguments: [
      ("] ", true), ("", true), ("{ \"name\": \"}\"", true), ("]} x", false), ("]}\n# end", false),
    ])
  func truncated(end: String, isTruncated: Bool) {
    let (_, findings) = readCatalog("{ \"configdiCatalog\": 1, \"factories\": [\(end)")
    #expect(findings.contains { $0.message.contains("truncated") } == isTruncated)
  }

  @Test("a catalog may be YAML") func itMayBeYAML() {
    let (catalog, findings) = readCatalog("configdiCatalog: 1\nfactories:\n  - name: a\n    provides: Clock\n")
    #expect(findings.isEmpty)
    #expect(catalog?.factories.first?.provides == "Clock")
  }

  @Test(
    "a second factory of one name is reported",
    arguments: [
      ("factories: [{ name: a, provides: A }, { name: a, provides: A }]", "2:47", "duplicate factory 'a'"),
      ("keys: [{ name: a, type: A }, { name: a, type: B }]", "2:38", "duplicate key 'a'"),
      (
        "factories: [{ name: a, dependencies: [{ key: A, label: l }, { key: B }, { key: C, label: l }], provides: A }]",
        "2:90",
        "duplicate dependency 'l'"
      ),
      (
        "factories: [{ name: a, settings: { fields: [{ name: f, type: int }, { name: f, type: int }] }, provides: A }]",
        "2:77",
        "duplicate setting 'f'"
      ),
    ])
  func aSecondOfOneNameIsFound(text: String, place: String, message: String) {
    let (catalog, findings) = readCatalog("configdiCatalog: 1\n\(text)\n")
    #expect(catalog != nil)
    #expect(findings.map(\.rule.code) == ["DI107"])
    #expect(findings.map { "\($0.location?.start.line ?? 0):\($0.location?.start.column ?? 0)" } == [place])
    #expect(findings.map(\.message) == [message])
  }

  @Test("a catalog without a readable section is no catalog", arguments: ["keys", "factories"])
  func sections(name: String) {
    #expect(readCatalog("{ \"configdiCatalog\": 1, \"\(name)\": {} }").0 == nil)
  }

  @Test("an initializer provides nothing") func anInitializerProvidesNothing() {
    let (_, findings) = readCatalog("configdiCatalog: 1\nfactories: [{ name: a, role: initializer, provides: A }]\n")
    #expect(findings.map(\.rule.code) == ["DI005"])
  }

  @Test(arguments: [
    ("{}", "DI006", 1, 1), ("", "DI006", 1, 1), ("{ \"configdiCatalog\": 2 }", "DI006", 1, 22),
    ("[]", "DI005", 1, 1), ("{ \"configdiCatalog\": 1, \"factorys\": [] }", "DI004", 1, 25),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": {} }", "DI005", 2, 16),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{}] }", "DI005", 2, 17),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"nmae\": \"a\", \"provides\": \"A\" }] }", "DI004", 2, 19),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"name\": 3 }] }", "DI005", 2, 27),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [\"a\"] }", "DI005", 2, 17),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"name\": \"a\", \"role\": \"servce\" }] }", "DI005", 2, 40),
    (
      "{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"name\": \"a\", \"async\": \"no\", \"provides\": \"A\" }] }",
      "DI005", 2, 41
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\",\n \"dependencies\": [{ \"kind\": \"lazy\" }], \"provides\": \"A\" }] }",
      "DI005",
      2, 19
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\",\n \"dependencies\": [{ \"key\": \"B\", \"kind\": \"lzy\" }], \"provides\": \"A\" }] }",
      "DI005", 2, 41
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\",\n \"dependencies\": [{ \"key\": \"B\", \"argument\": \"C\" }], \"provides\": \"A\" }] }",
      "DI005", 2, 45
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"role\": \"initializer\",\n \"argument\": \"C\" }] }",
      "DI005", 2, 14
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\",\n \"dependencies\": [{ \"key\": \"B\", \"async\": true }], \"provides\": \"A\" }] }",
      "DI005", 2, 42
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\",\n \"dependencies\": [{ \"key\": \"B\", \"isolation\": \"main\" }], \"provides\": \"A\" }] }",
      "DI005", 2, 46
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"settings\": { \"fields\": [\n{ \"name\": \"x\", \"type\": \"strng\" }] }, \"provides\": \"A\" }] }",
      "DI005", 2, 24
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"settings\": { \"fields\": [\n{ \"type\": \"string\" }] }, \"provides\": \"A\" }] }",
      "DI005", 2, 1
    ),
    (
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"settings\": { \"fields\": [\n{ \"name\": \"x\" }] }, \"provides\": \"A\" }] }",
      "DI005", 2, 1
    ),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"name\": \"a\" }] }", "DI005", 2, 17),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"name\": \"a\", \"role\": \"decorator\" }] }", "DI005", 2, 17),
    ("{ \"configdiCatalog\": 1,\n  \"factories\": [{ \"name\": \"a\", \"provdes\": \"A\" }] }", "DI004", 2, 32),
    ("{ \"configdiCatalog\": 1,\n  \"keys\": [{ \"name\": \"a\" }] }", "DI005", 2, 12),
    ("{ \"configdiCatalog\": 1,\n  \"keys\": [{ \"name\": \"a\", \"typ\": \"B\" }] }", "DI004", 2, 27),
  ]) func eachMistakeIsLocated(text: String, code: String, line: Int, column: Int) {
    let findings = readCatalog(text).findings
    #expect(findings.map(\.rule.code) == [code])
    #expect(findings.first?.location?.start == SourcePosition(line: line, column: column))
  }

  @Test(
    "an asynchronous provider is not on the main actor", arguments: [("provider", "isolation"), ("optional", "kind")])
  func asyncOnTheMainActor(kind: String, other: String) {
    let slot = "{ \"key\": \"B\", \"kind\": \"\(kind)\", \"async\": true, \"isolation\": \"main\" }"
    let factory = "{ \"name\": \"a\", \"provides\": \"A\", \"dependencies\": [\(slot)] }"
    let findings = readCatalog("{ \"configdiCatalog\": 1, \"factories\": [\(factory)] }").findings
    #expect(findings.first?.message.contains("no '\"async\": true' with '\"\(other)\"") == true)
  }

  @Test("arguments are read as they are written") func arguments() throws {
    var registry = FactoryRegistry()
    registry.register("page", as: Tick.self) { (_: any Clocked, _: Argument<User>) in Tick() }
    registry.registerUnshared("reader", as: Draft.self) { (_: Maker<User, Tick>, _: MainMaker<Int, Tick>) in
      Draft()
    }
    let written = registry.catalog
    let read = try Catalog(json: written.json)
    #expect(read.factories.map(\.argument) == written.factories.map(\.argument))
    #expect(read.factories.map(\.dependencies) == written.factories.map(\.dependencies))
    #expect(read.factories.first { $0.name == "page" }?.argument == "ConfigDITests.User")
    #expect(
      read.factories.first { $0.name == "reader" }?.dependencies == [
        CatalogDependency(key: "ConfigDITests.Tick", form: .maker, argument: "ConfigDITests.User"),
        CatalogDependency(key: "ConfigDITests.Tick", form: .mainMaker, argument: "Swift.Int"),
      ])
  }

  @Test func aMisspeltNameIsSuggested() {
    let findings = readCatalog(
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"provides\": \"A\", \"sharable\": true }] }"
    )
    .findings
    #expect(findings.first?.help == ["did you mean 'shareable'?"])
  }

  @Test("a text is read or refused as a whole") func aTextIsReadOrRefusedWhole() throws {
    #expect(try Catalog(json: CatalogJSONTests.sample).json == CatalogJSONTests.sample)
    let error = try #require(throws: ManifestError.self) { try Catalog(json: "{ \"configdiCatalog\": 7 }") }
    #expect(error.description.contains("configdi.catalog.json:1:22: error: expected catalog format version 1"))
  }
}
