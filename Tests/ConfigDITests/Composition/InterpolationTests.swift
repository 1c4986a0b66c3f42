import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct InterpolationTests {
  /// The settings of the service `X` in a manifest with these parameters.
  private func settings(
    _ settings: String, parameters: String, environment: [String: String]? = nil, limits: Limits = Limits()
  ) throws -> (setting: Setting, findings: [String]) {
    let composition = Composition(
      [
        "app.yaml": """
        configdi: 1
        parameters: { \(parameters) }
        services: { X: { factory: x, settings: \(settings) } }
        """
      ], checks: false)
    let stage = try #require(composition.stage(nil))
    var found = composition.diagnostics
    let values = ParameterValues.resolve(
      stage.parameters, sources: ParameterSources(environment: environment, limits: limits), reporting: &found)
    var interpolation = Interpolation(values, limits: limits)
    var reader = SettingsReader(limits: limits)
    let open = reader.settings(try #require(composition.service("X")?.settings)).setting
    let setting = interpolation.setting(from: open)
    found.report(contentsOf: reader.findings.findings + interpolation.findings.findings)
    return (setting, found.findings.map(\.rule.code))
  }

  @Test(arguments: [
    (#"["${a}"]"#, "a: 5", "[5]"),
    (#"["x${a}y${b}"]"#, "a: 5, b: text", "[x5ytext]"),
    (#"["$${a}", "$$${a}", "$a", "${a}}", "$"]"#, "a: 5", "[${a}, $${a}, $a, 5}, $]"),
    (#"{ k: ["${a}", { d: "${b}/" }] }"#, "a: [x, y], b: true", "{k: [[x, y], {d: true/}]}"),
    (#"["${a}"]"#, "a: [x, y]", "[[x, y]]"),
    (#"["<${a}>"]"#, "a: [x, y]", "[<x,y>]"),
    (#"["${c}"]"#, #"a: 1, b: "${a}", c: "${b}""#, "[1]"),
    (#"["${c}"]"#, #"c: "${b}!", b: "${a}${a}", a: 1"#, "[11!]"),
    (#"["<${a}>"]"#, "a: 010", "[<10>]"),
    (#"["<${a}>", "${a}"]"#, "a: { type: duration, value: 30s }", "[<30s>, 30s]"),
    (#"["<${a}>", "${a}"]"#, "a: { type: bytes, value: 64KiB }", "[<64KiB>, 64KiB]"),
    (#"["${a}"]"#, #"a: { type: int, value: "${b}" }, b: "7""#, "[7]"),
    (#"["${a.b-c_d}"]"#, "a.b-c_d: 1", "[1]"),
    ("{ a: 1, b: ~, c: text }", "a: 5", "{a: 1, b: null, c: text}"),
    (#"["${a}", "<${a}>"]"#, "a: { type: int, env: A }", "[<int>, <string>]"),
    (#"["${a}"]"#, "a: { type: int, env: A, default: 3 }", "[<int>]"),
    (#"["${a}"]"#, #"a: "x${b}", b: { env: B }"#, "[<string>]"),
    (#"["${a}"]"#, #"a: { type: url, value: "${b}/x" }, b: { env: B }"#, "[<url>]"),
  ])
  func putsValuesIn(text: String, parameters: String, result: String) throws {
    let (setting, findings) = try settings(text, parameters: parameters)
    #expect(setting.text == result)
    #expect(findings.filter { $0 != "DI003" } == [])
  }

  @Test func knownVariablesAreTyped() throws {
    let (setting, _) = try settings(
      #"["${a}", "${b}", "${c}", "${d}"]"#,
      parameters: "a: { type: int, env: A }, b: { env: B }, c: { type: list, env: C }, d: { env: D, default: x }",
      environment: ["A": "5", "B": "6", "C": "1,2"])
    #expect(setting.text == "[5, 6, [1, 2], x]")
  }

  @Test("text that contains a secret is secret as a whole") func textThatASecretFlowsIntoIsSecretAsAWhole() throws {
    let (setting, _) = try settings(
      #"["${a}", "x${a}", "${b}", "${c}", "${d}", "<${e}>"]"#,
      parameters: #"a: { env: A, secret: true }, b: "user:${a}", c: 1, d: "${b}!", e: [1, "${a}"]"#,
      environment: ["A": "hush"])
    guard case .list(let elements) = setting.content else {
      Issue.record("expected a list")
      return
    }
    #expect(elements.map(\.secret) == ["a", "a", "a", nil, "a", "a"])
    #expect(elements.map(\.text) == ["hush", "xhush", "user:hush", "1", "user:hush!", "<1,hush>"])
  }

  @Test("no message shows a secret") func aSecretIsInNoMessage() {
    var options = CompositionOptions()
    options.variables = ["A": "hush", "B": "hush"]
    let composition = expectFindings(
      """
      configdi: 1
      parameters:
        a: { type: int, env: ⟦DI506⟧A, secret: true }
        b: { env: B, secret: true }
        c: { type: int, value: ⟦DI506⟧"${b}" }
        d: { type: int, value: ⟦DI506⟧⟦DI509⟧hush, secret: true }
        e: { type: enum, of: [x], value: ⟦DI506⟧"hu${b}" }
        f: { type: int, value: ⟦DI506⟧⟦DI509⟧99, max: 1, secret: true }
      """, options: options)
    for finding in composition.diagnostics.findings {
      let texts = [finding.message] + finding.notes + finding.help + finding.related.map(\.message)
      #expect(!texts.joined().contains("hush") && !texts.joined().contains("99"))
    }
  }

  @Test("mistakes are reported at their location") func whatIsWrongIsReportedAtItsPlace() {
    expectFindings(
      """
      configdi: 1
      stages: { s: {}, t: { parameters: { extra: { new: true, value: 1 } } } }
      parameters:
        a: "⟦DI501⟧${gone} ${b}"
        b: "⟦DI504⟧${a.b"
        c: "x⟦DI504⟧${}y"
        d: "⟦DI504⟧${a ${b} }"
        f: { env: F, default: "⟦DI501⟧${no}" }
      services:
        A:
          factory: a
          settings:
            text: "$${x} ⟦DI501⟧${nope} ${a}, ⟦DI501⟧${ a }"
            block: |
              first
              second ⟦DI501⟧${nope}
            "⟦DI504⟧${a}": 1
            single: 'it''s ⟦DI501⟧${nope}'
            extra: "⟦DI501 s⟧${extra}"
          decorators: [{ factory: d, settings: "⟦DI501⟧${nope}" }]
      lifecycle: { launch: [{ factory: i, settings: ["⟦DI501⟧${nope}"] }] }
      """)
  }

  @Test("text outside settings and parameters is not interpolated") func nothingElseIsInterpolated() {
    let composition = expectFindings(
      """
      configdi: 1
      parameters: { a: x, "⟦DI504⟧${a}": 1, b: { env: "⟦DI504⟧${a}" }, c: { file: "/run/⟦DI504⟧${a}" } }
      roots: ["⟦DI504⟧${a}"]
      collections: { "⟦DI504⟧${a}": { of: A } }
      scopes: { s: { parent: "⟦DI504⟧${a}" } }
      stages: { t: {} }
      lifecycle: { "⟦DI504⟧${a}": [b], launch: ["⟦DI504⟧${a}"] }
      services:
        "⟦DI504⟧${a}": x
        A: "⟦DI504⟧${a}"
        B: { factory: b, scope: "⟦DI504⟧${a}", dependencies: { l: "⟦DI504⟧${a}", "⟦DI504⟧${a}": A } }
        C: { factory: "⟦DI504⟧${a}", decorators: ["⟦DI504⟧${a}"], collect: "⟦DI504⟧${a}" }
        D: { alias: "⟦DI504⟧${a}", description: "${a} is text" }
        E: { factory: e, dependencies: [A, "⟦DI504⟧${a}"] }
        F: { select: ⟦DI005⟧a, cases: { x: "⟦DI504⟧${a}" } }
      """)
    #expect(composition.services("t").count == 6)
  }

  @Test func pathsAreNotInterpolated() {
    expectFindings(
      """
      configdi: 1
      imports: ["⟦DI504⟧${HOME}/x.yaml"]
      """)
  }

  @Test("a ring of parameters is reported once") func ringsAreFoundOnce() {
    expectFindings(
      """
      configdi: 1
      parameters:
        bar: "${foo}"
        foo: "x${foobar}"
        foobar: "⟦DI503⟧${bar}/y"
        self: "⟦DI503⟧${self}"
        uses: { type: int, value: "${bar}" }
        z: { env: Z, default: "${y}" }
        y: "${free} ${x}"
        x: "${z} ${y} ⟦DI503⟧${x}"
        free: 1
      services: { X: { factory: x, settings: ["${bar}", "${uses}", "${self}"] } }
      """)
  }

  @Test("a ring of many parameters does not overflow the stack") func aRingOfManyParametersOverflowsNothing() {
    let count = 50_000
    let parameters = (0..<count).map { "  p\($0): \"${p\(($0 + 1) % count)}\"" }.joined(separator: "\n")
    let composition = Composition(["app.yaml": "configdi: 1\nparameters:\n\(parameters)\n"])
    #expect(composition.found.count == 1)
    #expect(composition.found.first?.hasPrefix("DI503") == true)
  }

  @Test("interpolated text has a size limit") func whatComesOutIsBounded() throws {
    let doubling = (1...64).map { "p\($0): \"${p\($0 - 1)}${p\($0 - 1)}\"" }.joined(separator: ", ")
    let (setting, findings) = try settings(
      #"["${p64}"]"#, parameters: "p0: xxxxxxxxxxxxxxxx, \(doubling)")
    #expect(setting.text == "[<string>]")
    #expect(findings == ["DI007"])
    let lists = (1...64).map { "p\($0): { type: list, value: ['${p\($0 - 1)}', '${p\($0 - 1)}'] }" }.joined(
      separator: ", ")
    #expect(try settings("[]", parameters: "p0: { type: list, value: [a] }, \(lists)").findings == ["DI007"])
    var limits = Limits()
    limits.fileBytes = 1000
    let many = (0..<200).map { _ in #""x${a}""# }.joined(separator: ", ")
    #expect(try settings("[\(many)]", parameters: "a: abcdefghij", limits: limits).findings.first == "DI007")
  }

  @Test("a patched part is interpolated") func aPatchedPartIsInterpolatedLikeAnyOther() throws {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { t: { parameters: { a: 2 }, services: { X: { settings: { b: "t${a}" } } } }, s: {} }
      parameters: { a: 1 }
      services: { X: { factory: x, settings: { a: "${a}", b: "s${a}" } } }
      """)
    for (name, result) in [("t", "{a: 2, b: t2}"), ("s", "{a: 1, b: s1}")] {
      let stage = try #require(composition.stage(name))
      var found = Diagnostics()
      var interpolation = Interpolation(ParameterValues.resolve(stage.parameters, reporting: &found))
      let settings = try #require(composition.service("X", name)?.settings)
      var reader = SettingsReader()
      #expect(interpolation.setting(from: reader.settings(settings).setting).text == result)
    }
  }
}
