import ConfigDI
import Testing

@testable import configdi_check

/// The spellings of a key, in a constant and in a call.
@Suite struct SwiftKeyTests {
  @Test(
    "a constant is the key that it is made of",
    arguments: [
      ("let db = Key<any Database>(\"main.db\")", "db", "main.db"),
      ("let db = Key<any Database>.init(\"main.db\")", "db", "main.db"),
      ("let db: Key<any Database> = .init(\"main.db\")", "db", "main.db"),
      ("let db: ConfigDI.Key<any Database> = .init(\"main.db\")", "db", "main.db"),
      ("let db = ConfigDI.Key<any Database>(\n  (\"main.db\"),\n)", "db", "main.db"),
      ("let first = 1, db = Key<any Database>(\"main.db\")", "db", "main.db"),
      ("enum Keys { static let db = Key<any Database>(\"main.db\") }", "Keys.db", "main.db"),
      ("enum Keys { static let db = Key<any Database>(\"main.db\") }", "(Keys.db)", "main.db"),
      ("extension Key<any Database> { static let db = Key(\"main.db\") }", ".db", "main.db"),
      ("extension Key<any Database> { static let db = Self.init(\"main.db\") }", ".db", "main.db"),
      ("extension Key<any Database> { static let db: Self = .init(\"main.db\") }", "Key<any Database>.db", "main.db"),
      ("extension Key<any Database> { static var db: Self { .init(\"main.db\") } }", ".db", "main.db"),
      ("extension Key<any Database> { static var db: Self { return Self(\"main.db\") } }", ".db", "main.db"),
      (
        "extension Key<any Database> { static var db: Key<any Database> { get { Key(\"main.db\") } } }", ".db",
        "main.db"
      ),
      ("extension ConfigDI.Key<any Database> { static var db: Self { Self(\"main.db\") } }", ".db", "main.db"),
      ("let utc = Key((any Clock).self, named: \"utc\")", "utc", "Clock/utc"),
      ("let utc: Key<any Clock> = .init((any Clock).self, named: (\"utc\"))", "utc", "Clock/utc"),
      ("extension Key<any Clock> { static let utc = Key((any Clock).self, named: \"utc\") }", ".utc", "Clock/utc"),
      ("let clock = Key((any Clock).self, named: nil)", "clock", "Clock"),
    ])
  func constants(declaration: String, argument: String, key: String) throws {
    let program = try CallScannerTests.program([
      "Keys.swift": "import ConfigDI\n\(declaration)\n",
      "Calls.swift": "import ConfigDI\nfunc f(_ c: Container) throws { try c.resolve(\(argument)) }\n",
    ])
    #expect(program.found.map(\.shown) == [key])
    #expect(program.found.map(program.isCertain) == [true])
    #expect(program.skipped.count == 0)
  }

  @Test(
    "a call may make the key itself",
    arguments: [
      ("Key<any Database>(\"main.db\",)", "main.db"), ("(Key<any Database>(\"main.db\"))", "main.db"),
      (".init(\"main.db\")", "main.db"), ("Key<any Database>.init((\"main.db\"))", "main.db"),
      ("Key<any Clock>((any Clock).self, named: \"utc\")", "Clock/utc"),
      (".init((any Clock).self, named: \"utc\")", "Clock/utc"), ("((any Clock).self), named: (\"utc\")", "Clock/utc"),
      ("ConfigDI.Key(((any Clock)).self)", "Clock"),
    ])
  func calls(argument: String, key: String) throws {
    let read = try CallScannerTests.read("func f(_ c: Container) throws { try c.resolve(\(argument)) }\n")
    #expect(read.found == [key])
    #expect(read.skipped == 0)
  }

  @Test(
    "what is not a literal is counted",
    arguments: [
      "let db = Key<Int>(name)\ntry c.resolve(db)", "let db = Key(Clock.self, named: name)\ntry c.resolve(db)",
      "let db = isTest ? Key<Int>(\"a\") : Key<Int>(\"b\")\ntry c.resolve(db)",
      "typealias Short = Clock\nlet db = Key(Short.self)\ntry c.resolve(db)", "try c.resolve(.init(name))",
      "try c.resolve(.db(\"a\"))", "try c.resolve(Key(self))",
      "extension Harbor { static let db = Self(\"a\") }\ntry c.resolve(.db)",
    ])
  func computedKeys(code: String) throws {
    let read = try CallScannerTests.read("let c = Container()\n\(code)\n")
    #expect(read.found == [])
    #expect(read.skipped == 1)
  }

  @Test("a computed key hides no constant of another file")
  func computedConstants() throws {
    let program = try CallScannerTests.program([
      "Keys.swift": "import ConfigDI\nenum Keys { static let db = Key<Int>(\"a\") }\n",
      "Other.swift":
        "import ConfigDI\nfunc f(_ c: Container, s: String) throws { let db = Key<Int>(s); try c.resolve(db) }\n",
      "Calls.swift": "import ConfigDI\nfunc g(_ c: Container) throws { try c.resolve(Keys.db) }\n",
    ])
    #expect(program.found.map(\.shown) == ["a"])
    #expect(program.skipped.count == 1)
  }

  @Test("the type of an extended key is not a type of the program")
  func extendedKeys() throws {
    let program = try CallScannerTests.program([
      "Keys.swift": """
      import ConfigDI
      extension Key where Service == any Clock { static let utc = Key(Service.self, named: "utc") }
      func f(_ c: Container) throws { try c.resolve(.utc) }
      """
    ])
    #expect(program.found.map(program.isCertain) == [false])
  }

  @Test("a constant's wrong name is reported at the call, and its service is used")
  func findings() {
    let catalog = """
      { "configdiCatalog": 1, "keys": [{ "name": "main.db", "type": "App.Database" }], "factories": [
        { "name": "greeter", "provides": "App.Greeter" }, { "name": "postgres", "provides": "App.Database" },
        { "name": "utc", "provides": "App.Clock" }
      ] }
      """
    let manifest = "configdi: 1\nroots: [Greeter]\nservices: { Greeter: greeter, main.db: postgres, Clock/utc: utc }\n"
    let keys = """
      import ConfigDI
      extension Key where Service == any Database {
        static var main: Self { .init("main.db") }
        static let gone: Self = .init("mian.db")
      }
      let utc = Key((any Clock).self, named: "utc")
      """
    func check(_ line: String) -> String {
      AskedForTests.check(
        line,
        others: [
          "/config/app.yaml": manifest, "/config/configdi.catalog.json": catalog, "/Sources/App/Keys.swift": keys,
        ]
      ).output
    }
    #expect(check("").split(separator: "\n").count { $0.contains("DI207") } == 2)
    #expect(check("_ = (try container.resolve(.main), try container.resolve(utc))") == "")
    #expect(
      check("_ = (try container.resolve(.gone), try container.resolve(utc))").contains(
        "Sources/App/main.swift:3:30: error: 'config/app.yaml' has no service 'mian.db' [DI211]"))
  }

  @Test(
    "a key that Swift code names is not called a misspelling",
    arguments: ["_ = try container.resolve(Tennant.self)", "_ = [Provided(Tennant(), as: Tennant.self)]"])
  func keysThatCallsName(line: String) {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "reader", "provides": "App.Reader", "dependencies": [{ "key": "App.Tenant", "label": "tenant" }] }
      ] }
      """
    let manifest = "configdi: 1\nroots: [Reader]\nservices: { Tennant: { provided: true }, Reader: reader }\n"
    func check(_ line: String) -> String {
      AskedForTests.check(line, others: ["/config/app.yaml": manifest, "/config/configdi.catalog.json": catalog]).output
    }
    #expect(check("").contains("DI201") && !check(line).contains("DI201"), "\(check(line))")
  }
}
