import ConfigDI
import Testing

@testable import configdi_check

/// `diff` of two manifests that each have a catalog, or errors, of their own.
@Suite struct DiffSidesTests {
  private func catalog(_ types: String...) -> String {
    let factories = types.map { type in
      let name = type.split(separator: ".").map { $0.lowercased() }.joined()
      return #"{ "name": "\#(name)", "provides": "\#(type)" }"#
    }
    return #"{ "configdiCatalog": 1, "factories": [\#(factories.joined(separator: ", "))] }"#
  }

  private func manifest(_ key: String, _ other: String = "") -> String {
    """
    configdi: 1
    roots: [\(key)]
    services:
      \(key): appclock
      App.Box: { factory: appbox, dependencies: [\(key)] }
    \(other)
    """
  }

  private func diff(_ old: String, _ oldCatalog: String?, _ new: String, _ newCatalog: String?) -> String {
    var files = ["old/app.yaml": old, "new/app.yaml": new]
    files["old/configdi.catalog.json"] = oldCatalog
    files["new/configdi.catalog.json"] = newCatalog
    return Recorder.run("diff", "old/app.yaml", "new/app.yaml", files: InMemoryFiles(files)).output
  }

  @Test("a type of the same name in another module changes no key") func anotherModule() {
    let one = catalog("App.Clock", "App.Box")
    let two = catalog("App.Clock", "App.Box", "Other.Clock")
    let none = "no changes in the wiring\n"
    #expect(diff(manifest("App.Clock"), one, manifest("App.Clock"), two) == none)
    #expect(diff(manifest("App.Clock"), two, manifest("App.Clock"), one) == none)
    #expect(diff(manifest("Clock"), one, manifest("App.Clock"), two) == none)
    #expect(diff(manifest("App.Clock"), two, manifest("Clock"), one) == none)
    // The unchanged name became ambiguous, which check reports.
    #expect(diff(manifest("Clock"), one, manifest("Clock"), two) == none)
    let added = diff(manifest("Clock"), one, manifest("App.Clock", "  Other.Clock: otherclock"), two)
    #expect(added == "Other.Clock: added, otherclock (new/app.yaml:6)\n", "\(added)")
  }

  @Test("a type that is only in one catalog keeps its name") func aTypeOfOneSide() {
    let old = diff(manifest("Clock"), catalog("App.Clock", "App.Box"), manifest("Clock"), catalog("App.Box"))
    #expect(old == "no changes in the wiring\n", "\(old)")
  }

  @Test("a side without a catalog is read with the other side's") func oneCatalog() {
    let one = catalog("App.Clock", "App.Box")
    let none = "no changes in the wiring\n"
    #expect(diff(manifest("App.Clock"), nil, manifest("App.Clock"), one) == none)
    #expect(diff(manifest("App.Clock"), one, manifest("App.Clock"), nil) == none)
    #expect(diff(manifest("Clock"), nil, manifest("App.Clock"), one) == none)
    func login(_ token: String) -> String {
      "configdi: 1\nroots: [Login]\nservices: { Login: { factory: login, settings: { token: \(token) } } }\n"
    }
    let secret =
      #"{ "configdiCatalog": 1, "factories": [{ "name": "login", "provides": "App.Login", "settings": "#
      + #"{ "type": "S", "fields": [{ "name": "token", "type": "string", "secret": true }] } }] }"#
    for (old, new) in [(nil, secret), (secret, nil)] {
      let changed = diff(login("tok-before"), old, login("tok-after"), new)
      #expect(changed.hasPrefix("Login: settings") && !changed.contains("tok-"), "\(changed)")
    }
  }

  @Test("standard input has no revisions", arguments: [["--base", "HEAD", "-"], ["HEAD..HEAD", "-"]])
  func revisionsOfInput(arguments: [String]) {
    let recorder = Recorder()
    let console = recorder.console(files: InMemoryFiles([:]), input: "configdi: 1\n")
    #expect(runProgram(["diff"] + arguments, console: console) == .usage)
    #expect(recorder.error.contains("Name two manifests, or one file and its revisions: "), "\(recorder.error)")
  }

  @Test("the errors of the old manifest come before those of the new one") func errorsOfBothSides() throws {
    let files = InMemoryFiles([
      "old.yaml": "configdi: 1\nservices: { A: { factori: a } }\n",
      "new.yaml": "configdi: 1\nservices: { A: { faktory: a } }\n",
    ])
    let recorder = Recorder()
    _ = runProgram(["diff", "old.yaml", "new.yaml"], console: recorder.console(files: files))
    let old = try #require(recorder.error.firstRange(of: "old.yaml:2"), "\(recorder.error)")
    let new = try #require(recorder.error.firstRange(of: "new.yaml:2"), "\(recorder.error)")
    #expect(old.upperBound <= new.lowerBound, "\(recorder.error)")
  }

  @Test("a link that only one side has hides no file of the other") func linksOfOneSide() throws {
    let folder = try Folder([
      "repo/a/app.yaml": "configdi: 1\nimports: [parts/*.yaml]\n",
      "repo/a/parts/part.yaml": "configdi: 1\nservices: { P: p }\n",
    ])
    let setup = try folder.shell(
      """
      cd repo && git init -q && ln -s a linked && ln -s a/app.yaml link.yaml && git add -A
      git -c user.name=a -c user.email=a@b commit -qm one && rm linked link.yaml
      cp -R a linked && cp a/app.yaml link.yaml && mv a b && ln -s b a
      """)
    #expect(setup.code == 0, "\(setup.output)")
    for (sides, output) in [
      ("--base HEAD a/app.yaml", "no changes in the wiring\n"), ("HEAD:a b", "no changes in the wiring\n"),
      ("--base HEAD linked/app.yaml", "its path has a link or a submodule in revision 'HEAD'"),
      ("--base HEAD link.yaml", "its path has a link or a submodule in revision 'HEAD'"),
    ] {
      let result = try folder.shell("cd repo && $CHECK diff \(sides) 2>&1")
      #expect(result.output.contains(output), "\(sides): \(result.output)")
    }
  }

  @Test("a file in a submodule is not said to be new") func submodules() throws {
    let folder = try Folder([
      "repo/app.yaml": "configdi: 1\nimports: [sdk/part.yaml]\n",
      "repo/sdk/part.yaml": "configdi: 1\nservices: { P: p }\n",
    ])
    let commit = "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one"
    let setup = try folder.shell("cd repo/sdk && \(commit) && cd .. && \(commit)")
    #expect(setup.code == 0, "\(setup.output)")
    for file in ["app.yaml", "sdk/part.yaml"] {
      let result = try folder.shell("cd repo && $CHECK diff --base HEAD \(file) 2>&1")
      #expect(result.output.contains("a link or a submodule in revision 'HEAD'"), "\(file): \(result.output)")
      #expect(result.code == 2)
    }
  }

  @Test("a module's folder or an overlay that a revision does not have is that of the working tree")
  func filesOfTheCommandLine() throws {
    let part = "configdi: 1\nservices: { P: p }\n"
    let folder = try Folder([
      "repo/app.yaml": "configdi: 1\nimports: [\"module:SDK/part.yaml\", \"module:SDK/p*.yaml\"]\nroots: [P]\n",
      "repo/.gitignore": ".build\nlocal.yaml\n", "repo/.build/sdk/part.yaml": part, "sdk/part.yaml": part,
      "repo/local.yaml": "configdi: 1\nkind: overlay\nservices: { P: q }\n",
    ])
    let setup = try folder.shell(
      "cd repo && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one")
    #expect(setup.code == 0, "\(setup.output)")
    for options in ["--module SDK=.build/sdk", "--module SDK=../sdk", "--module SDK=../sdk --overlay local.yaml"] {
      let result = try folder.shell("cd repo && $CHECK diff --base HEAD app.yaml \(options) 2>&1")
      #expect(result.output == "no changes in the wiring\n", "\(options): \(result.output)")
    }
    for file in ["../sdk/part.yaml", ".build/sdk/part.yaml"] {
      let result = try folder.shell("cd repo && $CHECK diff --base HEAD \(file) --module SDK=.build/sdk 2>&1")
      #expect(result.output == "error: \(file) does not exist in revision 'HEAD'\n", "\(result.output)")
      #expect(result.code == 2)
    }
  }
}
