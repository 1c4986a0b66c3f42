import ConfigDI
import Testing

@testable import configdi_check

/// Text that a fix would mend for one reader, and break for another.
@Suite struct FixSharedTextTests {
  private static func catalog(_ factories: String...) -> String {
    let listed = factories.map { #"{ "name": "\#($0)", "provides": "App.Gamma" }"# }
    let texts = #"""
      { "name": "text", "provides": "App.Text",
        "settings": { "type": "S", "fields": [{ "name": "s", "type": "string" }], "opaque": false } }
      """#
    return #"{ "configdiCatalog": 1, "factories": ["# + (listed + [texts]).joined(separator: ", ") + "] }"
  }

  private static let misspelt = "configdi: 1\nservices:\n  Gamma: gamaLeaf\n"
  private static let importing = "configdi: 1\nroot: ..\nimports: [../shared/part.yaml]\n"

  /// Two manifests that import one file, which is wrong for `a` alone.
  private static let shared = [
    "a/app.yaml": importing, "a/configdi.catalog.json": catalog("gammaLeaf"),
    "b/app.yaml": importing, "b/configdi.catalog.json": catalog("gammaLeaf", "gamaLeaf"),
    "shared/part.yaml": misspelt, ".git/HEAD": "",
  ]

  @Test(
    "text that an alias repeats is left alone",
    arguments: [
      "configdi: 1\nservices:\n  Text: { factory: text, settings: { s: &n gamaLeaf } }\n  Gamma: *n\n",
      "configdi: 1\nparameters:\n  name: &n gamaLeaf\nservices:\n  Text: { factory: text, settings: { s: \"${name}\" } }\n  Gamma: *n\n",
    ])
  func repeatedText(_ text: String) throws {
    let folder = try Folder(["app.yaml": text, "configdi.catalog.json": Self.catalog("gammaLeaf")])
    let (code, output) = try folder.shell("$CHECK fix app.yaml")
    #expect(code == 1)
    #expect(output.hasPrefix("0 findings fixed in 0 files. 1 fix not applied. Remaining: "), "\(output)")
    let line = text.split(separator: "\n").count
    #expect(output.contains(": fix not applied: the alias at app.yaml:\(line):10 repeats this text\n"), "\(output)")
    #expect(try folder.text("app.yaml") == text)
    #expect(try !folder.shell("$CHECK app.yaml").output.contains("can be fixed"))
  }

  @Test("text under `x-` that one alias uses is fixed")
  func textOfOneAlias() throws {
    let text = "configdi: 1\nx-name: &n gamaLeaf\nservices:\n  Gamma: *n\n"
    let folder = try Folder(["app.yaml": text, "configdi.catalog.json": Self.catalog("gammaLeaf")])
    #expect(try folder.shell("$CHECK fix app.yaml").code == 0)
    #expect(try folder.text("app.yaml") == text.replacing("gamaLeaf", with: "gammaLeaf"))
  }

  @Test("a manifest that nobody named stays as it is", arguments: ["fix", "fix --dry-run", "check --fix"])
  func manifestsThatNobodyNamed(_ command: String) throws {
    let folder = try Folder(Self.shared)
    let (code, output) = try folder.shell("$CHECK \(command) a/app.yaml")
    #expect(code == 1)
    let reason = "shared/part.yaml:3:10: fix not applied: it would change 'Gamma' in b/app.yaml\n"
    #expect(output.contains(reason), "\(output)")
    #expect(try folder.text("shared/part.yaml") == Self.misspelt)
    #expect(
      try folder.shell("cd a; $CHECK fix app.yaml").output.contains(
        "../shared/part.yaml:3:10: fix not applied: it would change 'Gamma' in ../b/app.yaml\n"))
    #expect(try !folder.shell("$CHECK a/app.yaml").output.contains("can be fixed"))
  }

  @Test("a mistake of all readers is fixed for all")
  func mistakesOfAll() throws {
    var files = Self.shared
    files["b/configdi.catalog.json"] = Self.catalog("gammaLeaf")
    let folder = try Folder(files)
    #expect(try folder.shell("$CHECK fix a/app.yaml").code == 0)
    #expect(try folder.text("shared/part.yaml").contains("Gamma: gammaLeaf\n"))
    #expect(try folder.shell("$CHECK b/app.yaml").code == 0)
  }

  @Test("without a repository, manifests in the folders that share files are looked at")
  func withoutRepository() throws {
    let folder = try Folder([
      "a.yaml": "configdi: 1\nimports: [part.yaml]\nservices: { Mailer: f }\n",
      "b.yaml": "configdi: 1\nimports: [part.yaml]\nservices: { Mailer: f, Mailr: f }\n",
      "part.yaml": "configdi: 1\nservices: { X: { factory: f, dependencies: [Mailr] } }\n",
    ])
    let output = try folder.shell("$CHECK fix a.yaml").output
    #expect(output.contains("fix not applied: it would change 'X' in b.yaml\n"), "\(output)")
  }

  @Test("an editor offers it, says what would change, and does not prefer it")
  func actions() throws {
    for (texts, preferred) in [
      (Self.shared, false), (Self.shared.merging(["b/app.yaml": "configdi: 1\n"]) { $1 }, true),
    ] {
      let session = LanguageSession(texts)
      // However busy the machine is.
      session.server.patienceForFixes = .seconds(60)
      let uri = session.uri("shared/part.yaml")
      let actions =
        try session.request(
          "textDocument/codeAction",
          [
            "textDocument": ["uri": .string(uri)],
            "range": ["start": ["line": 2, "character": 9], "end": ["line": 2, "character": 9]],
            "context": ["diagnostics": []],
          ]
        ).elements ?? []
      let fix = try #require(actions.first { $0["title"]?.string?.hasPrefix("did you mean") == true })
      #expect(
        fix["title"]?.string
          == "did you mean 'gammaLeaf'?\(preferred ? "" : " (it would change 'Gamma' in b/app.yaml)")")
      #expect(fix["isPreferred"]?.bool == (preferred ? true : nil))
      #expect(actions.contains { $0["kind"]?.string == "source.fixAll.configdi" } == preferred)
    }
  }

  @Test("an editor says that there was no time to try a fix") func impatience() throws {
    let session = LanguageSession(["app.yaml": "configdi: 1\nservcies: {}\n"])
    session.server.patienceForFixes = .seconds(-1)
    let start: JSON = ["line": 1, "character": 0]
    let actions =
      try session.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": .string(session.uri("app.yaml"))], "range": ["start": start, "end": start],
          "context": ["diagnostics": []],
        ]
      ).elements ?? []
    let titles = actions.map { $0["title"]?.string }
    #expect(titles.contains("did you mean 'services'? (trying the fixes takes too long)"), "\(titles)")
    #expect(!actions.contains { $0["isPreferred"]?.bool == true })
  }

  @Test("an editor says which manifests without the finding a remedy would change") func remedies() throws {
    let catalog = """
      { "configdiCatalog": 1, "factories": [
        { "name": "pg", "provides": "App.Database" },
        { "name": "s", "provides": "App.Svc", "dependencies": [{ "key": "App.Database", "label": "db" }] }] }
      """
    for (services, title) in [
      ("services: { Database: pg }\n", "write Database: pg (it would change b.yaml)"), ("", "write Database: pg"),
    ] {
      let session = LanguageSession([
        "configdi.catalog.json": catalog, "a.yaml": "configdi: 1\nimports: [part.yaml]\n",
        "b.yaml": "configdi: 1\nimports: [part.yaml]\n\(services)",
        "part.yaml": "configdi: 1\nservices: { Svc: { factory: s, dependencies: { db: Database } } }\n",
      ])
      let actions = try session.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": .string(session.uri("part.yaml"))],
          "range": ["start": ["line": 1, "character": 0], "end": ["line": 2, "character": 0]],
          "context": ["diagnostics": []],
        ])
      #expect(actions.elements?.first?["title"]?.string == title, "\(actions)")
    }
  }
}
