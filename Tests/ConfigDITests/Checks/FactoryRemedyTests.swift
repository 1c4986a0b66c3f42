import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The remedies of findings about what the factories in the catalog make and take.
@Suite struct FactoryRemedyTests {
  private static let catalogOfPage = """
    { "configdiCatalog": 1, "factories": [{ "name": "page", "provides": "App.Page", "argument": "App.PageID" }] }
    """

  /// What the first remedy of a manifest's only finding leaves.
  private func left(_ text: String, catalog: String) throws -> [String] {
    let findings = try Checking.check(text, catalog: catalog)
    #expect(findings.count == 1, "\(findings.map(\.message))")
    let finding = try #require(findings.first)
    return try Checking.check(Checking.fixed(text, finding), catalog: catalog).map { "\($0.code) \($0.message)" }
  }

  @Test("a service that takes an argument gets the only scope that it may have") func scopeOfTaker() throws {
    let text = "configdi: 1\nservices: { Page: { factory: page, scope: graph } }\n"
    #expect(try left(text, catalog: Self.catalogOfPage) == [])
  }

  @Test("a replacement that must not be eager says so") func eagerReplacement() throws {
    let text = """
      configdi: 1
      overlays: [{ services: { Page: { factory: page, eager: true } } }]
      services: { Page: page }

      """
    #expect(try left(text, catalog: Self.catalogOfPage) == [])
    let both = text.replacing("{ Page: page }", with: "{ Page: { factory: page, eager: true } }")
    #expect(try left(both, catalog: Self.catalogOfPage) == [])
  }
}
