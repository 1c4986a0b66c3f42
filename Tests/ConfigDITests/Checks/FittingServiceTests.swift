import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A service that a finding offers in place of a reference leads to no other finding there.
@Suite struct FittingServiceTests {
  private static let catalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "store", "provides": "Store" },
      { "name": "caching", "provides": "Store", "dependencies": [{ "key": "Store", "label": "inner" }] },
      { "name": "guarded", "provides": "Store", "dependencies": [{ "key": "User", "label": "user" }] },
      { "name": "layered", "provides": "Store",
        "dependencies": [{ "key": "Store", "kind": "optional", "label": "inner" }] },
      { "name": "plain", "provides": "Report", "dependencies": [{ "key": "Store", "label": "store" }] },
      { "name": "late", "provides": "Report", "dependencies": [{ "key": "Store", "kind": "lazy", "label": "store" }] },
      { "name": "called", "provides": "Report",
        "dependencies": [{ "key": "Store", "kind": "scopedProvider", "label": "store" }] },
      { "name": "listed", "provides": "Report", "dependencies": [{ "key": "Store", "kind": "all", "label": "stores" }] },
      { "name": "reporting", "provides": "Store", "dependencies": [{ "key": "Report", "label": "report" }] },
      { "name": "pair", "provides": "Store",
        "dependencies": [{ "key": "Store", "label": "inner" }, { "key": "User", "label": "user" }] },
      { "name": "user", "provides": "User" }] }
    """

  @Test(
    "a service of the right type is offered where it can be held",
    arguments: [
      // Scopes: what the service holds counts, too.
      ("DI204", "Store: { factory: caching, dependencies: { inner: Store } }", ["write Store/base"]),
      (
        "DI204", "Store: { factory: caching, scope: request, dependencies: { inner: Store } }",
        ["write Store/base", "write Store/request", "write Store/made"]
      ),
      ("DI403", "Report: plain", ["choose Store/base"]),
      ("DI403", "Report: late", ["choose Store/base"]),
      ("DI403", "Report: called", ["choose Store/base", "choose Store/request", "choose Store/made"]),
      ("DI405", "Report: { factory: plain, dependencies: { store: User } }", ["write Store/base"]),
      // An unshared service may hold more of the scopes that it already needs.
      (
        "DI204", "Store: { factory: pair, scope: transient, dependencies: { inner: Store, user: User } }",
        ["write Store/base", "write Store/request", "write Store/made"]
      ),
      (
        "DI405", "Report: { factory: plain, scope: request, dependencies: { store: User } }",
        ["write Store/base", "write Store/request", "write Store/made"]
      ),
      // An optional service may be absent.
      ("DI405", "Report: { factory: late, dependencies: { store: { lazy: User } } }", ["write Store/base"]),
    ])
  func servicesThatFit(code: String, entry: String, expected: [String]) throws {
    let text = """
      configdi: 1
      scopes: { request: {} }
      services:
        Store/base: store
        Store/maybe: { provided: optional }
        Store/request: { factory: store, scope: request }
        Store/made: { factory: guarded, scope: transient }
        User: { factory: user, scope: request }
        \(entry)

      """
    let found = try Checking.check(text, catalog: Self.catalog)
    let finding = try #require(found.first { $0.code == code }, "\(found.map(\.message))")
    let offered = finding.remedies.filter { !$0.title.contains(": ") }
    #expect(offered.map(\.title) == expected)
    for remedy in offered {
      let left = try Checking.check(Checking.fixed(text, remedy.fixes), catalog: Self.catalog)
      #expect(left.isEmpty, "\(remedy.title): \(left.map(\.message))")
    }
  }

  @Test("a service of one stage is not offered in an entry of all stages") func serviceOfOneStage() throws {
    let text = """
      configdi: 1
      stages:
        dev: { services: { Store: { remove: true }, Store/dev: { new: true, factory: store } } }
        prod: {}
      services: { Store: store, Report: plain }

      """
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first)
    #expect(finding.code == "DI403" && !finding.help.joined().contains("Store/dev"), "\(finding.help)")
  }

  @Test("a collection that leads back is not offered if another one does not") func collectionThatLeadsBack() throws {
    let text = """
      configdi: 1
      collections: { back: { of: Store }, other: { of: Store } }
      services:
        Store/back: { factory: reporting, collect: back }
        Store/other: { factory: store, collect: other }
        Report: listed

      """
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first)
    #expect(finding.remedies.map(\.title) == ["choose one: dependencies: { stores: { all: other } }"])
    #expect(try Checking.check(Checking.fixed(text, finding), catalog: Self.catalog).isEmpty)
  }

  @Test(
    "a definition that would be captive, or would need itself, is not offered as an edit",
    arguments: [
      ("User: { factory: user, scope: request }", ["write Store: store"]),
      ("User: user", ["write Store: guarded", "write Store: store"]),
    ])
  func definitions(user: String, expected: [String]) throws {
    let text = "configdi: 1\nscopes: { request: {} }\nservices:\n  Report: plain\n  \(user)\n"
    let finding = try #require(Checking.check(text, catalog: Self.catalog).first { $0.code == "DI403" })
    #expect(finding.remedies.map(\.title).sorted() == expected)
    for remedy in finding.remedies {
      #expect(try Checking.check(Checking.fixed(text, remedy.fixes), catalog: Self.catalog).isEmpty, "\(remedy.title)")
    }
  }

  @Test("a root that needs another scope in each stage gets no edit") func rootOfTwoScopes() throws {
    let text = """
      configdi: 1
      scopes: { request: {}, job: {} }
      stages: { dev: {}, prod: { services: { User: { scope: job } } } }
      roots: [User]
      services: { User: { factory: user, scope: request } }

      """
    let finding = try #require(Checking.check(text).first)
    #expect(finding.code == "DI304" && finding.remedies.isEmpty)
    #expect(
      finding.help == ["name a scope in the 'roots' of each stage, since no single scope contains all that User needs"])
  }
}
