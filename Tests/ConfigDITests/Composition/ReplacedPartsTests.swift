import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// What a stage's change of a service replaces, and what a replacement may copy.
@Suite struct ReplacedPartsTests {
  @Test("each replaced part is listed with its location") func everyPartThatIsReplacedIsToldWithItsPlace() throws {
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

  /// A patch, a replacement, a patch of what replaced it, and a stage's change after all of them.
  @Test("successive changes are listed in order") func changesInARowAreToldInTheirOrder() throws {
    let composition = expectFindings(
      """
      configdi: 1
      overlays:
        - { services: { Api: { scope: graph, settings: { a: 2 } } }, parameters: { size: 2 } }
        - { services: { ⟦DI109⟧Api: { factory: other, settings: { a: 3, b: 3 } } }, parameters: { size: 3 } }
        - { services: { Api: { description: words, settings: { b: 4 } } } }
      stages:
        plain: {}
        test:
          services: { Api: { settings: { a: 5 } } }
          parameters: { size: 5 }
      parameters: { size: 1 }
      services:
        Api:
          factory: api
          settings: { a: "${size}" }
      """)
    let plain = try #require(composition.service("Api", "plain"))
    let changed = try #require(composition.service("Api", "test"))
    let common = ["settings.a 15", " 14", "settings.b 4"]
    #expect(plain.history.map { "\($0.part) \($0.previous.start.line)" } == common)
    #expect(changed.history.map { "\($0.part) \($0.previous.start.line)" } == common + ["settings.a 4"])
    #expect(plain.scope == nil)
    #expect(plain.description?.value == "words")
    #expect(plain.location.start.line == 4)
    #expect(composition.services("plain") == ["Api=other"])
    let sizes = ["plain", "test"].map { stage in
      composition.parameter("size", stage)?.history.map { "\($0.part) \($0.previous.start.line)" }
    }
    #expect(sizes == [["value 11", "value 3"], ["value 11", "value 3", "value 4"]])
  }

  /// What is removed and defined anew remembers nothing.
  @Test("a removed entry has no replaced parts") func aRemovedEntryIsForgotten() throws {
    let composition = expectFindings(
      """
      configdi: 1
      overlays:
        - { services: { Api: { description: a } }, parameters: { size: 2 } }
        - { services: { Api: { remove: true } }, parameters: { size: { remove: true } } }
        - { services: { Api: { factory: b, new: true } }, parameters: { size: { value: 3, new: true } } }
      parameters: { size: 1 }
      services:
        Api: { factory: a, settings: "${size}" }
      """)
    #expect(composition.service("Api", nil)?.history.isEmpty == true)
    #expect(composition.parameter("size", nil)?.history.isEmpty == true)
    #expect(composition.services(nil) == ["Api=b"])
  }

  @Test("a stage makes a service eager") func aStageMakesAServiceEager() {
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

  @Test("the fix copies lists in settings") func theFixCopiesListsInSettings() {
    #expect(
      fixes(settings: "{ codes: [500, [501, 502]] }") == [
        "{ factory: fake, decorators: [{ factory: retried, settings: { codes: [500, [501, 502]] } }] }"
      ])
  }

  @Test("deeply nested settings are not copied", arguments: [31, 32])
  func whatIsNestedTooDeeplyIsNotCopied(depth: Int) {
    let settings = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let decorators = depth == 31 ? "[{ factory: retried, settings: \(settings) }]" : "[]"
    #expect(fixes(settings: settings) == ["{ factory: fake, decorators: \(decorators) }"])
  }
}
