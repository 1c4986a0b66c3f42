import Testing

@testable import ConfigDI

@Suite struct CycleHelpTests {
  /// Swift writes `any` before a protocol alone.
  @Test(
    "the suggested Swift change spells the type as Swift does",
    arguments: [(#"true"#, "Lazy<Database>"), ("false", "Lazy<any Database>")])
  func theChangeInSwiftSpellsTheTypeAsSwiftDoes(concrete: String, type: String) throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services: { Database: { factory: pool, dependencies: [Orders] }, Orders: { factory: sql, dependencies: [Database] } }
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "pool", "provides": "App.Database", "concrete": \(concrete),
            "dependencies": [{ "key": "App.Orders", "kind": "instance", "label": "orders" }] },
          { "name": "sql", "provides": "App.Orders",
            "dependencies": [{ "key": "App.Database", "kind": "instance", "label": "database" }] } ] }
        """)
    let cycle = try #require(findings.first { $0.rule == .dependencyCycle })
    #expect(cycle.help.contains { $0.contains("change 'sql' to take \(type), export") }, "\(cycle.help)")
  }

  /// The plain key alone would bring back the cycle that the author wants to open.
  @Test("a cycle through a wrong deferral suggests a Swift change", arguments: ["lazy", "provider"])
  func aReferenceThatDefersMayBeKeptByAChangeInSwift(kind: String) throws {
    let findings = try Checking.check(
      """
      configdi: 1
      services:
        Database: { factory: pool, dependencies: { orders: { \(kind): Orders } } }
        Orders: { factory: sql, dependencies: [Database] }
      """,
      catalog: """
        { "configdiCatalog": 1, "factories": [
          { "name": "pool", "provides": "App.Database",
            "dependencies": [{ "key": "App.Orders", "kind": "instance", "label": "orders" }] },
          { "name": "sql", "provides": "App.Orders",
            "dependencies": [{ "key": "App.Database", "kind": "instance", "label": "database" }] } ] }
        """)
    let wrong = try #require(findings.first { $0.rule == .wrongDependencyType })
    let wrapper = kind == "lazy" ? "Lazy" : "Provider"
    #expect(
      wrong.help == [
        "write orders: Orders",
        "or, to keep '\(kind)', change 'pool' to take \(wrapper)<any Orders>, and export the catalog",
      ])
  }
}
