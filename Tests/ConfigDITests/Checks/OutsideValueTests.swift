import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A parameter whose value comes from outside: its default and its cases are known, and must fit the setting.
@Suite struct OutsideValueTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.A", "settings": { "type": "S", "fields": [
      { "name": "wait", "type": "duration", "optional": true },
      { "name": "pool", "type": "int", "min": 1, "max": 20, "optional": true },
      { "name": "mode", "type": "enum", "cases": ["fast", "safe"], "optional": true },
      { "name": "level", "type": "enum", "cases": [1, 2], "optional": true },
      { "name": "ratio", "type": "enum", "cases": [0.5, 1.0], "optional": true },
      { "name": "url", "type": "url", "optional": true },
      { "name": "modes", "type": "map", "keys": { "type": "enum", "cases": ["fast", "safe"] }, "of": { "type": "int" },
        "optional": true },
      { "name": "numbers", "type": "map", "keys": { "type": "int" }, "of": { "type": "int" }, "optional": true },
      { "name": "tags", "type": "list", "of": { "type": "string" }, "optional": true },
      { "name": "single", "type": "float32", "optional": true }] } }] }
    """

  private func findings(_ parameter: String, _ settings: String) throws -> [String] {
    let text = """
      configdi: 1
      roots: [A]
      parameters: { p: \(parameter), q: { value: "${p}" } }
      services: { A: { factory: a, settings: \(settings) } }
      """
    return try Checking.check(text, catalog: Self.catalog).filter { $0.severity == .error }
      .map { "\($0.rule.code) \($0.message)" }
  }

  @Test("a default that does not fit the setting is reported") func aDefaultMustFit() throws {
    let parameter = "{ type: string, env: P, default: d }"
    #expect(
      try findings(parameter, "{ wait: '${p}' }") == [
        "DI406 setting 'wait' of factory 'a': the default of parameter 'p' does not fit: expected a duration such as '30s', found 'd'"
      ])
    #expect(try findings("{ type: string, env: P, default: 3s }", "{ wait: '${p}' }") == [])
    #expect(try findings("{ type: string, env: P }", "{ wait: '${p}' }") == [])
    #expect(try findings(parameter, "{ url: 'https://${p}/a' }") == [])
    #expect(try findings(parameter, "{ url: '${p}://a b' }").count == 1)
    #expect(try findings(parameter, "{ wait: '${q}' }").count == 1)
  }

  @Test("a default outside the range of the setting is said to be") func aDefaultMustBeInRange() throws {
    #expect(
      try findings("{ type: int, env: P, default: 30 }", "{ pool: '${p}' }") == [
        "DI406 setting 'pool' of factory 'a': the default of parameter 'p' does not fit: 30 is out of range: 1 to 20"
      ])
    #expect(try findings("{ type: int, env: P, default: 20 }", "{ pool: '${p}' }") == [])
  }

  @Test("a default list is refused for its first wrong element") func aDefaultsElementsMustFit() throws {
    let problem = "DI406 setting 'tags' of factory 'a': the default of parameter 'p' does not fit: expected text, found"
    #expect(try findings("{ type: list, env: P, default: [a, 1, 2] }", "{ tags: '${p}' }") == ["\(problem) 1"])
    #expect(
      try findings("{ type: list, env: P, default: [1], secret: true }", "{ tags: '${p}' }").first
        == "\(problem) <secret p>")
    #expect(try findings("{ type: list, env: P, default: [a, '1'] }", "{ tags: '${p}' }") == [])
  }

  @Test("an enum without a fitting case is reported") func aCaseMustFit() throws {
    let parameter = "{ type: enum, of: [one, '2', yes], env: P }"
    #expect(
      try findings(parameter, "{ mode: '${p}' }") == [
        "DI406 setting 'mode' of factory 'a': no value of parameter 'p' fits: expected one of fast, safe, found one of one, 2, yes"
      ])
    // Text is never a number, so none of these fits.
    #expect(try findings(parameter, "{ level: '${p}' }").count == 1)
    #expect(try findings("{ type: int, env: P }", "{ mode: '${p}' }").count == 1)
    #expect(try findings("{ type: int, env: P }", "{ level: '${p}' }") == [])
    #expect(try findings("{ type: enum, of: [fast, other], env: P }", "{ mode: '${p}' }") == [])
    #expect(try findings("{ type: enum, of: [fast, other], env: P, default: other }", "{ mode: '${p}' }").count == 1)
  }

  @Test(
    "keys of a dictionary setting are checked",
    arguments: [
      ("{ modes: { fast: 1 } }", []),
      (
        "{ modes: { fsat: 1 } }",
        ["DI406 setting 'modes' of factory 'a': a key of the mapping: expected one of fast, safe, found 'fsat'"]
      ),
      ("{ numbers: { 1: 1, -2: 2 } }", []),
      (
        "{ numbers: { one: 1 } }",
        ["DI406 setting 'numbers' of factory 'a': a key of the mapping: expected a whole number, found 'one'"]
      ),
      ("{ ratio: 0.5 }", []), ("{ ratio: 1 }", []),
      ("{ ratio: 0.75 }", ["DI406 setting 'ratio' of factory 'a': expected one of 0.5, 1.0, found 0.75"]),
      ("{ single: 3.4e38 }", []),
      (
        "{ single: 3.5e38 }",
        [
          "DI406 setting 'single' of factory 'a': 3.5e+38 is out of range: -3.4028234663852886e+38 to 3.4028234663852886e+38"
        ]
      ),
    ]) func namesAndNumbers(settings: String, found: [String]) throws
  {
    #expect(try findings("x", settings) == found)
  }
}
