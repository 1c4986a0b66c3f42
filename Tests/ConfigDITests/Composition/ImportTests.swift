import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct ImportTests {
  private func overlay(_ services: String) -> String { "configdi: 1\nkind: overlay\nservices: { \(services) }\n" }
  private func manifest(_ services: String, imports: String = "[]") -> String {
    "configdi: 1\nimports: \(imports)\nservices: { \(services) }\n"
  }

  @Test("imports are read depth first and once") func importsComeFirstDepthFirstAndOnce() {
    let composition = expectFindings([
      "app.yaml": manifest("App: app", imports: "[a.yaml, b.yaml, ./sub/../a.yaml]"),
      "a.yaml": manifest("A: a", imports: "[sub/c.yaml]"),
      "b.yaml": manifest("B: b", imports: "[sub/c.yaml, a.yaml]"),
      "sub/c.yaml": manifest("C: c", imports: "[d.yaml]"),
      "sub/d.yaml": manifest("D: d"),
    ])
    #expect(composition.services() == ["D=d", "C=c", "A=a", "B=b", "App=app"])
    #expect(
      composition.manifest?.files.map(\.file.path) == ["app.yaml", "a.yaml", "sub/c.yaml", "sub/d.yaml", "b.yaml"])
  }

  @Test("a second definition is a conflict and the first one is kept") func definedTwiceIsAConflictAndTheFirstStands() {
    let composition = expectFindings([
      "app.yaml": """
      configdi: 1
      imports: [a.yaml, b.yaml]
      scopes: { ⟦DI107⟧s: {}, t: {} }
      parameters: { ⟦DI107⟧p: 2 }
      collections: { ⟦DI107⟧c: { of: A } }
      services: { ⟦DI107⟧A: third }
      """,
      "a.yaml": """
      configdi: 1
      scopes: { s: {} }
      parameters: { p: 1 }
      collections: { c: { of: A } }
      services: { A: first }
      """,
      "b.yaml": "configdi: 1\nservices: { ⟦DI107⟧A: second }\n",
    ])
    #expect(composition.services() == ["A=first"])
    #expect(composition.diagnostics.findings.allSatisfy { $0.related.first?.location.file.path == "a.yaml" } == true)
  }

  @Test("two spellings of one key are a conflict") func twoSpellingsOfOneKeyAreOne() {
    var diagnostics = Diagnostics()
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nservices: { Database: a, App.Database: b, App.Database/x: c }\n"
    ])
    let keys = KeyNames(canonical: ["App.Database": "Database"])
    let composed = Composer.compose(.path("app.yaml"), world: World(files: files), keys: keys, reporting: &diagnostics)
    #expect(diagnostics.findings.map(\.rule.code) == ["DI107"])
    #expect(composed?.stages.first?.services.map(\.key.value.text) == ["Database", "Database/x"])
  }

  @Test("two spellings in one overlay are a conflict") func twoSpellingsInOneOverlayAreOne() {
    var diagnostics = Diagnostics()
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { Database: a }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { App.Database: b, Database: c }\n",
    ])
    let keys = KeyNames(canonical: ["App.Database": "Database"])
    let composed = Composer.compose(.path("app.yaml"), world: World(files: files), keys: keys, reporting: &diagnostics)
    #expect(
      diagnostics.findings.map { "\($0.rule.code) \($0.location.map(\.description) ?? "")" } == ["DI107 o.yaml:3:30"])
    #expect(composed?.stages.first?.services.map(\.summary) == ["b"])
  }

  @Test("a different catalog decodes the file again") func anotherKindOfCatalogDecodesAgain() {
    let documents = DocumentCache()
    let files = InMemoryFiles(["app.yaml": "configdi: 1\nservices: { App.Database: a }\n"])
    let names = [KeyNames(), KeyNames(canonical: ["App.Database": "Database"]), KeyNames()].map { keys in
      var diagnostics = Diagnostics()
      return Composer.compose(
        .path("app.yaml"), world: World(files: files), keys: keys, documents: documents, reporting: &diagnostics)?
        .stages.first?.services.map(\.key.value.text)
    }
    #expect(names == [["App.Database"], ["Database"], ["App.Database"]])
  }

  @Test("a name missing in one stage is still reported in another") func whatOneStageLacksIsNoExcuseForAnother() {
    expectFindings(
      """
      configdi: 1
      stages:
        a: { overlays: [⟦DI101 a b⟧gone.yaml], services: { Nowhere: x }, parameters: { q: 1 } }
        b: { extends: a, services: { Nowhere: x } }
        c: { services: { ⟦DI108 c⟧Nowhere: x } }
      services: { A: { factory: a, settings: "⟦DI501 c⟧${nope}" } }
      """)
  }

  @Test("many files past a limit are one finding") func manyFilesPastALimitAreOneFinding() {
    var options = CompositionOptions()
    options.limits.files = 2
    options.limits.importDepth = 64
    expectFindings(
      [
        "app.yaml": manifest("App: app", imports: "[a.yaml, ⟦DI007⟧b.yaml, c.yaml]"), "a.yaml": manifest("A: a"),
        "b.yaml": manifest("B: b"), "c.yaml": manifest("C: c"),
      ], options: options)
    expectFindings(
      [
        "app.yaml": manifest("App: app", imports: "[a.yaml]"),
        "a.yaml": manifest("A: a", imports: "[⟦DI007⟧b.yaml, c.yaml]"), "b.yaml": manifest("B: b"),
        "c.yaml": manifest("C: c"),
      ],
      options: {
        options.limits.files = 10
        options.limits.importDepth = 1
        return options
      }())
  }

  @Test("roots are united and phases appended") func rootsUniteAndPhasesFollowEachOther() {
    let composition = expectFindings([
      "app.yaml": """
      configdi: 1
      imports: [a.yaml]
      roots: [B, A, { key: A, scope: s }]
      scopes: { s: {} }
      lifecycle: { launch: [second], background: [x] }
      services: { A: a, B: b }
      """,
      "a.yaml": """
      configdi: 1
      defaultStage: nowhere
      root: ../..
      roots: [A]
      lifecycle: { foreground: [y], launch: [first] }
      """,
    ])
    let stage = composition.stage(nil)
    #expect(stage?.roots.map(\.key.value.text) == ["A", "B", "A"])
    #expect(
      stage?.lifecycle.map { "\($0.name.value): \($0.initializers.map(\.factory.value).joined(separator: " "))" }
        == ["foreground: y", "launch: first second", "background: x"])
    #expect(composition.manifest?.defaultStage == nil)
  }

  @Test("a missing import is reported and its follow-ups are not") func whatIsMissingIsReportedAndWhatFollowsIsNot() {
    let composition = expectFindings([
      "app.yaml": """
      configdi: 1
      imports: [⟦DI101⟧gone.yaml, { path: gone.yaml, optional: true }, { path: ⟦DI101⟧sub/clok.yaml }]
      overlays: [{ path: none.yaml, optional: true }]
      stages: { t: { extends: absent, services: { Nowhere: x }, parameters: { q: 1 } } }
      services: { A: { factory: a, scope: nowhere, settings: "${nope}" } }
      """,
      "sub/clock.yaml": manifest("Clock: c"),
    ])
    #expect(composition.manifest?.isIncomplete == true)
    #expect(composition.diagnostics.suppressedConsequences == 5)
    let help = composition.diagnostics.findings.flatMap(\.help)
    #expect(help.contains("did you mean 'sub/clock.yaml'?"))
  }

  @Test("the help for an import without its extension names the file") func extensionLeftOut() {
    let composition = expectFindings([
      "app.yaml": "configdi: 1\nimports: [⟦DI101⟧parts/a]\n", "parts/a.yaml": manifest("A: a"),
      "parts/ab": manifest("B: b"),
    ])
    #expect(composition.diagnostics.findings.flatMap(\.help).first == "did you mean 'parts/a.yaml'?")
  }

  @Test("the help for a missing import never names the file that imports it") func noFileIsItsOwnImport() {
    let composition = expectFindings([
      "app.yaml": "configdi: 1\nimports: [⟦DI101⟧pap.yaml, sub/main.yaml]\n",
      "sub/main.yaml": "configdi: 1\nimports: [⟦DI101⟧mein.yaml]\n",
      "main.yaml": manifest("A: a"),
      "sub/mean.yaml": manifest("B: b"),
    ])
    let help = composition.diagnostics.findings.flatMap(\.help)
    #expect(help.contains("did you mean 'mean.yaml'?"), "\(help)")
    #expect(!help.contains { $0.contains("app.yaml") || $0.contains("main.yaml") }, "\(help)")
  }

  @Test("a syntax error in an import hides its follow-ups") func aSyntaxErrorInAnImportSuppressesWhatFollows() {
    let composition = Composition([
      "app.yaml": "configdi: 1\nimports: [bad.yaml]\nstages: { t: { services: { Nowhere: x } } }\n",
      "bad.yaml": "configdi: 1\nservices: { A: ]\n",
    ])
    #expect(composition.diagnostics.findings.map(\.rule.code) == ["DI001"])
    #expect(composition.diagnostics.suppressedConsequences == 1)
  }

  @Test("globs match files in byte order") func globsMatchFilesInByteOrder() {
    let composition = expectFindings([
      "app.yaml": "configdi: 1\nimports: ['*.yaml', 'm/**/*.y*ml', 'n/[ab]?.yaml', ⟦DI104⟧'none/*.yaml']\n",
      "b.yaml": manifest("B: b"),
      "Z.yaml": manifest("Z: z"),
      ".hidden.yaml": "broken: [",
      "m/one.yml": manifest("M1: m"),
      "m/x/.secret/two.yaml": "broken: [",
      "m/x/y/two.yaml": manifest("M2: m"),
      "m/x/notes.txt": "broken: [",
      "n/a1.yaml": manifest("N1: n"),
      "n/c1.yaml": "broken: [",
      "n/abc.yaml": "broken: [",
      "n/é.yaml": "broken: [",
    ])
    #expect(composition.services() == ["Z=z", "B=b", "M1=m", "M2=m", "N1=n"])
  }

  @Test("an optional glob may match nothing") func aGlobThatMayMatchNothingIsQuiet() {
    expectFindings("configdi: 1\nimports: [{ path: 'none/*.yaml', optional: true }, ⟦DI104⟧'app*.yaml']\n")
  }

  @Test("a cycle is reported at the import of a file that is being read")
  func cyclesStandAtTheImportOfAFileThatIsBeingRead() {
    let composition = expectFindings([
      "app.yaml": manifest("App: app", imports: "[a.yaml]"),
      "a.yaml": manifest("A: a", imports: "[b.yaml]"),
      "b.yaml": manifest("B: b", imports: "[⟦DI102⟧a.yaml, ⟦DI102⟧b.yaml, ⟦DI102⟧app.yaml]"),
    ])
    #expect(composition.services() == ["B=b", "A=a", "App=app"])
    #expect(
      composition.diagnostics.findings.map(\.message) == [
        "import cycle: a.yaml -> b.yaml -> a.yaml", "import cycle: b.yaml -> b.yaml",
        "import cycle: app.yaml -> a.yaml -> b.yaml -> app.yaml",
      ])
    #expect(composition.manifest?.isIncomplete == false)
  }

  @Test("a long chain of imports ends at the limit") func aLongChainEndsAtItsLimit() {
    var files = ["app.yaml": manifest("App: app", imports: "[f1.yaml]")]
    for index in 1...1000 {
      let marker = index == 64 ? "⟦DI007⟧" : ""
      files["f\(index).yaml"] = manifest("F\(index): f", imports: "[\(marker)f\(index % 1000 + 1).yaml]")
    }
    expectFindings(files)
  }

  @Test("the number of files is limited") func filesHaveALimit() {
    var options = CompositionOptions()
    options.limits.files = 2
    expectFindings(
      [
        "app.yaml": manifest("App: app", imports: "[a.yaml, a.yaml, ⟦DI007⟧b.yaml]"), "a.yaml": manifest("A: a"),
        "b.yaml": manifest("B: b"),
      ], options: options)
  }

  @Test("nodes are counted over all files") func nodesAreCountedOverAllFiles() {
    var options = CompositionOptions()
    options.limits.nodes = 30
    let composition = Composition(
      [
        "app.yaml": manifest("App: app", imports: "[a.yaml, b.yaml]"),
        "a.yaml": manifest("A: { factory: a, settings: [1, 2, 3] }"), "b.yaml": manifest("B: b"),
      ], options: options)
    #expect(composition.diagnostics.findings.map(\.rule.code) == ["DI007"])
    #expect(composition.diagnostics.findings.first?.location?.file.path == "b.yaml")
  }

  @Test("manifests and overlays are kept apart") func kindsAreKeptApart() {
    expectFindings([
      "app.yaml": """
      configdi: 1
      imports: [o.yaml]
      overlays: [⟦DI005⟧m.yaml, k.yaml]
      """,
      "o.yaml": "configdi: 1\nkind: ⟦DI005⟧overlay\nservices: { A: a }\n",
      "m.yaml": "configdi: 1\nservices: { A: a }\n",
      "k.yaml": "configdi: 1\nkind: ⟦DI005⟧manifest\n",
    ])
    expectFindings("configdi: 1\nkind: ⟦DI005⟧overlay\n")
    expectFindings("configdi: 1\nkind: ⟦DI005⟧other\n")
  }

  @Test("an overlay file has fewer sections") func anOverlayFileHasFewerSections() {
    expectFindings([
      "app.yaml": "configdi: 1\noverlays: [o.yaml]\n",
      "o.yaml": """
      configdi: 1
      kind: overlay
      x-mine: 1
      ⟦DI004⟧imports: []
      ⟦DI004⟧stages: {}
      ⟦DI004⟧scopes: {}
      ⟦DI004⟧servces: {}
      """,
    ])
  }

  @Test("a folder cannot be imported") func whatIsNoFileIsUnreadable() {
    expectFindings([
      "app.yaml": "configdi: 1\nimports: [⟦DI009⟧sub, { path: ⟦DI009⟧sub, optional: true }]\n",
      "sub/a.yaml": "configdi: 1\n",
    ])
  }

  @Test("modules are read from bound folders") func modulesAreReadFromBoundFolders() {
    var options = CompositionOptions()
    options.modules = ["Auth": "sdk/auth", "Other": "x"]
    let composition = expectFindings(
      [
        "app/main.yaml": """
        configdi: 1
        imports: ["module:Auth/di.yaml", "module:Auth/parts/*.yaml", ⟦DI101⟧"module:Auht/di.yaml", ⟦DI103⟧"module:Auth/../x.yaml"]
        overlays: [amend.yaml]
        """,
        "app/amend.yaml": overlay("Auth: other"),
        "sdk/auth/di.yaml": manifest("Auth: auth", imports: "[parts/a.yaml, ⟦DI103⟧../other.yaml]"),
        "sdk/auth/parts/a.yaml": manifest("Part: part"),
        "sdk/other.yaml": manifest("Other: other"),
        "sdk/x.yaml": manifest("X: x"),
      ], entry: "app/main.yaml", options: options)
    #expect(composition.services() == ["Part=part", "Auth=other"])
  }

  @Test("no import leaves the root") func nothingLeavesTheRoot() {
    let files = [
      "repo/app/main.yaml": manifest("App: app", imports: "[⟦DI103⟧../lib.yaml, in.yaml, ⟦DI103⟧/repo/lib.yaml]"),
      "repo/app/in.yaml": manifest("In: in", imports: "[⟦DI103⟧../../gone.yaml, ⟦DI103⟧'../*.yaml']"),
      "repo/lib.yaml": manifest("Lib: lib"),
    ]
    expectFindings(files, entry: "repo/app/main.yaml")
    var widened = files.mapValues {
      $0.replacing("⟦DI103⟧../lib", with: "../lib").replacing("⟦DI103⟧/repo", with: "/repo")
    }
    widened["repo/app/main.yaml"]?.append("root: ..\n")
    widened["repo/app/in.yaml"] = manifest("In: in", imports: "[⟦DI103⟧../../gone.yaml, '../l*.yaml']")
    let composition = expectFindings(widened, entry: "repo/app/main.yaml")
    #expect(composition.services() == ["Lib=lib", "In=in", "App=app"])
    var options = CompositionOptions()
    options.root = "repo/app"
    widened["repo/app/main.yaml"] = (files["repo/app/main.yaml"] ?? "") + "root: ../..\n"
    widened["repo/app/in.yaml"] = files["repo/app/in.yaml"]
    expectFindings(widened, entry: "repo/app/main.yaml", options: options)
    options.root = "repo"
    widened["repo/app/main.yaml"] = widened["repo/app/main.yaml"]?.replacing("⟦DI103⟧", with: "")
    widened["repo/app/in.yaml"] = manifest("In: in", imports: "[⟦DI103⟧../../gone.yaml, '../*.yaml']")
    expectFindings(widened, entry: "repo/app/main.yaml", options: options)
  }

  @Test("a shared file is read once") func aSharedFileIsReadOnce() {
    let documents = DocumentCache()
    let files = InMemoryFiles([
      "a.yaml": manifest("A: a", imports: "[shared.yaml]"), "b.yaml": manifest("B: b", imports: "[shared.yaml]"),
      "shared.yaml": "configdi: 1\nservices: { S: { factory: s, scoep: x } }\n",
    ])
    let findings = ["a.yaml", "b.yaml"].map { path in
      var diagnostics = Diagnostics()
      _ = Composer.compose(.path(path), world: World(files: files), documents: documents, reporting: &diagnostics)
      return diagnostics.findings
    }
    #expect(findings.map { $0.map(\.rule.code) } == [["DI004"], ["DI004"]])
    #expect(findings[0][0].location == findings[1][0].location)
  }

  @Test("text is resolved in the folder of its name") func aTextHasTheFolderOfItsName() {
    var diagnostics = Diagnostics()
    let files = InMemoryFiles(["config/a.yaml": manifest("A: a")])
    let text = SourceFile(path: "config/new.yaml", bytes: Array(manifest("B: b", imports: "[a.yaml]").utf8))
    let composed = Composer.compose(.text(text), world: World(files: files), reporting: &diagnostics)
    #expect(composed?.stages.first?.services.map(\.key.value.text) == ["A", "B"])
    #expect(diagnostics.findings.isEmpty)
  }
}
