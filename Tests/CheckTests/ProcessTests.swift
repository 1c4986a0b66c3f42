import Foundation
import Testing

/// What only a process of its own can show: pipes, files, signals.
@Suite struct ProcessTests {
  private let broken = "configdi: 1\nservices:\n  Api: { factory: api, dependencies: [Clok] }\n  Clock: c\n"

  @Test("a closed pipe does not crash") func aClosedPipeIsNoCrash() throws {
    let services = (0..<1000).map { "  S\($0): { factory: f, dependencies: [Missing\($0)] }\n" }.joined()
    let folder = try Folder(["app.yaml": "configdi: 1\nservices:\n\(services)"])
    let (_, output) = try folder.shell("$CHECK app.yaml --quiet | head -1; echo ${PIPESTATUS[0]}")
    #expect(output.hasPrefix("app.yaml:3:36: error: "))
    #expect(output.hasSuffix("\n1\n"))
    #expect(try folder.shell("$CHECK app.yaml >&-").code == 1)
    #expect(try folder.shell("$CHECK --help >&-").code == 0)
  }

  @Test func aSlowReaderGetsEverything() throws {
    let services = (0..<500).map { "  S\($0): { factory: f, dependencies: [Missing\($0)] }\n" }.joined()
    let folder = try Folder(["app.yaml": "configdi: 1\nservices:\n\(services)"])
    let (_, output) = try folder.shell("$CHECK app.yaml --quiet --format concise | (sleep 0.3; wc -l)")
    #expect(output.trimmingCharacters(in: .whitespacesAndNewlines) == "500")
  }

  @Test("any width is accepted", arguments: ["0", "1", "-1", "9223372036854775807", "wide"])
  func anyWidth(columns: String) throws {
    let folder = try Folder(["app.yaml": broken])
    #expect(try folder.shell("COLUMNS=\(columns) $CHECK app.yaml").code == 1)
    #expect(try folder.shell("COLUMNS=\(columns) $CHECK explain DI201").code == 0)
  }

  @Test("standard input is read") func standardInputIsRead() throws {
    let folder = try Folder(["app.yaml": broken])
    let (code, output) = try folder.shell("$CHECK - --quiet <app.yaml")
    #expect(code == 1)
    #expect(output.hasPrefix("<stdin>:3:39: error: "))
  }

  @Test("reports are written beside the output") func reportsAreWrittenBesideTheOutput() throws {
    let folder = try Folder(["app.yaml": broken])
    let (code, output) = try folder.shell("$CHECK app.yaml --quiet --report json=a.json --report junit=b.xml")
    #expect(code == 1)
    #expect(output.hasPrefix("app.yaml:3:39: error: "))
    #expect(try folder.text("a.json").hasPrefix("{\n  \"version\": 1,"))
    #expect(try folder.text("b.xml").hasPrefix("<?xml"))
    #expect(try folder.shell("$CHECK app.yaml --report json=/dev/null").code == 2)
    #expect(try folder.shell("mkfifo f; $CHECK app.yaml --report json=f").code == 2)
  }

  /// A program of the opener's name notes what it is given to open.
  @Test("--open shows the page in a browser") func aPageIsOpenedInTheBrowser() throws {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { Clock: c }\n", "bin/\(opener)": "#!/bin/sh\ncp \"$1\" \"$NOTED\"\n",
    ])
    let path = "PATH=\(folder.path("bin")):/usr/bin:/bin NOTED=\(folder.path("noted.html")) TMPDIR=\(folder.path("."))"
    let wait = "for i in $(seq 100); do grep -q '</html>' noted.html 2>/dev/null && break; sleep 0.1; done"
    let opened = try folder.shell("chmod +x bin/*; \(path) $CHECK graph app.yaml --open; code=$?; \(wait); exit $code")
    #expect(opened.code == 0, "\(opened.output)")
    #expect(opened.output.contains("opened "))
    #expect(try folder.text("noted.html").hasPrefix("<!doctype html>"))
    let kept = try folder.shell("rm noted.html; \(path) $CHECK graph app.yaml --open -o page.html; \(wait)")
    #expect(kept.output == "opened page.html\n")
    #expect(try folder.text("noted.html") == folder.text("page.html"))
    let missing = try folder.shell("rm bin/*; PATH=\(folder.path("bin")) $CHECK graph app.yaml --open -o page.html")
    #expect(missing.code == 2)
    #expect(
      missing.output.contains(
        "error: could not open a browser, since '\(opener)' is not installed; the page is in page.html"))
  }

  @Test("a missing path is printed as an absolute path") func aMissingPathIsNamedAbsolutely() throws {
    let folder = try Folder(["sub/app.yaml": broken])
    let (code, output) = try folder.shell(
      "cd sub && $CHECK ap.yaml; echo $?; $CHECK ../other; $CHECK /nowhere/app.yaml; pwd")
    #expect(code == 0)
    let here = output.split(separator: "\n").last ?? ""
    #expect(
      output == """
        error: no such file or folder: \(here)/ap.yaml (working directory: \(here)); did you mean 'app.yaml'?
        2
        error: no such file or folder: \(here.dropLast(4))/other (working directory: \(here))
        error: no such file or folder: /nowhere/app.yaml (working directory: \(here))
        \(here)

        """)
  }

  @Test("the job summary is appended") func theJobsSummaryIsAddedTo() throws {
    let folder = try Folder(["app.yaml": broken, "summary.md": "before\n"])
    let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path("summary.md")]
    _ = try folder.shell("$CHECK app.yaml", environment: environment)
    let summary = try folder.text("summary.md")
    #expect(summary.hasPrefix("before\n## configdi-check\n"))
    #expect(summary.contains("| error | app.yaml:3 | "))
  }

  @Test("findings in the baseline pass") func aBaselineLetsPassWhatItLists() throws {
    let folder = try Folder(["app.yaml": broken])
    #expect(try folder.shell("$CHECK app.yaml --write-baseline base.json").code == 0)
    try folder.write("# moved\n\n" + broken, to: "app.yaml")
    let known = try folder.shell("$CHECK app.yaml --baseline base.json")
    #expect(known.code == 0)
    #expect(known.output.contains("1 finding hidden by base.json"), "\(known.output)")
    try folder.write("configdi: 1\nservices:\n  Clock: c\n", to: "app.yaml")
    let (code, output) = try folder.shell("$CHECK app.yaml --baseline base.json")
    #expect(code == 0)
    #expect(output.contains("base.json: finding no longer occurs, remove its entry: DI201 services.Api"))
  }

  @Test("the program is asked for its catalog") func aProgramsOwnCatalogIsAskedFor() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [{ "name": "c", "provides": "App.Clock" }, { "name": "spare", "provides": "App.Clock" }] }
      """
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { Clock: c }\n", "now.json": catalog])
    #expect(try folder.shell("$CHECK app.yaml --catalog-from 'cat now.json' --require-catalog").code == 0)
    try folder.write(catalog.replacing("\"spare\"", with: "\"old\""), to: "configdi.catalog.json")
    let (code, output) = try folder.shell("$CHECK app.yaml --catalog-from 'cat now.json' --quiet --select DI7")
    #expect(code == 1)
    #expect(
      output.contains(
        "configdi.catalog.json:1:1: error: the catalog is out of date: factory 'spare' is new [DI701]"))
    #expect(output.contains("the catalog is out of date: factory 'old' was removed [DI701]"))
    // The help leads out, also for a program that prints its catalog only if asked.
    let asked = "test $CONFIGDI_PRINT_CATALOG && cat now.json || echo Hello"
    let stale = try folder.shell("$CHECK app.yaml --catalog-from '\(asked)' --quiet --select DI7").output
    let help = stale.split(separator: "\n").first { $0.contains("help: update it: ") }
    let update = try #require(help).components(separatedBy: "update it: ")[1]
    #expect(try folder.shell(update).code == 0)
    #expect(try folder.shell("$CHECK app.yaml --catalog-from '\(asked)' --quiet").code == 0)
    #expect(try folder.shell("$CHECK app.yaml --catalog-from 'exit 3'").code == 2)
    try folder.write("{}", to: "my cat.json")
    #expect(
      try folder.shell("$CHECK app.yaml -c 'my cat.json'").output.contains("configdi-catalog --output 'my cat.json'"))
    let empty = try folder.shell("$CHECK app.yaml --catalog-from 'echo {}'").output
    #expect(empty.hasPrefix("catalog of 'echo {}': error: the output is not a catalog: it lacks"), "\(empty)")
    #expect(!empty.contains("help: name") && !empty.contains("configdi-catalog --output"))
    #expect(try folder.shell("$CHECK app.yaml --catalog-from 'kill -9 $$'").output.contains("ended by signal 9"))
  }

  @Test("--watch checks again after a change") func watchingChecksAgainAfterAChange() throws {
    let folder = try Folder(["app.yaml": broken])
    // Threads of the test runner block signals, and what they start inherits that: only -9 ends it.
    let (_, output) = try folder.shell(
      """
      $CHECK app.yaml --watch --format concise >out 2>/dev/null & watcher=$!
      await() { for try in $(seq 2400); do grep -q "$1" out && return; sleep 0.05; done; }
      await DI201
      printf 'configdi: 1\\nservices: { Api: { alias: Nothing } }\\n' >new.yaml; mv new.yaml app.yaml
      await Nothing
      kill -9 $watcher; cat out
      """)
    #expect(output.contains("Clok"))
    #expect(output.contains("Nothing"))
  }

  @Test("--watch --fix checks what it fixed") func watchingAndFixing() throws {
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { A: { factory: a, scoep: transient, dependencies: [Nope] } }\n"
    ])
    let (_, output) = try folder.shell(
      """
      $CHECK app.yaml --watch --fix --format concise >out 2>/dev/null & watcher=$!
      for try in $(seq 2400); do grep -q DI201 out && break; sleep 0.05; done
      kill -9 $watcher; cat out
      """)
    #expect(try folder.text("app.yaml").contains("scope: transient"))
    #expect(output.contains("DI201") && !output.contains("DI004"), "\(output)")
  }

  @Test("--watch --fix tries a fix again when what prevented it changed") func watchingOthers() throws {
    let folder = try Folder([
      ".git/config": "", "app.yaml": "configdi: 1\nimports: [base.yaml]\nservices: { Clock: clock }\n",
      "base.yaml": "configdi: 1\nservices: { Cart: { factory: cart, dependencies: { c: Clcok } } }\n",
      "other.yaml": "configdi: 1\nimports: [base.yaml]\nservices: { Clcok: clock }\n",
    ])
    let (_, output) = try folder.shell(
      """
      $CHECK app.yaml --watch --fix --format concise >/dev/null 2>err & watcher=$!
      for try in $(seq 2400); do grep -q watching err && break; sleep 0.05; done
      printf 'configdi: 1\\n' >other.yaml
      for try in $(seq 2400); do grep -q 'c: Clock' base.yaml && break; sleep 0.05; done
      kill -9 $watcher; cat err
      """)
    #expect(output.contains("it would change 'Cart' in other.yaml"), "\(output)")
    #expect(try folder.text("base.yaml").contains("c: Clock"), "\(output)")
  }

  @Test func outputIsTheSameFromEveryFolder() throws {
    let folder = try Folder(["a/app.yaml": broken, "a/b/c.txt": "", "x.txt": ""])
    let here = try folder.shell("cd a && $CHECK --format json --quiet").output
    let below = try folder.shell("cd a/b && $CHECK .. --format json --quiet").output
    #expect(below.replacing("\"../app.yaml\"", with: "\"app.yaml\"") == here)
  }

  @Test("manifests that share imports have one report") func manyManifestsThatShareImportsAreOneReport() throws {
    var files = ["shared/part.yaml": "configdi: 1\nservices:\n  A: { factory: f, dependencies: [Missing] }\n"]
    for index in 0..<300 {
      files["m\(index).yaml"] = "configdi: 1\nimports: [shared/part.yaml]\nservices: { S\(index): f }\n"
    }
    let (code, output) = try Folder(files).shell("$CHECK")
    #expect(code == 1)
    #expect(output.contains("= note: in 300 manifests: m0.yaml, m1.yaml, m10.yaml, m100.yaml, m101.yaml and 295 more"))
    #expect(output.contains("300 manifests, 300 stages, 600 services: 1 error."))
  }

  /// Whatever is printed, a disk that has no room for it is an error.
  @Test("every command reports a full disk") func aFullDiskIsToldByEveryCommand() throws {
    let folder = try Folder(["app.yaml": broken])
    for command in [
      "check app.yaml", "plan app.yaml", "graph app.yaml", "why app.yaml Clock", "diff app.yaml app.yaml",
      "env app.yaml", "fix --dry-run app.yaml", "schema", "explain DI001", "explain", "help", "--version", "init new",
    ] {
      let (code, output) = try folder.shell("$CHECK \(command) >/dev/full")
      let isTold = output.contains("error: cannot write to standard output: no space left on device")
      // A diff of equal manifests, and a fix of nothing, print nothing.
      let printsNothing = command.hasPrefix("fix")
      #expect(printsNothing || code == 2 && isTold, "\(command): \(code) \(output)")
    }
  }

  @Test("a report never replaces a manifest") func aManifestIsNeverReplacedByAReport() throws {
    let folder = try Folder(["app.yaml": broken])
    for flags in ["--write-baseline app.yaml", "--report json=app.yaml", "--report text=app.yaml"] {
      let (code, output) = try folder.shell("$CHECK app.yaml \(flags)")
      #expect(code == 2, "\(flags)")
      #expect(output.contains("cannot write app.yaml: the existing file is a manifest"))
    }
    #expect(try folder.shell("$CHECK graph app.yaml --output app.yaml").code == 2)
    #expect(try folder.text("app.yaml") == broken)
  }

  @Test("--watch ends when its reader does") func watchingEndsWithItsReader() throws {
    let folder = try Folder(["app.yaml": broken])
    let (code, output) = try folder.shell("timeout 60 $CHECK app.yaml --watch --quiet | head -1; echo ${PIPESTATUS[0]}")
    #expect(code == 0)
    #expect(output.hasSuffix("\n1\n"), "\(output)")
  }

  @Test("the catalog command has a timeout") func aCommandForTheCatalogHasOnlySoMuchTime() throws {
    let folder = try Folder(["app.yaml": broken])
    let started = ContinuousClock.now
    let (code, output) = try folder.shell(
      "$CHECK app.yaml --catalog-from 'sleep 1000 & echo $! >pid; wait' --catalog-timeout 1")
    #expect(code == 2)
    #expect(output.contains("took longer than 1 second and was stopped"))
    #expect(started.duration(to: .now) < .seconds(60))
    let gone = "for i in $(seq 300); do ps -o stat= -p $(cat pid) | grep -qv Z || exit 7; sleep 0.1; done"
    #expect(try folder.shell(gone).code == 7, "what the command started has ended too")
  }
}
