import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct ManifestFinderTests {
  private let outside = "configdi: 1\nservices: { Hidden: { alias: TOPSECRET } }\n"

  @Test("a manifest that is too large is not skipped") func aManifestThatIsTooLargeIsNotPassedOver() throws {
    let data = "configdi is named here\n" + String(repeating: "a: b\n", count: 100)
    let folder = try Folder([
      "small.yaml": "configdi: 1\n", "large.yaml": "configdi: 1\n" + String(repeating: "# text\n", count: 100),
      "data.yaml": data,
    ])
    let run = try folder.shell("$CHECK --limit file-bytes=100")
    #expect(run.code == 1)
    #expect(run.output.contains("large.yaml:1:1: error: ") && run.output.contains("[DI007]"), "\(run.output)")
    #expect(!run.output.contains("data.yaml"))
  }

  @Test("a manifest in UTF-16 is not skipped", arguments: [true, false])
  func aManifestInUTF16IsNotSkipped(isLittleEndian: Bool) throws {
    func bytes(_ text: String) -> [UInt8] {
      "\u{FEFF}\(text)".utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isLittleEndian ? bytes.reversed() : bytes
      }
    }
    let folder = try Folder(["small.yaml": "configdi: 1\n"])
    try Data(bytes("configdi: 1\nservices: { A: f }\n")).write(to: URL(filePath: folder.path("app.yaml")))
    try Data(bytes("configdi is named here, beside TOPSECRET\n")).write(to: URL(filePath: folder.path("data.yaml")))
    for path in ["app.yaml", "."] {
      let (code, output) = try folder.shell("$CHECK check \(path)")
      #expect(code == 1)
      #expect(output.hasPrefix("app.yaml:1:1: error: the text is not UTF-8 [DI001]\n"), "\(output)")
      #expect(output.contains("help: save the file as UTF-8 instead of UTF-16\n"))
      #expect(!output.contains("data.yaml") && !output.contains("1 |"))
    }
    #expect(try folder.shell("$CHECK check data.yaml").code == 1)
  }

  @Test("a name that is not UTF-8 is reported") func aNameThatIsNoUTF8IsTold() throws {
    let folder = try Folder(["text.txt": ""])
    let (code, output) = try folder.shell("printf 'configdi: 1\\n' >$'caf\\xe9.yaml'; $CHECK .")
    #expect(code == 2)
    #expect(output.contains("its name is not UTF-8"))
    try folder.write("configdi: 1\n", to: "app.yaml")
    let beside = try folder.shell("$CHECK .")
    #expect(beside.code == 1)
    #expect(beside.output.contains("help: rename it, or do not check its folder"), "\(beside.output)")
  }

  @Test("a folder whose name is not UTF-8 is reported") func aFolderOfAnotherEncoding() throws {
    let folder = try Folder([
      "app.yaml": "configdi: 1\nimports: [\"sub/*/part.yaml\"]\nservices: { A: a }\n", "sub/x": "",
    ])
    let (code, output) = try folder.shell(
      "mkdir $'sub/b\\xff'; printf 'configdi: 1\\n' >$'sub/b\\xff/part.yaml'; $CHECK . --format concise 2>&1")
    #expect(code == 1)
    #expect(output.contains("' may contain manifests, but cannot be read: its name is not UTF-8"), "\(output)")
    #expect(output.contains("app.yaml:2:11: error:") && output.contains("its name is not UTF-8 [DI009]"), "\(output)")
    let named = try folder.shell("$CHECK $'sub/b\\xff/part.yaml'")
    #expect(named.code == 2 && named.output.contains("its name is not UTF-8"), "\(named.output)")
  }

  @Test("a hidden manifest is checked only if it is named") func hiddenFiles() {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\n", ".old.yaml": "configdi: 1\nservices: { A: f\n"])
    #expect(Recorder.run("check", ".", "--root", ".", files: files).code == .success)
    #expect(Recorder.run("check", ".old.yaml", files: files).code == .findings)
  }

  @Test("an empty path and a file with a final slash say what is wrong") func badPaths() throws {
    let folder = try Folder(["ok/app.yaml": "configdi: 1\n"])
    #expect(try folder.shell("$CHECK check ''").output == "error: an argument is empty: name a file or a folder\n")
    #expect(
      try folder.shell("$CHECK ok/app.yaml/").output == "error: ok/app.yaml/ is not a folder: write ok/app.yaml\n")
  }

  /// What an import lacks may be in the manifest that imports it, and that could not be read.
  @Test(
    "a file that a broken manifest may import is not an entry",
    arguments: [
      "services: { A: f", "import: [lib.yaml]\nservices: { A: f }", "imports: lib.yaml\nservices: { A: f }",
      "imports: [\"module:SDK/lib.yaml\"]\nservices: { A: f }",
      "imports: [mid.yaml]\nservices: { A: f }",
    ]) func whatMayBeImportedIsNoManifestOfItsOwn(text: String) throws
  {
    let app = "configdi: 1\n" + (text.contains("import") ? "" : "imports: [lib.yaml]\n") + text + "\n"
    let lib = "configdi: 1\nservices: { X: { factory: f, dependencies: [A] } }\n"
    let broken = "configdi: 1\nimports: [lib.yaml]\nservices: { B: f\n"
    var files = ["app.yaml": app, "lib.yaml": lib]
    if text.contains("mid.yaml") { files["mid.yaml"] = broken }
    let result = Recorder.run("check", ".", "--root", ".", "--format", "concise", files: InMemoryFiles(files))
    #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
    #expect(!result.output.contains("DI201"))
  }

  @Test("a file that nothing imports is an entry beside a broken one") func whatNobodyNamesIsAManifestOfItsOwn() {
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nservices: { A: f\n",
      "other.yaml": "configdi: 1\nservices: { X: { factory: f, dependencies: [A] } }\n",
    ])
    let result = Recorder.run("check", ".", "--root", ".", "--format", "concise", files: files)
    #expect(result.output.contains("DI001") && result.output.contains("other.yaml:2:45"), "\(result.output)")
  }

  @Test(
    "a file that is no YAML is a manifest if a line begins with the key 'configdi'",
    arguments: [
      ("configdi: 1", true), ("\u{FEFF}configdi: 1", true), ("# text\r\nconfigdi : 1", true),
      ("\"configdi\": 1", true), ("\u{FEFF}'configdi': 1", true), ("x: configdi\nconfigdi: 1", true),
      ("  configdi: 1", false), ("configdi1: 1", false), ("\"configdi': 1", false), ("# configdi: 1", false),
    ]) func manifestsThatAreNotYAML(head: String, isManifest: Bool)
  {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\n", "other.yaml": "\(head)\nservices: { A: f\n"])
    let result = Recorder.run("check", ".", "--root", ".", "--format", "concise", files: files)
    #expect(result.output.contains("other.yaml") == isManifest, "\(result.output)")
  }

  @Test("a link out of the folder is not read") func aLinkThatLeadsOutIsNotRead() throws {
    let other = try Folder(["o.yaml": outside, "token": "TOKEN=TOPSECRET\n"])
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { A: f }\n"])
    let (code, output) = try folder.shell("ln -s \(other.path("o.yaml")) link.yaml; $CHECK .")
    #expect(code == 1)
    #expect(output.contains("'link.yaml' is a link to a file outside the folder"))
    for command in [
      "check link.yaml", "check --root . .", "plan link.yaml", "graph link.yaml", "env link.yaml", "fix link.yaml",
      "schema link.yaml", "diff link.yaml link.yaml", "check --stdin-filename x.yaml link.yaml",
    ] {
      let (code, output) = try folder.shell("$CHECK \(command)")
      #expect(code != 0 || command.hasPrefix("schema"), "\(command)")
      #expect(!output.contains("TOPSECRET"), "\(command)")
      #expect(
        output.contains("DI103") || command.hasPrefix("schema") || command.hasPrefix("fix"), "\(command): \(output)")
    }
  }

  /// What the command line names may lie anywhere, and is named but not quoted where it is something else.
  @Test("foreign files are not quoted") func whatIsNoneOfOursIsNotQuoted() throws {
    let folder = try Folder([
      "app.yaml": "configdi: 1\nservices: { A: f }\n", "token": "TOKEN=TOPSECRET\nOTHER='TOPSECRET\n",
      "list.yaml": "- TOPSECRET\n- [TOPSECRET\n", "map.yaml": "TOPSECRET: { a: TOPSECRET }\nkind: TOPSECRET\n",
      "import.yaml": "configdi: 1\nimports: [token, list.yaml, map.yaml]\n",
      "overlay.yaml": "configdi: 1\noverlays: [token, list.yaml, map.yaml]\n",
    ])
    for file in ["token", "list.yaml", "map.yaml"] {
      for command in [
        "check \(file)", "check app.yaml --catalog \(file)", "check app.yaml --baseline \(file)",
        "check app.yaml --overlay \(file)", "plan \(file)", "check app.yaml --env-file list.yaml",
        "check app.yaml --catalog-from 'cat \(file)'", "check import.yaml", "check overlay.yaml",
      ] {
        let (code, output) = try folder.shell("$CHECK \(command)")
        #expect(code == 1 || code == 2, "\(command): \(code)")
        #expect(!output.contains("TOPSECRET"), "\(command): \(output)")
      }
    }
  }

  @Test("paths in a configuration file reveal no foreign file") func aConfigurationFileLeadsNowhere() throws {
    let other = try Folder(["token": "TOKEN=TOPSECRET\n"])
    let folder = try Folder(["app.yaml": "configdi: 1\nservices: { A: f }\n"])
    for configuration in [
      "catalog: /proc/self/environ", "catalog: \(other.path("token"))", "paths: [\(other.path("token"))]",
      "baseline: \(other.path("token"))",
    ] {
      try folder.write(configuration, to: ".configdi-check.yml")
      let (code, output) = try folder.shell("$CHECK", environment: ["TOKEN": "TOPSECRET"])
      #expect(code == 2, "\(configuration)")
      #expect(output.contains("[DI103]"), "\(configuration): \(output)")
      #expect(!output.contains("TOPSECRET"), "\(configuration)")
    }
    let (code, output) = try folder.shell(
      "ln -sf /proc/self/environ .configdi-check.yml; $CHECK", environment: ["TOKEN": "TOPSECRET"])
    #expect(code == 2)
    #expect(!output.contains("TOPSECRET"))
    let (second, text) = try folder.shell(
      "rm .configdi-check.yml; ln -s \(other.path("token")) configdi.catalog.json; $CHECK")
    #expect(second == 2)
    #expect(text.contains("[DI103]"))
  }
}
