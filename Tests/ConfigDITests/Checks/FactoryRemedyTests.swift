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

  @Test(
    "no edit writes a factory that refuses a setting of the entry",
    arguments: [("[]", 0), (#"[{ "name": "size", "type": "int" }]"#, 1)])
  func factoryWithoutTheSetting(fields: String, count: Int) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "page", "provides": "Page", "settings": { "type": "S", "fields": \(fields) } }] }
      """
    let text = "configdi: 1\nservices: { Page: { factory: unheard, settings: { size: 1 } } }\n"
    let findings = try Checking.check(text, catalog: catalog)
    #expect(findings.map(\.code) == ["DI401"])
    #expect(findings.flatMap(\.remedies).count == count)
  }

  @Test(
    "the label of an only dependency is kept, though it is also a kind of reference",
    arguments: [
      ("all", "all", "Missing", "\n      "), ("all", "all", "Missing", "{ "), ("lazy", "lazy", "Check", "\n      "),
      ("lazy", "provider", "Check", "{ "),
    ])
  func labelLikeAReference(label: String, kind: String, key: String, opening: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "hub", "provides": "Hub",
          "dependencies": [{ "key": "Check", "label": "\(label)", "kind": "\(kind)" }] },
        { "name": "check", "provides": "Check" }] }
      """
    let text = """
      configdi: 1
      collections: { checks: { of: Check } }
      services:
        Check: { factory: check, collect: checks }
        Hub:
          factory: hub
          dependencies: \(opening)\(label): \(key)\(opening == "{ " ? " }" : "")

      """
    #expect(try left(text, catalog: catalog) == [])
  }

  @Test("no edit writes a factory that takes a service without its argument") func factoryWithoutMaker() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "shop", "provides": "Shop", "dependencies": [{ "key": "Page", "kind": "lazy", "label": "page" }] },
        { "name": "page", "provides": "Page", "argument": "Int" }] }
      """
    let findings = try Checking.check("configdi: 1\nservices: { Shop: page, Page: page }\n", catalog: catalog)
    #expect(findings.map(\.code) == ["DI402"])
    #expect(findings.flatMap(\.help) == ["write Shop: shop"])
    #expect(findings.flatMap(\.remedies).isEmpty)
  }

  private static let catalogOfPages = """
    { "configdiCatalog": 1, "keys": [{ "name": "Leaf", "type": "App.Page" }], "factories": [
      { "name": "shop", "provides": "App.Shop",
        "dependencies": [{ "key": "App.Page", "kind": "all", "label": "pages" }] },
      { "name": "page", "provides": "App.Page" }] }
    """

  private func pages(_ shop: String, collections: [String], of element: String = "Page") -> String {
    let declared = collections.map { "\($0): { of: \(element) }" }.joined(separator: ", ")
    let collected = collections.joined(separator: ", ")
    return """
      configdi: 1
      collections: { \(declared) }
      services: { Shop: \(shop), Page: { factory: page, collect: [\(collected)] } }

      """
  }

  @Test("no edit writes a factory whose collection would have to be chosen") func factoryOfCollections() throws {
    let choice = try Checking.check(pages("page", collections: ["old", "new"]), catalog: Self.catalogOfPages)
    #expect(choice.map(\.code) == ["DI402"])
    #expect(choice.flatMap(\.remedies).isEmpty)
    #expect(try left(pages("page", collections: ["old"]), catalog: Self.catalogOfPages) == [])
  }

  @Test(
    "a collection of a custom key is written for a factory that takes the key's type",
    arguments: ["page", "{ factory: shop, dependencies: { pages: Pag } }"])
  func collectionOfCustomKey(shop: String) throws {
    #expect(try left(pages(shop, collections: ["old"], of: "Leaf"), catalog: Self.catalogOfPages) == [])
  }

  @Test("one of several collections is written as a dependency") func chosenCollection() throws {
    let text = pages("shop", collections: ["old", "new"])
    let findings = try Checking.check(text, catalog: Self.catalogOfPages)
    #expect(findings.flatMap(\.help) == ["choose one: dependencies: { pages: { all: old } }"])
    #expect(findings.flatMap(\.remedies).count == 2)
    #expect(try left(text, catalog: Self.catalogOfPages) == [])
  }

  @Test(
    "a scope that is unknown or unreadable is the only mistake",
    arguments: [("tranzient", "DI303"), ("[transient]", "DI005"), ("12", "DI005")])
  func unknownScope(scope: String, code: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "cache", "provides": "App.Cache", "shareable": false }] }
      """
    let entry = "Cache: { factory: cache, scope: \(scope) }"
    let base = "Cache: { factory: cache, scope: transient }"
    for text in ["services: { \(entry) }", "services: { \(base) }\noverlays: [{ services: { \(entry) } }]"] {
      #expect(try Checking.check("configdi: 1\n\(text)\n", catalog: catalog).map(\.code) == [code], "\(text)")
    }
  }

  @Test("no parameter is declared with a name that none can have", arguments: ["12", "1_2"])
  func invalidParameterName(name: String) throws {
    let text = "configdi: 1\nservices: { Page: { factory: page, settings: { size: \"${\(name)}\" } } }\n"
    let findings = try Checking.check(text)
    #expect(findings.map(\.code) == ["DI501"])
    #expect(
      findings.flatMap(\.help) == [
        "write a parameter name of letters, digits, '_', '.' and '-', or $${ for a literal ${"
      ])
    #expect(findings.flatMap(\.remedies).isEmpty)
  }

  @Test(
    "a decorator's surplus dependency is the inner instance only if that is listed",
    arguments: [("B, A", "; remove the inner instance, which every decorator receives"), ("B, C", "")])
  func surplusOfADecorator(dependencies: String, advice: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "A" }, { "name": "b", "provides": "B" },
        { "name": "c", "provides": "C" },
        { "name": "d", "provides": "A", "role": "decorator", "dependencies": [{ "key": "B" }] }] }
      """
    let decorator = "{ factory: d, dependencies: [\(dependencies)] }"
    let found = try Checking.remedies(
      "roots: [A, C]\nservices: { A: { factory: a, decorators: [\(decorator)] }, B: b, C: c }", catalog: catalog)
    #expect(found == ["DI404; factory 'd' asks for B\(advice)"])
  }
}
