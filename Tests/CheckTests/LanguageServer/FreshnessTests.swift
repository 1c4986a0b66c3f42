import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Answers are of the text as it is after the last change, or of the last one that was YAML.
@Suite struct FreshnessTests {
  static let app = """
    configdi: 1
    imports: [shared.yaml]
    parameters:
      pool: { value: 4, exposed: true }
      size: "${pool}"
    roots: [Clock]
    services:
      Clock: { factory: clock, settings: { size: "${size}" } }
    """
  static let shared = """
    configdi: 1
    services:
      Other: { factory: other, dependencies: [Clock] }
    """

  private static func hover(_ session: LanguageSession, over name: String) throws -> String {
    let text = try #require(session.text("app.yaml"))
    let offset = try #require(text.range(of: name)).lowerBound.utf16Offset(in: text)
    return try session.ask("hover", "app.yaml", at: offset + 1)["contents"]?["value"]?.string ?? "nothing"
  }

  private static func session() -> LanguageSession {
    let session = LanguageSession(["app.yaml": app, "shared.yaml": shared])
    // However busy the machine is.
    session.server.patience = .seconds(60)
    session.open("app.yaml", app)
    return session
  }

  @Test("hover waits for the check of the newest text") func waitForTheCheckOfTheNewestText() throws {
    let session = Self.session()
    session.change("app.yaml", [["text": .string(Self.app.replacing("value: 4", with: "value: 77"))]], settling: false)
    #expect(try Self.hover(session, over: "pool:").contains("77"))
  }

  @Test("a request does not wait forever") func doNotWaitForever() throws {
    let session = Self.session()
    session.change("app.yaml", [["text": .string(Self.app.replacing("value: 4", with: "value: 77"))]], settling: false)
    let place: JSON = ["line": 3, "character": 3]
    let question: JSON = [
      "jsonrpc": "2.0", "id": 99, "method": "textDocument/hover",
      "params": ["textDocument": ["uri": .string(session.uri("app.yaml"))], "position": place],
    ]
    let count = session.messages.count
    session.server.receive(question)
    session.server.tick()
    #expect(session.messages.count == count)
    session.server.patience = .zero
    session.server.tick()
    #expect(session.messages.last?["result"]?["contents"]?["value"]?.string?.contains("4") == true)
  }

  /// The client does not report changes of files.
  @Test("a file that appears or returns is noticed") func noticeFilesThatWereMissing() throws {
    let text = "configdi: 1\nimports: [other.yaml, \"parts/*.yaml\"]\n"
    let folder = try Folder(["app.yaml": text, "parts/a.yaml": "configdi: 1\n"])
    let session = LanguageSession(root: folder.path(), onDisk: true)
    func codes() throws -> [String] {
      session.server.lastLook = .now - .seconds(2)
      _ = try session.ask("hover", "app.yaml", at: 3)
      return session.shown.values.flatMap { $0 }.compactMap { $0["code"]?.string }
    }
    #expect(try codes() == ["DI101"])
    try folder.write("configdi: 1\n", to: "other.yaml")
    #expect(try codes() == [])
    try FileManager.default.removeItem(atPath: folder.path("other.yaml"))
    #expect(try codes() == ["DI101"])
    try folder.write("configdi: 1\n", to: "other.yaml")
    #expect(try codes() == [])
    try folder.write("configdi: 1\nbad: 1\n", to: "parts/b.yaml")
    #expect(try codes() == ["DI004"])
  }

  @Test("a rename includes a file that was imported a moment ago") func renameWaitsForTheCheck() throws {
    let app = "configdi: 1\nservices:\n  reports.db: r\n"
    let part = "configdi: 1\nservices: { Z: { factory: z, dependencies: [reports.db] } }\n"
    let session = LanguageSession(["app.yaml": app, "b.yaml": part])
    session.server.patience = .zero
    session.open("app.yaml", app)
    session.open("b.yaml", part)
    let new = app.replacing("services", with: "imports: [b.yaml]\nservices", maxReplacements: 1)
    session.change("app.yaml", [["text": .string(new)]], settling: false)
    let edit = try session.ask("rename", "app.yaml", at: new.utf8.count - 10, [("newName", "x.db")])
    let after = session.apply(edit, to: ["app.yaml": new, "b.yaml": part])
    #expect(after["b.yaml"] == part.replacing("reports.db", with: "x.db"))
  }

  @Test("a request waits for the first check") func waitForTheFirstCheckHoweverLongItTakes() throws {
    let session = LanguageSession(["app.yaml": Self.app, "shared.yaml": Self.shared])
    session.server.patience = .zero
    let folder: JSON = ["uri": .string(session.uri("")), "name": "work"]
    for change: JSON in [["added": [], "removed": [folder]], ["added": [folder], "removed": []]] {
      session.notify("workspace/didChangeWorkspaceFolders", ["event": change])
    }
    #expect(session.waitingJobs.count == 1)
    let hover = try session.ask("hover", "app.yaml", at: Self.app.utf8.count - 55)
    #expect(hover["contents"]?["value"]?.string?.contains("needed by Other") == true)
  }

  @Test("the last text that parsed still answers") func keepTheMeaningOfTheLastTextThatParsed() throws {
    let session = Self.session()
    session.change("app.yaml", [["text": .string(Self.app.replacing("value: 4", with: "value: 77"))]])
    session.change("app.yaml", [["text": .string(Self.app.replacing("value: 4", with: ", value: 8"))]])
    #expect(session.diagnostics("app.yaml").first?["code"]?.string == "DI001")
    #expect(try Self.hover(session, over: "pool:").contains("77"))
    #expect(try Self.hover(session, over: "Clock:").contains("needed by Other"))
    session.change("app.yaml", [["text": .string(Self.app)]], settling: false)
    #expect(try Self.hover(session, over: "pool:").contains("4"))
  }

  @Test("a broken import keeps the last meaning") func keepTheMeaningWhileAnImportedFileIsBroken() throws {
    let session = Self.session()
    session.open("shared.yaml", Self.shared + "\n  Third: {")
    #expect(session.diagnostics("shared.yaml").first?["code"]?.string == "DI001")
    #expect(try Self.hover(session, over: "Clock:").contains("needed by Other"))
    session.change("shared.yaml", [["text": "configdi: 1\n"]])
    #expect(try Self.hover(session, over: "Clock:").contains("needed by Other") == false)
  }

  /// Places of the facts that are kept follow the edits.
  @Test("locations move with edits of text that does not parse") func carryPlacesOverEditsOfBrokenText() throws {
    let session = Self.session()
    session.change("app.yaml", [["text": .string("# one\n# two\n" + Self.app)]])
    let top: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]]
    session.change("app.yaml", [["range": top, "text": "# zero\nbad: \"\\q\"\n"]])
    session.change("app.yaml", [["range": top, "text": "# more\n"]])
    let text = try #require(session.text("app.yaml"))
    let offset = try #require(text.range(of: "Clock:")).lowerBound.utf16Offset(in: text)
    let item = try session.ask("prepareCallHierarchy", "app.yaml", at: offset + 1).elements?.first
    #expect(item?["range"]?["start"]?["line"]?.int == 12)
  }
}
