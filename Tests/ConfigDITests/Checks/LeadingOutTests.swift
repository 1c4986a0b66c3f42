import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The text and the edit that a finding proposes are what the next run accepts.
@Suite struct LeadingOutTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "audit", "provides": "Audit", "dependencies": [{ "key": "Store", "kind": "lazy", "label": "store" }] },
      { "name": "disk", "provides": "Store" },
      { "name": "systemClock", "provides": "Timer" },
      { "name": "utcClock", "provides": "Clock" },
      { "name": "retrying", "provides": "Store", "role": "decorator",
        "settings": { "type": "R", "fields": [{ "name": "attempts", "type": "int", "default": "3" }] } },
      { "name": "metered", "provides": "Store", "role": "decorator" }] }
    """

  /// What is left of the only finding with a code once its first remedy is applied.
  private func left(_ code: String, _ text: String, catalog: String? = catalog) throws -> [String] {
    let findings = try Checking.check(text, catalog: catalog).filter { $0.code == code }
    #expect(findings.count == 1, "\(findings.map(\.message))")
    let finding = try #require(findings.first)
    return try Checking.check(Checking.fixed(text, finding), catalog: catalog).map { "\($0.code) \($0.message)" }
  }

  @Test("an unused parameter without a source needs one to be exposed") func parameterWithoutSource() throws {
    let found = try Checking.remedies("parameters:\n  retries: { type: int }\n")
    let help = "remove it, or add a value and exposed: true to it if the program reads it by name"
    #expect(found == ["DI502; \(help)"], "\(found)")
  }

  @Test("another key is proposed in the form that the factory takes") func formOfAnotherKey() throws {
    let text = "configdi: 1\nservices: { Store/a: disk, Audit: audit }\n"
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first)
    #expect(
      finding.help == [
        "add 'Store: disk' under 'services', or choose another key: dependencies: { store: { lazy: Store/a } }"
      ])
    let remedy = try #require(finding.remedies.first { $0.title == "choose Store/a" })
    #expect(remedy.fixes.map(\.text).joined().contains("{ lazy: Store/a }"), "\(remedy.fixes.map(\.text))")
  }

  @Test("a key that needs quotes in flow style has them in the help") func quotedKeys() throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      roots: ["Cache<String, User>"]
      services:
        App: { factory: app, dependencies: { cache: "Cache<String, User>" } }
        "Cache<String, User>": { factory: cache, scope: request }
      """
    let help = try Checking.check(text).flatMap(\.help)
    for entry in ["{ key: \"Cache<String, User>\", scope: request }", "cache: { provider: \"Cache<String, User>\" }"] {
      #expect(help.contains { $0.hasSuffix(entry) }, "\(help)")
    }
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "app", "provides": "App",
        "dependencies": [{ "key": "Cache<String, User>", "kind": "all" }] }] }
      """
    let undeclared = try Checking.check("configdi: 1\nservices: { App: app }\n", catalog: catalog)
    #expect(
      undeclared.flatMap(\.help) == [
        "declare a collection: collections: { name: { of: \"Cache<String, User>\" } }"
      ])
  }

  @Test("a key that a factory asks for twice is chosen by its position") func keyThatIsAskedForTwice() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "copier", "provides": "Copier",
          "dependencies": [{ "key": "Clock" }, { "key": "Store" }, { "key": "Store" }] },
        { "name": "clock", "provides": "Clock" }, { "name": "disk", "provides": "Store" }] }
      """
    let text = "configdi: 1\nservices: { Copier: copier, Clock: clock, Store/a: disk }\n"
    let finding = try #require(Checking.check(text, catalog: catalog).first)
    #expect(
      finding.help == [
        "add 'Store: disk' under 'services', or choose another key: dependencies: […, Store/a, Store/a]",
        "or add labels where it is registered, and export the catalog: labels: [\"…\", \"…\", \"…\"]",
      ])
    #expect(finding.remedies.map(\.title) == ["write Store: disk"])
    let listed = text.replacing(
      "Copier: copier", with: "Copier: { factory: copier, dependencies: [Clock, Store/a, Store/a] }")
    #expect(try Checking.check(listed, catalog: catalog).map(\.message) == [])
  }

  @Test("no other key is proposed that the next run refuses") func otherKeysThatFit() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "clock", "provides": "Clock" }, { "name": "disk", "provides": "Store" },
        { "name": "caching", "provides": "Store", "dependencies": [{ "key": "Store" }] },
        { "name": "smtp", "provides": "Mailer", "dependencies": [{ "key": "Clock", "label": "clock" }] }] }
      """
    let text = """
      configdi: 1
      scopes: { request: {} }
      services:
        Mailer: smtp
        Store/a: caching
        Clock/a: { factory: clock, scope: request }
        Clock/b: { provided: optional }
      """
    let add = "add 'Clock: clock' under 'services'"
    func help(_ text: String) throws -> [String] { try Checking.check(text, catalog: catalog).flatMap(\.help).sorted() }
    let other = try help(text)
    #expect(other.first == add && other.count == 2 && other.last?.contains("choose") == false, "\(other)")
    #expect(
      try help("\(text)\n  Clock/c: clock\n").first
        == "\(add), or choose another key: dependencies: { clock: Clock/c }")
  }

  @Test(
    "a value beside a variable is made its default only where it may be one",
    arguments: [
      ("{ env: X, value: v }", "default"), ("{ env: X, default: d, value: v }", nil),
      ("{ env: X, secret: true, value: v }", nil), ("{ env: X, value: v, secret: true }", nil),
    ])
  func valueBesideVariable(entry: String, written: String?) throws {
    let text = "configdi: 1\nparameters:\n  p: \(entry)\nservices: { A: { factory: a, settings: [\"${p}\"] } }\n"
    let found = try Checking.check(text)
    let finding = try #require(found.first { $0.code == "DI005" })
    #expect(finding.help.joined().contains("write default:") == (written != nil))
    #expect(finding.fixes.contains { $0.text == written } == (written != nil))
    #expect(!found.flatMap(\.help).contains { $0.hasPrefix("remove 'default'") })
    #expect(try left("DI005", text, catalog: nil) == [])
  }

  @Test(
    "the values of an enum beside another type are removed",
    arguments: [("type: url, env: X", "[a]"), ("type: list, value: [a]", "string"), ("env: X", "[a]")])
  func casesBesideAnotherType(fields: String, cases: String) throws {
    let text = """
      configdi: 1
      parameters: { p: { \(fields), of: \(cases) } }
      services: { A: { factory: a, settings: ["${p}"] } }

      """
    #expect(try left("DI005", text, catalog: nil) == [])
  }

  @Test(
    "no factory of another type is written for a misspelled name",
    arguments: [
      ("Clock: sytemClock", "write utcClock, or register 'sytemClock' and export the catalog again", 1),
      ("Timer: sytemClock", "did you mean 'systemClock'?", 1),
      ("Clock: { factory: utcClock, decorators: [meterd] }", "did you mean 'metered'?", 0),
    ])
  func factoryOfAnotherType(entry: String, help: String, remedies: Int) throws {
    let text = "configdi: 1\nservices: { \(entry) }\n"
    let findings = try Checking.check(text, catalog: Self.catalog)
    #expect(findings.map(\.code) == ["DI401"])
    #expect(findings.flatMap(\.help) == [help])
    #expect(findings.flatMap(\.remedies).count == remedies)
    if remedies > 0 { #expect(try left("DI401", text) == []) }
  }

  @Test("no decorator is written that refuses a setting of the entry") func decoratorWithoutTheSetting() throws {
    let text = """
      configdi: 1
      services:
        Store: { factory: disk, decorators: [{ factory: disk, settings: { attempts: 4 } }] }

      """
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first)
    #expect(finding.code == "DI410")
    #expect(finding.remedies.map(\.title) == ["write retrying"])
    #expect(try left("DI410", text) == [])
  }

  @Test("no key is proposed that a stage lacks or that leads back") func keysThatLeadOut() throws {
    let lacking = """
      configdi: 1
      stages: { dev: {}, prod: { services: { Store: { new: true, factory: disk } } } }
      services:
        Clock: utcClock
        Audit: { factory: audit, dependencies: { store: { lazy: Clock } } }

      """
    let found = try Checking.check(lacking, catalog: Self.catalog).filter { $0.code == "DI405" }
    #expect(found.flatMap(\.help) == ["define a service of type Store"])
    #expect(found.flatMap(\.remedies).isEmpty)
    let back = """
      configdi: 1
      services:
        Clock: utcClock
        Store/disk: disk
        Store/a: { alias: Clock }
        Store: { alias: Store/a }

      """
    let finding = try #require(Checking.check(back, catalog: Self.catalog).first { $0.code == "DI405" })
    #expect(finding.remedies.map(\.title) == ["write Store/disk"])
  }

  @Test("a replaced scope that is not declared is not copied") func undeclaredScope() throws {
    let text = """
      configdi: 1
      overlays: [{ services: { Clock: utcClock } }]
      scopes: { request: {} }
      services: { Clock: { factory: utcClock, scope: reqest } }

      """
    #expect(try Checking.check(text, catalog: Self.catalog).map(\.help) == [["reset it explicitly: scope: singleton"]])
    #expect(try left("DI109", text) == [])
    let declared = text.replacing("reqest", with: "request")
    let finding = try #require(Checking.check(declared, catalog: Self.catalog).first)
    #expect(finding.help == ["copy it, or reset it explicitly: scope: singleton"])
  }

  @Test("an entry that removes what is not there is not called new") func removingWhatIsNotThere() throws {
    let text = """
      configdi: 1
      overlays: [{ services: { Clock: { new: true, remove: true, factory: utcClock } } }]
      services: { Store: disk }

      """
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first { $0.code == "DI108" })
    #expect(finding.help == ["delete the entry"])
  }

  @Test("of two parameters that end with a setting's name, neither is written") func parametersThatEndAlike() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "pay", "provides": "Pay", "settings": { "type": "S", "fields": [
          { "name": "key", "type": "string" }] } }] }
      """
    func written(_ parameters: String) throws -> String? {
      let text = """
        configdi: 1
        parameters: { other: o, \(parameters) }
        services: { Pay: { factory: pay, scope: transient }, Pay/b: { factory: pay, settings: { key: "${other}" } } }

        """
      let finding = try Checking.check(text, catalog: catalog).first { $0.code == "DI408" }
      return finding?.fixes.map(\.text).joined().split(separator: "\"").dropFirst().first.map(String.init)
    }
    #expect(try written("pay.key: a, b.c: d") == "${pay.key}")
    #expect(try written("map.key: b, pay.key: a") == "…")
    #expect(try written("map.key: b, key: a") == "${key}")
  }

  @Test("a root's missing service is defined in the scope of the root") func scopeOfRoot() throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      roots: [{ key: Clock, scope: request }]
      services: {}

      """
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first { $0.code == "DI201" })
    #expect(finding.help == ["add 'Clock: { factory: utcClock, scope: request }' under 'services'"])
    let plain = text.replacing("{ key: Clock, scope: request }", with: "Clock, { key: Clock, scope: request }")
    let found = try Checking.check(plain, catalog: Self.catalog)
    #expect(!found.contains { $0.help.joined().contains("scope:") })
  }

  @Test("a collection with a member in some stages is declared there") func collectionOfSomeStages() throws {
    let text = """
      configdi: 1
      stages: { dev: {}, prod: { services: { Clock: { collect: clocks } } } }
      services: { Clock: utcClock }

      """
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first { $0.code == "DI601" })
    #expect(
      finding.help == [
        "declare the collection in the stages that have this member: collections: { clocks: { of: Clock } }"
      ])
    #expect(finding.remedies.isEmpty)
  }

  @Test("a scope without a name for its parent gets one") func emptyParent() throws {
    #expect(try left("DI005", "configdi: 1\nscopes: { page: \"\" }\nservices: { Store: disk }\n") == [])
  }

  @Test("brackets alone are no secret") func bracketsOfSecret() throws {
    func said(_ secret: String) throws -> [String] {
      let parameter = "{ \(secret)value: \"${\", exposed: true }"
      let text = "configdi: 1\nparameters: { k: \(parameter) }\nservices: { Store: disk }\n"
      return try Checking.check(text).filter { $0.code == "DI504" }.flatMap { [$0.message] + $0.help }
    }
    #expect(try said("").count == 2)
    #expect(try said("secret: true, ") == said(""))
  }

  @Test("of two bounds, both are removed") func boundsOfUnordered() throws {
    func text(_ max: String) -> String {
      "configdi: 1\nparameters:\n  p: { type: bool, env: X, exposed: true, min: 1, \(max): 2 }\nservices: { Store: disk }\n"
    }
    #expect(try left("DI005", text("max")) == [])
    #expect(try left("DI005", text("\"max\"")) == [])
  }

  @Test("no list of empty text is written") func listOfEmptyText() throws {
    let text = "configdi: 1\nservices: { Store: { factory: disk, dependencies: \"\" } }\n"
    #expect(try Checking.check(text).filter { $0.code == "DI005" }.map(\.help) == [[]])
  }

  @Test("a secret element of a list or mapping has the setting's name", arguments: ["keys: [1]", "map: { a: 1 }"])
  func nameOfSecretElement(settings: String) throws {
    let secrets = #""of": { "type": "string", "secret": true }, "optional": true"#
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "a", "provides": "A", "settings": { "type": "S", "fields": [
          { "name": "keys", "type": "list", \(secrets) }, { "name": "map", "type": "map", \(secrets) }] } }] }
      """
    let text = "configdi: 1\nservices: { A: { factory: a, settings: { \(settings) } } }\n"
    let messages = try Checking.check(text, catalog: catalog).map(\.message)
    #expect(messages.count == 1)
    #expect(messages.allSatisfy { $0.hasSuffix("found <secret \(settings.prefix { $0 != ":" })>") }, "\(messages)")
  }
}
