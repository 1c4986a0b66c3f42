import Foundation
import Testing

@testable import ConfigDIRuntime
@testable import configdi_check

/// `compile`: what it writes, what it refuses, and how it tells that a file is not current.
@Suite struct CompileCommandTests {
  private static let manifest = """
    configdi: 1
    defaultStage: test
    stages: { test: {}, live: { parameters: { zone: UTC } } }
    imports: [parts/clock.yaml]
    roots: [Orders]
    services:
      Orders: sqlOrders

    """
  private static let clock = """
    configdi: 1
    parameters: { zone: { env: ZONE, default: CET } }
    services:
      Clock: { factory: systemClock, settings: { zone: "<${zone}>" } }

    """
  private static let catalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        { "name": "sqlOrders", "provides": "Orders", "dependencies": [{ "key": "Clock", "kind": "instance" }] },
        {
          "name": "systemClock", "provides": "Clock",
          "settings": { "type": "Zone", "fields": [{ "name": "zone", "type": "string" }] }
        }
      ]
    }

    """

  private func folder() throws -> Folder {
    try Folder([
      "app.yaml": Self.manifest, "parts/clock.yaml": Self.clock, "configdi.catalog.json": Self.catalog,
    ])
  }

  private func compiled(_ folder: Folder, _ name: String = "app.configdi") throws -> [UInt8] {
    try Array(Data(contentsOf: folder.url.appending(path: name)))
  }

  @Test func everyStageIsWritten() throws {
    let folder = try folder()
    let run = try folder.shell("$CHECK compile app.yaml --output app.configdi")
    #expect(run.code == 0, "\(run.output)")
    let contents = try CompiledContents(try compiled(folder), name: "app.configdi", folder: "config")
    #expect(contents.stages == ["test", "live"])
    #expect(contents.defaultStage == "test")
    #expect(contents.entry == "config/app.yaml")
    #expect(contents.files.map(\.path) == ["config/app.yaml", "config/parts/clock.yaml"])
    #expect(contents.factories.map(\.name) == ["sqlOrders", "systemClock"])
  }

  @Test func withoutAFileItGoesToStandardOutput() throws {
    let folder = try folder()
    let run = try folder.shell(
      "$CHECK compile app.yaml --output app.configdi; $CHECK compile app.yaml | cmp - app.configdi && echo same")
    #expect(run.output.hasSuffix("same\n"), "\(run.output)")
    #expect(try folder.shell("$CHECK compile app.yaml --check").code == 64)
  }

  @Test("only the named stages are written") func namedStagesAloneAreWritten() throws {
    let folder = try folder()
    #expect(try folder.shell("$CHECK compile app.yaml --stage live --output app.configdi").code == 0)
    #expect(try CompiledContents(try compiled(folder), name: "", folder: "").stages == ["live"])
    #expect(try folder.shell("$CHECK compile app.yaml --stage liv --output app.configdi").code == 1)
  }

  @Test("the bytes do not depend on the folder or the working directory")
  func theBytesAreTheSameInEveryFolderAndFromEverywhere() throws {
    let first = try folder()
    let second = try folder()
    #expect(try first.shell("$CHECK compile app.yaml --output app.configdi").code == 0)
    let path = second.path()
    #expect(try first.shell("cd / && $CHECK compile \(path)/app.yaml --output \(path)/app.configdi").code == 0)
    #expect(try compiled(first) == compiled(second))
    #expect(try !compiled(first).contains(subsequence: Array(first.url.lastPathComponent.utf8)))
  }

  @Test("a manifest from standard input names its imports relative to the working directory")
  func importsOfStandardInput() throws {
    let folder = try folder()
    let run = try folder.shell("$CHECK compile - --output app.configdi < app.yaml")
    #expect(run.code == 0, "\(run.output)")
    let contents = try CompiledContents(try compiled(folder), name: "", folder: "")
    #expect(contents.files.map(\.path) == ["<stdin>", "parts/clock.yaml"])
  }

  @Test("compile refuses a manifest with errors as check does") func aManifestWithErrorsIsRefusedAsByCheck() throws {
    let folder = try folder()
    try folder.write(Self.manifest.replacing("sqlOrders", with: "sqlOrder"), to: "app.yaml")
    let run = try folder.shell("$CHECK compile app.yaml --output app.configdi")
    #expect(run.code == 1)
    #expect(run.output.contains("app.yaml:7:11: error: "))
    #expect(!FileManager.default.fileExists(atPath: folder.path("app.configdi")))
  }

  @Test("a secret with its value in the file is refused") func secretsThatAreWrittenAreRefused() throws {
    let folder = try folder()
    try folder.write(
      Self.clock.replacing("default: CET", with: "default: hunter2, secret: true"), to: "parts/clock.yaml")
    let run = try folder.shell("$CHECK compile app.yaml --output app.configdi")
    #expect(run.code == 1)
    #expect(run.output.contains("the manifest contains the value of secret 'zone'"))
    #expect(!run.output.contains("hunter2"))
  }

  @Test("a secret in a stage that is not compiled refuses nothing") func secretsOfOtherStagesAreLeftOut() throws {
    let folder = try Folder([
      "app.yaml": """
      configdi: 1
      stages: { development: { parameters: { key: hunter2 } }, production: {} }
      parameters: { key: { env: KEY, secret: true } }
      services: { Greeter: { factory: g, settings: { text: "${key}" } } }

      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "g", "provides": "App.Greeter", "settings": {
        "type": "S", "fields": [{ "name": "text", "type": "string", "secret": true }] } }] }
      """,
    ])
    let production = try folder.shell("$CHECK compile app.yaml --stage production -o p.configdi")
    #expect(production.code == 0, "\(production.output)")
    #expect(try folder.shell("grep -c hunter2 p.configdi").output == "0\n")
    let development = try folder.shell("$CHECK compile app.yaml --stage development -o d.configdi")
    #expect(development.code == 1)
    #expect(development.output.contains("the manifest contains the value of secret 'key'"))
    #expect(try folder.shell("$CHECK compile app.yaml -o all.configdi").code == 1)
  }

  @Test("the remedy for a written secret fits its place") func remediesOfWrittenSecrets() throws {
    let folder = try Folder([
      "app.yaml": """
      configdi: 1
      parameters: { key: { env: KEY, secret: true }, bare: { secret: true, exposed: true } }
      services: { Greeter: { factory: g, settings: { pin: SETTING } } }

      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "g", "provides": "App.Greeter", "settings": {
        "type": "S", "fields": [{ "name": "pin", "type": "string", "secret": true }] } }] }
      """,
    ])
    let literal = try folder.shell("$CHECK compile app.yaml -o x")
    #expect(literal.output.contains("help: declare parameters: { pin: { env: PIN } }, and write \"${pin}\""))
    _ = try folder.shell("sed -i 's/SETTING/\"${key}\"/' app.yaml")
    let set = try folder.shell("$CHECK compile app.yaml -o x --set key=hunter2 --set bare=hunter3")
    #expect(set.output.contains("help: remove --set key\n"), "\(set.output)")
    #expect(set.output.contains("help: remove --set bare, and read it from a variable or a file: env: BARE"))
    #expect(!set.output.contains("hunter"))
  }

  /// In a setting with parts, each part that is secret counts, and no other.
  @Test(
    "a secret inside a setting's text is refused",
    arguments: [
      (#"{ key: hunter2, host: "${zone}" }"#, true), (#"{ key: hunter2, host: a }"#, true),
      (#"{ key: "${zone}", host: a }"#, false), (#"{ host: "${zone}" }"#, false), ("{ host: a }", false),
    ]) func secretPartsOfSettingsAreRefused(value: String, isRefused: Bool) throws
  {
    let folder = try folder()
    try folder.write(
      Self.clock.replacing("\"<${zone}>\"", with: "a, server: \(value)"), to: "parts/clock.yaml")
    let field = """
      { "name": "zone", "type": "string" }, { "name": "server", "type": "object", "fields": [
        { "name": "host", "type": "string", "optional": true },
        { "name": "key", "type": "string", "secret": true, "optional": true }] }
      """
    try folder.write(
      Self.catalog.replacing(#"{ "name": "zone", "type": "string" }"#, with: field), to: "configdi.catalog.json")
    let run = try folder.shell("$CHECK compile app.yaml --output app.configdi")
    #expect(run.code == (isRefused ? 1 : 0))
    #expect(run.output.contains("the manifest contains the value of secret 'key'") == isRefused)
    #expect(!run.output.contains("hunter2"))
  }

  /// A warning that is an error here is told once, and the last line says what was not done.
  @Test("a warning that compile treats as an error is reported once") func whatWasNotDoneIsSaidOnce() throws {
    let folder = try folder()
    let files = [
      "app.yaml": Self.manifest.replacing("parameters: { zone: UTC }", with: ""),
      "parts/clock.yaml": Self.clock.replacing("default: CET", with: "default: hunter2, secret: true"),
      "configdi.catalog.json": Self.catalog.replacing("\"string\"", with: "\"string\", \"secret\": true"),
    ]
    for (path, text) in files { try folder.write(text, to: path) }
    let counts = "1 manifest, 2 stages, 2 services: 1 error\n"
    let run = try folder.shell("$CHECK compile app.yaml --output app.configdi")
    #expect(run.output.components(separatedBy: "[DI509]").count == 2, "\(run.output)")
    #expect(run.output.contains("app.configdi was not written: \(counts)"), "\(run.output)")
    let check = try folder.shell("$CHECK compile app.yaml --output app.configdi --check")
    #expect(check.output.contains("app.configdi was not compared: \(counts)"), "\(check.output)")
    #expect(try folder.shell("$CHECK compile app.yaml | cat").output.contains("nothing was written: \(counts)"))
  }

  @Test func aCatalogIsNeeded() throws {
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { A: a }\n"])
    let run = try folder.shell("$CHECK compile app.yaml --output app.configdi")
    #expect(run.code == 2)
    #expect(run.output.contains("--catalog"))
  }

  @Test("an existing file of another kind is not replaced") func anotherKindOfFileIsNotReplaced() throws {
    let folder = try folder()
    #expect(try folder.shell("$CHECK compile app.yaml --output parts/clock.yaml").code == 2)
    #expect(try folder.text("parts/clock.yaml") == Self.clock)
  }

  @Test("--check names the differences", arguments: ["app.configdi", "Manifests.swift"]) func checkNamesWhatDiffers(
    output: String
  ) throws {
    let folder = try folder()
    let flags = output.hasSuffix("swift") ? "--swift Manifests.app " : ""
    let command = "$CHECK compile app.yaml \(flags)--output \(output)"
    let absent = try folder.shell("\(command) --check")
    #expect(absent.code == 1)
    #expect(absent.output.contains("the file does not exist"))
    #expect(try folder.shell(command).code == 0)
    #expect(try folder.shell("\(command) --check").code == 0)
    try folder.write(Self.manifest.replacing("zone: UTC", with: "zone: EST"), to: "app.yaml")
    let run = try folder.shell("\(command) --check")
    #expect(run.code == 1)
    #expect(run.output.contains("stage live: parameter zone is now string EST (was string UTC)"))
    #expect(run.output.contains("\(output):1: error: out of date"))
    try folder.write("# moved\n" + Self.manifest, to: "app.yaml")
    #expect(
      try folder.shell("\(command) --check").output.contains("the wiring is the same, but source locations differ"))
  }

  @Test(
    "--check names each part that differs",
    arguments: [
      ("restart: false", "restart: true", "parameter num is now int 10, exposed, restart (was int 10, exposed)"),
      ("exposed: true", "exposed: false", "parameter num is now int 10 (was int 10, exposed)"),
      ("min: 1", "min: 2", "min: 2, max: 9 (was int $LIM (default 3), exposed, min: 1, max: 9)"),
      ("max: 9", "max: 8", "min: 1, max: 8 (was int $LIM (default 3), exposed, min: 1, max: 9)"),
      ("of: [a, b]", "of: [b, a]", "of: [b, a] (was enum $MODE (default a), exposed, of: [a, b])"),
      ("onError: stop", "onError: continue", "lifecycle launch is now i() (onError: continue) (was i())"),
      ("ra: {}", "ra: { parent: rb }", "scope ra is now inside rb (was inside singleton)"),
      (
        "  A: a\n  Q: { provided: true, scope: ra }\n", "  Q: { provided: true, scope: ra }\n  A: a\n",
        "the services are in a different order"
      ),
      ("\"default\": \"1\"", "\"default\": \"2\"", "factory 'a' is still"),
    ]) func checkNamesEachPart(old: String, new: String, expected: String) throws
  {
    let files = [
      "app.yaml": """
      configdi: 1
      scopes: { ra: {}, rb: {} }
      parameters:
        num: { value: 10, restart: false, exposed: true }
        lim: { env: LIM, type: int, min: 1, max: 9, default: 3, exposed: true }
        mode: { env: MODE, type: enum, of: [a, b], default: a, exposed: true }
      roots: [A]
      services:
        A: a
        Q: { provided: true, scope: ra }
      lifecycle: { launch: [{ factory: i, onError: stop }] }

      """,
      "configdi.catalog.json": """
      { "configdiCatalog": 1, "factories": [{ "name": "i", "role": "initializer" },
        { "name": "a", "provides": "App.A",
          "settings": { "type": "S", "fields": [{ "name": "t", "type": "int", "default": "1" }] } }] }
      """,
    ]
    let folder = try Folder(files)
    let command = "$CHECK compile app.yaml --output app.configdi"
    #expect(try folder.shell(command).code == 0)
    for (name, text) in files where text.contains(old) { try folder.write(text.replacing(old, with: new), to: name) }
    let run = try folder.shell("\(command) --check")
    #expect(run.code == 1)
    #expect(run.output.contains(expected), "\(run.output)")
    #expect(!run.output.contains("the wiring is the same"))
  }

  @Test("--check reports a different Swift name") func checkNamesAnotherName() throws {
    let folder = try folder()
    let command = "$CHECK compile app.yaml --output M.swift --swift"
    #expect(try folder.shell("\(command) app").code == 0)
    let difference = "  = note: the code around the compiled bytes differs\n"
    for name in ["app2", "app --extension", "Other.app"] {
      let run = try folder.shell("\(command) \(name) --check")
      #expect(run.code == 1)
      #expect(run.output.hasSuffix(difference), "\(run.output)")
    }
    let text = try folder.text("M.swift")
    try folder.write(text.replacing("\n", with: "\r\n"), to: "M.swift")
    #expect(try folder.shell("\(command) app --check").code == 0)
    try folder.write(text.replacing("/// The manifest", with: "/// A manifest"), to: "M.swift")
    #expect(try folder.shell("\(command) app --check").output.hasSuffix(difference))
  }

  /// The written file has to compile.
  @Test(
    "Swift keywords are put in backticks",
    arguments: [
      ("class", "enum Manifests {", "static var `class`:"), ("Class.default", "enum Class {", "static var `default`:"),
      ("Manifests.self", "enum Manifests {", "static var `self`:"), ("enum.defaults", "enum `enum` {", "var defaults:"),
    ]) func wordsOfSwiftAreNamesInBackticks(name: String, type: String, member: String) throws
  {
    let folder = try folder()
    #expect(try folder.shell("$CHECK compile app.yaml --swift \(name) --output M.swift").code == 0)
    let text = try folder.text("M.swift")
    #expect(text.contains(type), "\(text)")
    #expect(text.contains(member), "\(text)")
  }

  @Test("names that collide with Swift members are refused", arguments: ["Manifests.Type", "Manifests.Protocol"])
  func namesThatMeanSomethingElseAreRefused(
    name: String
  ) throws {
    #expect(try folder().shell("$CHECK compile app.yaml --swift \(name) --output M.swift").code == 64)
  }

  @Test("the Swift form has the same bytes as the file") func swiftHasTheSameBytes() throws {
    let folder = try folder()
    #expect(try folder.shell("$CHECK compile app.yaml --output app.configdi").code == 0)
    for (name, declaration, member) in [
      ("Wirings.main", "public enum Wirings {", "public static var main: StaticString"),
      ("main", "public enum Manifests {", "public static var main: StaticString"),
      ("Wirings", "public enum Manifests {", "public static var Wirings: StaticString"),
      ("main --extension", "extension Manifests {", "public static var main: StaticString"),
    ] {
      #expect(try folder.shell("$CHECK compile app.yaml --swift \(name) --output M.swift").code == 0)
      let text = try folder.text("M.swift")
      #expect(text.contains(declaration))
      #expect(text.contains(member))
      let literal = try #require(text.firstMatch(of: /StaticString \{\s*"([^"]*)"/)?.output.1)
      #expect(Base64.bytes(String(literal)) == (try compiled(folder)))
    }
    #expect(try folder.shell("$CHECK compile app.yaml --swift 'a b' --output M.swift").code == 64)
  }
}

extension [UInt8] {
  fileprivate func contains(subsequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: subsequence) }
  }
}
