import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct StageTests {
  private func overlay(_ name: String) -> String {
    "configdi: 1\nkind: overlay\nservices: { Trail: { settings: { \(name): 1 } } }\n"
  }

  /// Sentence 2: what is applied, and in which order.
  @Test("layers apply in order") func layersFollowInOrder() throws {
    var files = [
      "app.yaml": """
      configdi: 1
      imports: [lib.yaml]
      overlays: [top1.yaml, top2.yaml, shared.yaml]
      stages:
        leaf:
          extends: middle
          overlays: [leaf.yaml, shared.yaml]
          services: { Trail: { settings: { leafInline: 1 } } }
        middle:
          extends: base
          services: { Trail: { settings: { middleInline: 1 } } }
          overlays: [middle.yaml]
        base: { services: { Trail: { settings: { baseInline: 1 } } }, overlays: [base.yaml] }
      services: { Trail: { factory: trail, settings: {} } }
      """,
      "lib.yaml": """
      configdi: 1
      overlays: [lib-top.yaml]
      stages: { leaf: { overlays: [lib-leaf.yaml], services: { Trail: { settings: { libInline: 1 } } } } }
      """,
    ]
    for name in ["top1", "top2", "shared", "leaf", "middle", "base", "lib-top", "lib-leaf", "flag1", "flag2"] {
      files["\(name).yaml"] = overlay(name)
    }
    var options = CompositionOptions()
    options.overlays = ["flag1.yaml", "flag2.yaml", "top1.yaml"]
    let composition = expectFindings(files, options: options)
    func trail(_ stage: String) throws -> [String] {
      try #require(composition.service("Trail", stage)?.settings?.labels).map(\.name.value)
    }
    #expect(
      try trail("leaf") == [
        "lib-top", "top1", "top2", "shared", "base", "baseInline", "middle", "middleInline", "lib-leaf", "libInline",
        "leaf", "leafInline", "flag1", "flag2",
      ])
    #expect(
      try trail("base") == ["lib-top", "top1", "top2", "shared", "base", "baseInline", "flag1", "flag2"])
    // The library's part of the stage comes first, so the stage stands first.
    #expect(composition.manifest?.stages.map(\.name) == ["leaf", "middle", "base"])
  }

  @Test("a manifest without stages has one unnamed stage") func aManifestWithoutStagesHasOneWithoutAName() {
    let composition = expectFindings(
      ["app.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { Trail: t }\n", "o.yaml": overlay("a")])
    #expect(composition.manifest?.stages.map(\.name) == [nil])
    #expect(composition.service("Trail")?.settings?.labels?.count == 1)
  }

  @Test func stagesMayBeEmpty() {
    let composition = expectFindings("configdi: 1\nstages: { a: {}, b: null, c: }\nservices: { A: a }\n")
    #expect(composition.manifest?.stages.map(\.name) == ["a", "b", "c"])
  }

  @Test func unknownStagesAreReported() {
    let composition = expectFindings(
      """
      configdi: 1
      defaultStage: ⟦DI105⟧developement
      stages: { development: {}, test: { extends: ⟦DI105⟧developmnt, services: { Gone: x } } }
      """)
    #expect(composition.diagnostics.findings.allSatisfy { $0.help == ["did you mean 'development'?"] } == true)
    #expect(composition.manifest?.isIncomplete == true)
    expectFindings("configdi: 1\ndefaultStage: ⟦DI105⟧test\n")
  }

  @Test("a ring of stages is reported once") func ringsOfStagesAreReportedOnce() {
    let composition = expectFindings(
      """
      configdi: 1
      stages:
        c: { extends: ⟦DI106⟧a }
        b: { extends: c }
        a: { extends: b }
        own: { extends: ⟦DI106⟧own }
        outside: { extends: c }
        fine: {}
      services: { A: a }
      """)
    #expect(composition.manifest?.stages.count == 6)
    let messages = composition.diagnostics.findings.map(\.message)
    #expect(messages.contains("stage cycle: a -> b -> c -> a"))
  }

  @Test("a stage extends one stage") func oneStageExtendsOne() {
    expectFindings([
      "app.yaml": """
      configdi: 1
      imports: [lib.yaml, more.yaml]
      stages: { a: {}, b: {}, c: { extends: ⟦DI107⟧b } }
      """,
      "lib.yaml": "configdi: 1\nstages: { c: { extends: a } }\n",
      "more.yaml": "configdi: 1\nstages: { c: { extends: a } }\n",
    ])
  }

  @Test("only some stages may be composed") func onlySomeMayBeComposed() {
    var options = CompositionOptions()
    options.stages = .named(["b"])
    let text = """
      configdi: 1
      defaultStage: c
      stages: { a: { services: { Nil: x } }, b: { extends: c }, c: { services: { ⟦DI108 b c⟧Nor: x } } }
      services: { A: a }
      """
    let composition = expectFindings(text, options: options)
    #expect(composition.manifest?.stages.map(\.name) == ["b"])
    options.stages = .chosen(argument: nil)
    #expect(expectFindings(text, options: options).manifest?.stages.map(\.name) == ["c"])
    let chosen = Composition(
      ["app.yaml": "configdi: 1\nstages: { a: {}, b: {} }\n"], options: options,
      environment: ["CONFIGDI_STAGE": "b"])
    #expect(chosen.manifest?.stages.map(\.name) == ["b"])
    let unchosen = Composition(["app.yaml": "configdi: 1\nstages: { a: {}, b: {} }\n"], options: options)
    #expect(unchosen.manifest == nil)
    #expect(unchosen.found == ["DI105"])
  }

  @Test("the stage comes from the argument, then the variable, then the manifest")
  func theStageIsChosenByArgumentThenVariableThenManifest() throws {
    let declared = ["a", "b", "c"]
    let variable = ["CONFIGDI_STAGE": "b"]
    func choose(
      _ argument: String?, _ environment: [String: String], _ preset: String?, _ declared: [String]
    ) -> (stage: String?, problem: StageChoice.Problem?) {
      do throws(StageChoice.Problem) {
        let stage = try StageChoice.choose(
          argument: argument, environment: environment, defaultStage: preset, declared: declared)
        return (stage, nil)
      } catch {
        return (nil, error)
      }
    }
    #expect(choose("a", variable, "c", declared).stage == "a")
    #expect(choose(nil, variable, "c", declared).stage == "b")
    #expect(choose(nil, [:], "c", declared).stage == "c")
    #expect(choose(nil, ["CONFIGDI_STAGE": ""], "c", declared).stage == "c")
    #expect(choose(nil, [:], nil, []).problem == nil)
    let unchosen = try #require(choose(nil, [:], nil, declared).problem)
    #expect(!unchosen.isNamed)
    #expect(unchosen.finding?.notes == ["stages of the manifest: a, b, c"])
    #expect(unchosen.finding?.location == nil)
    let named =
      [
        ("x", [:], "c", declared, "there is no stage 'x'"),
        ("x", [:], nil, [], "there is no stage 'x': the manifest declares none"),
        (
          nil, variable, nil, [],
          "there is no stage 'b', set by the variable CONFIGDI_STAGE: the manifest declares none"
        ),
        (nil, [:], "x", declared, nil),
      ] as [(String?, [String: String], String?, [String], String?)]
    for (argument, environment, preset, declared, message) in named {
      let problem = try #require(choose(argument, environment, preset, declared).problem)
      #expect(problem.isNamed)
      #expect(problem.finding?.message == message)
    }
  }

  @Test func scopesAreDeclared() {
    expectFindings(
      """
      configdi: 1
      stages: { s: { services: { A: { scope: ⟦DI303 s⟧reqest } } }, t: {} }
      roots: [A, { key: B, scope: request }, { key: B, scope: ⟦DI303⟧singleton }, { key: A, scope: ⟦DI303⟧gone }]
      scopes:
        request:
        session: { parent: singleton }
        page: { parent: request }
        odd: { parent: ⟦DI303⟧transient }
        lost: { parent: ⟦DI303⟧sesion }
        ⟦DI005⟧graph: {}
        z: { parent: ⟦DI309⟧x }
        y: { parent: z }
        x: { parent: y }
        me: { parent: ⟦DI309⟧me }
      services: { A: a, B: { factory: b, scope: request }, C: { factory: c, scope: ⟦DI303⟧Request }, D: { factory: d, scope: weak } }
      """)
  }

  @Test("stages share unchanged services") func stagesShareWhatTheyDoNotChange() {
    let composition = expectFindings(
      """
      configdi: 1
      stages: { a: { services: { A: x } }, b: {} }
      services: { A: a, B: b }
      """)
    #expect(composition.service("B", "a") === composition.service("B", "b"))
    #expect(composition.service("A", "a") !== composition.service("A", "b"))
  }

  @Test("many layers of extends do not overflow the stack") func manyLayersOfExtendsOverflowNothing() {
    let count = 2_000
    let stages = (0..<count).map { "  s\($0): { extends: s\($0 + 1) }" }.joined(separator: "\n")
    let composition = expectFindings("configdi: 1\nstages:\n\(stages)\n  s\(count): {}\nservices: { A: a }\n")
    #expect(composition.manifest?.stages.count == count + 1)
  }
}
