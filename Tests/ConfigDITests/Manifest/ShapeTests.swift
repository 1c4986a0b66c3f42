import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// DI004, DI005 and DI006: what a manifest's mappings may have, and in which shape.
@Suite struct ShapeTests {
  @Test(arguments: [
    "⟦DI004⟧servces: {}", "⟦DI004⟧Services: {}", "⟦DI004⟧new: true", "x-anything: [1]\nx-: 2", "⟦DI004⟧x: 1",
    "imports: ⟦DI005⟧a.yaml", "imports: null", "imports:", "imports: [⟦DI005⟧null]", "imports: [⟦DI005⟧3]",
    "imports: [⟦DI005⟧{ optional: true }]", "imports: [{ ⟦DI004⟧paht: ⟦DI101⟧a }]", "imports: [{ path: ⟦DI005⟧[a] }]",
    "imports: [{ path: x, optional: ⟦DI005⟧maybe, ⟦DI004⟧other: 1 }]",
    "overlays: ⟦DI005⟧{}", "overlays: []", "root: ⟦DI005⟧[a]", "kind: manifest", "kind: ⟦DI005⟧Manifest",
    "defaultStage: ⟦DI005⟧3", "stages: ⟦DI005⟧[a]", "stages: null", "stages: { a: ⟦DI005⟧[] }",
    "stages: { a: ⟦DI005⟧b }",
    "stages: { a: { ⟦DI004⟧imports: [] } }", "stages: { a: { ⟦DI004⟧scopes: {} } }",
    "stages: { a: { extends: ⟦DI005⟧[b] } }",
    "stages: { a: { parameters: ⟦DI005⟧[] } }", "stages: { a: { services: null, roots: null, overlays: null } }",
    "scopes: ⟦DI005⟧[a]", "scopes: { a: }", "scopes: { a: {} }", "scopes: { a: ⟦DI005⟧singleton }",
    "scopes: { a: { ⟦DI004⟧parnet: singleton } }", "scopes: { a: { parent: ⟦DI005⟧null } }",
    "scopes: { ⟦DI005⟧singleton: {}, ⟦DI005⟧transient: {}, ⟦DI005⟧graph: {}, ⟦DI005⟧weak: {} }",
    "parameters: ⟦DI005⟧[]", "parameters: null", "collections: ⟦DI005⟧[]", "collections: { a: ⟦DI005⟧Key }",
    "collections: { a: ⟦DI005⟧{} }", "collections: { a: { ⟦DI004⟧ofs: Key } }",
    "collections: { a: { of: ⟦DI005⟧[Key] } }",
    "roots: [{ ⟦DI005⟧<<: { key: A }, scope: a }]", "kind: ⟦DI005⟧overlays",
    "overlays: [{ ⟦DI004⟧scopes: {} }]", "collections: { a: { ⟦DI004⟧remove: true } }",
    "roots: ⟦DI005⟧A", "roots: ⟦DI005⟧{}", "roots: null", "roots: [⟦DI005⟧[A]]", "roots: [⟦DI005⟧{ scope: a }]",
    "roots: [{ key: A, ⟦DI004⟧stage: a }]", "roots: [⟦DI005⟧null]", "roots: [⟦DI005⟧/a]", "roots: [⟦DI005⟧a/]",
    "lifecycle: ⟦DI005⟧[]", "lifecycle: { launch: }", "lifecycle: { launch: ⟦DI005⟧report }",
    "lifecycle: { launch: [⟦DI005⟧[a]] }", "lifecycle: { launch: [⟦DI005⟧{ settings: 1 }] }",
    "lifecycle: { launch: [{ factory: a, onError: ⟦DI005⟧ignore }] }",
    "lifecycle: { launch: [{ factory: a, onError: stop }, { factory: b, onError: continue }] }",
    "lifecycle: { launch: [{ ⟦DI004⟧factroy: a }] }", "lifecycle: { launch: [{ factory: a, ⟦DI004⟧scope: a }] }",
    "services: ⟦DI005⟧[]", "services: null", "services: {}",
  ])
  func sections(text: String) {
    expectFindings("configdi: 1\n\(text)\n")
  }

  /// An alias has the location of its target, which is earlier in the file, so no edit may end at it.
  @Test(arguments: [
    "x-a: &x foo\nparameters: { p: { type: enum, of: a, *x } }",
    "x-a: &x foo\nparameters: { p: { type: enum, of: *x, a } }",
    "x-a: &x foo\nservices: { A: { factory: f, collect: a, *x } }", "x-a: &x foo\nservices: { A: { class: *x } }",
    "x-a: &x foo\nservices:\n  - name: *x\n    factory: f", "x-a: &x foo\nservices:\n  - { name: foo, *x : f }",
  ])
  func aliasesInMistakes(text: String) {
    let composition = Composition(["app.yaml": "configdi: 1\n\(text)\n"])
    #expect(!composition.found.isEmpty)
    let fixes = composition.diagnostics.sorted().flatMap(\.remedies).flatMap(\.fixes)
    #expect(fixes.allSatisfy { $0.location.start.line > 2 }, "\(fixes.map(\.text))")
  }

  @Test(arguments: [
    "name", "{ factory: name }", "⟦DI005⟧null", "⟦DI005⟧~", "⟦DI005⟧3", "⟦DI005⟧true", "⟦DI005⟧1.5",
    "⟦DI005⟧''",
    "⟦DI005⟧[name]", "⟦DI005⟧{}", "⟦DI005⟧{ scope: graph }", "{ factory: ⟦DI005⟧[a] }", "{ factory: ⟦DI005⟧null }",
    "{ factory: a, ⟦DI005⟧alias: B }", "{ alias: B, ⟦DI005⟧provided: true }", "{ alias: ⟦DI005⟧{ key: B } }",
    "{ provided: ⟦DI005⟧false }", "{ provided: true, scope: singleton }", "{ ⟦DI004⟧factoy: a }",
    "{ factory: a, ⟦DI004⟧scop: graph }",
    "{ alias: B, ⟦DI004⟧scope: graph }", "{ alias: B, ⟦DI004⟧settings: {}, ⟦DI004⟧eager: true }",
    "{ alias: B, deprecated: old, description: words }", "{ alias: B, deprecated: ⟦DI005⟧false }",
    "{ alias: B, deprecated: ⟦DI005⟧3 }", "{ ⟦DI004⟧facility: a, scope: graph }", "{ ⟦DI004⟧remove: true }",
    "{ alias: B, ⟦DI005⟧factory: a, scope: graph, settings: {} }",
    "{ provided: true, ⟦DI005⟧factory: a, settings: {} }",
    "{ ⟦DI005⟧<<: { factory: a }, eager: true }", "{ factory: a, decorators: [{ ⟦DI005⟧<<: { factory: b } }] }",
    "{ factory: a, decorators: [{ ⟦DI004⟧factory_: b, ⟦DI004⟧other: 1 }] }",
    "{ provided: true, ⟦DI004⟧dependencies: [] }",
    "{ factory: a, ⟦DI004⟧cases: {} }", "{ factory: a, scope: ⟦DI005⟧[graph] }", "{ factory: a, scope: ⟦DI005⟧null }",
    "{ factory: a, eager: ⟦DI005⟧'true' }", "{ factory: a, eager: ⟦DI005⟧1 }", "{ factory: a, eager: false }",
    "{ factory: a, settings: null }", "{ factory: a, settings: 5 }", "{ factory: a, settings: [1, { a: ~ }] }",
    "{ factory: a, collect: ⟦DI005⟧{} }", "{ factory: a, collect: [x, ⟦DI005⟧1] }", "{ factory: a, collect: x }",
    "{ factory: a, decorators: ⟦DI005⟧metered }", "{ factory: a, decorators: [⟦DI005⟧{}] }",
    "{ factory: a, decorators: [b, { factory: c, dependencies: [], settings: {} }] }",
    "{ factory: a, decorators: [{ factory: c, ⟦DI004⟧onError: stop }] }", "{ factory: a, decorators: ⟦DI005⟧null }",
    "{ factory: a, dependencies: ⟦DI005⟧B }", "{ factory: a, dependencies: ⟦DI005⟧null }",
    "{ factory: a, dependencies: [B, ⟦DI005⟧null] }", "{ factory: a, dependencies: { b: ⟦DI005⟧null } }",
    "{ factory: a, dependencies: { b: ⟦DI005⟧[B] } }", "{ factory: a, dependencies: [⟦DI005⟧{}] }",
    "{ factory: a, dependencies: [{ ⟦DI005⟧<<: { b: B } }] }",
    "{ factory: a, dependencies: [{ lazy: B }, { provider: B }, { optional: B }, { all: c }] }",
    "{ factory: a, dependencies: [{ lazy: B, ⟦DI005⟧provider: B }] }",
    "{ factory: a, dependencies: [{ ⟦DI004⟧lasy: B }] }",
    "{ factory: a, dependencies: [{ all: ⟦DI005⟧[c] }] }", "{ factory: a, dependencies: [{ lazy: ⟦DI005⟧null }] }",
    "{ factory: a, deprecated: ⟦DI005⟧[] }", "{ factory: a, deprecated: { since: 2.0, use: B, message: m } }",
    "{ factory: a, deprecated: { ⟦DI004⟧until: 3 } }", "{ factory: a, description: ⟦DI005⟧{} }",
    "{ select: ⟦DI005⟧[e], cases: {} }", "⟦DI005⟧{ select: e }", "{ select: e, cases: ⟦DI005⟧[] }",
    "{ select: e, cases: { v1: ⟦DI005⟧null } }",
    "{ select: e, cases: { v1: B }, ⟦DI004⟧factor: a }".replacing("⟦DI004⟧factor: a", with: "⟦DI004⟧scope: graph"),
    "{ ⟦DI004⟧class: a }",
  ])
  func services(value: String) {
    expectFindings(
      "configdi: 1\nparameters: { e: { type: enum, of: [v1], value: v1 } }\nservices: { A: \(value) }\n")
  }

  @Test(arguments: [
    ("⟦DI006⟧", "app.yaml"), ("⟦DI006⟧# words\n", "app.yaml"), ("⟦DI006⟧---\n", "app.yaml"),
    ("⟦DI006⟧services: {}\n", "app.yaml"), ("configdi: ⟦DI006⟧2\nservces: {}\n", "app.yaml"),
    ("configdi: ⟦DI006⟧'1'\n", "app.yaml"), ("configdi: ⟦DI006⟧1.0\n", "app.yaml"),
    ("configdi: ⟦DI006⟧[1]\n", "app.yaml"),
    ("configdi: 1\n", "app.yaml"), ("⟦DI005⟧- configdi\n", "app.yaml"), ("⟦DI005⟧text\n", "app.yaml"),
  ])
  func version(text: String, path: String) {
    expectFindings([path: text])
  }

  @Test("a misspelled field is corrected") func aMisspeltKeyIsMended() throws {
    let composition = Composition(["app.yaml": "configdi: 1\nservices: { A: { \"factroy\": a } }\n"])
    let finding = try #require(composition.diagnostics.findings.first)
    #expect(composition.diagnostics.findings.count == 1)
    #expect(finding.help == ["did you mean 'factory'?"])
    #expect(finding.fixes.map(\.text) == ["factory"])
    #expect(finding.fixes.map(\.safe) == [true])
    #expect(finding.fixes.map { $0.location.range.count } == [9])
  }

  @Test("an existing field is not suggested as a fix") func aKeyThatIsThereIsNotSuggestedAsAFix() {
    let composition = Composition(["app.yaml": "configdi: 1\nservices: { A: { factory: a, factroy: b } }\n"])
    #expect(composition.diagnostics.findings.map(\.rule.code) == ["DI004"])
    #expect(composition.diagnostics.findings.first?.fixes.isEmpty == true)
  }

  @Test("messages say what was expected and found") func messagesSayWhatWasExpectedAndFound() {
    let composition = Composition([
      "app.yaml": """
      configdi: 1
      services:
        A: { factory: a, eager: sure }
        B: { factory: b, dependencies: 3 }
        C: [c]
      """
    ])
    #expect(
      composition.diagnostics.sorted().map(\.message) == [
        "expected true or false, found the text 'sure'",
        "expected a list of keys or a mapping from labels to keys, found the whole number 3",
        "expected a factory name or a mapping, found a list",
      ])
  }

  @Test(
    "a misspelled section is named, whatever its value",
    arguments: [
      ("import: base.yaml", "imports"), ("rots: A", "roots"), ("stage: [a]", "stages"),
    ])
  func aMisspeltSectionIsNamed(text: String, meant: String) throws {
    let composition = Composition(["app.yaml": "configdi: 1\nservices: { A: f }\n\(text)\n"])
    let finding = try #require(composition.diagnostics.findings.first { $0.rule == .unknownField })
    #expect(finding.help == ["did you mean '\(meant)'?"])
    #expect(finding.fixes.isEmpty)
  }

  @Test("'of' beside another type asks for the type", arguments: ["type: list, of: [b]", "of: [b], type: list"])
  func casesBesideAnotherTypeAskForTheType(entry: String) {
    let composition = expectFindings(
      "configdi: 1\nparameters: { p: { \(entry.replacing("[b]", with: "⟦DI005⟧[b]")), value: [a], exposed: true } }")
    #expect(composition.diagnostics.findings.map(\.help) == [["write 'type: enum', or remove 'of'"]])
  }

  @Test(
    "the type of a list's elements is not an enum's values",
    arguments: ["type: list, of: string", "of: string, type: list"])
  func elementTypesAreNoCases(entry: String) {
    let composition = expectFindings(
      "configdi: 1\nparameters: { p: { \(entry.replacing("string", with: "⟦DI005⟧string")), value: [a], exposed: true } }"
    )
    #expect(composition.diagnostics.findings.map(\.help) == [["write 'type: enum', or remove 'of'"]])
    #expect(composition.diagnostics.findings.map(\.fixes.count) == [1])
  }

  @Test("the first of two equal keys is kept") func ofTwoAlikeTheFirstStands() {
    let composition = Composition(["app.yaml": "configdi: 1\nservices: { A: { factory: a, factory: b }, A: c }\n"])
    #expect(composition.diagnostics.findings.map(\.rule.code) == ["DI002", "DI002"])
    #expect(composition.services() == ["A=a"])
  }

  @Test("aliases are read as their targets") func aliasesAreReadAsWhatTheyStandFor() throws {
    let composition = expectFindings(
      """
      configdi: 1
      x-defaults: &defaults { retries: 3 }
      x-entry: &entry { factory: a, settings: *defaults }
      services: { A: *entry, B: { factory: b, settings: *defaults, dependencies: &list [A] }, C: { factory: c, dependencies: *list } }
      """)
    #expect(composition.services() == ["A=a", "B=b", "C=c"])
    #expect(composition.service("A")?.settings?.labels?.map(\.name.value) == ["retries"])
    #expect(composition.service("C")?.dependencies?.items.count == 1)
  }
}
