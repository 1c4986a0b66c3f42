import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A value with the wrong shape is one finding: nothing that may follow from the value is reported too.
@Suite struct UnreadableValueTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "repo", "provides": "Repo", "dependencies": [{ "key": "Tenant", "label": "tenant" }],
        "settings": { "type": "S", "fields": [{ "name": "size", "type": "int", "optional": true }] } },
      { "name": "tenant", "provides": "Tenant" },
      { "name": "health", "provides": "Health" }] }
    """

  private func codes(_ text: String, _ files: [String: String] = [:], catalog: String? = nil) throws -> [String] {
    var files = files
    files["app.yaml"] = "configdi: 1\n" + text
    files["configdi.catalog.json"] = catalog
    return try Checking.check(files: files).map { "\($0.code) \($0.location.map { "\($0.start.line)" } ?? "")" }
  }

  @Test(
    "in services, roots and scopes",
    arguments: [
      "roots: [Repo]\nservices:\n  Repo: [repo]\n  Tenant: tenant",
      "roots: [Repo]\nservices:\n  Repo: ~\n  Tenant: tenant",
      "roots: [Repo]\nservices:\n  Repo: { factory: [repo] }\n  Tenant: tenant",
      "roots: [Repo]\nservices:\n  Repo: { factory: repo, dependencies: 3 }\n  Tenant: tenant",
      "roots: [Repo]\nservices:\n  Repo: { factory: repo, decorators: [3] }\n  Tenant: tenant\nparameters: { size: 3 }",
      "roots: [[Repo]]\nservices:\n  Repo: repo\n  Tenant: tenant",
      "scopes: { request: {} }\nroots: [{ key: Repo, scope: request }]\nservices:\n"
        + "  Repo: { factory: repo, scope: [request] }\n  Tenant: { factory: tenant, scope: request }",
      "scopes: { request: {} }\nroots: [{ key: Repo, scope: [request] }]\nservices:\n"
        + "  Repo: { factory: repo, scope: request }\n  Tenant: { factory: tenant, scope: request }",
      "scopes: { request: { parent: 3 }, page: { parent: request } }\nroots: [{ key: Tenant, scope: page }]\n"
        + "services: { Tenant: { factory: tenant, scope: page } }",
    ]) func services(text: String) throws
  {
    let found = try codes(text, catalog: Self.catalog)
    #expect(found.count == 1 && found[0].hasPrefix("DI005"), "\(found)")
  }

  @Test(
    "in parameters",
    arguments: [
      "n: { env: N, min: 1, max: 10 }", "n: { value: \"3\", min: 1, max: 10 }",
      "n: { type: enum, of: [[a], b], env: N }",
      "n: { value: 3, exposed: maybe }", "n: [{ value: 3 }]", "n: { value: [[3]] }",
    ]) func parameters(entry: String) throws
  {
    let text = "roots: [Repo]\nparameters: { \(entry) }\nservices:\n  Tenant: tenant\n  Repo: "
    let found = try codes(
      text + (entry.contains("exposed") ? "repo" : "{ factory: repo, settings: { size: \"${n}\" } }"),
      catalog: Self.catalog)
    #expect(found == ["DI005 3"], "\(found)")
  }

  @Test("in a parameter without a source that an unknown key may be") func unknownKey() throws {
    let text = "parameters: { n: { k: { value: 3 } } }\nservices: { A: { factory: a, settings: { size: \"${n}\" } } }"
    #expect(try codes(text) == ["DI004 2"])
    #expect(try codes("parameters: { n: { exposed: true } }\nservices: { A: a }") == ["DI505 2"])
    let cases =
      "parameters: { c: { type: enum, of: [[a, b]], env: C } }\nservices: { A: { select: c, cases: { a: B } }, B: b }"
    #expect(try codes(cases) == ["DI005 2"])
  }

  @Test("in a parameter that an overlay changes") func overlaidParameters() throws {
    let text = """
      parameters: { n: { value: "3", max: 10 } }
      stages: { test: { parameters: { n: 5 } } }
      roots: [Repo]
      services: { Tenant: tenant, Repo: { factory: repo, settings: { size: "${n}" } } }
      """
    #expect(try codes(text, catalog: Self.catalog) == ["DI005 2"])
  }

  @Test(
    "a value that cannot use a service or parameter hides no use",
    arguments: ["description: [x]", "deprecated: 3", "eager: maybe", "dependencies: 3"])
  func otherUses(field: String) throws {
    let text = "parameters: { unused: 1 }\nservices: { A: { factory: a, \(field) } }"
    #expect(try codes(text) == ["DI502 2", "DI005 3"])
  }

  @Test("an element of imports or overlays may name a file that has anything") func files() throws {
    let shared = ["lib.yaml": "configdi: 1\nservices: { B: b }\n"]
    #expect(
      try codes("imports: [[lib.yaml]]\nservices: { A: { factory: a, dependencies: [B] } }", shared) == ["DI005 2"])
    #expect(
      try codes("imports: [{ k: lib.yaml }]\nservices: { A: { factory: a, dependencies: [B] } }", shared)
        == ["DI004 2"])
    #expect(try codes("overlays: [{ path: local.yaml, optional: yes }]\nservices: { A: a }") == ["DI005 2"])
    #expect(try codes("overlays: [{ services: { C: { new: yes, factory: c } } }]") == ["DI005 2"])
    #expect(try codes("stages: { test: { parameters: { p: { new: yes, value: 1, exposed: true } } } }") == ["DI005 2"])
  }

  @Test(
    "a collection without its type says nothing of its members",
    arguments: ["{ type: Health }", "{}", "~", "{ of: [Health] }", "{ of: }"])
  func collections(entry: String) throws {
    let text = """
      collections: { checks: \(entry) }
      services:
        Health/db: { factory: health, collect: checks }
      """
    let found = try codes(text, catalog: Self.catalog)
    #expect(found.count == 1 && (found[0] == "DI004 2" || found[0] == "DI005 2"), "\(found)")
  }

  @Test("dependencies written as a list of labels are one finding, with the edit") func listOfLabels() throws {
    let text = """
      configdi: 1
      services:
        A:
          factory: a
          dependencies:
            - api: B
            - cache: C
        B: b
        C: c

      """
    let findings = try Checking.check(text)
    #expect(findings.map(\.code) == ["DI005"])
    #expect(findings[0].help == ["remove the '-' before each entry: api: …"])
    #expect(try Checking.check(Checking.fixed(text, findings[0])).isEmpty)
    #expect(try codes("services: { A: { factory: a, dependencies: [{ lazzy: B }] }, B: b }") == ["DI004 2"])
  }
}
