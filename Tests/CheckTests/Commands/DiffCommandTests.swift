import ConfigDI
import Testing

@testable import configdi_check

/// `diff` in a pull request: as Markdown, with an exit code, between revisions.
@Suite struct DiffCommandTests {
  private static let old = """
    configdi: 1
    stages: { "a|b": {}, production: {} }
    services:
      Clock: { factory: systemClock, settings: { zone: "`a`|b" } }

    """

  private func diff(_ options: String..., new: String) -> (code: ExitCode, output: String) {
    let recorder = Recorder()
    let files = InMemoryFiles(["old.yaml": Self.old, "new.yaml": new])
    let code = runProgram(["diff", "old.yaml", "new.yaml"] + options, console: recorder.console(files: files))
    return (code, recorder.output)
  }

  @Test("a Markdown cell escapes pipes and backticks") func markdownIsATableWhoseCellsHoldWhateverIsInThem() {
    let (_, output) = diff("--format", "markdown", new: Self.old.replacing("`a`|b", with: "`c`|d"))
    let rows = output.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 3)
    for row in rows { #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 7, "\(row)") }
    #expect(output.contains("| all | `Clock` | settings |"))
    #expect(output.contains("`` {"), "text with a backtick has two around it")
  }

  @Test("a value that changes its type or its number of elements is a change")
  func typesOfValues() {
    let old = "configdi: 1\nservices: { A: { factory: a, settings: { port: 8080, hosts: [\"a, b\"], on: true } } }\n"
    let files = InMemoryFiles([
      "old.yaml": old, "port.yaml": old.replacing("8080", with: "\"8080\""),
      "hosts.yaml": old.replacing("[\"a, b\"]", with: "[a, b]"), "on.yaml": old.replacing("true", with: "\"true\""),
    ])
    for (new, change) in [
      ("port", "port: 8080, hosts: [\"a, b\"], on: true } → { port: \"8080\""),
      ("hosts", "→ { port: 8080, hosts: [a, b]"),
      ("on", "on: \"true\""),
    ] {
      let result = Recorder.run("diff", "old.yaml", "\(new).yaml", "--exit-code", files: files)
      #expect(result.code == .findings && result.output.contains(change), "\(result.output)")
    }
  }

  @Test("a parameter that is no longer secret or exposed is a change, and says so") func traits() {
    func manifest(_ traits: String, _ value: String = "env: S") -> String {
      "configdi: 1\nparameters: { s: { \(value)\(traits) } }\nservices: { A: { factory: a, settings: { s: \"${s}\" } } }\n"
    }
    let files = InMemoryFiles([
      "old.yaml": manifest(", secret: true, exposed: true"), "open.yaml": manifest(", exposed: true"),
      "hidden.yaml": manifest(", secret: true"), "value.yaml": manifest("", "value: x"),
    ])
    for (new, change) in [
      ("open", "parameter s: string $S, secret, exposed → string $S, exposed"),
      ("hidden", "parameter s: string $S, secret, exposed → string $S, secret"),
      ("value", "parameter s: string $S, secret, exposed → string x"),
    ] {
      let result = Recorder.run("diff", "old.yaml", "\(new).yaml", "--exit-code", files: files)
      #expect(result.code == .findings && result.output.contains(change), "\(result.output)")
    }
  }

  @Test(
    "what decides where a service lives, which values are allowed and which stage runs is a change",
    arguments: [
      ("parent: outer", "parent: singleton", "scopes.inner: scope in outer → in singleton"),
      ("max: 200", "max: 3", "parameter size: int $SIZE, max: 200 → int $SIZE, max: 3"),
      ("of: [x, y]", "of: [x, z]", "parameter mode: enum $MODE, of: [x, y] → enum $MODE, of: [x, z]"),
      ("defaultStage: a", "defaultStage: b", "defaultStage: a → b"),
      ("defaultStage: a\n", "", "defaultStage: removed, was a"),
    ])
  func quietChanges(before: String, after: String, change: String) {
    let old =
      "configdi: 1\ndefaultStage: a\nstages: { a: {}, b: {} }\nscopes: { outer: {}, inner: { parent: outer } }\n"
      + "parameters: { size: { env: SIZE, type: int, max: 200 }, mode: { env: MODE, type: enum, of: [x, y] } }\n"
      + "services: { A: { factory: a, scope: inner, settings: { size: \"${size}\", mode: \"${mode}\" } } }\n"
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": old.replacing(before, with: after)])
    let result = Recorder.run("diff", "old.yaml", "new.yaml", "--exit-code", files: files)
    #expect(result.code == .findings && result.output.contains(change), "\(result.output)")
  }

  @Test(
    "with --stage, a mistake in another stage prevents neither diff nor env",
    arguments: [["diff", "app.yaml"], ["env"]])
  func mistakesInOtherStages(command: [String]) {
    let files = InMemoryFiles([
      "app.yaml": """
      configdi: 1
      stages: { dev: {}, prod: { overlays: [gone.yaml] } }
      parameters: { u: { env: U, default: x } }
      services: { A: { factory: a, settings: { x: "${u}" } } }

      """
    ])
    func run(_ stages: String...) -> (code: ExitCode, output: String, error: String) {
      let recorder = Recorder()
      let code = runProgram(
        command + ["app.yaml"] + stages.flatMap { ["--stage", $0] }, console: recorder.console(files: files))
      return (code, recorder.output, recorder.error)
    }
    #expect(run("dev").code == .success)
    #expect(run("dev").error.isEmpty)
    #expect(run("prod").code != .success)
    #expect(run().code != .success)
    #expect(run("dve").error.contains("dve"))
  }

  @Test("settings that a stage changes in part are compared like those that it writes whole")
  func mergedSettings() {
    func manifest(_ patch: String) -> String {
      "configdi: 1\ndefaultStage: p\nstages: { p: { services: { A: { settings: \(patch) } } } }\n"
        + "services: { A: { factory: a, settings: { zip: \"10115\", n: 1, t: \"a, b\" } } }\n"
    }
    let files = InMemoryFiles([
      "whole.yaml": "configdi: 1\ndefaultStage: p\nstages: { p: {} }\n"
        + "services: { A: { factory: a, settings: { zip: \"10115\", n: 1, t: \"a, b\" } } }\n",
      "same.yaml": manifest("{ n: 1 }"), "text.yaml": manifest("{ zip: \"10115\", n: 2 }"),
      "number.yaml": manifest("{ zip: 10115, n: 2 }"),
    ])
    #expect(Recorder.run("diff", "whole.yaml", "same.yaml", files: files).output == "no changes in the wiring\n")
    #expect(Recorder.run("diff", "text.yaml", "number.yaml", files: files).output.contains("→ { zip: 10115, n: 2"))
  }

  @Test(
    "changes of the lifecycle, roots and exposed parameters are reported",
    arguments: [
      ("launch: [a, b]", "launch: [b, a]", "lifecycle.launch: a, b → b, a (new.yaml:7)\n"),
      ("launch: [a, b]", "launch: [a, { factory: b, onError: stop }]", "no changes in the wiring\n"),
      (
        "launch: [a]", "launch: [{ factory: a, onError: continue }]",
        "lifecycle.launch: a → a, onError: continue (new.yaml:7)\n"
      ),
      ("{}", "launch: [a]", "lifecycle.launch: added, a (new.yaml:7)\n"),
      ("launch: [a]", "{}", "lifecycle.launch: removed, was a (old.yaml:7)\n"),
      ("{}\nroots: [A]", "{}\nroots: [A, B]", "roots: A → A, B (new.yaml:8)\n"),
      ("{}\nroots: [A, B]", "{}\nroots: [B, A]", "no changes in the wiring\n"),
      (
        "{}\nroots: [A]", "{}\nroots: [{ key: A, scope: s }]", "roots: A → { key: A, scope: s } (new.yaml:8)\n"
      ),
    ])
  func whatTheProgramUsesIsCompared(before: String, after: String, expected: String) {
    func manifest(_ text: String) -> String {
      let base = "configdi: 1\nscopes: { s: {} }\nservices:\n  A: a\n  B: b\nlifecycle:\n"
      return base + (text.hasPrefix("{}") ? "  {}\n\(text.dropFirst(3))\n" : "  \(text)\n")
    }
    let files = InMemoryFiles(["old.yaml": manifest(before), "new.yaml": manifest(after)])
    let result = Recorder.run("diff", "old.yaml", "new.yaml", "--exit-code", files: files)
    #expect(result.output == expected)
    #expect(result.code == (expected.hasPrefix("no change") ? .success : .findings))
    #expect(Recorder.run("diff", "old.yaml", "new.yaml", "--format", "html", files: files).code == .success)
  }

  @Test(arguments: [
    ("provided: true", "provided: optional", "H: provided → provided: optional (new.yaml:6)\n"),
    ("p: { env: P }", "p: { env: P, type: int }", "parameter p: string $P → int $P (new.yaml:3)\n"),
    ("p: { env: P }", "p: { env: Q, type: int }", "parameter p: $P → $Q (new.yaml:3)\n"),
    ("p: { env: P }", "p: { env: P, type: string }", "no changes in the wiring\n"),
    (
      "A: { factory: f, collect: c }\n  B: { factory: f, collect: c }",
      "B: { factory: f, collect: c }\n  A: { factory: f, collect: c }", "collections.c: A, B → B, A (new.yaml:4)\n"
    ),
    // Who leaves is told, and the others stand as they stood.
    ("A: { factory: f, collect: c }", "A: f", "A: dependencies {} in c → {} (new.yaml:7)\n"),
    (
      "A: { factory: f, collect: c }\n  B: { factory: f, collect: c }\n  X: f",
      "X: f\n  A: { factory: f, collect: c }\n  B: { factory: f, collect: c }", "no changes in the wiring\n"
    ),
  ])
  func whatIsWrittenAnotherWayIsCompared(before: String, after: String, expected: String) {
    let old = """
      configdi: 1
      parameters:
        p: { env: P }
      collections: { c: { of: A } }
      services:
        H: { provided: true }
        A: { factory: f, collect: c }
        B: { factory: f, collect: c }
        X: f

      """
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": old.replacing(before, with: after)])
    let result = Recorder.run("diff", "old.yaml", "new.yaml", "--exit-code", files: files)
    #expect(result.output == expected)
    #expect(result.code == (expected.hasPrefix("no change") ? .success : .findings))
  }

  /// The base of both manifests is the same, and an overlay writes what differs.
  @Test(
    "a change is located in the overlay that makes it",
    arguments: [
      ("settings: { k: 2 }", "settings: { k: 3 }"), ("dependencies: { b: C }", "dependencies: { b: D }"),
      ("eager: false", "eager: true"), ("decorators: [d]", "decorators: [e]"), ("collect: c", "collect: d"),
      ("factory: g", "factory: h"),
    ])
  func aChangeComesFromTheOverlayThatWritesIt(before: String, after: String) {
    func base(_ overlay: String) -> String {
      """
      configdi: 1
      overlays: [\(overlay)]
      services:
        A: { factory: f, scope: singleton, settings: { k: 1, j: 1 }, dependencies: { a: B, b: B } }
        B: f
        C: f
        D: f

      """
    }
    func overlay(_ change: String) -> String { "configdi: 1\nkind: overlay\n\n\n\nservices: { A: { \(change) } }\n" }
    let files = InMemoryFiles([
      "old.yaml": base("o1.yaml"), "o1.yaml": overlay(before), "new.yaml": base("o2.yaml"), "o2.yaml": overlay(after),
    ])
    let output = Recorder.run("diff", "old.yaml", "new.yaml", files: files).output
    #expect(output.hasSuffix(" (o2.yaml:6)\n"), "\(output)")
    let back = Recorder.run("diff", "new.yaml", "new.yaml", files: files).output
    #expect(back == "no changes in the wiring\n")
  }

  @Test func standardInputIsReadOnce() {
    let recorder = Recorder()
    let console = recorder.console(files: InMemoryFiles([:]), input: Self.old)
    #expect(runProgram(["diff", "-", "-"], console: console) == .usage)
    #expect(recorder.error.contains("Name two manifests, or one file and its revisions: "))
  }

  @Test("the stage name is escaped in its table cell") func aStagesNameIsPartOfItsCell() {
    let new = Self.old.replacing("production: {}", with: "production: { services: { Clock: utcClock } }")
    #expect(diff("--format", "markdown", new: new).output.contains("| production | `Clock` | swapped |"))
    let other = Self.old.replacing("\"a|b\": {}", with: "\"a|b\": { services: { Clock: utcClock } }")
    #expect(diff("--format", "markdown", new: other).output.contains("| a\\|b | `Clock` | swapped |"))
  }

  @Test("no value ends a line or reaches the terminal as an escape") func valuesAreVisible() {
    let files = InMemoryFiles([
      "old.yaml": Self.old,
      "new.yaml": Self.old.replacing("\"`a`|b\"", with: "\"a\\nforged: line\\e[31m\"")
        + "parameters: { p: { value: \"a\\nforged: line\\e[31m\", exposed: true } }\n",
    ])
    let commands = [
      ["diff", "old.yaml", "new.yaml"], ["diff", "old.yaml", "new.yaml", "--format", "markdown"],
      ["plan", "new.yaml", "--stage", "production"],
    ]
    for command in commands {
      let recorder = Recorder()
      _ = runProgram(command, console: recorder.console(files: files))
      #expect(recorder.output.contains("forged: line␛[31m"), "\(recorder.output)")
      #expect(!recorder.output.contains("\u{1B}") && !recorder.output.contains("\nforged"), "\(recorder.output)")
    }
  }

  @Test("the exit code says whether the wiring changes") func theExitCodeTellsWhetherSomethingChanges() {
    #expect(diff("--exit-code", new: Self.old).code == .success)
    #expect(diff("--exit-code", new: Self.old.replacing("systemClock", with: "utcClock")).code == .findings)
    #expect(diff(new: Self.old.replacing("systemClock", with: "utcClock")).code == .success)
  }

  @Test("a revision range needs a manifest and a known revision") func aRangeNeedsItsManifestAndAKnownRevision() throws
  {
    let folder = try Folder(["app.yaml": Self.old])
    let git = "git -c user.name=a -c user.email=a@b"
    #expect(try folder.shell("\(git) init -q && \(git) add -A && \(git) commit -qm one").code == 0)
    try folder.write(Self.old.replacing("systemClock", with: "utcClock"), to: "app.yaml")
    #expect(try folder.shell("\(git) commit -qam two").code == 0)
    func diff(_ text: String) throws -> (code: Int32, output: String) { try folder.shell("$CHECK diff \(text)") }
    #expect(try diff("HEAD~1..HEAD app.yaml").output.contains("systemClock"))
    #expect(try diff("HEAD~1:app.yaml app.yaml").output.contains("utcClock"))
    #expect(try diff("HEAD~1.. app.yaml --exit-code").code == 1)
    #expect(try diff("HEAD..HEAD app.yaml --exit-code").code == 0)
    #expect(try diff("nope..HEAD app.yaml").output.contains("has no revision 'nope'"))
    #expect(try diff("--base 'HEAD^{/:*one}' app.yaml --exit-code").code == 1)
    #expect(try diff("'HEAD@{0}:x..y/a.yaml' app.yaml").output.contains("x..y/a.yaml does not exist"))
    #expect(try diff("HEAD~1..HEAD").output.contains("diff --base A PATH, or diff A..B PATH"))
  }

  @Test("each revision has its own catalog") func catalogOfARevision() throws {
    func catalog(_ key: String) -> String {
      #"{ "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "A", "dependencies": [{ "key": "\#(key)", "kind": "instance" }] }] }"#
    }
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { A: a }\n", "configdi.catalog.json": catalog("OldKey"),
    ])
    let git = "git -c user.name=a -c user.email=a@b"
    _ = try folder.shell("\(git) init -q && \(git) add -A && \(git) commit -qm one")
    try folder.write(catalog("NewKey"), to: "configdi.catalog.json")
    let page = try folder.shell("$CHECK diff --base HEAD app.yaml --format html").output
    #expect(page.contains("OldKey") && page.contains("NewKey"))
    let given = try folder.shell("$CHECK diff --base HEAD app.yaml --format html -c configdi.catalog.json").output
    #expect(!given.contains("OldKey") && given.contains("NewKey"))
  }

  @Test("links in a revision lead where they lead now") func linksOfARevision() throws {
    let folder = try Folder(["repo/real.yaml": Self.old, "repo/parts/part.yaml": "configdi: 1\nservices: { P: p }\n"])
    let git = "git -c user.name=a -c user.email=a@b"
    let setup = try folder.shell(
      """
      cd repo && \(git) init -q && ln -s real.yaml link.yaml && ln -s parts linked && ln -s ../real.yaml parts/up.yaml
      ln -s loop.yaml loop.yaml && ln -s "$PWD/real.yaml" absolute.yaml && ln -s "$PWD" ../other
      printf 'configdi: 1\\nimports: [link.yaml, linked/part.yaml]\\n' >app.yaml && \(git) add -A && \(git) commit -qm one
      """)
    #expect(setup.code == 0, "\(setup.output)")
    for path in [
      "app.yaml", "link.yaml", "absolute.yaml", "linked/part.yaml", "linked/up.yaml", "linked/../app.yaml",
      "\"$PWD\"/../other/app.yaml", "../other/app.yaml",
    ] {
      let result = try folder.shell("cd repo && $CHECK diff --base HEAD \(path) 2>&1")
      #expect(result.output == "no changes in the wiring\n", "\(path): \(result.output)")
    }
    #expect(try folder.shell("cd repo && $CHECK diff --base HEAD loop.yaml").code == 2)
    let changed = try folder.shell(
      "cd repo && sed -i s/systemClock/utcClock/ real.yaml && $CHECK diff --base HEAD app.yaml")
    #expect(changed.output.contains("systemClock → utcClock"), "\(changed.output)")
    let removed = try folder.shell(
      "cd repo && git mv app.yaml parts/app.yaml && sed -i 's|link.yaml|../link.yaml|; s|linked/||; s|^|root: ..\\n|;' parts/app.yaml"
        + " && \(git) commit -qam two && rm parts/app.yaml && $CHECK diff HEAD:parts/app.yaml link.yaml 2>&1")
    #expect(!removed.output.contains("DI103"), "\(removed.output)")
  }

  @Test("a stage of only one side can be compared") func aStageOfOneSide() {
    let new = Self.old.replacing("\"a|b\": {}, ", with: "")
    for format in ["text", "json", "markdown", "html"] {
      let result = diff("--stage", "a|b", "--format", format, new: new)
      #expect(result.code == .success && !result.output.isEmpty, "\(format)")
    }
    #expect(diff("--stage", "a|b", new: new).output.contains("Clock: removed"))
    #expect(diff("--stage", "nope", new: new).code == .findings)
  }

  @Test("`--output -` is standard output") func standardOutput() {
    #expect(diff("--output", "-", new: Self.old).output == "no changes in the wiring\n")
    let files = InMemoryFiles(["app.yaml": Self.old])
    for command in [["graph", "app.yaml", "-s", "production"], ["env", "app.yaml"]] {
      let recorder = Recorder()
      let code = runProgram(command + ["-o", "-"], console: recorder.console(files: files))
      #expect(code == .success && !recorder.output.isEmpty, "\(recorder.error)")
    }
    for flag in ["--report", "--write-baseline"] {
      let value = flag == "--report" ? "json=-" : "-"
      let result = Recorder.run("check", "app.yaml", flag, value, files: files)
      #expect(result.code == .usage && result.error.contains("names no file"), "\(result.error)")
    }
  }

  @Test("a comment begins with what the program does differently, shows it, and folds values")
  func markdownBeginsWithBehavior() {
    let old = """
      configdi: 1
      stages: { production: {}, staging: {} }
      services:
        Clock: { factory: systemClock, settings: { zone: UTC } }
        Log: fileLog
        Store: { factory: sqlStore, dependencies: { clock: Clock } }

      """
    let new =
      old.replacing("UTC", with: "CET").replacing("fileLog", with: "jsonLog")
      .replacing("{ clock: Clock }", with: "{ clock: Clock, log: Log }")
      .replacing("staging: {}", with: "staging: { services: { Log: fileLog, Clock: { settings: { zone: UTC } } } }")
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": new])
    let output = Recorder.run("diff", "old.yaml", "new.yaml", "--format", "markdown", files: files).output
    let order = [
      "**1 swapped**, **1 rewired**", "| `Log` | swapped |", "| `Store` | rewired |", "```mermaid", "<details>",
    ]
    let places = order.map { output.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil }, "\(output)")
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(output.contains("n1[\"Log<br/><small>fileLog → jsonLog</small>\"]"), "\(output)")
    #expect(output.contains("linkStyle") && output.contains("stroke:#2da44e"))
  }

  @Test("a long mapping is shortened to the words that differ") func longTextsAreShortened() {
    let dependencies = (1...9).map { "dependency\($0): Service\($0)" }.joined(separator: ", ")
    let settings = "{ text: \(String(repeating: "x", count: 60)), sizes: [0, 0, 0], end: 1 }"
    let old = "configdi: 1\nservices:\n  A: { factory: a, dependencies: { \(dependencies) }, settings: \(settings) }\n"
    let new = old.replacing("Service4", with: "Other").replacing("0]", with: "0, 0]")
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": new])
    let output = Recorder.run("diff", "old.yaml", "new.yaml", "--format", "markdown", files: files).output
    #expect(output.contains("| `… dependency4: Service4, …` | `… dependency4: Other, …` |"), "\(output)")
    #expect(output.contains("| `… 0, …` | `… 0, 0, …` |"), "\(output)")
  }

  @Test("the picture of a change has at most 25 services") func thePictureIsSmall() {
    let services = (1...60).map { "  S\($0): { factory: s\($0), dependencies: { root: Root } }\n" }.joined()
    let old = "configdi: 1\nservices:\n  Root: one\n\(services)"
    let files = InMemoryFiles(["old.yaml": old, "new.yaml": old.replacing("Root: one", with: "Root: two")])
    let output = Recorder.run("diff", "old.yaml", "new.yaml", "--format", "markdown", files: files).output
    #expect(output.split(separator: "\n").count { $0.contains("<small>") } == 25)
    #expect(output.contains("%% 36 more services are not drawn"), "\(output)")
  }

  @Test("a page is not printed on a terminal") func aPageNeedsAFile() {
    let recorder = Recorder()
    let console = recorder.console(files: InMemoryFiles(["old.yaml": Self.old]), isTerminal: true)
    #expect(runProgram(["diff", "old.yaml", "old.yaml", "--format", "html"], console: console) == .usage)
    #expect(recorder.error.contains("'--format html' produces a page for a browser: add '--open' or '--output <file>'"))
  }
}
