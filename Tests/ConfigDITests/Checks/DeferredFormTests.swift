import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The help for a call that cannot reach its service names the type in Swift that does.
@Suite struct DeferredFormTests {
  private func help(_ services: String, _ factory: String) throws -> [String] {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "page", "provides": "App.Page" }, { "name": "user", "provides": "App.User" },
        { "name": "window", "provides": "App.Window", "isolation": "main" },
        { "name": "draft", "provides": "App.Draft", "async": true },
        { "name": "letter", "provides": "App.Letter", "isolation": "main", "dependencies": [{ "key": "App.Draft" }] },
        { "name": "call", "provides": "App.Call", "dependencies": [\(factory)] } ] }
      """
    let text = """
      configdi: 1
      scopes: { session: {}, request: { parent: session }, job: {} }
      services:
        Page: { factory: page, scope: request }
        User: { factory: user, scope: job }
        Window: { factory: window, scope: request }
        Draft: { factory: draft, scope: transient }
        Call: \(services)
      """
    return try Checking.check(text, catalog: catalog).filter { $0.rule != .deferredCycle }.flatMap { finding in
      finding.help.map { "\(finding.rule.code): \($0)" }
    }
  }

  @Test("only a ScopedProvider reaches a narrower scope") func aCaptiveProvider() throws {
    let found = try help("call", #"{ "key": "App.Page", "kind": "provider", "label": "page" }"#)
    #expect(
      found == [
        "DI301: give Call the same scope: scope: request",
        "DI301: or use a ScopedProvider, the only provider that reaches another scope: change 'call' to take ScopedProvider<any Page>, and export the "
          + "catalog",
      ])
    #expect(try help("call", #"{ "key": "App.Page", "kind": "scopedProvider" }"#) == [])
    #expect(try help("{ factory: call, scope: request }", #"{ "key": "App.Page", "kind": "provider" }"#) == [])
  }

  @Test("a ScopedProvider does not reach the main actor") func aCaptiveProviderOfTheMainActor() throws {
    #expect(
      try help("call", #"{ "key": "App.Window", "kind": "provider", "isolation": "main" }"#) == [
        "DI301: give Call the same scope: scope: request"
      ])
  }

  @Test("a holder is moved only where all that it needs is open") func aHolderOfTwoScopes() throws {
    let both = #"{ "key": "App.User", "kind": "lazy" }, { "key": "App.Page", "kind": "instance", "label": "page" }"#
    #expect(
      try help("{ factory: call, scope: job }", both) == [
        "DI301: take a provider, and call it with the open scope: change 'call' to take ScopedProvider<any Page>, export "
          + "the catalog, then write page: { provider: Page }"
      ])
  }

  @Test("a plain Lazy or Provider never makes a service of the main actor") func aCallOffTheMainActor() throws {
    for (kind, wrapper) in [("lazy", "MainLazy"), ("provider", "MainProvider"), ("scopedProvider", "MainProvider")] {
      let found = try help("{ factory: call, scope: request }", #"{ "key": "App.Window", "kind": "\#(kind)" }"#)
      #expect(found == ["DI308: change 'call' to take \(wrapper)<any Window>, and export the catalog"])
    }
  }

  @Test("a call on the main actor that cannot wait becomes one that can") func aCallThatCannotWait() throws {
    for (kind, wrapper) in [("lazy", "AsyncLazy"), ("provider", "AsyncProvider")] {
      let found = try help("call", #"{ "key": "App.Draft", "kind": "\#(kind)", "isolation": "main" }"#)
      #expect(found == ["DI307: change 'call' to take \(wrapper)<any Draft>, and export the catalog"])
    }
  }

  @Test("a call for a service that the main actor cannot wait for is no mistake of its own")
  func aCallForWhatCannotBeMade() throws {
    let own =
      "DI307: change 'letter' to take AsyncProvider<any Draft>, export the catalog, then write App.Draft: "
      + "{ provider: Draft }"
    for kind in ["lazy", "provider"] {
      let found = try help(
        "{ factory: call, scope: request }\n  Letter: { factory: letter, scope: request }",
        #"{ "key": "App.Letter", "kind": "\#(kind)", "isolation": "main" }"#)
      #expect(found == [own])
    }
  }

  @Test("a reference that a factory does not take so is kept by the form that reaches its target") func aKeptReference()
    throws
  {
    let plain = #"{ "key": "App.Window", "kind": "instance", "label": "window" }"#
    let found = try help("{ factory: call, scope: request, dependencies: { window: { lazy: Window } } }", plain)
    #expect(
      found.contains("DI405: or, to keep 'lazy', change 'call' to take MainLazy<any Window>, and export the catalog"))
    let page = #"{ "key": "App.Page", "kind": "instance", "label": "page" }"#
    #expect(
      try help("{ factory: call, dependencies: { page: { provider: Page } } }", page).contains(
        "DI405: or, to keep 'provider', change 'call' to take ScopedProvider<any Page>, and export the catalog"))
  }

  @Test(
    "a reference of the wrong form and type is written with a key that fits",
    arguments: [
      ("User", "write page: { lazy: Page }"), ("{ provider: Page/x }", "write page: { lazy: Page/x }"),
      ("{ all: pages }", "write page: { lazy: … }"), ("Call", "write page: { lazy: Page }"),
    ])
  func aReferenceOfTheWrongType(reference: String, help: String) throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "page", "provides": "App.Page" }, { "name": "user", "provides": "App.User" },
        { "name": "call", "provides": "App.Call", "argument": "Int" },
        { "name": "site", "provides": "App.Site",
          "dependencies": [{ "key": "App.Page", "kind": "lazy", "label": "page" }] } ] }
      """
    let text = """
      configdi: 1
      roots: [Site, Page, User]
      collections: { pages: { of: Page } }
      services:
        Page: page
        Page/x: { factory: page, collect: pages }
        User: user
        Call: call
        Site: { factory: site, dependencies: { page: \(reference) } }

      """
    let finding = try #require(Checking.check(text, catalog: catalog).first { $0.code == "DI405" })
    #expect(finding.help.first == help)
    guard !help.contains("…") else { return }
    let left = try Checking.check(Checking.fixed(text, finding), catalog: catalog)
    #expect(!left.contains { $0.code == "DI405" }, "\(left.map(\.message))")
  }

  @Test("a type that is wrong in one stage is reported of that stage") func aReferenceOfTheWrongTypeInOneStage() throws
  {
    let found = try Checking.check(
      """
      configdi: 1
      stages: { prod: {}, qa: { services: { Chosen: { alias: User } } } }
      services:
        Page: page
        User: user
        Chosen: { alias: Page }
        Site: { factory: site, dependencies: { page: { lazy: Chosen } } }
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "page", "provides": "App.Page" }, { "name": "user", "provides": "App.User" },
          { "name": "site", "provides": "App.Site", "dependencies": [{ "key": "App.Page", "label": "page" }] } ] }
        """)
    let form = "the factory takes a plain instance of Page, but this reference is 'lazy'"
    #expect(found.map(\.message) == ["\(form), and its type in stage qa is User"])
    #expect(found.map(\.stages) == [nil])
  }

  @Test("a root is told of the innermost scope that it needs") func aRootOfNestedScopes() throws {
    let found = try Checking.check(
      """
      configdi: 1
      scopes: { session: {}, request: { parent: session } }
      roots: [Both]
      services:
        Session: { factory: s, scope: session }
        Request: { factory: r, scope: request }
        Through: { factory: t, scope: transient, dependencies: [Request] }
        Both: { factory: b, scope: transient, dependencies: [Session, Through] }
      """)
    #expect(found.flatMap(\.help) == ["name the scope in which the program asks for it: { key: Both, scope: request }"])
  }

  @Test("a catalog says 'isolation' of a call alone") func aMisplacedIsolation() throws {
    var diagnostics = Diagnostics()
    let text = """
      { "configdiCatalog": 1, "factories": [{ "name": "call", "provides": "App.Call", "dependencies": [
        { "key": "App.Page", "kind": "instance", "isolation": "main" },
        { "key": "App.User", "kind": "lazy", "isolation": "none" }] }] }
      """
    let catalog = Catalog(SourceFile(path: "c.json", bytes: Array(text.utf8)), reporting: &diagnostics)
    #expect(diagnostics.findings.map(\.rule.code) == ["DI005"])
    #expect(catalog?.factories.first?.dependencies.map(\.form) == [.instance, .lazy])
  }
}
