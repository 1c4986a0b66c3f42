import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Entries that are written in another shape than a manifest's, and the advice about them.
@Suite struct EntryAdviceTests {
  @Test(
    "a list of services is rewritten as a mapping",
    arguments: [
      ("[{ Clock: system }]", "remove the '-' before each entry: Clock: …"),
      ("[[Clock], { Log: log }]", "remove the '-' before each entry: Log: …"),
      ("[{ name: Clock, factory: system }]", "write each name as a key, without '-' or 'name': Clock: { … }"),
      ("[Clock]", "write each entry with its value: Clock: …"),
    ])
  func aListOfServicesIsWrittenAsAMapping(services: String, advice: String) {
    let composition = expectFindings("configdi: 1\nservices: ⟦DI005⟧\(services)\n")
    #expect(composition.diagnostics.findings.map(\.help) == [[advice]])
  }

  @Test(
    "a phase is named only for a list of initializers",
    arguments: [
      ("[crash, { factory: log }]", "name the phase: { launch: […] }"),
      ("[{ launch: [crash] }, { foreground: [log] }]", "remove the '-' before each entry: launch: …"),
      ("[{ name: launch, run: [crash] }]", "write each name as a key, without '-' or 'name': launch: { … }"),
    ])
  func aListInPlaceOfPhases(lifecycle: String, advice: String) throws {
    let text = "configdi: 1\nservices: { A: a }\nlifecycle: \(lifecycle)\n"
    #expect(try Checking.check(text).map(\.help) == [[advice]])
  }

  @Test(
    "an entry in another shape is rewritten by one edit",
    arguments: [
      ("lifecycle: [crash, { factory: log }]", "name the phase: { launch: […] }"),
      ("root: [A]", "write one folder, or list services under 'roots'"),
      ("collections: { c: { of: { provider: A } } }", "write the key itself: A"),
      ("parameters: { p: { of: x, env: P, exposed: true } }", "write a list: [x], and type: enum"),
      ("overlays: [{ services: { B: { new: true, alias: { optional: A } } } }]", "write the key itself: A"),
      (
        "overlays:\n  - services:\n      A:\n        dependencies:\n          x:\n            key: >-\n              A/b\n"
          + "            lazy: true\n      A/b: { new: true, factory: a }", "write { lazy: A/b }"
      ),
    ])
  func rewritten(entry: String, advice: String) throws {
    let text = "configdi: 1\nservices: { A: a }\n\(entry)\n"
    let findings = try Checking.check(text)
    #expect(findings.filter { $0.code != "DI602" }.map(\.help) == [[advice]])
    let fixed = try Checking.fixed(text, #require(findings.first { !$0.fixes.isEmpty }))
    #expect(try Checking.check(fixed).allSatisfy { $0.code == "DI602" }, "\(fixed)")
  }

  @Test(
    "a list that is not what its key needs gets no edit",
    arguments: ["root: [Sources]", "lifecycle: [{ launch: [log] }, crash]"])
  func notRewritten(entry: String) throws {
    let findings = try Checking.check("configdi: 1\nservices: { A: a }\n\(entry)\n")
    #expect(findings.map(\.fixes.isEmpty) == [true])
  }

  @Test("a glob of several lines is shown on one line") func globOfSeveralLines() throws {
    let text = "configdi: 1\nservices: { A: a }\nimports:\n  - >-\n    gone/*.yaml\n"
    let finding = try #require(Checking.check(text).first)
    let whole = #"{ path: "gone/*.yaml", optional: true }"#
    #expect(finding.help == ["correct the pattern, or write \(whole) if it may match nothing"])
    #expect(try Checking.check(Checking.fixed(text, finding)).isEmpty)
  }

  @Test(
    "no key of the other kind of file is proposed",
    arguments: [
      ("services: { A: a }\n", "scpes: { s: {} }\n", "rename it to x-scpes if it is your own key"),
      ("services: { A: a }\n", "include: [lib.yaml]\n", "rename it to x-include if it is your own key"),
      ("services: { A: { alias: B, neww: true }, B: b }\n", "", "remove it, or move it to where it belongs"),
      ("parameters: { p: { value: 1, exposed: true, removed: true } }\n", "", "remove it, or move it to"),
    ])
  func keysOfOtherFiles(manifest: String, overlay: String, advice: String) throws {
    let found = try Checking.check(files: [
      "app.yaml": "configdi: 1\noverlays: [o.yaml]\n" + manifest, "o.yaml": "configdi: 1\nkind: overlay\n" + overlay,
    ])
    #expect(found.map(\.code) == ["DI004"])
    let text = (found.flatMap(\.help) + found.flatMap(\.notes)).joined(separator: "\n")
    #expect(text.contains(advice), "\(text)")
    #expect(!["scopes", "imports", "remove:", ", new", "mean"].contains(where: text.contains), "\(text)")
    #expect(found.allSatisfy { $0.remedies.isEmpty })
  }

  @Test("a misspelt section of an overlay is no misspelt 'root'") func sectionOfOverlay() throws {
    let found = try Checking.check(files: [
      "app.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { A: a }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nroos: A\n",
    ])
    #expect(found.map(\.help) == [["did you mean 'roots'?"]])
  }

  @Test("a collection that lists its members is not called empty") func aListOfMembers() throws {
    let text = "configdi: 1\ncollections: { checks: [Check/a, Check/b] }\nservices: { Check/a: a, Check/b: b }\n"
    let advice = "write { of: Check }, and add 'collect: checks' to each of these services"
    #expect(try Checking.check(text).map(\.help) == [[advice]])
  }

  @Test(
    "a flag beside a key is written before the key",
    arguments: [
      ("{ key: B, lazy: true }", "write { lazy: B }"), ("{ Ref: B, lazy: false }", "write B"),
      ("{ lazy: true, provider: B }", "write the kind before the key, as in { lazy: Key }"),
    ])
  func aFlagBesideAKey(reference: String, help: String) throws {
    let text = "configdi: 1\nservices: { A: { factory: a, dependencies: { b: \(reference) } }, B: b }\n"
    let found = try Checking.check(text)
    #expect(found.map(\.help) == [[help]])
    guard help.count < 20 else { return }
    #expect(try Checking.check(Checking.fixed(text, found[0])).isEmpty)
  }

  @Test(
    "names alone in braces are a list of keys, or labels",
    arguments: [
      ("{ B, C }", "write a list: [B, C], or a key after each label"),
      ("{ b, c }", "write a list: [b, c], or a key after each label"),
    ])
  func namesAlone(dependencies: String, advice: String) throws {
    let text = "configdi: 1\nservices: { A: { factory: a, dependencies: \(dependencies) }, B: b, C: c }\n"
    #expect(try Checking.check(text).map(\.help) == [[advice]])
  }

  @Test(
    "a list without its brackets keeps all its elements",
    arguments: [
      ("parameters: { p: { value: a, b, exposed: true } }", "[a, b]"),
      ("parameters: { p: { type: list, env: P, default: a, b, exposed: true } }", "[a, b]"),
      ("services: { A: { factory: a, dependencies: B, C }, B: b, C: c }", "[B, C]"),
    ])
  func aListWithoutBrackets(body: String, list: String) throws {
    let text = "configdi: 1\n\(body)\n"
    let findings = try Checking.check(text)
    #expect(findings.map(\.rule.code) == ["DI005"])
    #expect(findings.map(\.help) == [["write a list: \(list)"]])
    #expect(try Checking.check(Checking.fixed(text, #require(findings.first))).isEmpty)
  }

  @Test(
    "a list in a manifest in braces keeps all its elements",
    arguments: [
      ("imports: a.yaml, b.yaml", "a.yaml, b.yaml"), ("overlays: a.yaml, b.yaml", "a.yaml, b.yaml"),
      ("roots: A, B, services: { A: a, B: b }", "A, B"),
      ("overlays: [{ roots: A, B }], services: { A: a, B: b }", "A, B"),
      ("stages: { s: { overlays: a.yaml, b.yaml } }", "a.yaml, b.yaml"),
    ])
  func aListWithoutBracketsInBraces(body: String, elements: String) throws {
    let text = "{ configdi: 1, \(body) }\n"
    let findings = try Checking.check(text)
    #expect(findings.map(\.rule.code) == ["DI005"])
    #expect(findings.map(\.help) == [["write a list: [\(elements)]"]])
    let fixed = try Checking.fixed(text, #require(findings.first))
    #expect(fixed == text.replacing(elements, with: "[\(elements)]"))
  }

  @Test(
    "another tool's word gets a value of the key's form",
    arguments: [
      ("include: a.yaml", "write imports instead of include: imports: [a.yaml]", "imports: [a.yaml]"),
      ("entry: A", "write roots instead of entry: roots: [A]", "roots: [A]"),
      ("default: dev", "write defaultStage instead of default: defaultStage: dev", "defaultStage: dev"),
      ("profiles: dev", "write stages instead of profiles", "stages: dev"),
      (
        "services: { A: { factory: a, args: { size: 3, unit: m } } }", "write settings instead of args",
        "services: { A: { factory: a, settings: { size: 3, unit: m } } }"
      ),
      (
        "services: { A: { factory: a, args: { unit: Unit } }, Unit: u }", "write dependencies instead of args",
        "services: { A: { factory: a, dependencies: { unit: Unit } }, Unit: u }"
      ),
      (
        "services: { A: { factory: a, dependsOn: { unit: true } } }", "write dependencies instead of dependsOn",
        "services: { A: { factory: a, dependencies: { unit: true } } }"
      ),
      (
        "services: { A: { factory: a, args: { size: 3 }, settings: {} } }", "write dependencies instead of args",
        "services: { A: { factory: a, dependencies: { size: 3 }, settings: {} } }"
      ),
    ])
  func anotherToolsWord(line: String, help: String, fixed: String) throws {
    let text = "configdi: 1\n\(line)\n"
    let finding = try #require(Checking.check(text).first)
    #expect(finding.rule.code == "DI004")
    #expect(finding.help == [help])
    #expect(try Checking.fixed(text, finding) == "configdi: 1\n\(fixed)\n")
  }

  @Test(
    "no key is proposed that is not allowed beside the others",
    arguments: [
      "services: { A: a, B: { alias: A, singleton: true } }", "services: { A: a, B: { alias: A, scpe: transient } }",
      "services: { A: a, B: { alias: A, config: { x: 1 } } }",
      "services: { A: a, B: b }\noverlays: [{ services: { B: { remove: true, singleton: true } } }]",
      "parameters: { p: 1 }\noverlays: [{ parameters: { p: { remove: true, defalt: 1 } } }]",
    ])
  func aKeyThatIsNotAllowed(body: String) throws {
    let findings = try Checking.check("configdi: 1\n\(body)\n")
    #expect(findings.map(\.rule.code) == ["DI004"])
    #expect(findings.map(\.help) == [["remove it, or move it to where it belongs"]])
    #expect(findings.flatMap(\.fixes).isEmpty)
  }

  @Test("a value that is no key is not put into brackets", arguments: ["true", "5"])
  func aValueThatIsNoKey(value: String) throws {
    let findings = try Checking.check("configdi: 1\nservices: { A: { factory: a, dependencies: \(value) } }\n")
    #expect(findings.map(\.rule.code) == ["DI005"])
    #expect(findings.flatMap(\.help) == ["name the keys: [Key]"])
  }

  @Test("a key that resembles one beside it is not just to be corrected") func aKeyThatIsThereAlready() throws {
    let findings = try Checking.check("configdi: 1\nservices: { A: { factory: a, scope: weak, scpe: graph } }\n")
    #expect(
      findings.map(\.help) == [["did you mean 'scope'?", "remove one of the two, since 'scope' is already there"]])
    #expect(findings.flatMap(\.fixes).isEmpty)
  }

  @Test(
    "a key in a root that is not read may be its scope",
    arguments: [("in: request", "DI004"), ("lifetime: request", "DI004"), ("<<: *scope", "DI005")])
  func anUnreadScope(field: String, code: String) throws {
    let text = """
      configdi: 1
      x-scope: &scope { scope: request }
      scopes: { request: {} }
      roots: [{ key: A, \(field) }]
      services: { A: { factory: a, scope: request } }

      """
    #expect(try Checking.check(text).map(\.rule.code) == [code])
  }

  @Test(
    "nothing follows from what '<<' would merge",
    arguments: [
      "x: { scope: request }|scopes: { request: {} }|roots: [{ key: A, scope: request }]"
        + "|services: { C: { factory: c, scope: request }, A: { <<: *x, factory: a, dependencies: [C] } }",
      "x: { parent: request }|scopes: { request: {}, inner: { <<: *x } }|roots: [{ key: A, scope: inner }]|services: "
        + "{ C: { factory: c, scope: request }, A: { factory: a, scope: inner, dependencies: [C] } }",
      "x: { parameters: { p: 1 } }|<<: *x|services: { A: { factory: a, settings: { p: \"${p}\" } } }",
      "x: { extends: a }|services: { A: a }|stages: { a: { services: { N: { new: true, factory: n } } }, "
        + "b: { <<: *x, services: { N: { scope: graph } } } }",
    ])
  func aMergeKey(body: String) throws {
    let text = "configdi: 1\nx-\(body.replacing("x: ", with: "x: &x ", maxReplacements: 1))\n"
    #expect(try Checking.check(text.replacing("|", with: "\n")).map(\.rule.code) == ["DI005"])
  }

  @Test(
    "a collection whose entry cannot be read as meant is not missed",
    arguments: [("<<: *x", "DI005"), ("“checks”: { of: Check }", "DI010")])
  func anUnreadCollection(entry: String, code: String) throws {
    let text = """
      configdi: 1
      x-x: &x { checks: { of: Check } }
      collections: { \(entry) }
      services:
        A: { factory: a, dependencies: [{ all: checks }] }
        Check/one: { factory: one, collect: checks }

      """
    #expect(try Checking.check(text).map(\.rule.code) == [code])
  }

  @Test("a list that begins with null is not read as missing") func aListThatBeginsWithNull() throws {
    #expect(try Checking.check("{ configdi: 1, imports: null, b.yaml }\n").map(\.rule.code) == ["DI005"])
  }

  @Test("fields beside their service are found") func fieldsBesideTheirServiceAreFound() {
    let composition = expectFindings(
      """
      configdi: 1
      services:
        Clock:⟦DI005⟧
        factory: system
        settings: { a: 1 }
        Log: log
      """)
    let findings = composition.diagnostics.findings
    #expect(findings.map(\.message) == ["expected a factory name or a mapping, found null"])
    #expect(findings.map(\.help) == [["indent the fields of Clock: factory, settings"]])
    #expect(
      findings.flatMap(\.related).map { "\($0.location) \($0.message)" } == [
        "app.yaml:4:3 this is at the same level as Clock, not inside it"
      ])
    #expect(composition.services() == ["Clock=provided", "Log=log"])
  }

  @Test("a field beside a service in braces is to be moved into them, not indented", arguments: ["\n", "\r\n"])
  func aFieldBesideAServiceInBraces(newline: String) throws {
    let lines = ["configdi: 1", "services:", "  Clock: { factory: system }", "  settings:", "    a: 1", ""]
    let findings = try Checking.check(lines.joined(separator: newline))
    #expect(findings.map(\.message) == ["'settings' is at the same level as Clock, not inside it"])
    #expect(findings.map(\.help) == [["move 'settings' into the braces of Clock"]])
    #expect(findings.flatMap(\.fixes).isEmpty)
  }

  @Test("`key:` and `ref:` in a reference are read as the key") func aKeyUnderAWordOfItsOwnIsReadAsTheKey() {
    let composition = expectFindings(
      "configdi: 1\nservices: { A: { factory: a, dependencies: [{ ⟦DI004⟧ref: B }, { ⟦DI004⟧key: B }] }, B: b }\n")
    #expect(composition.service("A")?.dependencies?.items.map(\.reference.target.value.text) == ["B", "B"])
  }

  @Test("a wrong shape under `key:` has one finding") func whatIsNoKeyUnderSuchAWordIsNotMissedAsWell() {
    expectFindings(
      """
      configdi: 1
      services: { A: { factory: a, dependencies: [{ ⟦DI004⟧key: [B] }, { ⟦DI004⟧ref: { x: B } }] }, B: b }
      """)
  }
}
