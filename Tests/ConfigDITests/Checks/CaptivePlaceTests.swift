import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// The place that a captured service's scope is told to come from.
@Suite struct CaptivePlaceTests {
  private func related(_ files: [String: String]) throws -> [String] {
    try Checking.check(files: files).flatMap { finding in
      finding.related.map { related in
        let place = "\(related.location.file.path.split(separator: "/").last ?? ""):\(related.location.start.line)"
        return "\(finding.rule.code) \(related.message) \(place)"
      }
    }
  }

  private let overlay = "configdi: 1\nkind: overlay\nservices:\n  "

  @Test("a root's finding points to the stage that sets the scope") func aRootIsToldOfTheScopeThatTheStageGives() throws
  {
    let found = try related([
      "lib.yaml": "configdi: 1\nservices: { Orders: { factory: sql, scope: request } }\n",
      "app.yaml": """
      configdi: 1
      imports: [lib.yaml]
      scopes: { request: {}, sub: { parent: request } }
      stages: { dev: {}, test: { overlays: [o.yaml] } }
      roots: [{ key: Orders, scope: request }]
      """,
      "o.yaml": overlay + "Orders: { scope: sub }",
    ])
    #expect(found == ["DI304 Orders lives in scope 'sub' o.yaml:4"])
  }

  @Test("a root of several stages has one finding with all of its places") func placesOfARoot() throws {
    let found = try related([
      "app.yaml": """
      configdi: 1
      scopes: { request: {} }
      stages: { dev: { roots: [Orders] }, prod: {} }
      roots: [Orders]
      services: { Orders: { factory: sql, scope: request } }
      """
    ])
    #expect(
      found == [
        "DI304 Orders lives in scope 'request' app.yaml:5",
        "DI304 in prod: root Orders needs scope 'request', which is not open: Orders app.yaml:4",
      ])
  }

  /// Two stages give B the scope, each in a file of its own; only the second stage captures it.
  @Test("a holder's finding points to the stage that captures") func aHolderIsToldOfTheStageThatCaptures() throws {
    let files = [
      "app.yaml": """
      configdi: 1
      scopes: { r: {} }
      stages: { dev: {}, prod: { overlays: [o.yaml] }, q: { overlays: [o2.yaml] } }
      services: { A: { factory: a, dependencies: { n: N } }, B: b, N: n }
      """,
      "o.yaml": overlay + "B: { scope: r }",
      "o2.yaml": overlay + "B: { scope: r }\n  A: { dependencies: { b: B } }",
    ]
    #expect(try related(files).contains("DI301 B lives in scope 'r' o2.yaml:4"))
    #expect(try !related(files).contains { $0.hasSuffix(" o.yaml:4") })
  }

  @Test("a scope that every stage keeps is located in the base") func aScopeThatEveryStageKeepsComesFromTheBase() throws
  {
    let found = try related([
      "app.yaml": """
      configdi: 1
      scopes: { r: {} }
      stages: { dev: {}, prod: { overlays: [o.yaml] } }
      services:
        A: { factory: a, dependencies: [B] }
        B: { factory: b, scope: r }
      """,
      "o.yaml": overlay + "B: { description: the same }",
    ])
    #expect(found.contains("DI301 B lives in scope 'r' app.yaml:6"))
  }

  @Test("a reference of a patched holder is one finding with the path of each stage") func pathsOfEachStage() throws {
    let found = try Checking.check(
      """
      configdi: 1
      scopes: { request: {} }
      stages:
        dev: { services: { Holder: { settings: { a: 1 } }, Mid: { dependencies: { u: Far } } } }
        prod: {}
      services:
        Holder: { factory: h, dependencies: { mid: Mid } }
        Mid: { factory: m, scope: transient, dependencies: { u: User } }
        Far: { factory: f, scope: transient, dependencies: { u: User } }
        User: { factory: u, scope: request }
      """)
    #expect(found.map(\.code) == ["DI301"])
    let finding = try #require(found.first)
    #expect(finding.stages == nil)
    #expect(finding.related.last?.message.hasPrefix("in prod: captive dependency: Holder -> Mid -> User:") == true)
    #expect(finding.related.last?.location.start.line == 8)
  }
}
