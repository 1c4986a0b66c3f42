import ConfigDI
import TestSupport
import Testing

@testable import configdi_check

/// `env` in the forms that other tools read: what they read is what the manifest says.
@Suite struct EnvironmentFormatTests {
  private static let manifest = """
    configdi: 1
    stages: { "a|b": {}, production: { parameters: { plain: fixed } } }
    parameters:
      plain: { env: PLAIN, default: "a b # c \\"quoted\\" $HOME 'x'" }
      price: { env: PRICE, default: "costs $5" }
      lines: { env: LINES_OF, default: "one\\ntwo" }
      hosts: { type: list, env: HOSTS, default: [a, "b c"] }
      pairs: { type: list, env: PAIRS, default: ["a,b", c] }
      none: { env: NONE, default: "" }
      key: { env: KEY, secret: true }
      token: { file: /run/secrets/token, secret: true }
    services:
      A: { factory: a, settings: { a: "${plain}${price}${lines}${none}${key}${token}", b: "${hosts}", c: "${pairs}" } }

    """

  private func env(_ format: String) -> String {
    let result = Recorder.run(
      "env", "app.yaml", "--format", format, files: InMemoryFiles(["app.yaml": Self.manifest]))
    #expect(result.code == .success, "\(result.error)")
    return result.output
  }

  @Test("dotenv output reads back as the default") func whatDotenvSaysIsReadBackAsTheDefault() throws {
    let variables = try EnvironmentFile.parse(Array(env("dotenv").utf8))
    #expect(variables["PLAIN"] == "a b # c \"quoted\" $HOME 'x'")
    #expect(variables["PRICE"] == "costs $5")
    #expect(variables["LINES_OF"] == "one\ntwo")
    #expect(variables["HOSTS"] == "a,b c")
    #expect(variables["NONE"] == "")
    #expect(variables["KEY"] == "")
    #expect(variables["PAIRS"] == nil, "no variable can say a list whose elements have commas")
  }

  @Test("what a variable cannot say is left out, and nothing unneeded is required") func unsayable() throws {
    let manifest = """
      configdi: 1
      stages: { dev: { parameters: { key: { default: devkey } } }, prod: { parameters: { empty: { default: [x] } } } }
      parameters:
        host: { env: HOST, default: h }
        url: { env: URL, default: "http://${host}/" }
        port: { type: int, env: PORT, default: 0x10 }
        on: { type: bool, env: ON, default: True, exposed: true }
        most: { type: float, env: MOST, default: .inf, exposed: true }
        empty: { type: list, env: EMPTY, default: [""] }
        target: { env: TARGET, default: "$(HOST):1$$" }
        key: { env: KEY, secret: true }
        old: { env: OLD }
      services:
        X: { factory: x, settings: ["${url}", "${port}", "${empty}", "${key}", "${target}"] }

      """
    func env(_ arguments: String...) -> String {
      let recorder = Recorder()
      let files = InMemoryFiles(["my_app_.yaml": manifest])
      _ = runProgram(["env", "my_app_.yaml"] + arguments, console: recorder.console(files: files))
      return recorder.output
    }
    let variables = try EnvironmentFile.parse(Array(env("--format", "dotenv").utf8))
    #expect(variables == ["HOST": "h", "PORT": "16", "ON": "true", "TARGET": "$(HOST):1$$", "KEY": ""])
    let pod = env("--format", "kubernetes")
    #expect(pod.contains("{ configMapKeyRef: { name: my-app, key: \"URL\", optional: true } }"), "\(pod)")
    #expect(pod.contains("{ secretKeyRef: { name: my-app, key: \"KEY\" } }"), "\(pod)")
    #expect(pod.contains("value: \"$$(HOST):1$$$$\""), "\(pod)")
    #expect(env().contains("OLD     string, not used"), "\(env())")
  }

  @Test("env, diff and graph replace their own output, and no other file")
  func outputsAreReplaced() throws {
    let folder = try Folder([
      "app.yaml": "configdi: 1\nparameters: { p: { env: P, exposed: true } }\nservices: { A: a }\n",
      "new.yaml": "configdi: 1\nservices: { A: { factory: b, settings: { n: 1 } }, B: b }\n",
      "pod.env": "X=1\n", "code.swift": "let x = 1\n", "real.env": "# note: mine\nA=secret\n",
      "page.html": "<!doctype html>\n",
    ])
    let commands =
      ["text", "json", "markdown", "dotenv", "kubernetes"].map { "env app.yaml --format \($0)" }
      + ["text", "json", "markdown", "html"].map { "diff app.yaml new.yaml --format \($0)" }
      + ["dot", "mermaid", "json", "html"].map { "graph app.yaml --format \($0)" }
      + ["env new.yaml", "env new.yaml --format markdown", "env app.yaml --compare pod.env", "diff app.yaml app.yaml"]
    for (index, command) in commands.enumerated() {
      let twice = try folder.shell("$CHECK \(command) -o out\(index); $CHECK \(command) -o out\(index); [ $? -lt 2 ]")
      #expect(twice.code == 0, "\(command): \(twice.output)")
      for file in ["code.swift", "real.env", "page.html"] {
        #expect(try folder.shell("$CHECK \(command) -o \(file)").code == 2, "\(command) \(file)")
      }
    }
    #expect(try folder.text("real.env") == "# note: mine\nA=secret\n")
  }

  /// A file is read from the folder of the manifest that names it.
  @Test("files in two folders are listed as two files") func filesOfTwoFoldersAreTwoFiles() {
    let files = InMemoryFiles([
      "config/app.yaml": """
      configdi: 1
      imports: [sub/a.yaml]
      parameters: { one: { file: ./key.txt } }
      services: { A: { factory: a, settings: { a: "${one}${two}" } } }
      """,
      "config/sub/a.yaml": "configdi: 1\nparameters: { two: { file: key.txt } }\n",
    ])
    let text = Recorder.run("env", "config/app.yaml", files: files).output
    #expect(text.contains("config/key.txt") && text.contains("config/sub/key.txt"), "\(text)")
    let mounts = Recorder.run("env", "config/app.yaml", "--format", "kubernetes", files: files).output
    #expect(mounts.contains(#"mountPath: "/app/config/key.txt", subPath: "config-key.txt""#), "\(mounts)")
    #expect(mounts.contains(#"mountPath: "/app/config/sub/key.txt", subPath: "config-sub-key.txt""#))
  }

  @Test("a shell reads the exported values unchanged") func aShellReadsTheSame() throws {
    let folder = try Folder(["e.env": env("dotenv")])
    let (_, output) = try folder.shell(". ./e.env && printf '%s|%s|%s' \"$PLAIN\" \"$PRICE\" \"$HOSTS\"")
    #expect(output == "a b # c \"quoted\" $HOME 'x'|costs $5|a,b c")
  }

  @Test("a name that a shell would run is only a comment") func namesThatAreNoNamesInAShell() throws {
    let manifest = """
      configdi: 1
      parameters:
        run: { env: "A;touch&pwned;B", default: x, exposed: true }
        dotted: { env: app.port, default: x, exposed: true }
        digit: { env: 1A, exposed: true }
        plain: { env: PLAIN, default: x, exposed: true }

      """
    let lines = Recorder.run("env", "a.yaml", "--format", "dotenv", files: InMemoryFiles(["a.yaml": manifest])).output
    let named = Set(lines.split(separator: "\n").filter { !$0.contains(": string") })
    #expect(named == ["# A;touch&pwned;B=", "# app.port=", "# 1A=", "PLAIN=x"], "\(lines)")
  }

  @Test("any text reads back unchanged, from a shell and from --env-file") func anyTextReadsBack() throws {
    var random = Seeded(17)
    let parts = [
      "'", "\"", "`", "$", "\\", "#", " ", "\n", "&", ";", "a", "=", "~", "*", "!", "é", "\t", "(", "|", "\u{301}",
    ]
    let texts =
      ["it's `touch pwned`", "http://h/?a=1&b=2", "", "~", "$(touch pwned)"]
      + (0..<200).map { _ in
        (0..<random.number(below: 8)).map { _ in parts[random.number(below: parts.count)] }.joined()
      }
    let lines = texts.enumerated().map { "V\($0)=\(EnvironmentContract.quotedForDotenv($1))\n" }.joined()
    let variables = try EnvironmentFile.parse(Array(lines.utf8))
    for (index, text) in texts.enumerated() { #expect(variables["V\(index)"] == text, "\(text)") }
    let folder = try Folder(["e.env": lines])
    let shown = texts.indices.map { "\"$V\($0)\"" }.joined(separator: " ")
    let (_, output) = try folder.shell("sh -c '. ./e.env; printf \"%s\\001\" \(shown)'; ls")
    #expect(output == texts.map { $0 + "\u{1}" }.joined() + "e.env\n")
  }

  @Test("kubernetes output takes secrets from a Secret and inlines other values")
  func kubernetesTakesSecretsFromASecretAndTheRestAsItIs() throws {
    let text = env("kubernetes")
    var findings = Diagnostics()
    var budget = 10_000
    let file = SourceFile(path: "k.yaml", bytes: Array(text.utf8))
    let root = try #require(
      YAMLReader.read(file, limits: Limits(), nodeBudget: &budget, reporting: &findings)?.root)
    let entries = Array(try #require(root["env"]).elements)
    func entry(_ name: String) throws -> Node { try #require(entries.first { $0["name"]?.text == name }) }
    #expect(try entry("HOSTS")["value"]?.text == "a,b c")
    #expect(try entry("LINES_OF")["value"]?.text == "one\ntwo")
    #expect(try entry("KEY")["valueFrom"]?["secretKeyRef"]?["key"]?.text == "KEY")
    #expect(Array(try #require(root["volumeMounts"]).elements).first?["mountPath"]?.text == "/run/secrets/token")
    #expect(findings.findings.isEmpty)
  }

  @Test("text with pipes does not break a table row") func noCellOfATableIsCutByItsText() {
    for row in env("markdown").split(separator: "\n") where row.hasPrefix("|") {
      #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 9, "\(row)")
    }
  }

  /// `ConfigurationTests` of Examples/HummingbirdServer has the same names for the provider itself.
  @Test(
    "env prints the variable that swift-configuration reads for a parameter",
    arguments: [
      ("greeting", "GREETING"), ("db.poolSize", "DB_POOL_SIZE"), ("http.user-agent", "HTTP_USER_AGENT"),
      ("db.URL", "DB_URL"), ("a.B2c3D", "A_B2C3D"), ("_x.aB", "_X_A_B"),
    ])
  func namesForASource(parameter: String, variable: String) {
    let manifest = """
      configdi: 1
      parameters:
        \(parameter):
          type: int
          env: OTHER
          default: 4
        fixed: 5
      services: { A: { factory: a, settings: { a: "${\(parameter)}", b: "${fixed}" } } }
      """
    let files = InMemoryFiles(["app.yaml": manifest])
    let text = Recorder.run("env", "app.yaml", files: files).output
    #expect(
      text == """
        variables
          OTHER  int, default 4; parameter \(parameter) (app.yaml:5:10); used by A
        keys that a parameter source is asked for first
          \(parameter)  int, default 4; variable \(variable) (app.yaml:5:10); used by A

        """)
    let json = Recorder.run("env", "app.yaml", "--format", "json", files: files).output
    #expect(json.contains("\"variable\": \"\(variable)\""), "\(json)")
  }

  @Test("the text format has one line for each variable") func textIsALineForEachVariable() {
    #expect(env("text").contains("default \"one\\ntwo\""))
    #expect(env("text").contains("default \"\""))
  }

  @Test("no help says to write a missing secret's default into the manifest") func missingSecretsNeedTheirVariable() {
    let (code, output, error) = Recorder.run(
      "check", "/app.yaml", "--env-file", "/.env",
      files: InMemoryFiles([
        "/app.yaml": """
        configdi: 1
        parameters: { p: { env: P, secret: true, exposed: true }, q: { env: Q, exposed: true } }
        """, "/.env": "",
      ]))
    #expect(code == .findings, "\(error)")
    #expect(output.contains("= help: set P\n"), "\(output)")
    #expect(output.contains("= help: set Q, or give the parameter a default\n"), "\(output)")
  }
}
