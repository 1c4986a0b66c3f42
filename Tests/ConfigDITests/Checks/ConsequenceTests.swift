import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// One cause is one finding: what merely follows from it is left out.
@Suite struct ConsequenceTests {
  private static let catalog = #"""
    { "configdiCatalog": 1, "factories": [
      { "name": "orders", "provides": "App.Orders", "dependencies": [{ "key": "App.Clock" }] },
      { "name": "clk", "provides": "App.Clock" } ] }
    """#

  private static let head = "configdi: 1\n"
  private static let overlay = "configdi: 1\nkind: overlay\n"

  private func codes(_ files: [String: String]) throws -> [String] {
    try Checking.check(files: files).map { "\($0.rule.code) \($0.severity)" }
  }

  @Test("a misplaced section does not make its entries missing") func whatAMisplacedSectionWouldHaveIsNotMissing()
    throws
  {
    let app = Self.head + "overlays: [o.yaml]\nservices: { A: f }"
    let scopes = Self.overlay + "scopes: { s: {} }\nservices: { A: { scope: s } }"
    #expect(try codes(["app.yaml": app, "o.yaml": scopes]) == ["DI004 error"])
    let imports = Self.overlay + "imports: [lib.yaml]\nservices: { A: { dependencies: [N] } }"
    #expect(
      try codes(["app.yaml": app, "o.yaml": imports, "lib.yaml": Self.head + "services: { N: f }"]) == ["DI004 error"])
  }

  @Test("unreadable stages do not make services missing") func stagesThatCannotBeReadMayDefineWhatIsMissing() throws {
    let user = "services: { App: { factory: f, dependencies: [M] } }\n"
    let misspelt = Self.head + user + "stags: { prod: { services: { M: { new: true, factory: f } } } }"
    #expect(try codes(["app.yaml": misspelt]) == ["DI004 error"])
    let lib = Self.head + "stages: { a: { services: { M: { new: true, factory: f } } } }"
    let list = Self.head + user + "imports: [lib.yaml]\nstages: { c: { extends: [a] }, a: {} }"
    #expect(try codes(["app.yaml": list, "lib.yaml": lib]) == ["DI005 error"])
  }

  @Test("a section that is there twice hides what its unread part may define") func duplicateSection() throws {
    let text = Self.head + "services:\n  Orders: orders\nroots: [Orders, Log]\nservices:\n  Clock: clk\n  Log: log\n"
    #expect(try codes(["app.yaml": text, "configdi.catalog.json": Self.catalog]) == ["DI002 error"])
    let doubled = Self.head + "services:\nservices:\n  Orders: orders\n  Clock: clk\n"
    #expect(try codes(["app.yaml": doubled, "configdi.catalog.json": Self.catalog]) == ["DI002 error"])
    // One stage's sections say nothing about another stage.
    let stages =
      "stages: { a: { services: { B: { factory: b, new: true } }, services: { C: { factory: b, new: true } } }, b: {} }\n"
    #expect(
      try codes(["app.yaml": Self.head + stages + "services: { A: { factory: a, dependencies: [Missing] } }\n"])
        == ["DI002 error", "DI201 error"])
  }

  @Test(
    "a section of one stage that could not be read hides nothing in the other stages",
    arguments: [
      "servces: { B: { factory: b, new: true } }", "services: [B]", "overlay: [b.yaml]",
      "services: {}, services: { C: { factory: c, new: true } }", "overlays: [o.yaml]",
      "overlays: [{ services: [B] }]", "overlays: [{ servces: { B: { factory: b, new: true } } }]",
      "overlays: [{ lifecycle: {}, services: {}, services: { C: { factory: c, new: true } } }]",
    ])
  func sectionsOfOneStage(section: String) throws {
    let found = try Checking.check(files: [
      "app.yaml": Self.head + "stages: { dev: { \(section) }, test: { extends: dev }, prod: {} }\n"
        + "services: { A: { factory: a, dependencies: [B] } }\n",
      "o.yaml": Self.overlay + "servces: { B: { factory: b, new: true } }\n",
    ])
    #expect(found.count == 2)
    #expect(found.filter { $0.code == "DI201" }.map(\.stages) == [["prod"]])
  }

  @Test("the second of two equal labels is not read") func duplicateLabel() throws {
    let text =
      Self.head + "services: { Orders: { factory: orders, dependencies: { Clock: Clock, Clock: Clock } }, Clock: clk }"
    #expect(try codes(["app.yaml": text, "configdi.catalog.json": Self.catalog]) == ["DI002 error"])
  }

  @Test("entries below a missing section name are one finding") func missingHeader() throws {
    let services =
      "  A: { factory: a, dependencies: [B] }\n  B:\n    factory: b\n    settings: { n: \"${p}\" }\n  C: c\n"
    let header = Self.head + "roots: [A, C]\n"
    for (above, name) in [
      ("parameters:\n  p: { env: P }\n", "parameters"), ("collections:\n  all: { of: C }\n", "collections"),
      ("scopes:\n  s: { parent: singleton }\n", "scopes"),
    ] {
      let findings = try Checking.check(header + above + services)
      #expect(findings.map(\.message) == ["'A' is in '\(name)', but looks like a service"])
      let fixed = try Checking.fixed(header + above + services, #require(findings.first))
      #expect(fixed == header + above + "services:\n" + services)
    }
    let parameters = try Checking.check(header + "services:\n  A: a\n  C: c\n  p: { env: P, type: int }\n")
    #expect(parameters.map(\.message) == ["'p' is in 'services', but looks like a parameter"])
    let elsewhere = try Checking.check(header + "scopes:\n  A: { factory: a }\nservices:\n  C: c\n")
    #expect(elsewhere.map(\.help) == [["move it to 'services'"]])
    #expect(elsewhere.allSatisfy { $0.fixes.isEmpty })
  }

  @Test(
    "a missing section name is found after each section",
    arguments: [
      (
        "lifecycle:\n  launch: [boot]\n", "services:\n", "  A: { factory: a }\n  B:\n    factory: b\n",
        "'A' is in 'lifecycle', but looks like a service"
      ),
      (
        "parameters:\n  p: { value: text, exposed: true }\n", "services:\n",
        "  A: { factory: a, scope: singleton }\n  B: { factory: b, eager: true }\n",
        "'A' is in 'parameters', but looks like a service"
      ),
      (
        "services: { A: { factory: a, scope: r } }\nparameters:\n  p: { value: text, exposed: true }\n", "scopes:\n",
        "  s: { parent: singleton }\n  r: { parent: s }\n", "'s' is in 'parameters', but looks like a scope"
      ),
    ])
  func missingHeaders(above: String, header: String, below: String, message: String) throws {
    #expect(try Checking.check(Self.head + above + header + below).isEmpty)
    let text = Self.head + above + below
    let findings = try Checking.check(text)
    #expect(findings.map(\.message) == [message])
    #expect(try Checking.fixed(text, #require(findings.first)) == Self.head + above + header + below)
  }

  @Test(
    "a section's name that is indented is named",
    arguments: [
      ("lifecycle:\n  launch: [boot]\n", "services", "  A: { factory: a }\n  B:\n    factory: b\n"),
      ("scopes:\n  s:\n", "parameters", "  p: { type: int, env: P, exposed: true }\n"),
    ])
  func indentedHeaders(above: String, header: String, below: String) throws {
    let findings = try Checking.check(Self.head + above + "  \(header):\n" + below)
    #expect(findings.map(\.help) == [["start '\(header)' at the beginning of its line"]])
    #expect(findings.allSatisfy { $0.fixes.isEmpty })
  }

  @Test(
    "a single wrong entry does not keep the rest of its section from being read",
    arguments: [
      ("services:\n  A: { value: 3 }\n  B: { factory: b, scope: nope }\n", ["DI004 error", "DI303 error"]),
      (
        "parameters: { a: { settings: {} }, b: { type: int, value: abc } }\n",
        ["DI004 error", "DI502 warning", "DI506 error"]
      ),
      ("lifecycle:\n  launch: { factory: crash, settings: { a: 1 } }\n", ["DI005 error"]),
      ("scopes: { request: { extends: session } }\n", ["DI004 error"]),
    ])
  func wrongEntry(text: String, expected: [String]) throws {
    #expect(try codes(["app.yaml": Self.head + text]) == expected)
    #expect(try !Checking.check(Self.head + text).contains { $0.message.contains("looks like") })
  }

  @Test("the dependencies of a misspelled factory are not unused") func whatAMisspeltFactoryWouldTakeIsNotUnused()
    throws
  {
    let text = Self.head + "roots: [Orders]\nservices: { Orders: ordres, Clock: clk }"
    #expect(try codes(["app.yaml": text, "configdi.catalog.json": Self.catalog]) == ["DI401 error"])
    let right = Self.head + "roots: [Orders]\nservices: { Orders: orders, Clock: clk, Clock/b: clk }"
    #expect(try codes(["app.yaml": right, "configdi.catalog.json": Self.catalog]) == ["DI207 warning"])
  }

  @Test(
    "the dependencies of the decorator or initializer that is meant are not unused",
    arguments: [
      ("decorators: [b]", "", "DI410"), ("decorators: [ofB]", "", "DI606"), ("eager: false", "b", "DI410"),
      ("eager: false", "unknown", "DI401"), ("decorators: [metered]", "warm", nil),
    ])
  func whatAnotherDecoratorWouldTakeIsNotUnused(field: String, initializer: String, code: String?) throws {
    let takesClock = #""dependencies": [{ "key": "App.Clock" }]"#
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "a", "provides": "App.A" }, { "name": "b", "provides": "App.B" },
        { "name": "clk", "provides": "App.Clock" },
        { "name": "metered", "role": "decorator", "provides": "App.A", \(takesClock) },
        { "name": "ofB", "role": "decorator", "provides": "App.B" },
        { "name": "warm", "role": "initializer", \(takesClock) } ] }
      """
    let text = """
      roots: [A]
      lifecycle: { launch: [\(initializer)] }
      services: { A: { factory: a, \(field) }, Clock: clk }
      """
    let found = try codes(["app.yaml": Self.head + text, "configdi.catalog.json": catalog])
    #expect(found == (code.map { ["\($0) error"] } ?? []))
  }

  @Test("names in a refused entry count as used") func whatARefusedEntryNamesIsUsed() throws {
    let user = "services: { U: { factory: u, dependencies: [{ all: checks }] } }\n"
    let collection = "collections: { checks: { of: H } }\n"
    let misspelt = Self.head + "services: { H/a: { factory: h, collect: cheks } }"
    #expect(
      try codes(["app.yaml": Self.head + "imports: [lib.yaml]\n" + collection + user, "lib.yaml": misspelt])
        == ["DI601 error"])
    let forgotten = Self.overlay + "services: { H/a: { factory: h, collect: checks } }"
    #expect(
      try codes(["app.yaml": Self.head + "overlays: [o.yaml]\n" + collection + user, "o.yaml": forgotten])
        == ["DI108 error"])
    #expect(try codes(["app.yaml": Self.head + collection + user]) == ["DI602 warning"])
    let second =
      Self.head + "imports: [lib.yaml]\nparameters: { n: 3 }\nservices: { A: { factory: f, settings: \"${n}\" } }"
    #expect(
      try codes(["app.yaml": second, "lib.yaml": Self.head + "services: { A: g }"]).first == "DI107 error")
    #expect(try codes(["app.yaml": Self.head + "parameters: { n: 3 }\nservices: { A: f }"]) == ["DI502 warning"])
  }

  @Test("a collection without its type is one finding", arguments: ["", " null", " []", " /a"])
  func aCollectionWithoutItsTypeIsOneFinding(type: String) throws {
    let text = "collections:\n  checks:\(type)\nservices:\n  H: { factory: h, collect: checks }\n"
    let user = "  S: { factory: s, dependencies: [{ all: checks }] }\nroots: [S]\n"
    #expect(try codes(["app.yaml": Self.head + text + user]) == ["DI005 error"])
  }

  @Test("a key with invisible text has one finding") func aKeyWithTextThatIsNotSeenIsOneFinding() throws {
    let unseen = Self.head + "services: { \"B\": { factory: f, dependencies: [A] }, A\u{200B}: f }"
    #expect(try codes(["app.yaml": unseen]) == ["DI010 error"])
    let quoted = Self.head + "services: { B: { factory: f, dependencies: [A] }, “A”: f }"
    #expect(try codes(["app.yaml": quoted]) == ["DI010 error"])
    let parameter = Self.head + "parameters: { “p”: 3 }\nservices: { B: { factory: f, settings: { a: \"${p}\" } } }"
    #expect(try codes(["app.yaml": parameter]) == ["DI010 error"])
    #expect(try codes(["app.yaml": Self.head + "services: { A\u{200B}: f }"]) == ["DI010 warning"])
    let other = Self.head + "services: { B: { factory: f, dependencies: [C] }, A\u{200B}: f }"
    #expect(try codes(["app.yaml": other]) == ["DI201 error", "DI010 warning"])
  }

  @Test("a wrong shape around invisible text has its own finding") func anotherShapeAroundSuchTextIsAFindingOfItsOwn()
    throws
  {
    let text = Self.head + "roots: { A: [“b”] }\nservices: { A: f }"
    #expect(try codes(["app.yaml": text]).contains("DI005 error"))
  }
}
