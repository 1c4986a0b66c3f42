import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What fixes write is read as what they mean, wherever it stands.
@Suite struct FixTextTests {
  @Test(
    "names are quoted where YAML needs it",
    arguments: [
      "services:\n  'Map<Key, Value>': make\n  User: { factory: make, dependencies: [ 'Map<Key, Valeu>' ] }\n",
      "services:\n  'Map<Key, Value>': make\n  User:\n    factory: make\n    dependencies:\n      - Map<Key, Valeu>\n",
      "services:\n  'a: b {cart}': make\n  User: { alias: 'a: b {crat}' }\n",
      "services:\n  '[Plugin]': make\n  User: { select: p, cases: { true: '[Plugin]', false: '[Plugni]' } }\n",
      "collections: { 'x, years': { of: User } }\nservices:\n  User: { factory: make, collect: 'x, yaers' }\n",
    ])
  func namesAreQuotedWhereTheyNeedIt(body: String) throws {
    let text = "configdi: 1\nparameters: { p: { type: bool, env: P } }\n" + body
    let findings = try Checking.check(files: ["app.yaml": text]).filter { $0.fixes.contains(where: \.safe) }
    #expect(findings.count == 1)
    let fix = try #require(findings.first?.fixes.first)
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(fix.location.range, with: fix.text.utf8)
    let left = try Checking.check(files: ["app.yaml": String(decoding: bytes, as: UTF8.self)])
    #expect(left.filter { $0.severity == .error }.map(\.message) == [])
  }

  /// The key of a service that stages change is corrected in each of them, or their entries would change nothing.
  @Test("a misspelled key is corrected in every stage") func aMisspeltKeyIsCorrectedWhereverTheServiceIsChanged() throws
  {
    let text = """
      configdi: 1
      overlays: [{ services: { Clok: { scope: graph } } }]
      stages:
        live: {}
        test: { services: { Clok: { scope: transient } }, overlays: [{ services: { Clok: { remove: true } } }] }
      services:
        Clok: clock
        Reader: { factory: reader, dependencies: [Clock] }
        Writer: { factory: writer, dependencies: [Clock] }
      """
    let findings = try Checking.check(files: ["app.yaml": text])
    let finding = try #require(findings.first { $0.rule == .missingService && !$0.fixes.isEmpty })
    #expect(finding.fixes.map(\.location.start.line).sorted() == [2, 5, 5, 7])
    #expect(finding.fixes.allSatisfy { $0.text == "Clock" && $0.safe })
  }

  private static let clocks = """
    { "configdiCatalog": 1, "factories": [
      { "name": "systemClock", "provides": "App.Clock" },
      { "name": "mail", "provides": "App.Mail", "dependencies": [ { "key": "App.Clock", "label": "clock" } ] } ] }
    """

  @Test("a key that its factory shows to be misspelled is corrected wherever it is written")
  func aKeyThatItsFactoryDisproves() throws {
    let text = """
      configdi: 1
      overlays: [{ services: { Clok: { description: x } } }]
      stages:
        live: { services: { Clok: { factory: systemClock, scope: graph } } }
        test: { services: { Clok: { scope: transient }, Mail: { remove: true } } }
      roots: ["Clok", Copy, Mail/two]
      services:
        Clok: systemClock
        Copy: { alias: Clok }
        Mail: { factory: mail, dependencies: { clock: Clok }, eager: true }
        Mail/two: { factory: mail, dependencies: [Clock] }

      """
    let findings = try Checking.check(text, catalog: Self.clocks).filter { $0.code == "DI402" }
    #expect(findings.map(\.location?.start.line) == [4, 8])
    for finding in findings {
      #expect(finding.help == ["did you mean 'Clock'?"] && finding.isSafelyFixable)
      let left = try Checking.check(Checking.fixed(text, finding), catalog: Self.clocks)
      #expect(left.map(\.message) == [])
    }
  }

  @Test("a collection keeps the name that a misspelled key has") func aCollectionNamedLikeAKey() throws {
    let text = """
      configdi: 1
      roots: [Mail]
      collections: { Clok: { of: Clock } }
      services:
        Clok: { factory: systemClock, collect: Clok }
        Mail: { factory: mail, dependencies: { clock: Clok } }

      """
    let finding = try #require(Checking.check(text, catalog: Self.clocks).first { $0.code == "DI402" })
    #expect(finding.fixes.map(\.location.start.line).sorted() == [5, 6])
    #expect(try Checking.check(Checking.fixed(text, finding), catalog: Self.clocks).map(\.message) == [])
  }

  @Test(
    "a misspelled key is not corrected to one that exists",
    arguments: [("Clok", "write Clock/Clok"), ("Clok/one", "choose another variant")])
  func aKeyOfAnotherService(key: String, advice: String) throws {
    let text = "configdi: 1\nservices:\n  Clock: systemClock\n  Clock/one: systemClock\n  \(key): systemClock\n"
    let findings = try Checking.check(text, catalog: Self.clocks)
    #expect(findings.map(\.code) == ["DI402"])
    let meant = key.replacing("Clok", with: "Clock")
    #expect(findings.first?.help == ["remove this entry, since '\(meant)' is already defined, or \(advice)"])
    #expect(findings.first?.fixes == [])
  }

  @Test("a key that only other stages define is missing beside a misspelled one") func keyOfAnotherStage() throws {
    let text = """
      configdi: 1
      roots: [Mail]
      stages: { dev: {}, prod: { services: { Clock: { factory: systemClock, new: true } } } }
      services:
        Clok: systemClock
        Mail: { factory: mail, dependencies: { clock: Clock } }

      """
    #expect(try Checking.check(text, catalog: Self.clocks).map(\.code).sorted() == ["DI201", "DI402"])
  }

  private static let pools = """
    { "configdiCatalog": 1, "factories": [ { "name": "pg", "provides": "App.Store", "settings": { "type": "S",
      "fields": [ { "name": "pool", "type": "int" }, { "name": "host", "type": "string", "optional": true } ] } } ] }
    """

  @Test(
    "an overlay's misspelled setting is corrected to the one that it should change",
    arguments: ["{ pol: 8 }", "{ host: a, pol: 8 }"])
  func settingOfAnOverlay(settings: String) throws {
    let text = """
      configdi: 1
      stages: { live: { services: { Store: { settings: \(settings) } } }, test: {} }
      services:
        Store: { factory: pg, settings: { pool: 4 } }

      """
    let finding = try #require(Checking.check(text, catalog: Self.pools).first)
    #expect(finding.code == "DI407" && finding.help == ["did you mean 'pool'?"] && finding.isSafelyFixable)
    let fixed = try Checking.fixed(text, finding)
    #expect(fixed.contains("pool: 8"))
    #expect(try Checking.check(fixed, catalog: Self.pools).map(\.message) == [])
  }

  @Test("an overlay's misspelled label is corrected to the one that it should change") func labelOfAnOverlay() throws {
    let text = """
      configdi: 1
      stages: { live: { services: { Mail: { dependencies: { clok: Clock/one } } } }, test: {} }
      services:
        Clock: systemClock
        Clock/one: systemClock
        Mail: { factory: mail, dependencies: { clock: Clock } }

      """
    let finding = try #require(Checking.check(text, catalog: Self.clocks).first)
    #expect(finding.code == "DI404" && finding.help == ["did you mean 'clock'?"])
    let fixed = try Checking.fixed(text, finding)
    #expect(fixed.contains("{ clock: Clock/one }"))
    #expect(try Checking.check(fixed, catalog: Self.clocks).map(\.message) == [])
    let beside = text.replacing("{ clock: Clock }", with: "{ clock: Clock, clokc: Clock }")
    let other = try Checking.check(beside, catalog: Self.clocks).first { $0.message.contains("clokc") }
    #expect(other?.help == ["factory 'mail' asks for clock"])
  }

  @Test(
    "a setting beside the one that it resembles is removed",
    arguments: [
      "services: { Store: { factory: pg, settings: { pol: 8, pool: 4 } } }",
      "overlays: [{ services: { Store: { settings: { pool: 5, pol: 8 } } } }]\n"
        + "services: { Store: { factory: pg, settings: { pool: 4 } } }",
    ])
  func settingBesideAnother(body: String) throws {
    let findings = try Checking.check("configdi: 1\n\(body)\n", catalog: Self.pools)
    #expect(findings.map(\.code) == ["DI407"])
    #expect(findings.first?.help == ["did you mean 'pool'?", "remove one of the two, since 'pool' is already set"])
    #expect(findings.first?.fixes == [])
  }

  /// A section with two aliases is written once; and a key that may mean two others has no one correction.
  @Test("a misspelled key is corrected once or not at all") func aMisspeltKeyIsCorrectedOnceOrNotAtAll() throws {
    let shared = """
      configdi: 1
      stages:
        live: { services: &changes { Clok: { scope: transient } } }
        test: { services: *changes }
      services:
        Clok: clock
        Reader: { factory: reader, dependencies: [Clock] }
        Writer: { factory: writer, dependencies: [Clock] }
      """
    let finding = try #require(Checking.check(shared).first { $0.rule == .missingService })
    #expect(finding.fixes.map(\.location.start.line).sorted() == [3, 6])
    let two = """
      configdi: 1
      services:
        Clock: clock
        Reader: { factory: reader, dependencies: [Clok, Clocks] }
        Writer: { factory: writer, dependencies: [Clok, Clocks] }
      """
    let findings = try Checking.check(two).filter { $0.message.contains("is defined but unused") }
    #expect(findings.count == 2)
    #expect(findings.allSatisfy { $0.fixes.isEmpty })
  }

  /// A key of an overlay that the overlay has already is not what the misspelt one means.
  @Test(
    "a key that exists is not suggested",
    arguments: [
      ("services: { Clock: f }", "services: { Clock: g, Clok: h }"),
      ("parameters: { size: 1 }\nservices: {}", "parameters: { size: 2, siez: 3 }"),
    ])
  func aKeyThatIsTakenIsNotSuggested(base: String, overlay: String) throws {
    let text = "configdi: 1\n\(base)\nstages:\n  test: { \(overlay) }\n"
    let findings = try Checking.check(files: ["app.yaml": text]).filter { $0.rule == .overridesNothing }
    #expect(findings.count == 1)
    #expect(
      findings.allSatisfy { !$0.fixes.contains(where: \.safe) && !$0.help.contains { $0.hasPrefix("did you mean") } })
  }

  @Test(
    "an entry with 'new: false' becomes new without a second 'new'",
    arguments: [
      "services: { B: { new: false, factory: b } }",
      "parameters: { p: { exposed: true, \"new\": false, value: 3 } }",
    ])
  func anEntryThatIsNotNew(overlay: String) throws {
    let text = "configdi: 1\nstages: { test: { \(overlay) } }\nservices: {}\n"
    let finding = try #require(Checking.check(text).first)
    #expect(finding.rule == .overridesNothing)
    let fixed = try Checking.fixed(text, finding)
    #expect(fixed == text.replacing("false", with: "true"))
    #expect(try Checking.check(fixed).map(\.message) == [])
  }

  @Test("a list in block style is not put into braces", arguments: ["- x", "- x\n        - y"])
  func aListInBlockStyle(list: String) throws {
    let text = "configdi: 1\nstages:\n  test:\n    parameters:\n      p:\n        \(list)\nservices: {}\n"
    let finding = try #require(Checking.check(text).first)
    #expect(finding.rule == .overridesNothing)
    #expect(finding.fixes.isEmpty)
  }
}
