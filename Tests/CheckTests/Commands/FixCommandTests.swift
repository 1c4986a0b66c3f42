import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct FixCommandTests {
  private let misspelt = "configdi: 1\nservices:\n  Clock: { factory: c, scoep: transient }\n  Api: { factroy: a }\n"

  @Test("safe fixes are applied and the other findings reported") func appliesSafeFixesAndTellsWhatIsLeft() throws {
    let folder = try Folder(["app.yaml": misspelt + "  Other: { alias: Missing }\n"])
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 1)
    #expect(output.hasPrefix("2 findings fixed in 1 file. Remaining: 1 manifest, 1 stage, 3 services: 1 error."))
    #expect(
      try folder.text("app.yaml") == "configdi: 1\nservices:\n  Clock: { factory: c, scope: transient }\n"
        + "  Api: { factory: a }\n  Other: { alias: Missing }\n")
  }

  @Test(
    "a name is not replaced with that of a sibling",
    arguments: [
      "  Cart: { select: engine, cases: { v1: Cart/v1, v2: Cart/v2 } }\n  Cart/v1: legacy\n",
      "  A: { factory: a, settings: { read: \"${db1.url}\", write: \"${db2.url}\" } }\n",
      "  Db/eu1: db\n  Db/a: db\n  B: { factory: b, dependencies: { other: Db/eu2, us: Db/eu1 } }\n",
      "  Db/a: db\n  B: { factory: b, dependencies: [Db/b] }\n",
    ])
  func namesOfSiblings(services: String) {
    let parameters =
      "parameters: { engine: { type: enum, of: [v1, v2], env: E }, db1.url: { env: DB, exposed: true } }\n"
    let text = "configdi: 1\n" + parameters + "services:\n" + services
    let files = InMemoryFiles(["app.yaml": text])
    #expect(Recorder.run("check", "app.yaml", files: files).output.contains("did you mean"))
    let result = Recorder.run("fix", "app.yaml", "--dry-run", files: files)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("0 findings can be fixed"))
  }

  @Test("a mistake in a catalog is fixed") func mistakesInCatalogs() throws {
    let catalog = #"{ "configdiCatalog": 1, "factories": [{ "name": "a", "provides": "A", "sharable": true }] }"#
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { A: a }\nroots: [A]\n", "configdi.catalog.json": catalog,
    ])
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 0 && output.hasPrefix("1 finding fixed in 1 file."), "\(output)")
    #expect(try folder.text("configdi.catalog.json") == catalog.replacing("sharable", with: "shareable"))
  }

  @Test("the findings that remain count as in a check") func whatRemainsCountsAsInACheck() throws {
    let broken = "configdi: 1\nservices: { A: { factory: f, dependencies: [Nope] } }\n"
    let unused = "# configdi:ignore-file DI204 -- old\nconfigdi: 1\nservices: { A: f }\n"
    for (configuration, text, code) in [
      ("fail-on: error\n", broken, Int32(1)), ("fail-on: never\n", broken, 0), ("fail-on: warning\n", unused, 1),
      ("fail-on: error\n", unused, 0),
    ] {
      let folder = try Folder(["app.yaml": text, ".configdi-check.yml": configuration + "catalog: none\n"])
      #expect(try folder.shell("$CHECK app.yaml").code == code)
      #expect(try folder.shell("$CHECK fix app.yaml").code == code)
    }
    let folder = try Folder(["app.yaml": broken])
    #expect(try folder.shell("$CHECK app.yaml --write-baseline base.json").code == 0)
    try folder.write("catalog: none\nbaseline: base.json\n", to: ".configdi-check.yml")
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 0 && output.contains("Remaining: 1 manifest, 1 stage, 1 service: no findings"), "\(output)")
  }

  @Test("a file that cannot be read is reported once") func unreadableFilesAreReportedOnce() throws {
    let folder = try Folder(["app.yaml": "configdi: 1\nimports: [parts]\n", "parts/a.yaml": "configdi: 1\n"])
    for command in ["fix app.yaml", "app.yaml --fix"] {
      let (_, output) = try folder.shell("$CHECK \(command) 2>&1")
      #expect(output.components(separatedBy: "[DI009]").count == 2, "\(command): \(output)")
    }
  }

  @Test("--dry-run prints a diff and writes nothing") func aDryRunPrintsADiffAndWritesNothing() {
    let result = Recorder.run("fix", "app.yaml", "--dry-run", files: InMemoryFiles(["app.yaml": misspelt]))
    #expect(result.code == .success)
    #expect(
      result.output == """
        --- app.yaml
        +++ app.yaml
        @@ -1,4 +1,4 @@
         configdi: 1
         services:
        -  Clock: { factory: c, scoep: transient }
        -  Api: { factroy: a }
        +  Clock: { factory: c, scope: transient }
        +  Api: { factory: a }

        """)
    #expect(result.error.hasPrefix("2 findings can be fixed in 1 file."))
  }

  @Test("the edits of one finding are applied together or not at all")
  func fixesOfOneFindingAreAppliedTogetherOrNotAtAll() {
    let file = Findings.file("one two three four\n")
    func edit(_ word: String, _ text: String) -> Diagnostic.Fix {
      .init(replacing: Findings.place(word, in: file), with: text, safe: true)
    }
    let findings = [
      Diagnostic(Findings.rule, "a", at: nil, fixes: [edit("one", "1"), edit("two", "2")]),
      Diagnostic(Findings.rule, "b", at: nil, fixes: [edit("two", "zwei"), edit("four", "4")]),
      Diagnostic(Findings.rule, "c", at: nil, fixes: [edit("three", "3")]),
      Diagnostic(
        Findings.rule, "d", at: nil,
        fixes: [.init(replacing: Findings.place("four", in: file), with: "x", safe: false)]),
    ]
    let fixes = SafeFixes(of: findings, in: InMemoryFiles())
    #expect(fixes.fixed.map(\.message) == ["a", "c"])
    let text = fixes.texts["app.yaml"]?.edited ?? []
    #expect(String(decoding: text, as: UTF8.self) == "1 2 3 four\n")
  }

  @Test("the same fix from two manifests is applied once") func theSameFixFromTwoManifestsIsAppliedOnce() throws {
    let folder = try Folder([
      "a.yaml": "configdi: 1\nimports: [part.yaml]\n", "b.yaml": "configdi: 1\nimports: [part.yaml]\n",
      "part.yaml": misspelt,
    ])
    #expect(try folder.shell("$CHECK fix . --quiet").code == 0)
    #expect(try folder.text("part.yaml").contains("{ factory: c, scope: transient }"))
  }

  @Test("a file with two names is edited once") func aFileUnderTwoNamesIsEditedOnce() throws {
    let part = "configdi: 1\nservices:\n  A:\n    factory: f\n    eagerr: false\n    dependenciess: []\n    settingss:"
    let folder = try Folder([
      "app.yaml": "configdi: 1\nimports: [part.yaml]\n", "app2.yaml": "configdi: 1\nimports: [link.yaml]\n",
      "part.yaml": part,
    ])
    _ = try folder.shell("ln -s part.yaml link.yaml")
    let (code, output) = try folder.shell("$CHECK fix app.yaml app2.yaml")
    #expect(code <= 1, "\(output)")
    #expect(
      try folder.text("part.yaml")
        == "configdi: 1\nservices:\n  A:\n    factory: f\n    eager: false\n    dependencies: []\n    settings:")
  }

  @Test("concurrent runs fix the file once") func severalAtOnceMendTheFileOnce() throws {
    let lines = (0..<60).map { "  S\($0): { factory: f, scoep: transient, depndencies: [] }\n" }.joined()
    let folder = try Folder([
      "shared.yaml": "configdi: 1\nservices:\n\(lines)", "a.yaml": "configdi: 1\nimports: [shared.yaml]\n",
      "b.yaml": "configdi: 1\nimports: [shared.yaml]\n",
    ])
    let (_, output) = try folder.shell(
      """
      for n in a b a; do $CHECK fix $n.yaml --quiet >/dev/null 2>&1 & pids="$pids $!"; done
      for pid in $pids; do wait $pid; echo $?; done; ls -A
      """)
    #expect(output == "0\n0\n0\na.yaml\nb.yaml\nshared.yaml\n")
    let fixed = lines.replacing("scoep", with: "scope").replacing("depndencies", with: "dependencies")
    #expect(try folder.text("shared.yaml") == "configdi: 1\nservices:\n\(fixed)")
  }

  /// Someone saves the file between the look at it and the writing.
  @Test("a file that changed since the check is not written") func aFileThatChangedMeanwhileIsRefused() throws {
    let folder = try Folder(["app.yaml": misspelt])
    let path = folder.path("app.yaml")
    let files = ChangingFiles(path, to: "configdi: 1\n")
    let result = Recorder.run("fix", path, files: files)
    #expect(result.code == .failure)
    #expect(result.error.contains("\(path) has changed since it was read"))
    #expect(try folder.text("app.yaml") == "configdi: 1\n")
  }

  @Test(
    "read-only files and files with several hard links are not written",
    arguments: [
      ("chmod 444 app.yaml", "it is read-only"), ("ln app.yaml other.txt", "it has 2 hard links"),
    ])
  func whatWouldChangeMoreThanTheTextIsRefused(_ preparation: String, _ reason: String) throws {
    let folder = try Folder(["app.yaml": misspelt])
    let (code, output) = try folder.shell("\(preparation); $CHECK fix app.yaml")
    #expect(code == 2)
    #expect(output.contains("cannot write app.yaml: \(reason)"))
    #expect(try folder.text("app.yaml") == misspelt)
  }

  @Test("owner, mode and long names are preserved") func ownerModeAndLongNamesStay() throws {
    let name = String(repeating: "n", count: 245) + ".yaml"
    let folder = try Folder([name: misspelt])
    let (code, output) = try folder.shell(
      "chmod 640 n*; chown 1234:2345 n* 2>/dev/null; old=$(stat -c %u:%g:%a n*)\n"
        + "$CHECK fix \(name) --quiet; echo $?; [ $old = $(stat -c %u:%g:%a n*) ]")
    #expect(code == 0, "\(output)")
    #expect(output == "0\n")
  }

  /// Quoting would take away the warning and leave the error, which is about the same word.
  @Test("an invalid word is replaced by the correct one and not quoted") func aWordThatIsAnErrorIsMendedAndNotQuoted()
    throws
  {
    let text = "configdi: 1\nservices:\n  Clock: { provided: yes }\n"
    let folder = try Folder(["app.yaml": text])
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 0, "\(output)")
    #expect(try folder.text("app.yaml") == text.replacing("yes", with: "true"))
  }

  @Test("a correction that would add a finding is not offered") func aFixThatBringsAFindingIsLeftAlone() throws {
    let text = """
      configdi: 1
      services:
        Clock: { alias: Other }
        Other: { factory: o, scoep: transient, dependencies: [Clokc] }

      """
    let folder = try Folder(["app.yaml": text])
    let checked = try folder.shell("$CHECK app.yaml").output
    #expect(checked.contains("1 finding can be fixed: configdi-check fix app.yaml\n"))
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 1)
    #expect(output.hasPrefix("1 finding fixed in 1 file. Remaining: "), "\(output)")
    #expect(try folder.text("app.yaml") == text.replacing("scoep", with: "scope"))
  }

  /// Each time the mistake is one manifest's or one stage's, and the text is another's too.
  @Test(arguments: [
    // Lost in dev alone: in prod the patch makes it a singleton first.
    [
      "app.yaml": """
      configdi: 1
      stages: { dev: { overlays: [o.yaml] }, prod: { overlays: [p.yaml, o.yaml] } }
      services: { A: { factory: f, scope: weak } }

      """,
      "p.yaml": "configdi: 1\nkind: overlay\nservices: { A: { scope: singleton } }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { A: g }\n",
    ],
    // Each stage loses something else.
    [
      "app.yaml": """
      configdi: 1
      stages: { dev: { overlays: [o.yaml] }, prod: { overlays: [p.yaml, o.yaml] } }
      services: { A: { factory: f, scope: weak } }

      """,
      "p.yaml": "configdi: 1\nkind: overlay\nservices: { A: { scope: transient, decorators: [d] } }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { A: g }\n",
    ],
    // So does each manifest.
    [
      "a.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { A: { factory: f, scope: weak } }\n",
      "b.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { A: { factory: f, decorators: [q] } }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { A: g }\n",
    ],
    // A misspelling for one manifest is the other's service.
    [
      "a.yaml": "configdi: 1\nimports: [lib.yaml]\nservices: { Mailer: f }\n",
      "b.yaml": "configdi: 1\nimports: [lib.yaml]\nservices: { Mailer: f, Mailr: f }\n",
      "lib.yaml": "configdi: 1\nservices: { X: { factory: f, dependencies: [Mailr] } }\n",
    ],
    [
      "a.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { Mailer: f }\n",
      "b.yaml": "configdi: 1\noverlays: [o.yaml]\nservices: { Mailer: f, Mailr: f }\n",
      "o.yaml": "configdi: 1\nkind: overlay\nservices: { Mailr: { scope: weak } }\n",
    ],
  ])
  func whatIsRightElsewhereIsLeftAlone(_ files: [String: String]) throws {
    let folder = try Folder(files)
    #expect(try !folder.shell("$CHECK .").output.contains("can be fixed"))
    let (_, output) = try folder.shell("$CHECK fix .")
    #expect(output.hasPrefix("0 findings fixed in 0 files. "), "\(output)")
    #expect(output.contains(": fix not applied: it would "), "\(output)")
    for (name, text) in files { #expect(try folder.text(name) == text) }
  }

  /// What all that read a file have is mended in it, and what only some have is mended where it stands for them alone.
  @Test("a shared mistake is fixed in the shared file, another where it is reported")
  func whatIsWrongWhereverItCountsIsMended() throws {
    let folder = try Folder([
      "a.yaml": """
      configdi: 1
      imports: [lib.yaml]
      stages: { dev: { overlays: [dev.yaml] }, prod: {} }
      services: { Mailer: f }

      """,
      "b.yaml": "configdi: 1\nimports: [lib.yaml]\nservices: { Mailer: g }\n",
      "lib.yaml": "configdi: 1\nservices: { X: { factory: f, scope: weak, dependencies: [Mailr] } }\n",
      "dev.yaml": "configdi: 1\nkind: overlay\nservices: { X: g }\n",
    ])
    let (_, output) = try folder.shell("$CHECK fix .")
    #expect(output.hasPrefix("2 findings fixed in 2 files. Remaining: "), "\(output)")
    #expect(try folder.text("lib.yaml").contains("dependencies: [Mailer]"))
    #expect(try folder.text("dev.yaml").contains("X: { factory: g, scope: weak }"))
  }

  /// Far more than could be tried one by one.
  @Test("the mistakes of many stages are fixed in one run") func eachStagesOwnMistakesAreMendedTogether() throws {
    let numbers = 0..<120
    let stages = numbers.map { "s\($0): { overlays: [o\($0).yaml] }" }.joined(separator: ", ")
    let services = numbers.map { "  K\($0): { factory: f, scope: weak }\n" }.joined()
    let folder = try Folder(["app.yaml": "configdi: 1\nstages: { \(stages) }\nservices:\n\(services)"])
    for number in numbers {
      try folder.write("configdi: 1\nkind: overlay\nservices: { K\(number): g }\n", to: "o\(number).yaml")
    }
    let (_, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(output.hasPrefix("120 findings fixed in 120 files. Remaining: "), "\(output)")
  }

  /// A zero-width space in a definition is the mistake, and not the names without it.
  @Test("an invisible character is removed from its definition, not copied to references")
  func whatCannotBeSeenIsNotSpread() throws {
    let text = "configdi: 1\nservices:\n  \"A\u{200B}\": f\n  B: { factory: g, dependencies: [\"A\"] }\n"
    let folder = try Folder(["app.yaml": text])
    let found = try folder.shell("$CHECK app.yaml").output
    #expect(found.contains("app.yaml:3:5: error: a zero-width space (U+200B) is part of the text [DI010]"))
    #expect(found.contains(#"remove it, or write it as \u200B in double quotes if it is intended"#), "\(found)")
    #expect(try folder.shell("$CHECK fix app.yaml").code == 0)
    #expect(try folder.text("app.yaml") == text.replacing("\u{200B}", with: ""))
  }

  /// In quotes, or as an escape, a text may have it; but no other text gets it.
  @Test("an invisible character in quotes or as an escape is kept") func whatCannotBeSeenMayBeMeant() throws {
    let text = #"""
      configdi: 1
      services:
        "A\u200B": f
        B: { factory: g, dependencies: ["A"], settings: { "no\#u{A0}break": "zero\#u{200B}width" } }

      """#
    let folder = try Folder(["app.yaml": text])
    #expect(try !folder.shell("$CHECK app.yaml").output.contains("DI010"))
    #expect(try folder.shell("$CHECK fix app.yaml").code == 1)
    #expect(try folder.text("app.yaml") == text)
  }

  @Test("the advice repeats the flags that the finding depends on") func theAdviceRepeatsWhatTheFindingDependsOn()
    throws
  {
    let catalog = #"{ "configdiCatalog": 1, "factories": [{ "name": "systemClock", "provides": "App.Clock" }] }"#
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { Clock: systmClock, Other: { alias: Clock } }\n",
      "made/catalog.json": catalog,
    ])
    let output = try folder.shell("$CHECK --catalog made/catalog.json --set unused=hidden app.yaml").output
    let command = "configdi-check fix --catalog made/catalog.json app.yaml"
    #expect(output.contains("can be fixed: \(command)\n"), "\(output)")
    _ = try folder.shell(command.replacing("configdi-check", with: "$CHECK"))
    #expect(try folder.text("app.yaml").contains("Clock: systemClock,"))
  }

  @Test("the advice names the folder of --project") func adviceForAProject() throws {
    let folder = try Folder([
      "package/app.yaml": misspelt, "package/other.yaml": misspelt, "app.yaml": misspelt,
      "package/.configdi-check.yml": "paths: [app.yaml]\n",
    ])
    let output = try folder.shell("$CHECK --project package").output
    let command = "configdi-check fix --project package"
    #expect(output.contains("2 findings can be fixed: \(command)\n"), "\(output)")
    #expect(try folder.shell(command.replacing("configdi-check", with: "$CHECK")).code == 0)
    let isFixed = try ["package/app.yaml", "package/other.yaml", "app.yaml"].map { try folder.text($0) != misspelt }
    #expect(isFixed == [true, false, false])
  }

  @Test(
    "the advised command fixes what it counts",
    arguments: [
      ("--select DI003 ", "ignore: [DI003]\n"), ("--limit scalar-bytes=20 ", "limits: { scalar-bytes: 10 }\n"),
      ("", ""),
    ])
  func advisedCommand(flags: String, configuration: String) throws {
    let folder = try Folder([
      "-app.yaml": "configdi: 1\nservices: { A: { factory: a, settings: { x: no, y: elevenbytes } } }\n",
      ".configdi-check.yml": configuration,
    ])
    let output = try folder.shell("$CHECK check \(flags)-- -app.yaml").output
    let command = "configdi-check fix \(flags)-- -app.yaml"
    #expect(output.contains("1 finding can be fixed: \(command)\n"), "\(output)")
    _ = try folder.shell(command.replacing("configdi-check", with: "$CHECK"))
    #expect(try folder.text("-app.yaml").contains(#"x: "no""#))
  }

  @Test("`fix` works as the first command of a new user") func checkingCanBeginWithFixing() throws {
    let folder = try Folder(["app.yaml": misspelt])
    let (code, output) = try folder.shell("$CHECK check --fix app.yaml")
    #expect(code == 0)
    #expect(output.hasPrefix("2 findings fixed in 1 file.\n1 manifest, 1 stage, 2 services: partially checked"))
    #expect(try folder.shell("$CHECK check --fix -").code == 64)
  }
}

/// Files of which one changes on disk once it was read.
private struct ChangingFiles: FileAccess {
  private let path: String
  private let text: String

  init(_ path: String, to text: String) {
    self.path = path
    self.text = text
  }

  func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
    let bytes = try DiskFiles().read(path, limit: limit)
    if path == self.path { try? text.write(toFile: path, atomically: false, encoding: .utf8) }
    return bytes
  }

  func locate(_ path: String) throws(FileProblem) -> String { try DiskFiles().locate(path) }
  func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try DiskFiles().list(folder) }
}
