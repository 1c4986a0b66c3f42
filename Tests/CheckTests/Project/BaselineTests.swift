import ConfigDI
import Testing

@testable import configdi_check

@Suite struct BaselineTests {
  private let paths = RepositoryPaths()

  private func finding(_ line: Int, symbol: String?) -> Diagnostic {
    let file = Findings.file(String(repeating: "\n", count: line) + "x\n")
    return Diagnostic(Findings.rule, "bad \(line)", at: Findings.place("x", in: file), symbol: symbol)
  }

  @Test("moved findings are recognized") func knowsFindingsThatMoved() {
    let baseline = Baseline(of: [finding(1, symbol: "services.A")], paths)
    let now = baseline.compare([finding(7, symbol: "services.A"), finding(8, symbol: "services.B")], paths)
    #expect(now.unmatched.isEmpty)
    #expect(now.new == [1])
  }

  @Test("equal findings are counted") func countsEqualFindings() {
    let baseline = Baseline(of: [finding(1, symbol: "a"), finding(2, symbol: "a")], paths)
    let now = baseline.compare([finding(1, symbol: "a"), finding(2, symbol: "a"), finding(3, symbol: "a")], paths)
    #expect(now.unmatched.isEmpty)
    #expect(now.new == [2])
  }

  @Test("fixed findings are reported as removable") func tellsWhatWasMended() {
    let baseline = Baseline(of: [finding(1, symbol: "a")], paths)
    #expect(baseline.compare([], paths).unmatched.map(\.description) == ["DI999 a (app.yaml)"])
  }

  /// The new baseline has what the old one has, and neither is out of date.
  @Test("a concurrent write of the baseline changes nothing") func anotherThatIsWrittenAtOnceChangesNothing() throws {
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n"])
    #expect(try folder.shell("$CHECK app.yaml --write-baseline old.json").code == 0)
    let both = try folder.shell("$CHECK app.yaml --baseline old.json --write-baseline new.json 2>&1")
    #expect(both.output.contains("wrote 1 finding to new.json"))
    #expect(!both.output.contains("no longer occurs"))
    #expect(try folder.text("old.json") == folder.text("new.json"))
  }

  @Test(
    "a new mistake beside a fixed one is new",
    arguments: [
      ("A: { factory: a, dependencies: { x: B } }", "A: { factory: a, dependencies: { x: C } }"),
      ("A: { factory: a, dependencies: [B] }", "A: { factory: a, dependencies: [C] }"),
      ("A: { alias: B }", "A: { alias: C }"),
      (
        "A: { factory: a, dependencies: [B] }, B: { factory: b, dependencies: [A] }, C: c",
        "A: { factory: a, dependencies: [C] }, C: { factory: b, dependencies: [A] }, B: c"
      ),
      (
        "A: { factory: a, dependencies: { x: U } }, U: { factory: u, scope: r }, V: { factory: u, scope: r }",
        "A: { factory: a, dependencies: { x: V } }, U: { factory: u, scope: r }, V: { factory: u, scope: r }"
      ),
      (
        "A: { factory: a, eager: true, dependencies: [U] }, U: { factory: u, scope: r }, V: v",
        "A: { factory: a, eager: true, dependencies: [V] }, V: { factory: u, scope: r }, U: v"
      ),
      ("A: { factory: a, scope: x }, B: b", "A: a, B: { factory: b, scope: x }"),
      ("A: { factory: a, settings: { s: \"${x}\" } }, B: b", "A: a, B: { factory: b, settings: { s: \"${x}\" } }"),
    ])
  func newMistakes(before: String, after: String) throws {
    let start = "configdi: 1\nscopes: { r: {} }\n"
    let folder = try Folder(["app.yaml": "\(start)services: { \(before) }\n"])
    #expect(
      try folder.shell("$CHECK app.yaml --write-baseline base.json && $CHECK app.yaml --baseline base.json").code == 0)
    try folder.write("\(start)services: { \(after) }\n", to: "app.yaml")
    #expect(try folder.shell("$CHECK app.yaml --baseline base.json").code == 1)
  }

  @Test("a baseline is valid where CI checks the repository out in a subfolder") func aCheckoutInASubfolder() throws {
    let folder = try Folder([
      "work/repo/app.yaml": "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n",
      "work/repo/.git/HEAD": "",
    ])
    #expect(try folder.shell("cd work/repo && $CHECK app.yaml --write-baseline base.json").code == 0)
    let workspace = "export GITHUB_WORKSPACE=\"$(pwd -P)/work\" && cd work"
    #expect(try folder.shell("\(workspace)/repo && $CHECK app.yaml --baseline base.json").code == 0)
    #expect(try folder.shell("\(workspace) && $CHECK repo/app.yaml --baseline repo/base.json").code == 0)
  }

  @Test("a file that is not YAML has no baseline") func unreadable() throws {
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { A: [ }\n"])
    let (code, output) = try folder.shell("$CHECK app.yaml --write-baseline base.json 2>&1")
    #expect(code == 2 && output.contains("error: did not write base.json, since some input could not be read: "))
  }

  /// A shorter baseline would fail the next whole run.
  @Test(
    "entries that were not checked are not removable",
    arguments: [
      "$CHECK . --stage dev", "$CHECK . --select DI003", "$CHECK . --ignore DI401",
      "rm configdi.catalog.json; $CHECK .",
      "$CHECK a.yaml", "rm lib.yaml; $CHECK .",
    ])
  func whatWasNotLookedAtIsNotRemovable(_ command: String) throws {
    let folder = try baseline("")
    let output = try folder.shell("\(command) --baseline base.json").output
    #expect(!output.contains("remove it: DI401"), "\(output)")
  }

  @Test(
    "entries whose finding is gone are removable",
    arguments: [("$CHECK .", "DI401"), ("$CHECK a.yaml b.yaml", "DI401"), ("$CHECK . --select DI401", "DI401")])
  func whatIsMendedIsRemovable(_ command: String, _ rule: String) throws {
    let folder = try baseline("sed -i s/nope/f/ b.yaml")
    #expect(try folder.shell("\(command) --baseline base.json").output.contains("remove its entry: \(rule)"))
    // Nor does a file that is gone have findings.
    let gone = try folder.shell("rm b.yaml; $CHECK a.yaml --baseline base.json").output
    #expect(gone.contains("remove its entry: \(rule)"))
  }

  /// A folder with a baseline of one DI401 in the stage `prod` of `b.yaml`, after a change.
  private func baseline(_ change: String) throws -> Folder {
    let folder = try Folder([
      "a.yaml": "configdi: 1\nservices: { A: f }\n",
      "b.yaml": "configdi: 1\nimports: [lib.yaml]\nstages: { dev: {}, prod: { services: { A: nope } } }\n",
      "lib.yaml": "configdi: 1\nservices: { A: f }\n",
      "configdi.catalog.json": #"{ "configdiCatalog": 1, "factories": [{ "name": "f", "provides": "App.A" }] }"#,
    ])
    #expect(try folder.shell("$CHECK . --write-baseline base.json").code == 0)
    #expect(try folder.text("base.json").contains("DI401"))
    _ = try folder.shell(change)
    return folder
  }

  @Test("each configuration's baseline applies to its own manifests") func eachConfigurationHasItsOwn() throws {
    let broken = "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n"
    let folder = try Folder([
      ".git/HEAD": "", "a/app.yaml": "configdi: 1\nservices: { A: f }\n", "a/.configdi-check.yml": "catalog: none\n",
      "b/app.yaml": broken, "b/.configdi-check.yml": "catalog: none\nbaseline: base.json\n",
    ])
    #expect(try folder.shell("$CHECK b --write-baseline b/base.json").code == 0)
    for path in ["b", ".", "a b"] {
      let (code, output) = try folder.shell("$CHECK \(path)")
      #expect(code == 0 && !output.contains("DI201"), "\(output)")
    }
    // A finding of the other manifest is not listed.
    try folder.write(broken, to: "a/app.yaml")
    let (code, output) = try folder.shell("$CHECK .")
    #expect(code == 1 && output.hasPrefix("a/app.yaml:2:45: error:"), "\(output)")
    #expect(!output.contains("b/app.yaml"))
    try folder.write("configdi: 1\nservices: { A: f }\n", to: "b/app.yaml")
    #expect(
      try folder.shell("$CHECK .").output.contains("b/base.json: finding no longer occurs, remove its entry: DI201"))
  }

  @Test("configurations of several folders may share a baseline") func aSharedBaseline() throws {
    func manifest(_ key: String) -> String {
      "configdi: 1\nservices: { A: { factory: f, dependencies: [\(key)] } }\n"
    }
    let folder = try Folder(["a/app.yaml": manifest("One"), "b/app.yaml": manifest("Two"), ".git/HEAD": ""])
    #expect(try folder.shell("$CHECK . --write-baseline base.json").code == 0)
    try folder.write("baseline: ../base.json\n", to: "a/.configdi-check.yml")
    try folder.write("baseline: ../base.json\n", to: "b/.configdi-check.yml")
    let known = try folder.shell("$CHECK .")
    #expect(known.code == 0 && known.output.contains("2 findings hidden by base.json."), "\(known.output)")
    #expect(!known.output.contains("no longer occurs"), "\(known.output)")
  }

  @Test("a finding of two manifests must be in both baselines") func aSharedFinding() throws {
    let manifest = "configdi: 1\nroot: ..\nimports: [../lib.yaml]\n"
    let folder = try Folder([
      ".git/HEAD": "", "a/app.yaml": manifest, "a/.configdi-check.yml": "catalog: none\nbaseline: base.json\n",
      "a/base.json": #"{ "configdiBaseline": 1, "findings": [] }"#,
      "b/app.yaml": manifest, "b/.configdi-check.yml": "catalog: none\nbaseline: base.json\n",
      "lib.yaml": "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n",
    ])
    #expect(try folder.shell("$CHECK b --write-baseline b/base.json").code == 0)
    #expect(try folder.shell("$CHECK b").code == 0)
    #expect(try folder.shell("$CHECK .").code == 1)
    #expect(try folder.shell("$CHECK a --write-baseline a/base.json && $CHECK .").code == 0)
  }

  /// From wherever it is checked.
  @Test("a baseline is relative to the manifest's repository") func aBaselineInTheManifestsRepositoryFits() throws {
    let folder = try Folder(["repo/.git/HEAD": "", "repo/config/app.yaml": "configdi: 1\nservices: { A: f, A: g }\n"])
    let elsewhere = try Folder()
    let app = folder.path("repo/config/app.yaml")
    let base = folder.path("repo/base.json")
    #expect(try folder.shell("cd repo; $CHECK config --write-baseline base.json").code == 0)
    let known = try elsewhere.shell("$CHECK \(app) --baseline \(base)")
    #expect(known.code == 0, "\(known.output)")
    #expect(!known.output.contains("no longer occurs"))
    let sarif = try elsewhere.shell("$CHECK \(app) --format sarif").output
    #expect(sarif.contains("\"uri\": \"config/app.yaml\""), "\(sarif)")
  }

  @Test("the paths in a message do not depend on the working directory") func pathsInMessages() throws {
    let folder = try Folder([
      "repo/.git/HEAD": "", "repo/part.yaml": "configdi: 1\nservices: { A: f }\n",
      "repo/config/outside.yaml": "configdi: 1\nimports: [../part.yaml]\n",
      "repo/config/cycle.yaml": "configdi: 1\nimports: [back.yaml]\n",
      "repo/config/back.yaml": "configdi: 1\nimports: [cycle.yaml]\n",
    ])
    _ = try folder.shell("ln -s /etc/passwd repo/config/link.yaml")
    #expect(try folder.shell("cd repo; $CHECK config --write-baseline base.json").code == 0)
    let rules = ["DI102", "DI103"].filter(try folder.text("repo/base.json").contains)
    #expect(rules == ["DI102", "DI103"])
    let known = try folder.shell("cd repo/config; $CHECK . --baseline ../base.json")
    #expect(known.code == 0, "\(known.output)")
    #expect(!known.output.contains("no longer occurs"), "\(known.output)")
  }

  @Test("a baseline survives writing and reading") func survivesBeingWrittenAndRead() throws {
    let written = Baseline(
      of: [finding(1, symbol: "a \"b\" é\n"), finding(1, symbol: nil), finding(2, symbol: "a")], paths)
    let files = InMemoryFiles(["base.json": written.text])
    let read = try Baseline(reading: "base.json", Recorder().console(files: files))
    #expect(read.counts == written.counts)
    #expect(read.text == written.text)
  }

  /// Or what stands behind the limit would be missing in it.
  @Test("an incomplete check writes no baseline") func whatWasNotReadWholeHasNone() throws {
    let services = (0..<600).map { "  S\($0): { factory: f, scope: transient, dependencies: [S\($0 + 1)] }\n" }
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { A: f, B: g }\n",
      "deep.yaml": "configdi: 1\nservices:\n\(services.joined())  S600: f\n",
    ])
    let cut = try folder.shell("$CHECK app.yaml --limit nodes=3 --write-baseline base.json 2>&1; ls base.json")
    #expect(cut.output.contains("did not write base.json, since some input could not be read: more than 3 nodes"))
    #expect(throws: (any Error).self) { try folder.text("base.json") }
    // That services are nested too deeply is found where all was read.
    #expect(try folder.shell("$CHECK deep.yaml --write-baseline base.json --quiet").code == 0)
    #expect(try folder.text("base.json").contains("DI007"))
  }

  @Test(
    "an invalid file is reported with its line",
    arguments: [
      ("configdiBaseline: {", "base.json:1:19: error:"), ("a: 1", "base.json is not a baseline"),
      ("configdiBaseline: 1\nfindings:\n  - { rule: DI1 }", "base.json:3:5: each finding"),
    ]) func aBadFileSaysWhere(text: String, message: String)
  {
    #expect {
      try Baseline(reading: "base.json", Recorder().console(files: InMemoryFiles(["base.json": text])))
    } throws: { ($0 as? Failure)?.message.hasPrefix(message) ?? false }
  }
}
