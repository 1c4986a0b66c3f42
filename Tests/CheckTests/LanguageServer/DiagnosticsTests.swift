import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// The findings of the editor are those of the command line.
@Suite struct EditorDiagnosticsTests {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let folders: [String] =
    FixtureTests.names.map { "Tests/Data/Fixtures/\($0)" } + [
      "Examples/config", "Examples/config/broken", "Tests/Data/Mutations/base",
    ]

  @Test("diagnostics equal those of the command line", arguments: folders) func areThoseOfTheCommandLine(
    folder: String
  ) throws {
    let path = URL(filePath: Self.repository.path).appending(path: folder).path
    let said = try CommandLineFindings(in: path, DiskFiles())
    said?.expectShown(by: LanguageSession(root: path, onDisk: true))
  }

  static let app = """
    configdi: 1
    imports: [shared.yaml]
    roots: [Clock]
    services:
      Clock: systemClock
    """

  @Test("unsaved text is checked in place of the file") func countUnsavedTextsBeforeFiles() {
    let session = LanguageSession(["app.yaml": Self.app, "shared.yaml": "configdi: 1\n"])
    #expect(session.shown.isEmpty)
    session.open("shared.yaml", "configdi: 1\nservices:\n  Clock: other\n")
    #expect(session.diagnostics("app.yaml").first?["code"]?.string == "DI107")
    session.notify("textDocument/didClose", ["textDocument": ["uri": .string(session.uri("shared.yaml"))]])
    session.settle()
    #expect(session.shown.isEmpty)
  }

  @Test("files that are not saved yet are checked") func seeFilesThatAreNotSavedYet() {
    let session = LanguageSession(["app.yaml": Self.app])
    #expect(session.diagnostics("app.yaml").first?["code"]?.string == "DI101")
    session.open("shared.yaml", "configdi: 1\n")
    #expect(session.shown.isEmpty)
  }

  @Test("diagnostics are never older than a newer edit") func areNeverOlderThanANewerEdit() throws {
    let session = LanguageSession(["app.yaml": Self.app, "shared.yaml": "configdi: 1\n"])
    session.open("app.yaml", Self.app)
    session.change("app.yaml", [["text": "configdi: 1\nroots: [Nothing]\n"]], settling: false)
    let first = try #require(session.waitingJobs.last)
    session.change("app.yaml", [["text": .string(Self.app)]], settling: false)
    #expect(first.cancellation.isCancelled)
    let count = session.messages.count
    session.server.finishCheck(first.run(), ofRoot: first.root, generation: first.generation)
    #expect(session.messages.count == count)
    session.settle()
    #expect(session.last("app.yaml")?["version"]?.int == 3)
    #expect(session.diagnostics("app.yaml").isEmpty)
  }

  @Test("clients that pull diagnostics are not sent any") func areLeftToThoseWhoAskForNothingElse() throws {
    let session = LanguageSession(
      ["app.yaml": "configdi: 1\nroots: [Nothing]\n"], capabilities: [("textDocument", ["diagnostic": [:]])])
    #expect(session.shown.isEmpty)
    #expect(session.handshake["capabilities"]?["diagnosticProvider"] != nil)
    let report = try session.request(
      "textDocument/diagnostic", ["textDocument": ["uri": .string(session.uri("app.yaml"))]])
    #expect(report["items"]?.elements?.first?["code"]?.string == "DI201")
    let all = try session.request("workspace/diagnostic", ["previousResultIds": []])
    #expect(all["items"]?.elements?.count == 1)
  }

  @Test("a file without findings is pulled once more if it had some") func clearWhatWasPulled() throws {
    let files = ReplacedFiles()
    files.set(["a.yaml": "configdi: 1\nbad: 1\n", "b.yaml": "configdi: 1\nbad: 1\n"])
    let session = LanguageSession(access: files, capabilities: [("textDocument", ["diagnostic": [:]])])
    func pulled() throws -> [String: Int] {
      let items = try session.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.elements ?? []
      return Dictionary(
        uniqueKeysWithValues: items.map { ($0["uri"]?.string ?? "", $0["items"]?.elements?.count ?? -1) })
    }
    #expect(try pulled() == [session.uri("a.yaml"): 1, session.uri("b.yaml"): 1])
    files.set(["a.yaml": "configdi: 1\nbad: 1\n", "b.yaml": "configdi: 1\n"])
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    session.settle()
    #expect(try pulled() == [session.uri("a.yaml"): 1, session.uri("b.yaml"): 0])
    let unnamed = try session.request("textDocument/diagnostic", ["textDocument": ["uri": "untitled:x"]])
    #expect(unnamed["items"]?.elements?.isEmpty == true)
  }

  @Test("files of other kinds have no diagnostics") func leaveOtherFilesAlone() throws {
    let session = LanguageSession(["app.yaml": "configdi: 1\n", "other.yaml": "a: [\n"])
    session.open("other.yaml", "a: [b\nc: }\n")
    #expect(session.shown.isEmpty)
  }

  @Test("diagnostics disappear when their folder is closed") func belongToTheFolderThatIsOpen() {
    let session = LanguageSession(["a/app.yaml": "configdi: 1\nroots: [X]\n"])
    #expect(session.shown.count == 1)
    let folder: JSON = ["uri": .string(session.uri("")), "name": "work"]
    session.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": [folder]]])
    #expect(session.shown.isEmpty)
    session.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [folder], "removed": []]])
    session.settle()
    #expect(session.shown.count == 1)
  }

  @Test("an outer folder's diagnostics stay when an inner folder is closed") func stayWithTheOuterFolder() {
    let session = LanguageSession(["a/app.yaml": "configdi: 1\nroots: [X]\n"])
    let folder: JSON = ["uri": .string(session.uri("a")), "name": "a"]
    session.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [folder], "removed": []]])
    session.settle()
    session.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": [folder]]])
    #expect(session.shown.count == 1)
  }

  @Test("an import that is not a manifest is reported at its first line, as on the command line")
  func reportForeignTextAtItsTop() throws {
    let texts = ["app.yaml": "configdi: 1\nimports: [part.yaml]\n", "part.yaml": "# c\na: 1\nb: c: d\n"]
    let session = LanguageSession(texts)
    #expect(session.diagnostics("part.yaml").compactMap { $0["range", "start", "line"]?.int } == [0])
    let output = Recorder.run("check", "app.yaml", "--format", "concise", files: InMemoryFiles(texts)).output
    #expect(output.hasPrefix("part.yaml:1:1: error: "), "\(output)")
  }

  /// A check that cannot run says why, and the texts keep their meaning.
  @Test("a check that cannot run says why") func giveAReasonWhereNothingCanBeChecked() throws {
    let session = LanguageSession(["app.yaml": Self.app, "shared.yaml": "configdi: 1\n"])
    func choose(_ catalog: String) {
      session.notify("workspace/didChangeConfiguration", ["settings": ["configdi": ["catalog": .string(catalog)]]])
      session.settle()
    }
    func told() -> [String] {
      session.messages.filter { $0["method"]?.string == "window/showMessage" }
        .compactMap { $0["params"]?["message"]?.string }
    }
    choose("nope.json")
    #expect(told().count == 1)
    #expect(told().first?.contains("nope.json") == true)
    session.open("app.yaml", Self.app)
    #expect(told().count == 1)
    let hover = try session.ask("hover", "app.yaml", at: Self.app.utf8.count - 15)
    #expect(hover["contents"]?["value"]?.string?.contains("needed by root") == true)
    choose("")
    session.open("app.yaml", "configdi: 1\nroots: [Nothing]\n")
    #expect(session.diagnostics("app.yaml").first?["code"]?.string == "DI201")
    choose("nope.json")
    #expect(told().count == 2)
  }
}
