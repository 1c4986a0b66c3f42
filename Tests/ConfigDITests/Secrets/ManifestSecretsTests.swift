import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct ManifestSecretsTests {
  /// Reads a manifest, hides its secrets, and returns the text that may be shown.
  private func shown(
    _ text: String, budget: Spelling.Budget = Spelling.Budget(), catalog: Catalog? = nil
  ) throws -> String {
    let file = SourceFile(path: "app.yaml", bytes: Array(text.utf8))
    var nodes = Limits().nodes
    var problems = Diagnostics()
    let document = try #require(YAMLReader.read(file, limits: Limits(), nodeBudget: &nodes, reporting: &problems))
    Spelling.$budget.withValue(budget) { _ = ManifestSecrets([document], catalog: catalog, keys: KeyNames()) }
    return file.shown(0..<file.bytes.count)
  }

  @Test("the value of a misspelt secret is hidden, however many names were compared before", arguments: [0, 2_000_000])
  func misspeltSecrets(steps: Int) throws {
    let text = """
      configdi: 1
      parameters: { db.password: { env: P, secret: true }, db.passwords: 3 }
      stages: { test: { parameters: { db.pasword: hunter2, db.passwords: 4, other.name: { new: true, value: 5 } } } }
      """
    let shown = try shown(text, budget: Spelling.Budget(steps: steps))
    #expect(!shown.contains("hunter2") && shown.contains("db.passwords: 4") && shown.contains("value: 5"), "\(shown)")
  }

  @Test(
    "a misspelt 'secret' is recognized in text that is YAML and in text that is not",
    arguments: [("secretKey", true), ("secre", true), ("isSecret", true), ("secr", false), ("secretLevel", false)])
  func misspeltMarks(word: String, isSecret: Bool) throws {
    let text = "configdi: 1\nparameters: { p: { value: hunter2, \(word): true } }\n"
    #expect(try shown(text).contains("hunter2") != isSecret)
    let unread = SourceFile.unread("app.yaml", Array((text + "roots: [A\n").utf8))
    #expect(unread.shown(0..<unread.bytes.count).contains("hunter2") != isSecret)
  }

  @Test("a default in a reference to a secret, or to its variable, is hidden wherever it is") func defaults() throws {
    let text = """
      configdi: 1
      parameters: { password: { env: DB_PASSWORD, secret: true }, port: 1 }
      services: { A: { factory: a, settings: { a: "${password:hunter2}", b: "${DB_PASSWORD:-hunter2}${port:shown}" } } }
      """
    let shown = try shown(text)
    #expect(!shown.contains("hunter2") && shown.contains("${DB_PASSWORD:-***}${port:shown}"), "\(shown)")
  }

  @Test("a name that is too long to compare counts as a secret's") func longNames() throws {
    let name = String(repeating: "a", count: 600)
    let text = """
      configdi: 1
      parameters: { db.password: { env: P, secret: true } }
      stages: { test: { parameters: { \(name): hunter2 } } }
      """
    #expect(try !shown(text, budget: Spelling.Budget()).contains("hunter2"))
  }

  @Test(
    "a secret that is part of a key is hidden at every depth",
    arguments: [
      "pin hunter2", "pin:hunter2", "pin\u{A0}hunter2", "sub: { key hunter2 }", "sub: { key:hunter2 }",
      "list: [{ key hunter2 }]", "pin=hunter2", "pin=>hunter2", "sub: { key = hunter2 }",
    ])
  func joinedSecrets(settings: String) throws {
    let key = #"[{ "name": "key", "type": "string", "secret": true }]"#
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.A", "settings": { "type": "S", "fields": [
        { "name": "pin", "type": "string", "secret": true }, { "name": "sub", "type": "object", "fields": \(key) },
        { "name": "list", "type": "list", "of": { "type": "object", "fields": \(key) } }] } }] }
      """
    var problems = Diagnostics()
    let read = Catalog(SourceFile(path: "c.json", bytes: Array(catalog.utf8)), reporting: &problems)
    #expect(problems.findings.isEmpty, "\(problems.findings.map(\.message))")
    let shown = try shown(
      "configdi: 1\nservices: { A: { factory: a, settings: { \(settings) } } }", catalog: read)
    #expect(!shown.contains("hunter2") && shown.contains("factory: a"), "\(shown)")
  }

  @Test("a name in braces is hidden only if no value is written for it") func namesWithNull() throws {
    let text = "configdi: 1\nparameters: { p: { secret: true, value: { text: ~, other: null, hunter2 } } }\n"
    let shown = try shown(text)
    #expect(shown.contains("text: ~, other: null, ***"), "\(shown)")
  }
}
