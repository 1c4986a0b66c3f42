import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What a fix writes for a value of the wrong form: read again, it has to be a value of the right one.
@Suite struct CorrectedValueTests {
  private func corrected(_ text: String, for type: SettingType) throws -> String? {
    try setting(text).corrected(for: type)
  }

  @Test(
    "text is quoted as written",
    arguments: [
      ("1.10", #""1.10""#), ("1.0", #""1.0""#), ("0x1F", #""0x1F""#), ("1e3", #""1e3""#), ("True", #""True""#),
      ("!!float 1", #""1.0""#),
    ])
  func textKeepsWhatIsWritten(text: String, expected: String) throws {
    #expect(try corrected(text, for: .string) == expected)
  }

  @Test("a quoted number loses its quotes", arguments: ["'5'", "'-5.5'", "'1e5'", "'.5'"])
  func aNumberLosesItsQuotes(text: String) throws {
    #expect(try corrected(text, for: .float) == String(text.dropFirst().dropLast()))
  }

  /// Swift reads these as numbers; a manifest does not.
  @Test(
    "text that only Swift reads as a number is not corrected",
    arguments: ["nan", "inf", "infinity", "'0x1p3'", "'.inf'", "'1e999'"])
  func whatIsNoNumberOfAManifestIsLeft(text: String) throws {
    #expect(try corrected(text, for: .float) == nil)
  }

  /// Its value is that of the machine where the check ran.
  @Test("interpolated text is not corrected") func whatParametersPutTogetherIsNotWrittenDown() {
    let file = SourceFile(path: "app.yaml", bytes: Array("'${tens}0'".utf8))
    let setting = Setting(.string("50"), at: file.location(0..<10))
    #expect(setting.corrected(for: .int) == nil)
    #expect([String].quoting(setting, .int).isEmpty)
  }

  @Test("a value with a tag is not corrected, since the tag keeps its type") func tagged() throws {
    let text = """
      configdi: 1
      parameters:
        a: { type: int, value: !!str 10, exposed: true }
        b: { type: string, value: !!int &ten "10", exposed: true }
      services:
        Svc: { factory: svc, settings: { s: !!int "10", i: !!str 10, d: !!int 10 } }

      """
    let findings = try Checking.check(text, catalog: Self.catalogOfTypes)
    #expect(findings.map(\.code) == ["DI506", "DI506", "DI406", "DI406", "DI406"])
    #expect(findings.flatMap(\.help).isEmpty)
    #expect(findings.flatMap(\.remedies).isEmpty)
    let dropping = "overlays: [{ services: { A: !!str b } }]\nservices: { A: { factory: a, scope: graph } }\n"
    let dropped = try Checking.check("configdi: 1\n\(dropping)")
    #expect(dropped.map(\.code) == ["DI109"])
    #expect(dropped.flatMap(\.remedies).isEmpty)
  }

  @Test("text with a tag is corrected where the type is read from text") func taggedText() throws {
    let text = """
      configdi: 1
      parameters:
        a: { type: duration, value: !!str 5 minutes, exposed: true }
        b: { type: enum, of: [blue, red], value: !!str blu, exposed: true }
      services:
        Svc: { factory: svc, settings: { d: !!str 5 minutes } }

      """
    let findings = try Checking.check(text, catalog: Self.catalogOfTypes)
    #expect(findings.map(\.code) == ["DI506", "DI506", "DI406"])
    #expect(findings.map(\.help) == [["write 5m"], ["did you mean 'blue'?"], ["write 5m"]])
    #expect(findings.flatMap(\.remedies).map { $0.fixes.map(\.text) } == [["5m"], ["blue"], ["5m"]])
  }

  @Test(
    "a setting keeps its brackets if an anchor or a tag would be lost",
    arguments: [("[8080]", 1), ("[&port 8080]", 0), ("[!!int 8080]", 0)])
  func anchorInBrackets(value: String, count: Int) throws {
    let text = "configdi: 1\nservices: { Svc: { factory: svc, settings: { i: \(value) } } }\n"
    let findings = try Checking.check(text, catalog: Self.catalogOfTypes)
    #expect(findings.map(\.code) == ["DI406"])
    #expect(findings.flatMap(\.remedies).map(\.title) == [String](repeating: "remove the brackets", count: count))
  }

  @Test("a secret truth value does not hide the words of its message", arguments: ["true", "false"])
  func secretTruth(value: String) throws {
    let text = "configdi: 1\nparameters: { a: { type: bool, value: \"\(value)\", secret: true, exposed: true } }\n"
    let found = try Checking.check(text).filter { $0.code == "DI506" }.map(\.message)
    #expect(found == ["expected true or false for 'a', found something else"])
  }

  @Test("a number that no unit makes a duration gets none", arguments: ["-1", "9223372036854775807"])
  func numberOutOfRange(number: String) throws {
    let text = "configdi: 1\nservices: { Svc: { factory: svc, settings: { d: \(number) } } }\n"
    let findings = try Checking.check(text, catalog: Self.catalogOfTypes)
    #expect(findings.map(\.code) == ["DI406"])
    #expect(findings.flatMap(\.remedies).allSatisfy { $0.title.hasSuffix("s") })
    #expect(findings.flatMap(\.help).isEmpty == number.hasPrefix("-"))
  }

  @Test("text around a parameter is the mistake, not the parameter's type") func textAroundParameter() throws {
    let text = """
      configdi: 1
      parameters: { size: { type: int, env: SIZE } }
      services: { Svc: { factory: svc, settings: { i: "1${size}" } } }

      """
    let findings = try Checking.check(text, catalog: Self.catalogOfTypes)
    #expect(
      findings.map(\.message) == [
        "setting 'i' of factory 'svc': expected a whole number, found text with a parameter in it"
      ])
    #expect(findings.flatMap(\.help) == ["write the ${…} alone, since text around it makes the value text"])
  }

  @Test("a mapping is suggested with a field that it requires") func requiredField() throws {
    let text = "configdi: 1\nservices: { Svc: { factory: svc, settings: { o: 3 } } }\n"
    let findings = try Checking.check(text, catalog: Self.catalogOfTypes)
    #expect(findings.flatMap(\.help) == ["write a mapping: o: { host: … }"])
  }

  private static let catalogOfTypes = """
    { "configdiCatalog": 1, "factories": [{ "name": "svc", "provides": "App.Svc", "settings": {
      "type": "Settings", "fields": [
        { "name": "s", "type": "string", "optional": true }, { "name": "i", "type": "int", "optional": true },
        { "name": "d", "type": "duration", "optional": true },
        { "name": "o", "type": "object", "optional": true, "fields": [
          { "name": "attempts", "type": "int", "default": "3" }, { "name": "host", "type": "string" }] }] } }] }
    """

  @Test("a list is not corrected to empty text") func aListIsNotMendedByEmptyText() {
    let composition = Composition(["app.yaml": "configdi: 1\nparameters: { p: { type: string, value: [a, b] } }\n"])
    let findings = composition.diagnostics.findings
    #expect(findings.map(\.rule.code) == ["DI506"])
    #expect(findings.flatMap(\.fixes).isEmpty)
    #expect(findings.flatMap(\.help).isEmpty)
  }

  @Test("a value from another parameter is not replaced by the bound") func aReferenceIsNotReplacedByTheBound() {
    let text = "configdi: 1\nparameters: { n: 300, p: { type: int, value: \"${n}\", max: 200 } }\n"
    let findings = Composition(["app.yaml": text]).diagnostics.findings
    #expect(findings.map(\.message) == ["300 is greater than the maximum of 'p' (200)"])
    #expect(findings.flatMap(\.fixes).isEmpty)
    #expect(findings.flatMap(\.help) == ["correct the value of n, or the maximum"])
  }

  @Test("the parameters that 'select' can use are suggested first") func parametersOfSelects() throws {
    let text = """
      configdi: 1
      parameters: { cart.engin: 1, cart.engines: { type: enum, of: [a], env: ENGINES } }
      services: { Cart: { select: cart.engine, cases: { a: Cart/a } }, Cart/a: cart }
      """
    let finding = try #require(Checking.check(text).first { $0.code == "DI501" })
    #expect(finding.help == ["did you mean 'cart.engines' or 'cart.engin'?"])
  }
}
