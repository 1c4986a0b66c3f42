import Testing

@testable import ConfigDI

/// One cause is one finding, whatever the order of imports and however many stages have it.
@Suite struct MergedStagesTests {
  private let parts = [
    "a.yaml": "configdi: 1\nservices:\n  A: { factory: a, dependencies: [{ lazy: B }, { lazy: C }] }\n",
    "b.yaml": "configdi: 1\nservices:\n  B: { factory: b, dependencies: [C, { provider: A }, { lazy: D }] }\n",
    "c.yaml": "configdi: 1\nservices:\n  C: { factory: c, dependencies: [{ lazy: A }, D] }\n",
    "d.yaml": "configdi: 1\nservices:\n  D: { factory: d, dependencies: [A, { lazy: B }] }\n",
  ]

  @Test("deferred cycles do not depend on the order of imports") func deferredCyclesAreTheSameInEveryOrderOfImports()
    throws
  {
    var outcomes: Set<[String]> = []
    var order = parts.keys.sorted()
    for turn in 0..<12 {
      order.swapAt(turn % 4, (turn * 7 + 1) % 4)
      var files = parts
      files["app.yaml"] = "configdi: 1\nimports: [\(order.joined(separator: ", "))]\n"
      outcomes.insert(try Checking.check(files: files).filter { $0.rule == .deferredCycle }.map(\.message))
    }
    #expect(outcomes.count == 1)
    #expect(outcomes.first?.isEmpty == false)
  }

  @Test("a deferred cycle of several stages is one finding") func aDeferredCycleOfSeveralStagesIsOneFinding() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages:
        one: { services: { A: { factory: a1, dependencies: [{ lazy: B }] } } }
        two: { services: { A: { factory: a2, dependencies: [{ lazy: B }] } } }
        three: { services: { A: { factory: a3, dependencies: [{ lazy: B }] } } }
        four: { services: { A: { factory: a4, dependencies: [] } } }
      services:
        A: { factory: a, dependencies: [{ lazy: B }] }
        B: { factory: b, dependencies: [A] }
      """
    ).filter { $0.rule == .deferredCycle }
    #expect(found.map(\.stages) == [["one", "two", "three"]])
  }

  @Test("a deferred cycle through an alias of one stage is one finding") func aDeferredCycleThroughAnAlias() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages:
        dev: { services: { Al: { alias: A }, Way: { alias: C } } }
        prod: {}
      services:
        A: { factory: a, dependencies: { x: { lazy: Al } } }
        Al: b
        B: { factory: b, dependencies: { x: { lazy: Way } } }
        C: { factory: c, dependencies: [B] }
        Way: b
      """)
    #expect(found.map(\.message) == ["cycle broken by 'lazy': A -> A", "cycle broken by 'lazy': B -> C -> B"])
    #expect(found.map(\.stages) == [["dev"], ["dev"]])
    let fromCatalog = try Checking.check(
      "configdi: 1\nservices:\n  A/v: a\n  A: { alias: A/v }\n",
      catalog: """
        { "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "App.A",
          "dependencies": [{ "key": "App.A", "kind": "lazy", "label": "x" }] }] }
        """)
    #expect(fromCatalog.map(\.message) == ["cycle broken by 'lazy': A/v -> A/v"])
  }

  @Test("a scope that is not allowed is reported once") func aScopeThatIsNotAllowedIsToldOnce() throws {
    let found = try Checking.check(
      """
      configdi: 1
      stages:
        one: { services: { P: { settings: { a: 1 } } } }
        two: { services: { P: { settings: { a: 2 } } } }
      services:
        P: { factory: p, scope: singleton, settings: { a: 0 } }
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [{ "name": "p", "provides": "App.P", "shareable": false,
          "settings": { "type": "S", "fields": [{ "name": "a", "type": "int" }] } }] }
        """
    ).filter { $0.rule.code == "DI305" }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.stages == nil })
  }
}
