import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct ParameterTests {
  @Test(arguments: [
    "type: string, value: text", "type: string, value: '42'", "type: int, value: -4", "type: int, value: 0x1F",
    "type: float, value: 1", "type: float, value: 1.5e3", "type: bool, value: true", "type: bool, value: false",
    "type: duration, value: 250ms", "type: duration, value: 30s", "type: duration, value: 5m",
    "type: duration, value: 2h", "type: duration, value: 1d", "type: bytes, value: 512", "type: bytes, value: '512'",
    "type: bytes, value: 64KiB", "type: bytes, value: 10MB", "type: url, value: 'https://example.com/a?b'",
    "type: url, value: 'nats://localhost:4222'", "type: path, value: /var/db", "type: enum, of: [a, b], value: b",
    "type: enum, of: [1, 2], value: 2", "type: list, value: [a, 1]", "type: list, value: []",
    "value: text", "value: 4", "value: true", "value: [a]", "env: X, default: 10", "env: X", "file: /run/secrets/x",
    "type: int, value: 5, min: 5, max: 5", "type: duration, value: 90s, min: 1m, max: 1h",
    "type: bytes, value: 64KiB, max: 10MB", "type: float, value: 0.5, min: 0, max: 1", "default: 3",
  ])
  func acceptsWhatFitsTheType(entry: String) {
    expectFindings("configdi: 1\nparameters: { p: { \(entry) } }")
  }

  @Test(arguments: [
    "type: string, value: ⟦DI506⟧42", "type: string, value: ⟦DI506⟧true", "type: int, value: ⟦DI506⟧many",
    "type: int, value: ⟦DI506⟧'4'", "type: int, value: ⟦DI506⟧1.5", "type: int, value: ⟦DI506⟧[1]",
    "type: float, value: ⟦DI506⟧text", "type: bool, value: ⟦DI506⟧'true'", "type: bool, value: ⟦DI506⟧1",
    "type: duration, value: ⟦DI506⟧30", "type: duration, value: ⟦DI506⟧30x", "type: duration, value: ⟦DI506⟧s",
    "type: duration, value: ⟦DI506⟧-5s", "type: duration, value: ⟦DI506⟧1.5h",
    "type: duration, value: ⟦DI506⟧9223372036854775807d", "type: bytes, value: ⟦DI506⟧-1",
    "type: bytes, value: ⟦DI506⟧64KIB", "type: bytes, value: ⟦DI506⟧9223372036854775807TB",
    "type: url, value: ⟦DI506⟧'not a url'", "type: url, value: ⟦DI506⟧example.com",
    "type: enum, of: [a, b], value: ⟦DI506⟧c", "type: list, value: ⟦DI506⟧a", "env: X, type: int, default: ⟦DI506⟧ten",
    "type: int, value: ⟦DI506⟧4, min: 5", "type: int, value: ⟦DI506⟧6, max: 5",
    "type: duration, value: ⟦DI506⟧2h, max: 90m", "type: bytes, value: ⟦DI506⟧20MB, max: 10MB",
    "type: float, value: ⟦DI506⟧1.1, max: 1", "env: X, type: int, default: ⟦DI506⟧0, min: 1",
    "type: int, value: 3, min: ⟦DI005⟧low", "type: duration, value: 3s, max: ⟦DI005⟧5",
    "type: string, value: a, min: ⟦DI005⟧1", "type: int, value: 3, min: 5, max: ⟦DI005⟧1",
    "type: ⟦DI005⟧integer, value: 3", "type: ⟦DI005⟧enum, value: a", "value: a, of: ⟦DI005⟧[a]",
    "type: enum, of: ⟦DI005⟧[], value: a", "value: ⟦DI005⟧{ a: 1 }", "value: ⟦DI005⟧null", "env: ⟦DI005⟧[A]",
    "env: A, ⟦DI005⟧file: b", "value: 1, default: ⟦DI005⟧2", "value: 1, secret: ⟦DI005⟧'yes'",
    "value: 1, ⟦DI004⟧defualt: ⟦DI005⟧2", "⟦DI004⟧vlaue: 1", "value: [a, ⟦DI005⟧[b]]", "env: '⟦DI504⟧${x}'",
    "env: ⟦DI005⟧A=1", "env: ⟦DI005⟧A B", "env: ⟦DI005⟧\"A\\nB\"",
  ])
  func refusesWhatDoesNot(entry: String) {
    expectFindings("configdi: 1\nparameters: { p: { \(entry) } }")
  }

  @Test("a scalar is short for its value") func aShorthandIsAValue() {
    let composition = expectFindings(
      """
      configdi: 1
      parameters: { a: text, b: 4, c: 1.5, d: true, e: [x], f: "${b}", g: "x${b}", h: ⟦DI005⟧null, i: ⟦DI005⟧~, ⟦DI005⟧1j: 1 }
      """)
    #expect(
      composition.stage(nil)?.parameters.prefix(7).map(\.type) == [
        .string, .int, .float, .bool, .list, .int, .string,
      ])
  }

  @Test(
    "a variable is named after its parameter",
    arguments: [("port", "PORT"), ("database.poolSize", "DATABASE_POOL_SIZE"), ("a-b_c", "A_B_C")])
  func aVariableIsNamedAfterItsParameter(parameter: String, variable: String) {
    #expect(String.variable(for: parameter) == variable)
  }

  @Test("an overlay changes values, not types") func anOverlayChangesValuesAndNoTypes() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          parameters:
            a: { value: 5 }
            b: { env: OTHER }
            c: { default: 7 }
            d: { file: /run/d, default: 8 }
            e: 9
            f: { description: words }
            g: { type: ⟦DI005 test⟧string, value: 1 }
            h: { secret: ⟦DI005 test⟧false, env: NEW }
            i: { secret: ⟦DI005 test⟧true }
            j: { type: int, value: 3, min: ⟦DI005 test⟧1 }
            k: { default: ⟦DI005 test⟧4 }
        plain: {}
      parameters:
        a: { type: int, env: A, default: 1 }
        b: { type: int, env: B, default: 2 }
        c: { type: int, env: C, default: 3 }
        d: { type: int, env: D, default: 4 }
        e: { type: int, env: E, default: 5 }
        f: { type: int, env: F, default: 6 }
        g: { type: int, value: 7 }
        h: { env: H, secret: true }
        i: { value: i }
        j: { value: 9 }
        k: 1
      """)
    func source(_ name: String) -> String {
      guard let parameter = composition.parameter(name, "test") else { return "absent" }
      let preset = parameter.default.map { " default \($0.text)" } ?? ""
      switch parameter.source {
      case .value(let node)?: return "value \(node.text)" + preset
      case .env(let name)?: return "env \(name.value)" + preset
      case .file(let name)?: return "file \(name.value)" + preset
      case nil: return "none" + preset
      }
    }
    #expect(
      ["a", "b", "c", "d", "e", "f"].map(source) == [
        "value 5", "env OTHER", "env C default 7", "file /run/d default 8", "value 9", "env F default 6",
      ])
    #expect(composition.parameter("a", "test")?.history.map(\.part) == ["env", "default"])
    #expect(composition.parameter("g", "test")?.type == .int)
    #expect(composition.parameter("h", "test")?.isSecret == true)
    // The overlay may not change that, and the value is hidden all the same.
    #expect(composition.parameter("i", "test")?.isSecretByName == true)
  }

  @Test("a new parameter needs `new: true`") func aNewParameterNeedsNew() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          parameters:
            ⟦DI108 test late⟧b: 1
            c: { new: true, type: int, value: 1 }
            ⟦DI107 test late⟧a: { new: true, value: 2 }
            ⟦DI108 test late⟧d: { remove: true }
        late: { extends: test, parameters: { c: 2, a: { remove: true } } }
        plain: {}
      parameters: { a: 1 }
      """)
    #expect(composition.stage("late")?.parameters.map(\.name.value) == ["c"])
  }

  @Test("a parameter without a value is reported in its stages") func aParameterWithoutASourceIsReportedWhereItHasNone()
  {
    expectFindings(
      """
      configdi: 1
      stages: { a: { parameters: { p: 1 } }, b: {} }
      parameters: { ⟦DI505 b⟧p: { type: int }, ⟦DI505⟧q: {}, r: { type: ⟦DI005⟧nothing }, unread: {} }
      services: { S: { factory: s, settings: ["${p}", "${q}", "${r}"] } }
      """)
  }

  @Test("a variable is required only in the stages that read it") func aVariableIsNeededOnlyInTheStagesThatReadIt() {
    var options = CompositionOptions()
    options.variables = [:]
    expectFindings(
      """
      configdi: 1
      stages:
        development: {}
        production: { services: { Store: { settings: { url: "${db.url}", text: "${text}" } } } }
      parameters:
        ⟦DI505 production⟧db.url: { type: url, env: DATABASE_URL }
        ⟦DI505 production⟧inner: { env: INNER }
        text: "in ${inner}"
        ⟦DI505⟧shown: { env: SHOWN, exposed: true }
        ⟦DI505⟧side: { type: bool, env: SIDE }
        unread: { env: UNREAD }
      services:
        Store: store
        Either: { select: side, cases: { true: Store, false: Store } }
      """, options: options)
  }

  @Test("values of known variables are checked") func knownVariablesAreChecked() {
    var options = CompositionOptions()
    options.variables = ["SET": "1", "BAD": "x", "FEW": "0", "SURE": "yes", "LIST": "a,b", "IS": "true"]
    expectFindings(
      """
      configdi: 1
      parameters:
        a: { type: int, env: SET }
        ⟦DI505⟧b: { type: int, env: ABSENT }
        c: { type: int, env: ABSENT, default: 3 }
        d: { type: int, env: ⟦DI506⟧BAD }
        e: { type: int, env: ⟦DI506⟧FEW, min: 1 }
        f: { type: bool, env: ⟦DI506⟧SURE }
        g: { type: list, env: LIST }
        h: { type: bool, env: IS }
        i: { type: int, env: SET, default: ⟦DI506⟧none }
        unread: { type: int, env: ⟦DI506⟧BAD }
      services: { S: { factory: s, settings: ["${a}${b}${c}${d}${e}${f}${g}${h}${i}"] } }
      """, options: options)
  }

  @Test("one variable of two types is a conflict") func oneVariableReadAsTwoTypesIsAConflict() {
    expectFindings(
      """
      configdi: 1
      parameters:
        a: { type: int, env: PORT }
        b: { type: int, env: PORT }
        ⟦DI508⟧c: { env: PORT }
        d: { env: OTHER }
      """)
  }

  @Test func aSecretInTheFileIsReported() {
    expectFindings(
      """
      configdi: 1
      parameters:
        a: { value: ⟦DI509⟧hush, secret: true }
        b: { env: B, default: ⟦DI509⟧hush, secret: true }
        c: { env: C, secret: true }
        d: { value: "${c}", secret: true }
        e: { value: hush }
      """)
  }

  @Test("a misspelled --set explains that its parameter has no value") func aMisspelledSetHasNoConsequences() {
    let text = """
      configdi: 1
      parameters: { database.port: { type: int } }
      services: { A: { factory: a, settings: ["${database.port}"] } }
      """
    var options = CompositionOptions()
    options.values = [("databse.port", "5")]
    expectFindings(text, unplaced: ["DI111"], options: options)
    options.values = [("port", "5")]
    expectFindings(
      text.replacing("database.port: {", with: "⟦DI505⟧database.port: {"), unplaced: ["DI111"], options: options)
  }

  @Test(
    "--set must name a parameter of a stage that is asked for",
    arguments: [(["s"], []), (["t"], ["DI111"]), (["s", "t"], []), (["none"], [])])
  func setOfAnotherStage(stages: [String], codes: [String]) {
    let text = """
      configdi: 1
      stages: { s: { parameters: { p: { new: true, value: 2, exposed: true } } }, t: {} }
      services: { A: a }
      """
    var options = CompositionOptions()
    options.values = [("p", "1")]
    options.stages = .named(stages)
    let pipeline = Pipeline(world: World(files: InMemoryFiles(["app.yaml": text])), options: options)
    #expect(pipeline.check(.path("app.yaml"), catalog: nil).diagnostics.findings.map(\.code) == codes)
  }

  @Test("--set is parsed as the parameter's type") func setIsReadAsTheParametersType() throws {
    var options = CompositionOptions()
    options.values = [
      ("a", "5"), ("b", "010"), ("c", "x,y"), ("d", "many"), ("gone", "1"), ("e", "${a}"), ("only", "3"),
    ]
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { parameters: { only: { new: true, value: 1 } } }, plain: {} }
      parameters: { a: { type: int, env: A, default: 2 }, b: text, c: [z], d: 1, e: 2 }
      """, unplaced: ["DI111", "DI506 --set d"], options: options)
    let stage = try #require(composition.stage("test"))
    var found = Diagnostics()
    let values = ParameterValues.resolve(stage.parameters, reporting: &found)
    #expect(values["a"]?.text == "5")
    #expect(values["b"]?.text == "010")
    #expect(values["c"]?.text == "[x, y]")
    #expect(values["e"]?.text == "5")
    #expect(values["only"]?.text == "3")
    #expect(composition.parameter("a", "test")?.history.map(\.part) == ["env", "default"])
  }

  @Test("a parameter is unused only if no stage uses it") func unusedIsJudgedOverAllStages() throws {
    var diagnostics = Diagnostics()
    let composition = Composition([
      "app.yaml": """
      configdi: 1
      stages:
        test: { services: { Api: { settings: { b: "${b}", c: fixed } }, Pick: { alias: Api } } }
        prod: { services: { Api: { settings: { c: other } } } }
      parameters:
        a: 1
        b: 1
        c: 1
        d: { value: 1, exposed: true }
        e: "${f}"
        f: 1
        g: true
        h: 1
        i: 1
        j: { env: X, default: "${i}" }
      lifecycle: { launch: [{ factory: report, settings: "${h}" }] }
      services:
        Api: { factory: api, settings: { b: 1, c: "${c}" }, decorators: [{ factory: x, settings: ["${a}"] }] }
        Pick: { select: g, cases: { true: Api, false: Api } }
      """
    ])
    ParameterRules.checkUnused(try #require(composition.manifest), reporting: &diagnostics)
    #expect(
      diagnostics.sorted().map { "\($0.rule.code) \($0.location.map { "\($0)" } ?? "") \($0.stages ?? [])" } == [
        "DI502 app.yaml:8:3 []", "DI502 app.yaml:10:3 []", "DI502 app.yaml:15:3 []",
      ])
  }

  @Test("select needs an enum or bool that may vary") func selectNeedsAnOpenEnumOrBool() {
    expectFindings(
      """
      configdi: 1
      parameters:
        a: { type: enum, of: [x], value: x }
        b: true
        c: text
        d: { type: enum, of: [x], env: D, secret: true }
        derived: { type: enum, of: [x], value: "${d}" }
        preset: { type: enum, of: [x], env: P, default: "${d}" }
      services:
        A: { select: a, cases: { x: Z } }
        B: { select: b, cases: { true: Z, false: Z } }
        C: { select: ⟦DI005⟧c, cases: { text: Z } }
        D: { select: ⟦DI005⟧d, cases: { x: Z } }
        E: { select: ⟦DI501⟧e, cases: { true: Z } }
        F: { select: ⟦DI005⟧derived, cases: { x: Z } }
        G: { select: ⟦DI005⟧preset, cases: { x: Z } }
        Z: z
      """)
  }
}

extension Setting {
  /// A value as a test writes it.
  var text: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .float(let value): "\(value)"
    case .string(let value): value
    case .list(let values): "[\(values.map(\.text).joined(separator: ", "))]"
    case .map(let entries): "{\(entries.map { "\($0.name.value): \($0.value.text)" }.joined(separator: ", "))}"
    case .unknown(let type): "<\(type?.rawValue ?? "anything")>"
    case .written(_, let text): text
    case .template: "<template>"
    }
  }
}
