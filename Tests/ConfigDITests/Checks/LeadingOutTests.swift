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
}
