import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What a parameter's written value is read as, and what is said where it cannot be.
@Suite struct ParameterValueTests {
  /// The value of the parameter `p`, and the codes of what was found.
  private func read(
    _ parameters: String, environment: [String: String] = [:]
  ) throws -> (text: String?, findings: [String]) {
    let composition = Composition(["app.yaml": "configdi: 1\nparameters: { \(parameters) }\n"], checks: false)
    let stage = try #require(composition.stage(nil))
    var found = Diagnostics()
    let values = ParameterValues.resolve(
      stage.parameters, sources: ParameterSources(environment: environment), reporting: &found)
    return (values["p"]?.text, found.findings.map(\.rule.code))
  }

  @Test(
    "a variable is parsed as a number",
    arguments: [("1.5", "1.5"), ("-3", "-3.0"), ("2e3", "2000.0"), ("+0.25", "0.25")])
  func aVariableIsReadAsANumber(text: String, expected: String) throws {
    let (value, findings) = try read("p: { type: float, env: RATIO }", environment: ["RATIO": text])
    #expect(value == expected)
    #expect(findings.isEmpty)
  }

  @Test("infinite and invalid numbers are refused", arguments: ["1e999", "inf", "nan", "0x1p3", " 1", "", "1,5"])
  func whatIsNoFiniteNumberIsRefused(text: String) throws {
    let (value, findings) = try read("p: { type: float, env: RATIO }", environment: ["RATIO": text])
    #expect(value == "<float>")
    #expect(findings == ["DI506"])
  }

  @Test(
    "a value must have its parameter's type",
    arguments: [
      ("p: { type: float, value: 1 }", "1.0"), ("p: { type: enum, of: [010, 020], value: 010 }", "010"),
      (#"p: { type: list, value: "${q}" }, q: "x,y""#, "[x, y]"),
      (#"p: { type: float, value: "${q}" }, q: "1""#, "1.0"),
    ])
  func aValueHasTheTypeOfItsParameter(parameters: String, expected: String) throws {
    let (value, findings) = try read(parameters)
    #expect(value == expected)
    #expect(findings.isEmpty)
  }

  @Test("a parameter may be a URL of several hosts") func aURLOfSeveralHosts() throws {
    let text = "mongodb://a:1,b:2/store"
    #expect(try read("p: { type: url, env: STORE }", environment: ["STORE": text]).1.isEmpty)
    #expect(try read("p: { type: url, value: \"\(text)\" }").1.isEmpty)
    #expect(try !read("p: { type: url, value: store }").1.isEmpty)
  }

  @Test("a number for text is put in quotes") func aNumberForTextIsPutInQuotes() {
    let composition = expectFindings("configdi: 1\nparameters: { p: { type: string, value: ⟦DI506⟧42 } }\n")
    #expect(composition.diagnostics.findings.map(\.help) == [["quote it: \"42\""]])
    #expect(composition.diagnostics.findings.flatMap(\.fixes).map(\.text) == ["\"42\""])
  }

  @Test("a number for a duration gets a unit") func aNumberForADurationGetsAUnit() {
    let composition = expectFindings("configdi: 1\nparameters: { p: { type: duration, value: ⟦DI506⟧5 } }\n")
    let findings = composition.diagnostics.findings
    #expect(findings.map(\.help) == [["add a unit: 5s, 5ms or 5m"]])
    #expect(findings.flatMap(\.remedies).flatMap(\.fixes).map(\.text) == ["5s", "5ms", "5m"])
  }

  @Test("no remedy shows a secret number") func aSecretNumberForTextIsShownInNoRemedy() {
    let composition = expectFindings(
      "configdi: 1\nparameters: { p: { type: string, value: ⟦DI506⟧⟦DI509⟧4711, secret: true } }\n")
    let findings = composition.diagnostics.findings
    let texts = findings.flatMap { [$0.message] + $0.notes + $0.help } + findings.flatMap(\.fixes).map(\.text)
    #expect(!texts.joined().contains("4711"))
  }

  @Test("a quoted number loses its quotes", arguments: [("'1.5'", ["remove the quotes: 1.5"]), ("'1e999'", [])])
  func aNumberInQuotesLosesThem(text: String, help: [String]) {
    let composition = expectFindings("configdi: 1\nparameters: { p: { type: float, value: ⟦DI506⟧\(text) } }\n")
    #expect(composition.diagnostics.findings.map(\.help) == [help])
  }

  @Test("a bound does not replace the name of a variable or a file", arguments: ["env: POOL", "file: pool.txt"])
  func aBoundReplacesNoName(source: String) throws {
    let text = "configdi: 1\nparameters: { p: { type: int, \(source), max: 9, exposed: true } }\n"
    let stage = try #require(Composition(["app.yaml": text], checks: false).stage(nil))
    var diagnostics = Diagnostics()
    _ = ParameterValues.resolve(
      stage.parameters,
      sources: ParameterSources(environment: ["POOL": "12"], files: InMemoryFiles(["pool.txt": "12\n"])),
      reporting: &diagnostics)
    let finding = try #require(diagnostics.findings.first)
    let name = String(source.drop { $0 != " " }.dropFirst())
    #expect(finding.message == "12 in \(name) is greater than the maximum of 'p' (9)")
    #expect(finding.help == ["correct the value of \(name), or the maximum"])
    #expect(finding.fixes.isEmpty)
  }

  @Test("a duration or size that is too large has no other form") func anOverflowHasNoOtherForm() {
    let composition = expectFindings(
      """
      configdi: 1
      parameters:
        a: { type: duration, value: ⟦DI506⟧106751991167301d }
        b: { type: bytes, value: ⟦DI506⟧9223372036854775807TB }
      """)
    #expect(composition.diagnostics.findings.flatMap { $0.help + $0.fixes.map(\.text) } == [])
  }

  @Test("min and max are not interpolated") func aBoundNamesNoParameter() {
    expectFindings(
      """
      configdi: 1
      parameters: { p: { type: int, value: 3, min: "⟦DI504⟧${q}", max: "⟦DI504⟧${q}" }, q: 1 }
      """)
  }

  @Test("a source without a space after ':' has one finding") func aSourceWithoutItsSpaceIsNotMissedAsWell() {
    expectFindings(
      """
      configdi: 1
      parameters: { p: { value⟦DI004⟧:3 }, q: { env⟦DI004⟧:Q }, r: { file⟦DI004⟧:r }, ⟦DI505⟧s: { exposed: true } }
      """)
  }

  @Test(
    "a value that an overlay calls secret is not shown",
    arguments: [
      "overlays: [{ parameters: { p: { secret: ⟦DI005⟧true } } }]",
      "stages: { t: { overlays: [{ parameters: { p: { secret: ⟦DI005⟧true } } }] } }",
      "stages: { t: { parameters: { p: { secret: ⟦DI005⟧true } } } }",
    ])
  func whatAnOverlayCallsSecretIsShownNowhere(overlay: String) {
    let composition = expectFindings(
      "configdi: 1\n\(overlay)\nparameters: { p: { type: int, value: ⟦DI506⟧hush } }\n")
    for finding in composition.diagnostics.findings {
      #expect(!([finding.message] + finding.notes + finding.help).joined().contains("hush"))
    }
    #expect(composition.manifest?.stages.first?.parameters.map(\.isSecret) == [true])
  }

  @Test("a '$' may end the file") func aDollarMayBeTheLastOfTheFile() {
    expectFindings("configdi: 1\nservices:\n  X:\n    factory: x\n    settings: ⟦DI501⟧${nope}$")
  }

  @Test(
    "interpolated bytes may reach the limit",
    arguments: [
      (33, "[xabcdefghij, yabcdefghij, zabcdefghij]", []), (32, "[xabcdefghij, yabcdefghij, <string>]", ["DI007"]),
    ])
  func theBytesThatValuesMakeMayReachTheirLimit(limit: Int, expected: String, codes: [String]) throws {
    let composition = Composition(
      [
        "app.yaml": """
        configdi: 1
        parameters: { a: abcdefghij }
        services: { X: { factory: x, settings: ["x${a}", "y${a}", "z${a}"] } }
        """
      ], checks: false)
    let stage = try #require(composition.stage(nil))
    let settings = try #require(composition.service("X")?.settings)
    var limits = Limits()
    limits.fileBytes = limit
    var found = Diagnostics()
    var interpolation = Interpolation(
      ParameterValues.resolve(stage.parameters, reporting: &found), limits: limits)
    var reader = SettingsReader()
    #expect(interpolation.setting(from: reader.settings(settings).setting).text == expected)
    #expect(interpolation.findings.findings.map(\.rule.code) == codes)
  }
}
