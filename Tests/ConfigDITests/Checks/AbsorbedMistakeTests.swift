import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A part of a manifest that could not be read is not reported as missing too.
@Suite struct AbsorbedMistakeTests {
  private static let catalog = #"""
    { "configdiCatalog": 1, "factories": [
      { "name": "sysClock", "provides": "App.Clock" },
      { "name": "asyncDB", "provides": "App.Database" },
      { "name": "repo", "provides": "App.Repo", "dependencies": [
        { "key": "App.Database", "label": "db" }, { "key": "App.Clock", "label": "clock" } ] },
      { "name": "pool", "provides": "App.Pool", "settings": { "type": "P", "opaque": false, "fields": [
        { "name": "url", "type": "string" }, { "name": "size", "type": "int" } ] } } ] }
    """#

  private func codes(_ text: String, hasCatalog: Bool = true) throws -> [String] {
    try Checking.check("configdi: 1\n" + text, catalog: hasCatalog ? Self.catalog : nil).map(\.rule.code)
  }

  @Test(
    "a reference that could not be read is not missing",
    arguments: [
      ("{ db: [Database/x] }", "DI005"), ("{ db: 5 }", "DI005"), ("{ db: { reff: Database/x } }", "DI004"),
      ("{ db: \"Database/${kind}\" }", "DI504"), ("{ \"${label}\": Database/x }", "DI504"), ("[5]", "DI005"),
      ("5", "DI005"), ("{ db Database/x }", "DI005"), ("{ <<: { db: Database/x } }", "DI005"),
      ("{ clock: Clock }, dependencies: { db: Database/x }", "DI002"),
    ])
  func unreadReferences(dependencies: String, code: String) throws {
    let text = """
      roots: [Repo]
      services:
        Clock: sysClock
        Database/x: asyncDB
        Repo: { factory: repo, dependencies: \(dependencies) }
      """
    #expect(try codes(text).filter { $0 != "DI207" } == [code])
  }

  @Test("other references of the same service are still checked") func otherReferences() throws {
    let services = "services: { Clock: sysClock, Repo: { factory: repo, dependencies: { clock: [Clock] } } }"
    #expect(try codes("roots: [Repo]\n" + services) == ["DI403", "DI005"])
    let patched = """
      roots: [Repo]
      stages: { dev: { services: { Repo: { dependencies: { db: 5 } } } }, prod: {} }
      services: { Clock: sysClock, Database/x: asyncDB, Repo: { factory: repo, dependencies: { db: Database/x } } }
      """
    #expect(try codes(patched) == ["DI005"])
  }

  @Test("settings, cases and collections in a second field are not missing") func secondFields() throws {
    #expect(
      try codes("roots: [Pool]\nservices: { Pool: { factory: pool, settings: { size: 1 }, settings: { url: x } } }")
        == ["DI002"])
    #expect(
      try codes(
        "roots: [Pool]\nx-d: &d { url: x }\nservices: { Pool: { factory: pool, settings: { <<: *d, size: 4 } } }")
        == ["DI005"])
    let select = """
      roots: [Clock]
      parameters: { kind: { type: enum, of: [a, b], env: KIND } }
      services:
        Clock/a: sysClock
        Clock/b: sysClock
        Clock: { select: kind, cases: { a: Clock/a }, cases: { b: Clock/b } }
      """
    #expect(try codes(select) == ["DI002"])
    let collect = """
      roots: [Clock]
      collections: { clocks: { of: Clock }, others: { of: Clock } }
      services: { Clock: { factory: sysClock, collect: clocks, collect: others } }
      """
    #expect(try codes(collect) == ["DI002"])
  }

  @Test("a value with a foreign tag is not judged", arguments: ["!env DATABASE_URL", "!!binary aGVsbG8="])
  func foreignTags(value: String) throws {
    #expect(
      try codes("roots: [Pool]\nservices: { Pool: { factory: pool, settings: { url: x, size: \(value) } } }")
        == ["DI005"])
  }

  @Test(
    "what a merge key would bring is neither missing nor unused",
    arguments: [
      "x-d: &d { Clock: sysClock }\nservices:\n  <<: *d\n  A: { factory: a, dependencies: [Clock] }\n",
      "x-d: &d { Clock: sysClock }\nservices:\n  <<: [*d]\n  A: { factory: a, dependencies: [Clock] }\n",
      "x-p: &p { url: x }\nparameters:\n  <<: *p\nservices:\n  A: { factory: a, settings: { url: \"${url}\" } }\n",
      "x-s: &s { request: {} }\nscopes:\n  <<: *s\nservices:\n  A: { factory: a, scope: request }\n",
      "parameters: { url: x }\nx-d: &d { settings: { u: \"${url}\" } }\nservices:\n  A: { <<: *d, factory: a }\n",
    ])
  func mergeKeys(text: String) throws {
    #expect(try codes(text, hasCatalog: false) == ["DI005"])
  }

  @Test("the dependencies of a service with a merge key are not unused") func mergedFactory() throws {
    let text = """
      roots: [Repo]
      x-d: &d { factory: repo, dependencies: { db: Database/x } }
      services:
        Clock: sysClock
        Database/x: asyncDB
        Repo: { <<: *d }
      """
    #expect(try codes(text) == ["DI005"])
    #expect(try codes(text.replacing("{ <<: *d }", with: "{ <<: *d, factory: repo }")) == ["DI005"])
  }

  @Test(
    "a service whose overlay entry could not be read or changes nothing is not missing",
    arguments: [
      ("5", "DI005"), ("[]", "DI005"), ("\"\"", "DI005"), ("", "DI005"), ("c", "DI108"),
    ])
  func unmetEntries(entry: String, code: String) throws {
    let text = """
      services: { B: { factory: b } }
      stages:
        t:
          services:
            B: { dependencies: [C] }
            C: \(entry)
      """
    #expect(try codes(text, hasCatalog: false) == [code])
    #expect(try codes(text.replacing("C: \(entry)", with: ""), hasCatalog: false) == ["DI201"])
    #expect(try codes(text.replacing("C: \(entry)", with: "C: { remove: true }"), hasCatalog: false).count == 2)
  }

  @Test(
    "an invisible character before a key is one mistake, and the fix removes it",
    arguments: ["\u{A0}", "\u{FEFF}", "\u{200B}", "\u{A0}\u{A0}"])
  func invisibleIndentation(space: String) throws {
    for text in [
      "configdi: 1\nservices:\n  A: { factory: a, dependencies: [B] }\n  \(space)B: b\n",
      "configdi: 1\nservices:\n  B: b\n  A: { factory: a, dependencies: {\(space)x: B } }\n",
      "configdi: 1\nstages: {\(space)t: {} }\nservices: { A: a }\n",
      "configdi: 1\nparameters:\n  a: { value: 1, exposed: true }\n  \(space)b: { value: 1, exposed: true }\n",
    ] {
      let found = try Checking.check(text)
      #expect(found.map { "\($0.rule.code) \($0.severity)" } == ["DI010 error"], "\(text)")
      let finding = try #require(found.first)
      #expect(try Checking.check(Checking.fixed(text, finding)).isEmpty)
    }
  }

  @Test(
    "an invisible character at either end of a quoted name is removed, and one within it is replaced",
    arguments: [
      ("services:\n  A: { factory: a, dependencies: [B] }\n  \"\u{A0}B\": b\n", ""),
      ("services:\n  A: { factory: a, dependencies: [B] }\n  'B\u{A0}': b\n", ""),
      ("services:\n  \"B\u{A0}b\": b\n", " "),
      ("parameters:\n  \"\u{A0}b\": { value: 1, exposed: true }\n", ""),
    ])
  func invisibleEndOfName(text: String, edit: String) throws {
    let text = "configdi: 1\n" + text
    let found = try Checking.check(text)
    #expect(found.map(\.code) == ["DI010"])
    let finding = try #require(found.first)
    #expect(finding.fixes.map(\.text) == [edit])
    #expect(try Checking.check(Checking.fixed(text, finding)).isEmpty)
  }
}
