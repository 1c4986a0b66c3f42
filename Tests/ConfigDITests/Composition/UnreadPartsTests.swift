import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// A part of a manifest that cannot be had is one finding: what may stand in it is not missed as well.
@Suite struct UnreadPartsTests {
  @Test(
    "findings that follow from an unreadable file are hidden",
    arguments: [
      "imports: [⟦DI103⟧../x.yaml]", "imports: [⟦DI103⟧'../*.yaml']", "imports: [⟦DI101⟧module:gone/x.yaml]",
      "imports: [⟦DI101⟧gone.yaml]", "overlays: [⟦DI103⟧../x.yaml]", "overlays: [⟦DI103⟧'../*.yaml']",
      "overlays: [⟦DI101⟧module:gone/x.yaml]", "overlays: [⟦DI101⟧gone.yaml]", "overlays: [⟦DI005⟧manifest.yaml]",
    ])
  func whatFollowsFromItIsLeftOut(reference: String) {
    let composition = expectFindings(
      [
        "sub/app.yaml": """
        configdi: 1
        \(reference)
        stages: { test: { services: { Nowhere: x } } }
        services: { A: a }
        """,
        "sub/manifest.yaml": "configdi: 1\nservices: { B: b }\n",
        "x.yaml": "configdi: 1\n",
      ], entry: "sub/app.yaml")
    #expect(composition.manifest?.isIncomplete == true)
    #expect(composition.diagnostics.suppressedConsequences == 1)
  }

  @Test(
    "a missing quote around a parameter is reported beside secrets",
    arguments: [("$⟦DI001⟧{who}", ["quote it: \"${who}\""]), ("⟦DI001⟧@tok3n", ["quote the text: \"@tok3n\""])])
  func aForgottenQuoteAroundAParameterIsToldBesideSecrets(value: String, help: [String]) {
    let composition = expectFindings(
      """
      configdi: 1
      parameters: { pw: { env: PW, secret: true } }
      services: { A: { factory: f, settings: { id: \(value) } } }
      """)
    #expect(composition.diagnostics.findings.map(\.help) == [help])
  }

  @Test(
    "no secret is shown in text that is not YAML",
    arguments: [
      "\n    secret: true\n    value:\n    hunter2\n    env: X",
      "\n    secret: true\n    value:\n    - x: \"x\n    - hunter2",
      " { secret: true, 'value': hunter2: x }", " { secret: true, value :  hunter2: x }",
      " { secret: true, value:\n\"hunter2\" hunter2 }", " { secret: true, value: hunter2/${a}/${a}/hunter2 }",
      " { value: ${a}-${a}, default: hunter2, secret: true }", " { value: \"hunter2\" secret: true }",
      " { value: [hunter2] secret: true }", " value: hunter2, secret: true }",
      " { description: \"a, value: hunter2, secret: true, type: \"string\" }",
      "\n    secret: true\n    value: | hunter2", "\n    secret: true\n    value: |\n      a\n hunter2",
    ])
  func noSecretIsShownOfWhatIsNoYAML(_ parameter: String) throws {
    let text = "configdi: 1\nparameters:\n  other: { secret: true }\n  key:\(parameter)\n"
    let findings = Composition(["app.yaml": text], entry: "app.yaml", options: .init(), environment: [:])
      .diagnostics.findings
    #expect(findings.map(\.rule.code) == ["DI001"])
    #expect(findings.allSatisfy { !$0.text().contains("hunter2") })
  }
}
