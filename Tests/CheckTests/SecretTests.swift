import ConfigDI
import Testing

@testable import configdi_check

/// A secret is planted wherever one can be, and looked for in all that every command prints.
@Suite struct SecretTests {
  /// Numbers and words, so that rules about types, spelling and YAML 1.1 have something to say about it.
  private static let secret = "PLANTED"

  private static let catalog = """
    { "configdiCatalog": 1, "factories": [{ "name": "db", "provides": "App.Database", "settings": {
      "type": "DatabaseSettings", "fields": [
        { "name": "password", "type": "string", "secret": true, "default": "\(secret)7" },
        { "name": "pin", "type": "int", "secret": true, "optional": true },
        { "name": "nested", "type": "object", "optional": true, "default": "{\\"key\\":\\"\(secret)8\\"}",
          "fields": [{ "name": "key", "type": "string", "secret": true, "default": "\(secret)9" }] },
        { "name": "open", "type": "string", "optional": true }] } }] }
    """

  private static let manifest = """
    configdi: 1
    overlays: [overlay.yaml]
    stages:
      development: {}
      production:
        parameters: { literal: \(secret)1, fromFile: { default: "\(secret)2" } }
    parameters:
      literal: { value: \(secret)3, secret: true }
      fallback: { env: FALLBACK, default: \(secret)4, secret: true }
      variable: { env: VARIABLE, secret: true }
      fromFile: { file: secret.txt, secret: true }
      given: { env: GIVEN, secret: true }
      number: { type: int, env: NUMBER, secret: true, min: 1 }
      block:
        secret: true
        value: |
          \(secret)5
          \(secret)6
    roots: [Database]
    services:
      Database:
        factory: db
        settings: { password: "${literal}-${variable}", pin: \(secret)10, nested: { key: \(secret)11 }, open: "${given}" }
    """

  /// Each with one mistake more, on a line with a secret or about one.
  private static let mistakes: [(what: String, change: @Sendable (String) -> String)] = [
    ("none", { $0 }),
    ("a misspelt value", { $0.replacing("{ value: \(secret)3", with: "{ valeu: \(secret)3") }),
    ("a misspelt secret", { $0.replacing("\(secret)3, secret:", with: "\(secret)3, secert:") }),
    (
      "a misspelt name in a stage",
      { $0.replacing("parameters: { literal: \(secret)1", with: "parameters: { litreal: \(secret)1") }
    ),
    ("a misspelt section", { $0.replacing("\nparameters:", with: "\nparamters:") }),
    ("a type", { $0.replacing("{ value: \(secret)3", with: "{ type: int, value: \(secret)3") }),
    ("a duplicate", { $0.replacing("{ value: \(secret)3", with: "{ value: a, value: \(secret)3") }),
    ("a tag", { $0.replacing("value: \(secret)3", with: "value: !x \(secret)3") }),
    ("a default in a reference", { $0.replacing("${literal}-${variable}", with: "${variable:\(secret)12}") }),
    ("text in a reference", { $0.replacing("value: \(secret)3", with: "value: \"${variable|\(secret)3}\"") }),
    ("a list", { $0.replacing("value: \(secret)3", with: "value: [{ a: \(secret)3 }]") }),
    ("an open quote", { $0.replacing("value: \(secret)3", with: "value: \"\(secret)3") }),
    ("a tab", { $0.replacing("      fallback:", with: "\tfallback:").replacing("  fallback:", with: "\tfallback:") }),
    ("an interpolation", { $0.replacing("value: \(secret)3", with: "value: \"\(secret)3 ${\"") }),
    ("an ambiguous number", { $0.replacing("value: \(secret)3", with: "value: 0777") }),
    ("an unknown setting", { $0.replacing("pin:", with: "pinn:") }),
    (
      "a comment",
      { $0.replacing("\(secret)3, secret: true }", with: "\(secret)3, secret: true } # configdi:ignore DI9") }
    ),
    (
      "a secret by a stage alone",
      {
        $0.replacing("parameters: { literal:", with: "parameters: { typed: { secret: true }, literal:")
          .replacing("  literal: { value", with: "  typed: { type: int, default: \(secret)29 }\n  literal: { value")
      }
    ),
    ("text for an object", { $0.replacing("nested: { key: \(secret)11 }", with: "nested: \(secret)11") }),
    (
      "text for the settings",
      { text in
        let settings = text.firstRange(of: "settings: {").map { text[$0.lowerBound...].prefix { $0 != "\n" } } ?? ""
        return text.replacing(settings, with: "settings: \(secret)30")
      }
    ),
    (
      "a factory of another type",
      { $0 + "\n  Other: { factory: db, settings: { password: \(secret)31, pin: \(secret)32 } }\n" }
    ),
    (
      "a factory in another role",
      {
        $0 + "\n    decorators: [{ factory: db, settings: { password: \(secret)33 } }]\n"
          + "lifecycle: { start: [{ factory: db, settings: { pin: \(secret)34 } }] }\n"
      }
    ),
    ("a shell's form", { $0.replacing("value: \(secret)3", with: "value: \"${X:-\(secret)3}\"") }),
    ("a parameter twice", { $0.replacing("\n  fallback:", with: "\n  literal: { value: \(secret)35 }\n  fallback:") }),
    ("a word for 'secret'", { $0.replacing("{ value: \(secret)3, secret:", with: "{ value: \(secret)3, sensitive:") }),
    ("a key of another tool", { $0.replacing("value: \(secret)3,", with: "password: \(secret)36,") }),
    ("a tag that does not fit", { $0.replacing("value: \(secret)3", with: "value: !!int \(secret)3") }),
    ("a space that is missing", { $0.replacing("{ value: \(secret)3", with: "{ value:\(secret)3") }),
    ("a colon that is missing", { $0.replacing("{ value: \(secret)3", with: "{ value \(secret)3") }),
    ("a comma that is missing", { $0.replacing("\(secret)3, secret: true }", with: "\(secret)3 secret: true }") }),
    ("an alias", { $0.replacing("value: \(secret)3", with: "value: *\(secret)3") }),
    (
      "an equals sign",
      { $0.replacing("    secret: true\n    value: |", with: "    secret: true\n    value = \(secret)37") }
    ),
    ("an open bracket", { $0.replacing("\(secret)3, secret: true }", with: "\(secret)3, secret: true") }),
    ("quotes and escapes", { $0.replacing("value: \(secret)3", with: "type: int, value: '\(secret)\"3''\\'") }),
    (
      "a long text",
      { $0.replacing("value: \(secret)3", with: "value: { x: \(secret)\(String(repeating: "3", count: 99)) }") }
    ),
    ("a stray key", { $0.replacing("factory: db\n", with: "factory: db\n    zzz: 1\n    pin: \(secret)38\n") }),
    (
      "a stray key on the line",
      {
        $0.replacing("open: \"${given}\" }", with: "open: \"${given}\" }, zzz: 1").replacing(
          "\n    factory: db\n    settings:", with: " { factory: db, settings:"
        ).replacing("zzz: 1", with: "zzz: 1 }")
      }
    ),
    ("a misspelt factory", { $0.replacing("factory: db\n", with: "factory: dbb\n") }),
    ("a misspelt 'settings'", { $0.replacing("settings: {", with: "setings: {") }),
    ("typographic quotes", { $0.replacing("value: \(secret)3", with: "value: “\(secret)3”") }),
    ("a shell's variable", { $0.replacing("value: \(secret)3", with: "value: $\(secret)3") }),
    ("a reserved sign in a stage", { $0.replacing("literal: \(secret)1", with: "literal: @\(secret)1") }),
    ("an open bracket before the value", { $0.replacing("value: \(secret)3", with: "value: [\(secret)3") }),
    ("a bracket too many", { $0.replacing("value: \(secret)3", with: "value: \(secret)3}") }),
    ("braces of another tool", { $0.replacing("value: \(secret)3", with: "value: {{\(secret)3}}") }),
    ("a comment in braces", { $0.replacing("value: \(secret)3", with: "value: \(secret)3 # old") }),
    (
      "a fix beside a secret",
      { $0 + "\n  Other:\n    factory: db\n    settings:\n      password: \(secret)39\n  Third: dbb\n" }
    ),
    (
      "decorators that an overlay drops",
      {
        $0.replacing("production:\n", with: "production:\n    services: { Database: db }\n")
          + "\n    decorators: [{ factory: db, settings: { password: \(secret)40 } }]\n"
      }
    ),
  ]

  private static let commands: [[String]] =
    Format.all.map { ["check", "--format", $0.name] } + [
      ["check", "--verbose", "--select", "DI"], ["plan", "--stage", "production"],
      ["plan", "--stage", "production", "--format", "json"], ["why", "--stage", "production", "Database"],
      ["graph", "--stage", "production"], ["graph", "--stage", "production", "--format", "mermaid"],
      ["graph", "--stage", "production", "--format", "json"], ["graph", "--stage", "production", "--format", "html"],
      ["env"], ["env", "--format", "json"], ["diff", "other.yaml"], ["diff", "other.yaml", "--format", "json"],
      ["diff", "other.yaml", "--format", "markdown"], ["diff", "other.yaml", "--format", "html"],
      ["env", "--format", "markdown"], ["env", "--format", "dotenv"], ["env", "--format", "kubernetes"],
      ["why", "--stage", "production", "--format", "json", "Database"],
      ["plan", "--stage", "production", "Database"], ["check", "--statistics"], ["fix", "--dry-run"], ["schema"],
      ["keys"],
    ]

  private static let surroundings: [[String]] = [
    ["--env", "current"], ["--env-file", "good.env"], ["--env-file", "wrapped.env"], ["--env-file", "quoted.env"],
    ["--set", "given=\(secret)12", "--set", "number=\(secret)13"], ["--set", "nothing=\(secret)14"],
    ["--set", "given:\(secret)15"],
  ]

  private static func files(_ manifest: String) -> [String: String] {
    [
      "app.yaml": manifest, "other.yaml": Self.manifest.replacing("\(secret)3", with: "\(secret)16"),
      "overlay.yaml":
        "configdi: 1\nkind: overlay\nparameters:\n  given: \(secret)17\n  variable: { value: 0o777\(secret)18 }\n",
      "configdi.catalog.json": catalog, "secret.txt": "\(secret)19\n",
      "good.env": "VARIABLE=\(secret)20\nNUMBER=\(secret)21\nGIVEN=x\nFALLBACK=y\n",
      "wrapped.env": "VARIABLE=\(secret)22\n\(secret)23wrapped\n", "quoted.env": "VARIABLE='\(secret)24' \(secret)25\n",
    ]
  }

  @Test("the plan calls a parameter secret that a secret flows into") func aDerivedSecretIsSecretInThePlan() {
    let manifest =
      "configdi: 1\nparameters: { a: { value: \(Self.secret), secret: true }, b: { value: \"x${a}\", exposed: true } }\n"
    let result = Recorder.run("plan", "app.yaml", "-f", "json", files: InMemoryFiles(["app.yaml": manifest]))
    #expect(result.output.split(separator: "\"secret\": true").count == 3, "\(result.output)")
    #expect(!result.output.contains(Self.secret))
  }

  @Test(arguments: mistakes.map(\.what)) func noSecretIsPrinted(mistake: String) throws {
    let change = try #require(Self.mistakes.first { $0.what == mistake }).change
    let files = InMemoryFiles(Self.files(change(Self.manifest)))
    let environment = ["VARIABLE": "\(Self.secret)26", "NUMBER": "\(Self.secret)27", "GIVEN": "\(Self.secret)28"]
    let position = Self.mistakes.firstIndex { $0.what == mistake } ?? 0
    for (number, command) in Self.commands.enumerated() {
      // With one mistake in two, each command runs in one of the surroundings.
      let turn = position + number
      let surroundings = turn % 2 == 0 ? [] : Self.surroundings[turn / 2 % Self.surroundings.count]
      let recorder = Recorder()
      let console = recorder.console(files: files, environment: environment)
      let words = command[0].split(separator: " ").map(String.init)
      let arguments = words + ["app.yaml"] + command.dropFirst() + surroundings
      // A key comes after the manifest, as does what it is compared with.
      _ = runProgram(arguments, console: console)
      let printed = recorder.output + recorder.error
      let found = printed.split(separator: "\n").filter { $0.contains(Self.secret) }
      #expect(found.isEmpty, "\(mistake): \(arguments.joined(separator: " ")): \(found.prefix(2))")
    }
  }

  /// What was secret when a text was last read stays secret while it is broken.
  @Test func noSecretIsShownWhileAnEditorBreaksTheText() throws {
    let text = Self.manifest.replacing("literal: { value: \(Self.secret)3", with: "plain: { value: \(Self.secret)3")
    let session = LanguageSession(Self.files(text))
    session.open("app.yaml", text)
    let edits = [
      text.replacing("plain: { value: \(Self.secret)3, secret: true }", with: "plain:\(Self.secret)3"),
      text.replacing("plain: { value: \(Self.secret)3, secret: true }", with: "plain = \(Self.secret)3"),
      text.replacing("pin: \(Self.secret)10", with: "pin:\(Self.secret)10 }\n      pin:\(Self.secret)10"),
    ]
    for edit in edits {
      session.change("app.yaml", [["text": .string(edit)]])
      #expect(session.diagnostics("app.yaml").count == 1)
      session.change("app.yaml", [["text": .string(text)]])
    }
    let found = session.messages.map(\.text).filter { $0.contains(Self.secret) }
    #expect(found.isEmpty, "\(found.prefix(2))")
  }

  /// Nor shown by an editor, wherever it asks.
  @Test(arguments: mistakes.map(\.what)) func noSecretIsShownInAnEditor(mistake: String) throws {
    let position = try #require(Self.mistakes.firstIndex { $0.what == mistake })
    let text = Self.mistakes[position].change(Self.manifest)
    let session = LanguageSession(Self.files(text))
    session.open("app.yaml", text)
    let ofFile = ["documentSymbol", "codeLens", "documentLink", "foldingRange", "diagnostic"]
    let ofPlace = [
      "hover", "completion", "definition", "typeDefinition", "implementation", "references", "prepareCallHierarchy",
    ]
    let whole: [(String, JSON)] = [
      ("range", ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]]),
      ("context", ["diagnostics": [], "includeDeclaration": true]),
    ]
    for method in ofFile { _ = try? session.ask(method, "app.yaml", at: 0) }
    for method in ["codeAction", "inlayHint"] { _ = try? session.ask(method, "app.yaml", at: 0, whole) }
    for offset in stride(from: position % 90, to: text.utf8.count, by: 90) {
      for method in ofPlace { _ = try? session.ask(method, "app.yaml", at: offset, whole) }
    }
    let found = session.messages.map(\.text).filter { $0.contains(Self.secret) }
    #expect(found.isEmpty, "\(mistake): \(found.prefix(2))")
    #expect(session.messages.count { $0["id"] != nil && $0["error"] == nil } > 40)
  }

  /// A manifest that names where its secrets come from and has none itself: what can be compiled.
  private static let open = """
    configdi: 1
    stages: { development: {}, production: { parameters: { given: { file: secret.txt } } } }
    parameters:
      variable: { env: VARIABLE, secret: true }
      fromFile: { file: secret.txt, secret: true }
      given: { env: GIVEN, secret: true }
      number: { type: int, env: NUMBER, secret: true, min: 1 }
    roots: [Database]
    services:
      Database:
        factory: db
        settings: { password: "${variable}-${fromFile}", pin: "${number}", nested: { key: "${given}" } }
    """

  /// Compiles into bytes and into Swift, with secrets in the environment, in a file, in the catalog and by `--set`.
  private static func compile(
    _ manifest: String, catalog: String = catalog
  ) throws -> (written: [(name: String, text: String)], output: String) {
    var files = Self.files(manifest)
    files["configdi.catalog.json"] = catalog
    let folder = try Folder(files)
    let result = try folder.shell(
      """
      $CHECK compile app.yaml -o plain.configdi
      $CHECK compile app.yaml --swift Plan -o Plan.swift
      $CHECK compile app.yaml --set given=\(secret)12 -o set.configdi
      $CHECK compile app.yaml --set nothing=\(secret)13 -o unset.configdi
      $CHECK compile app.yaml --overlay overlay.yaml -o overlaid.configdi
      # As text, whatever the bytes are.
      for file in *.configdi *.swift; do [ ! -f "$file" ] || tr -c '[:print:]' '\\n' <"$file" >"$file.txt"; done
      """, environment: ["VARIABLE": "\(secret)26", "NUMBER": "\(secret)27", "GIVEN": "\(secret)28"])
    let names = ["plain.configdi", "Plan.swift", "set.configdi", "unset.configdi", "overlaid.configdi"]
    let texts = names.map { name in (name, try? folder.text("\(name).txt")) }
    return (texts.compactMap { name, text in text.map { (name, $0) } }, result.output)
  }

  @Test func noSecretIsCompiled() throws {
    let (written, output) = try Self.compile(Self.open)
    #expect(written.map(\.name) == ["plain.configdi", "Plan.swift"], "\(output)")
    for text in written.map(\.text) + [output] { #expect(!text.contains(Self.secret), "\(text)") }
    // Where nothing is secret, what the catalog and the manifest say is in the bytes.
    let plain = Self.open.replacing(", secret: true", with: "").replacing("${given}", with: "\(Self.secret)30")
    let known = try Self.compile(plain, catalog: Self.catalog.replacing("\"secret\": true", with: "\"secret\": false"))
    #expect(known.written.contains { $0.text.contains(Self.secret) }, "\(known.output)")
  }

  @Test(arguments: mistakes.map(\.what)) func noSecretIsCompiledByMistake(mistake: String) throws {
    let change = try #require(Self.mistakes.first { $0.what == mistake }).change
    let (written, output) = try Self.compile(change(Self.manifest))
    for text in written.map(\.text) + [output] { #expect(!text.contains(Self.secret), "\(text)") }
  }

  /// What the commands would print of it is there to be found: the same project, with nothing called secret.
  @Test("the planted text is found where nothing is secret") func thePlantedTextIsFoundWhereNothingIsSecret() {
    var files = Self.files(Self.manifest)
    files["configdi.catalog.json"] = Self.catalog.replacing("\"secret\": true", with: "\"secret\": false")
    let result = Recorder.run("check", "app.yaml", "--select", "DI406", files: InMemoryFiles(files))
    #expect(result.output.contains(Self.secret) || result.error.contains(Self.secret))
  }

  /// The library's own text of the same findings.
  @Test("errors of the library show no secret") func errorsOfTheLibraryTellNoneEither() throws {
    // Without a registry no setting is known to be secret.
    let ofSettings: Set<String> = [
      "a stray key", "a stray key on the line", "a misspelt 'settings'", "decorators that an overlay drops",
      "a default in a reference",
    ]
    for mistake in Self.mistakes where !ofSettings.contains(mistake.what) {
      let text = mistake.change(Self.manifest).replacing("overlays: [overlay.yaml]\n", with: "")
      let error = #expect(throws: ManifestError.self) {
        try Checker().validate(ManifestLocation.yaml(text, named: "app.yaml"), failingOn: .note)
      }
      #expect(error.map { !$0.description.contains(Self.secret) } ?? true, "\(mistake.what)")
    }
  }
}
