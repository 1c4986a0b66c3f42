import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import configdi_check

/// DI307 at calls in Swift sources.
@Suite struct UnawaitedCallTests {
  private static let manifest = """
    configdi: 1
    scopes: { request: {}, session: {} }
    services:
      Export: { factory: openExport, scope: transient }
      Either: { alias: Export }
      Store: { factory: openStore }
      Session: { factory: openSession, scope: session }
      User: { factory: openUser, scope: request }
      Page: { factory: page, scope: request, dependencies: { user: User } }
      Letter: openLetter
    """

  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "openExport", "provides": "App.Export", "async": true },
      { "name": "openStore", "provides": "App.Store", "async": true },
      { "name": "openSession", "provides": "App.Session", "async": true },
      { "name": "openUser", "provides": "App.User", "async": true },
      { "name": "openLetter", "provides": "App.Letter", "async": true, "argument": "Swift.Int" },
      { "name": "page", "provides": "App.Page", "dependencies": [{ "key": "App.User", "label": "user" }] }] }
    """

  private func findings(_ lines: String) -> [String] {
    RulePage.Example([
      (name: "app.yaml", text: Self.manifest), (name: "configdi.catalog.json", text: Self.catalog),
      (
        name: "Sources/App/Program.swift",
        text: "import ConfigDI\nfunc run(_ container: Container) async throws {\n\(lines)\n}\n"
      ),
    ]).findings.filter { $0.rule.code == "DI307" }.map(\.message)
  }

  @Test("a synchronous call for a service that must be awaited is reported")
  func aSynchronousCall() {
    #expect(
      findings("_ = try container.resolve(Export.self)")
        == ["'Export' is made asynchronously, so a synchronous call cannot make it"])
    #expect(findings("_ = try container.resolve(Either.self)").count == 1)
    #expect(findings("_ = try container.resolve(Session.self)").count == 1)
    #expect(findings("_ = try container.handle(for: Export.self)").count == 1)
  }

  @Test("a synchronous make with an argument is reported too")
  func aSynchronousMake() {
    #expect(
      findings("_ = try container.make(Letter.self, with: 1)")
        == ["'Letter' is made asynchronously, so a synchronous call cannot make it"])
  }

  @Test("openScope of a scope that makes services when it opens is reported with their names")
  func anOpenScope() {
    #expect(
      findings("_ = try container.openScope(\"request\")")
        == ["openScope cannot wait for the services that scope 'request' makes when it opens: User"])
    #expect(findings("_ = try container.openScope(\"session\")") == [])
  }

  @Test(
    "calls that wait, and calls for what is there by then, are not reported",
    arguments: [
      "_ = try await container.resolveAsync(Export.self)", "_ = try container.resolve(Store.self)",
      "_ = try container.resolve(User.self)", "_ = try container.resolve(Page.self)",
      "_ = try await container.makeAsync(Letter.self, with: 1)",
      "_ = try await container.startScope(\"request\")", "try await container.withScope(\"request\") { _ in }",
    ])
  func othersAreFine(call: String) {
    #expect(findings(call) == [])
  }
}
