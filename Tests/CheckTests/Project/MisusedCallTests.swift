import Testing

@testable import configdi_check

/// Calls that pass no argument to a service that takes one, pass one to a service that takes none, or do not wait.
@Suite struct MisusedCallTests {
  @Test(
    "a call without the argument that its service takes, or with one that it does not take, is reported",
    arguments: [
      ("try container.resolve(Page.self)", "Page takes an argument, but is requested without one"),
      ("try container.handle(for: Page.self)", "Page takes an argument, but is requested without one"),
      ("try container.make(Page.self, with: 7)", nil), ("try container.make(Link.self, with: 7)", nil),
      ("try container.make(Greeter.self, with: 7)", "Greeter takes no argument"),
      ("try container.make(Gone.self, with: 7)", "'config/app.yaml' has no service 'Gone'"),
    ])
  func arguments(line: String, expected: String?) {
    let result = AskedForTests.check(
      line, "--catalog", "catalog.json",
      others: [
        "/config/app.yaml":
          "configdi: 1\nroots: [Greeter]\nservices: { Greeter: greeter, Page: page, Link: { alias: Page } }\n",
        "/catalog.json": """
        { "configdiCatalog": 1, "factories": [{ "name": "greeter", "provides": "App.Greeter" },
          { "name": "page", "provides": "App.Page", "argument": "Swift.Int" }] }
        """,
      ])
    let findings = result.output.split(separator: "\n").filter { $0.contains("main.swift") }
    #expect(findings.count == (expected == nil ? 0 : 1), "\(result)")
    if let expected { #expect(findings.first?.contains(expected) == true, "\(result)") }
  }

  @Test("a service that only two values of a parameter at once lead to is no answer to a call")
  func twoValues() {
    let manifest = """
      configdi: 1
      parameters: { fast: { type: bool, env: FAST } }
      roots: [Page/plain]
      services:
        Page/first: { select: fast, cases: { true: Page/second, false: Page } }
        Page/second: { select: fast, cases: { true: Page, false: Page/plain } }
        Page/plain: plain
        Page: page
      """
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "plain", "provides": "App.Page" },
        { "name": "page", "provides": "App.Page", "argument": "Swift.Int" }] }
      """
    let output = AskedForTests.check(
      "try container.resolve(Page.self, named: \"first\")", "--catalog", "catalog.json",
      others: ["/config/app.yaml": manifest + "\n", "/catalog.json": catalog]
    ).output
    let findings = output.split(separator: "\n").filter { $0.contains("main.swift") }
    #expect(findings.count == 1, "\(output)")
    #expect(findings.first?.contains("Page/first takes an argument, but is requested without one") == true, "\(output)")
  }

  @Test(
    "a call that must wait and pass an argument is one finding",
    arguments: [
      ("try container.make(Clock.self, with: 3)", "resolveAsync"),
      ("try container.resolve(Page.self)", "try await container.makeAsync"),
    ])
  func asyncAndArgument(call: String, help: String) {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "clock", "provides": "App.Clock", "async": true },
        { "name": "page", "provides": "App.Page", "async": true, "argument": "Swift.Int" }] }
      """
    let manifest =
      "configdi: 1\nroots: [Clock]\nservices: { Clock: { factory: clock, scope: transient }, Page: page }\n"
    let output = AskedForTests.check(
      call + "; _ = try await container.makeAsync(Page.self, with: 1)", "--format", "text",
      others: ["/config/app.yaml": manifest, "/config/configdi.catalog.json": catalog]
    ).output
    let lines = output.split(separator: "\n")
    #expect(lines.count { $0.contains("error:") } == 1 && output.contains("DI416"), "\(output)")
    #expect(lines.contains { $0.contains("help:") && $0.contains(help) }, "\(output)")
  }
}
