import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Labels find the dependencies of a factory that has many as they do where it has few.
@Suite struct ManyArgumentTests {
  /// For a factory that asks for a labelled key, a key without a label, one key twice, and so many others.
  private static func findings(others: Int, _ labels: String) throws -> [String] {
    let more = (0..<others).map { #"{ "key": "App.S\#($0)", "kind": "instance", "label": "s\#($0)" }"# }
    let asked =
      [
        #"{ "key": "App.Clock", "kind": "instance", "label": "clock" }"#,
        #"{ "key": "App.Store", "kind": "instance" }"#,
      ]
      + Array(repeating: #"{ "key": "App.Page", "kind": "instance" }"#, count: 2) + more
    let services = (0..<others).map { "  S\($0): f" }
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "f", "provides": "App.S0" },
        { "name": "make", "provides": "App.Make", "dependencies": [\(asked.joined(separator: ", "))] }] }
      """
    return try Checking.check(
      """
      configdi: 1
      services:
        Make: { factory: make, dependencies: { \(labels) } }
        Clock: f
        Store: f
        Page: f
      \(services.joined(separator: "\n"))
      """, catalog: catalog
    ).filter { $0.rule == .unknownArgument || $0.rule == .wrongDependencyType }.map { "\($0.rule.code) \($0.message)" }
  }

  @Test(
    "labels match the same among few and many arguments",
    arguments: [
      "clock: Clock, Store: Store", "Clock: Clock", "Page: Page", "clok: Clock", "clock: Clock, Clock: Clock",
      "Store: Store, store: Store",
    ])
  func theSameLabelsAreFound(labels: String) throws {
    let (few, many) = (try Self.findings(others: 0, labels), try Self.findings(others: 40, labels))
    // Of many no list is shown that would differ.
    #expect(few == many)
  }

  @Test("a key that the factory takes twice cannot be a label") func aKeyThatIsAskedForTwiceIsNoLabel() throws {
    for others in [0, 40] {
      #expect(try Self.findings(others: others, "Page: Page").count == 1)
      #expect(try Self.findings(others: others, "Store: Store, clock: Clock").isEmpty)
    }
  }
}
