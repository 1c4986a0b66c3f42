import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

struct Counter: Sendable { let settings: CounterSettings }

struct CounterSettings: ServiceSettings {
  var start: Int
  static let defaults: SettingDefaults = ["start": "one"]
}

/// The mistakes of a first manifest: each has one finding, whose remedy can be followed as it is.
@Suite struct FirstWiringTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "system", "provides": "App.Clock" },
      { "name": "fixed", "provides": "App.Clock" },
      { "name": "orders", "provides": "App.Orders", "dependencies": [{ "key": "App.Clock" }, { "key": "App.Log" }] },
      { "name": "named", "provides": "App.Named", "dependencies": [{ "key": "Swift.Int" }] } ] }
    """

  private func check(_ text: String) throws -> [Diagnostic] {
    try Checking.check("configdi: 1\n" + text, catalog: Self.catalog)
  }

  @Test("a key in Swift's spelling is corrected", arguments: ["any Clock", "(any Clock).self", "Clock.self"])
  func keyInSwift(key: String) throws {
    let text = "roots: [Clock]\nservices: { \(key): system }"
    let found = try check(text)
    #expect(found.map(\.rule.code) == ["DI402"])
    #expect(found.map(\.help) == [["did you mean 'Clock'?"]])
    let fixed = try Checking.fixed("configdi: 1\n" + text, try #require(found.first))
    #expect(try Checking.check(fixed, catalog: Self.catalog).isEmpty, "\(fixed)")
  }

  @Test("'provided' in the place of its mapping names its stages") func providedInAStage() throws {
    let stages = "stages: { dev: {}, prod: { services: { Clock: provided } } }"
    let text = "roots: [Clock]\nservices: { Clock: system }\n\(stages)"
    let found = try check(text)
    #expect(found.map(\.rule.code) == ["DI401"])
    #expect(found.map(\.stages) == [["prod"]])
  }

  @Test("a root in Swift's spelling uses the service that it means") func rootInSwift() throws {
    #expect(try check("roots: [any Clock]\nservices: { Clock: system }").map(\.rule.code) == ["DI201"])
  }

  @Test("a bare variant means the variant of the type that is needed") func bareVariant() throws {
    let cases = """
      parameters: { p: { type: bool, env: P, default: true } }
      roots: [Clock]
      services:
        Clock/a: system
        Clock/b: fixed
        Clock: { select: p, cases: { true: a, false: b } }
      """
    let found = try check(cases)
    #expect(found.map(\.rule.code) == ["DI201", "DI201"])
    #expect(found.map(\.help) == [["did you mean 'Clock/a'?"], ["did you mean 'Clock/b'?"]])
    #expect(found.allSatisfy { !$0.isSafelyFixable })
    let dependency = try check(
      """
      roots: [Orders]
      services:
        Log: { provided: true }
        Clock/a: system
        Orders: { factory: orders, dependencies: { Clock: a } }
      """)
    #expect(dependency.map(\.help) == [["did you mean 'Clock/a'?"]])
  }

  @Test("a factory in place of a key gets an entry under a key of its type") func factoryForKey() throws {
    let found = try check(
      """
      roots: [Orders, Clock]
      services:
        Log: { provided: true }
        Clock: system
        Orders: { factory: orders, dependencies: { Clock: fixed } }
      """)
    #expect(
      found.map(\.help) == [
        ["'fixed' is a factory: add 'Clock/fixed: fixed' under 'services', and write Clock/fixed here"]
      ])
  }

  @Test(
    "a key in place of a factory is an alias",
    arguments: [
      ("Clock/utc", "write { alias: Clock/utc }, since 'Clock/utc' is a service", "Clock: { alias: Clock/utc }"),
      (
        "{ factory: Clock/utc }", "write alias: Clock/utc, since 'Clock/utc' is a service",
        "Clock: { alias: Clock/utc }"
      ),
    ]) func keyForFactory(entry: String, help: String, fixed: String) throws
  {
    let text = "configdi: 1\nroots: [Clock]\nservices:\n  Clock/utc: system\n  Clock: \(entry)\n"
    let found = try Checking.check(text, catalog: Self.catalog)
    #expect(found.map(\.rule.code) == ["DI401"])
    #expect(found.map(\.help) == [[help]])
    let changed = try Checking.fixed(text, try #require(found.first))
    #expect(changed.hasSuffix("  \(fixed)\n"))
    #expect(try Checking.check(changed, catalog: Self.catalog).isEmpty)
  }

  @Test(
    "a key in place of a factory is no alias where an alias would be wrong",
    arguments: [
      "Clock/utc: system, Clock: { factory: Clock/utc, scope: transient }", "Log: { provided: true }, Clock: Log",
      "Orders: orders, Log: { provided: true }, Clock: Orders",
      "Log: { provided: true }, own: { alias: Log }, Clock: own",
      "Clock/utc: { alias: Clock/x }, Clock/x: { alias: Clock }, Clock: Clock/utc",
    ]) func noAlias(services: String) throws
  {
    let found = try check("roots: [Clock]\nservices: { \(services) }").filter { $0.rule.code == "DI401" }
    #expect(found.count == 1)
    #expect(found.flatMap(\.help).allSatisfy { $0.hasSuffix(" and export the catalog again") })
  }

  @Test("an implementation in place of a key is the service that the factory takes") func implementationForKey() throws
  {
    let text = """
      configdi: 1
      roots: [Orders, Clock/fixed]
      services:
        Log: { provided: true }
        Clock/fixed: fixed
        Clock: system
        Orders: { factory: orders, dependencies: { Clock: SystemClock } }

      """
    let found = try Checking.check(text, catalog: Self.catalog)
    #expect(found.map(\.help) == [["define SystemClock under 'services', or write Clock here"]])
    let fixed = try Checking.fixed(text, try #require(found.first))
    #expect(try Checking.check(fixed, catalog: Self.catalog).isEmpty)
  }

  @Test("a service that may not be held is not named for an implementation") func implementationForScopedKey() throws {
    let text = """
      scopes: { request: {} }
      roots: [Orders]
      services:
        Log: { provided: true }
        Clock: { factory: system, scope: request }
        Orders: { factory: orders, dependencies: { Clock: SystemClock } }
      """
    let found = try #require(check(text).first { $0.rule.code == "DI201" })
    #expect(found.help == ["define SystemClock under 'services'"])
    let scoped = text.replacing("orders,", with: "orders, scope: request,")
    let other = try #require(check(scoped).first { $0.rule.code == "DI201" })
    #expect(other.help == ["define SystemClock under 'services', or write Clock here"])
  }

  @Test("a type without a factory needs one, and a value none") func typeWithoutFactory() throws {
    let found = try check("roots: [Orders, Named]\nservices: { Clock: system, Orders: orders, Named: named }")
    #expect(
      Set(found.flatMap(\.help)) == [
        "register a factory that provides Log, and define Log under 'services'",
        "register 'named' with a closure that passes the Int, or make it a setting: Int is a value, not a service",
      ])
  }

  @Test(
    "a manifest in the place of an overlay lacks only these lines",
    arguments: [
      ("configdi: 1\nkind: manifest\n", "write kind: overlay"), ("configdi: 1\n", "add 'kind: overlay' to it"),
      ("", "add 'configdi: 1' and 'kind: overlay' to it"),
    ]) func manifestForOverlay(head: String, change: String) throws
  {
    let app = "configdi: 1\noverlays: [other.yaml]\nservices: { A: f }\n"
    let found = try Checking.check(files: ["app.yaml": app, "other.yaml": head + "services: { A: g }\n"])
    #expect(found.map(\.help) == [["\(change), or list it under 'imports'"]])
  }

  @Test("a default of the wrong type is reported once") func invalidDefault() throws {
    var registry = FactoryRegistry()
    registry.register("counter", as: Counter.self) { (settings: CounterSettings) in Counter(settings: settings) }
    let found = try Checker(registry: registry).check(.yaml("configdi: 1\nservices: { Counter: counter }"))
    #expect(found.map(\.rule.code) == ["DI412"])
  }

  @Test("the text of a manifest is not a path") func textForPath() {
    let place = SourceFile(path: "x", bytes: []).beginning
    let found = Diagnostic.unreadable(.missing, "configdi: 1\nservices: {}", at: place, Limits())
    #expect(found.help == ["pass the text of a manifest as .yaml(\"…\")"])
  }
}
