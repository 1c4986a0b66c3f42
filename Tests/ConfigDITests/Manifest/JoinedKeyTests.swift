import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Keys in braces that contain their value, since the `:` or the space after it is missing.
@Suite struct JoinedKeyTests {
  private static let noBreakSpace =
    "the ':' is followed by a no-break space (U+00A0), which YAML does not accept as a space"

  /// Checks that the text has a single finding, and that its edit writes the entry and leaves no finding.
  ///
  /// - Returns: The edited text.
  @discardableResult
  private func oneFinding(
    in text: String, _ code: String, _ message: String, _ entry: String, catalog: String? = nil
  ) throws -> String {
    let findings = try Checking.check(text, catalog: catalog)
    #expect(findings.map(\.rule.code) == [code])
    #expect(findings.map(\.message) == [message])
    #expect(findings.map(\.help) == [["write \(entry)"]])
    let fixed = try Checking.fixed(text, #require(findings.first))
    #expect(fixed.contains(entry))
    #expect(try Checking.check(fixed, catalog: catalog).isEmpty)
    return fixed
  }

  @Test(
    "a missing ':' or space is one finding, and the edit keeps the value",
    arguments: [
      (
        "parameters: { port: { type: int, env: PORT, default 80, exposed: true } }", "DI004",
        "missing ':' after 'default'", "default: 80"
      ),
      ("services: { A: { factory a } }", "DI004", "missing ':' after 'factory'", "factory: a"),
      (
        "parameters: { p: { env: P, default: 3, exposed true } }", "DI004", "missing ':' after 'exposed'",
        "exposed: true"
      ),
      ("services: { A: { factory=a } }", "DI004", "expected ':' after 'factory', found '='", "factory: a"),
      ("services: { A: a, B = b }", "DI005", "expected ':' after 'B', found '='", "B: b"),
      ("services: { A: { factory=>a } }", "DI004", "expected ':' after 'factory', found '=>'", "factory: a"),
      ("services: { A: { factory -> a } }", "DI004", "expected ':' after 'factory', found '->'", "factory: a"),
      ("services: { A: { factory:a } }", "DI004", "missing space after the ':' in 'factory:a'", "factory: a"),
      ("services: { A: { factory: a, scope:\u{A0}transient } }", "DI004", noBreakSpace, "scope: transient"),
      ("services: { A: a, B b }", "DI005", "missing ':' after 'B'", "B: b"),
      ("services: { A: { factory: a, dependencies: { c C } }, C: c }", "DI005", "missing ':' after 'c'", "c: C"),
      (
        "parameters: { p 3 }\nservices: { A: { factory: a, settings: \"${p}\" } }", "DI005", "missing ':' after 'p'",
        "p: 3"
      ),
    ])
  func joinedKey(body: String, code: String, message: String, entry: String) throws {
    try oneFinding(in: "configdi: 1\n" + body, code, message, entry)
  }

  @Test(
    "an entry's only field without ':' or space is one finding",
    arguments: [
      ("services:\n  A:\n    factory:a", "missing space after the ':' in 'factory:a'", "factory: a"),
      ("services:\n  A:\n    factory a", "missing ':' after 'factory'", "factory: a"),
      ("services:\n  A:\n    factory = a", "expected ':' after 'factory', found '='", "factory: a"),
      ("services:\n  A: factory:a", "missing space after the ':' in 'factory:a'", "{ factory: a }"),
      ("services: { A: a }\nroots:\n  - key:A", "missing space after the ':' in 'key:A'", "key: A"),
      ("services: { A: a }\nroots: [key:A]", "missing space after the ':' in 'key:A'", "key: A"),
      (
        "services:\n  A: { factory: a, dependencies: [lazy:B] }\n  B: b", "missing space after the ':' in 'lazy:B'",
        "lazy: B"
      ),
      (
        "services:\n  A: { factory: a, dependencies: { b: lazy:B } }\n  B: b",
        "missing space after the ':' in 'lazy:B'", "{ lazy: B }"
      ),
      (
        "services:\n  A:\n    factory: a\n    decorators:\n      - factory:d",
        "missing space after the ':' in 'factory:d'", "factory: d"
      ),
      ("lifecycle:\n  launch:\n    - factory:boot", "missing space after the ':' in 'factory:boot'", "factory: boot"),
      (
        "scopes:\n  s:\n  r:\n    parent:s\nservices: { A: { factory: a, scope: r } }",
        "missing space after the ':' in 'parent:s'", "parent: s"
      ),
      (
        "collections:\n  all:\n    of:A\nservices: { A: { factory: a, collect: all } }",
        "missing space after the ':' in 'of:A'", "of: A"
      ),
      (
        "stages:\n  dev: { services: { B: { new: true, factory: b } } }\n  prod:\n    extends:dev\n"
          + "services: { A: { factory: a } }", "missing space after the ':' in 'extends:dev'", "extends: dev"
      ),
      (
        "parameters:\n  port:\n    env:PORT\nservices: { A: { factory: a, settings: [\"${port}\"] } }",
        "missing space after the ':' in 'env:PORT'", "env: PORT"
      ),
      (
        "parameters:\n  port:\n    value:\"x\"\nservices: { A: { factory: a, settings: [\"${port}\"] } }",
        "missing space after the ':' in 'value:\"x\"'", "value: \"x\""
      ),
      (
        "services:\n  A:\n    factory:a\n    scope:transient", "missing space after the ':' in 'factory:a'",
        "factory: a"
      ),
    ])
  func onlyField(body: String, message: String, entry: String) throws {
    try oneFinding(in: "configdi: 1\n\(body)\n", "DI005", message, entry)
  }

  @Test(
    "text that only resembles a field is text",
    arguments: [
      "p: { value: env:PORT, exposed: true }", "p: file:///data/app.db", "p:\n    file:///data/app.db", "p: env:PORT",
      "p:\n    value of the house", "p:\n    env:prod", "p:\n    file:/etc/x",
      "p: { value: x, description: env:PORT, exposed: true }",
    ])
  func textsLikeFields(parameter: String) throws {
    let text = "configdi: 1\nparameters:\n  \(parameter)\nservices: { A: { factory: a, settings: [\"${p}\"] } }\n"
    #expect(try Checking.check(text).isEmpty)
  }

  @Test("names may have spaces") func namesWithSpaces() throws {
    let text = """
      configdi: 1
      roots: [Timer, A]
      services:
        Timer: new clock
        A: { factory: a, dependencies: [all users], decorators: [factory made] }
        all users: u
      """
    #expect(try Checking.check(text).isEmpty)
  }

  @Test(
    "a missing space before a quoted value is one finding",
    arguments: [
      "services: { A: { factory: a, settings: { token:\"abc\" } } }",
      "services: { A: { factory: a, settings: { n: 1, token:'a, b' } } }",
      "services: { A: { factory:\"t\" } }", "parameters: { p: { value:\"x\", exposed: true } }",
      "parameters: { p: 3 }\nservices: { A: { factory: a, settings: { url:\"${p}\" } } }",
      "parameters: { p: 3 }\nservices: { A: { factory: a, settings: { url:\"${p}?r\", n: 2 } } }",
    ])
  func quotedValue(body: String) throws {
    let text = "configdi: 1\n\(body)\n"
    let findings = try Checking.check(text)
    #expect(findings.map(\.rule.code) == ["DI001"])
    #expect(findings.first?.message.hasPrefix("missing space after the ':' in '") == true)
    #expect(try Checking.check(Checking.fixed(text, #require(findings.first))).isEmpty)
  }

  @Test("quotes inside a text or a key with a value are no mistake") func quotesInText() throws {
    let settings = #"{ a: "{ b:'c' }", 'd, e:"f"': 1, list: [g:"h"], i: j:"k" }"#
    #expect(try Checking.check("configdi: 1\nservices: { A: { factory: a, settings: \(settings) } }").isEmpty)
  }

  @Test("a misspelled key without ':' keeps its value too") func misspelledKey() throws {
    let text = "configdi: 1\nparameters: { p: { type: int, env: P, defaullt 8, exposed: true } }"
    let finding = try #require(Checking.check(text).first)
    #expect(finding.message == "missing ':' after 'defaullt'")
    #expect(try Checking.fixed(text, finding).contains("defaullt: 8"))
  }

  @Test("a setting without ':' keeps its value") func setting() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "A", "settings": {
        "type": "S", "fields": [{ "name": "retries", "type": "int" }] } }] }
      """
    let text = "configdi: 1\nservices: { A: { factory: a, settings: { retries 2 } } }"
    let fixed = try oneFinding(in: text, "DI407", "missing ':' after 'retries'", "retries: 2", catalog: catalog)
    #expect(fixed.contains("{ retries: 2 }"))
  }

  @Test("the value in a secret parameter's key is hidden") func secret() throws {
    for declaration in [
      "p: { env: P, exposed: true, secret: true, default hunter2 }",
      "p: { env: P, exposed: true, secret true, default: hunter2 }", "p { secret: true, env: P, default: hunter2 }",
      "p:{ secret: true, env: P, default: hunter2 }", "p: { secret: true, env: P, default:\"hunter2\" }",
      "p:\n    value:hunter2\n    secret:true",
    ] {
      let text = "configdi: 1\nparameters:\n  \(declaration)\n"
      let findings = try Checking.check(text)
      #expect(!findings.isEmpty)
      for finding in findings { #expect(!finding.text().contains("hunter2"), "\(finding.text())") }
    }
  }

  @Test("an overlay's joined value of a secret is hidden") func secretInOverlay() throws {
    let text = """
      configdi: 1
      stages:
        dev:
          parameters:
            p:
              value:hunter2
      parameters: { p: { env: P, exposed: true, secret: true } }
      """
    let findings = try Checking.check(text)
    #expect(findings.map(\.rule.code) == ["DI005"])
    for finding in findings { #expect(!finding.text().contains("hunter2"), "\(finding.text())") }
  }

  @Test("names beside a secret are shown", arguments: ["env:DB_URL", "file:key.txt", "exposed:true"])
  func namesBesideSecrets(field: String) throws {
    func messages(_ rest: String) throws -> [String] {
      let findings = try Checking.check("configdi: 1\nparameters: { p: { type: url, \(field)\(rest) } }")
      return findings.filter { $0.rule.code == "DI004" }.flatMap { [$0.message] + $0.help }
    }
    let plain = try messages("")
    #expect(plain.first == "missing space after the ':' in '\(field)'")
    #expect(try messages(", secret: true") == plain)
  }
}
