import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Keys in braces that contain their value, since the `:` or the space after it is missing.
@Suite struct JoinedKeyTests {
  private static let noBreakSpace =
    "the ':' is followed by a no-break space (U+00A0), which YAML does not accept as a space"

  @Test(
    "a missing ':' or space is one finding, and the edit keeps the value",
    arguments: [
      (
        "parameters: { port: { type: int, env: PORT, default 80, exposed: true } }", "DI004",
        "missing ':' after 'default'", "default: 80"
      ),
      ("services: { A: { factory a } }", "DI004", "missing ':' after 'factory'", "factory: a"),
      ("services: { A: { factory:a } }", "DI004", "missing space after the ':' in 'factory:a'", "factory: a"),
      ("services: { A: { factory: a, scope:\u{A0}transient } }", "DI004", noBreakSpace, "scope: transient"),
      ("services: { A: a, B b }", "DI005", "missing ':' after 'B'", "B: b"),
      ("services: { A: { factory: a, dependencies: { c C } }, C: c }", "DI005", "missing ':' after 'c'", "c: C"),
      (
        "parameters: { p 3 }\nservices: { A: { factory: a, settings: \"${p}\" } }", "DI005", "missing ':' after 'p'",
        "p: 3"
      ),
    ])
  func oneFinding(body: String, code: String, message: String, entry: String) throws {
    let text = "configdi: 1\n" + body
    let findings = try Checking.check(text)
    #expect(findings.map(\.rule.code) == [code])
    #expect(findings.map(\.message) == [message])
    #expect(findings.map(\.help) == [["write \(entry)"]])
    let fixed = try Checking.fixed(text, #require(findings.first))
    #expect(fixed.contains(entry))
    #expect(try Checking.check(fixed).isEmpty)
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
    let findings = try Checking.check(text, catalog: catalog)
    #expect(findings.map(\.message) == ["missing ':' after 'retries'"])
    let fixed = try Checking.fixed(text, #require(findings.first))
    #expect(fixed.contains("{ retries: 2 }"))
    #expect(try Checking.check(fixed, catalog: catalog).isEmpty)
  }

  @Test("the value in a secret parameter's key is hidden") func secret() throws {
    for declaration in [
      "p: { env: P, exposed: true, secret: true, default hunter2 }",
      "p: { env: P, exposed: true, secret true, default: hunter2 }", "p { secret: true, env: P, default: hunter2 }",
      "p:{ secret: true, env: P, default: hunter2 }",
    ] {
      let text = "configdi: 1\nparameters:\n  \(declaration)\n"
      let findings = try Checking.check(text)
      #expect(!findings.isEmpty)
      for finding in findings { #expect(!finding.text().contains("hunter2"), "\(finding.text())") }
    }
  }
}
