import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What a stage's change of a service replaces, and what a replacement may copy.
@Suite struct ReplacedPartsTests {
  @Test func everyPartThatIsReplacedIsToldWithItsPlace() throws {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        test:
          services:
            Api:
              { scope: graph, eager: false, decorators: [], collect: [b], deprecated: later, description: new words,
                dependencies: [Log], settings: [1] }
            Pick: { cases: { v2: Api } }
      parameters: { engine: { type: enum, of: [v1, v2], value: v1 } }
      collections: { a: { of: Api }, b: { of: Api } }
      services:
        Api:
          factory: api
          scope: transient
          eager: true
          decorators: [metered]
          collect: a
          deprecated: old
          description: words
          dependencies: [Clock]
          settings: 2
        Pick: { select: engine, cases: { v1: Api, v2: Api } }
        Clock: system
        Log: log
      """)
    let api = try #require(composition.service("Api", "test"))
    #expect(
      api.history.map { "\($0.part) \($0.previous.start.line)" } == [
        "scope 14", "eager 15", "decorators 16", "collect 17", "deprecated 18", "description 19", "dependencies 20",
        "settings 21",
      ])
    #expect(composition.service("Pick", "test")?.history.map { "\($0.part) \($0.previous.start.line)" } == ["cases 22"])
  }

  @Test func aStageMakesAServiceEager() {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { services: { Api: { eager: true } } }, plain: {} }
      services: { Api: api }
      """)
    #expect(composition.service("Api", "test")?.isEager == true)
    #expect(composition.service("Api", "plain")?.isEager == false)
  }

  /// The fixes for a service whose decorator has these settings, and which a stage replaces.
  private func fixes(settings: String) -> [String] {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { test: { services: { ⟦DI109⟧Api: fake } } }
      services: { Api: { factory: api, decorators: [{ factory: retried, settings: \(settings) }] } }
      """)
    return composition.diagnostics.findings.flatMap(\.fixes).map(\.text)
  }

  @Test func theFixCopiesListsInSettings() {
    #expect(
      fixes(settings: "{ codes: [500, [501, 502]] }") == [
        "{ factory: fake, decorators: [{ factory: retried, settings: { codes: [500, [501, 502]] } }] }"
      ])
  }

  @Test(arguments: [(31, 1), (32, 0)])
  func whatIsNestedTooDeeplyIsNotCopied(depth: Int, count: Int) {
    let settings = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    #expect(fixes(settings: settings).count == count)
  }
}
