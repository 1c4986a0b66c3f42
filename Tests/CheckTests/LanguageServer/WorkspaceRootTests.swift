import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct WorkspaceRootTests {
  @Test("the root of the disk is not taken as a workspace") func theDiskIsNoWorkspace() {
    let session = LanguageSession(["app.yaml": "configdi: 1\nservices: {}\n"])
    session.notify(
      "workspace/didChangeWorkspaceFolders",
      ["event": ["added": [["uri": "file:///", "name": "disk"]], "removed": []]])
    #expect(session.waitingJobs.isEmpty)
    #expect(session.server.roots.map(\.path) == ["/work"])
  }

  @Test("a file at the root of the disk does not make the disk a workspace") func aFileAtTheRoot() {
    let session = LanguageSession(["app.yaml": "configdi: 1\nservices: {}\n"])
    session.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "file:///x.yaml", "languageId": "yaml", "version": 1, "text": "configdi: 1\n"]])
    #expect(session.server.roots.map(\.path) == ["/work"])
    // Later checks do not repeat the reason.
    session.open("app.yaml", "configdi: 1\n")
    session.change("app.yaml", [["text": "configdi: 1\n# more\n"]])
    #expect(session.log.count { $0.contains("cannot be a workspace") } == 1, "\(session.log)")
  }

  @Test("every file that may be a catalog is watched") func watchedCatalogs() {
    let session = LanguageSession(
      [:], capabilities: [("workspace", ["didChangeWatchedFiles": ["dynamicRegistration": true]])])
    let request = session.messages.first { $0["method"]?.string == "client/registerCapability" }
    let watchers = request?["params", "registrations"]?.elements?.first?["registerOptions", "watchers"]?.elements ?? []
    #expect(watchers.compactMap { $0["globPattern"]?.string } == ["**/*.{yaml,yml}", "**/*.json", "**/*.swift"])
  }

  private static func folders(_ session: LanguageSession, added: [String] = [], removed: [String] = []) -> JSON {
    func list(_ paths: [String]) -> JSON {
      .array(paths.map { ["uri": .string(session.uri($0)), "name": .string($0)] })
    }
    return ["event": ["added": list(added), "removed": list(removed)]]
  }

  @Test("a folder without manifests is not reported") func aFolderWithoutManifests() {
    let session = LanguageSession(["docker-compose.yaml": "services: {}\n"])
    session.open("docker-compose.yaml", "services: {}\n")
    #expect(!session.messages.contains { $0["method"]?.string == "window/showMessage" })
  }

  @Test("a file in folders inside one another has the findings of all of them", arguments: [false, true])
  func foldersInsideOneAnother(isOpen: Bool) {
    let text = "configdi: 1\nservices: { B: b }\n"
    let session = LanguageSession([
      "app.yaml": "configdi: 1\nimports: [x.yaml, sub/part.yaml]\n", "x.yaml": text, "sub/part.yaml": text,
    ])
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["sub"]))
    session.settle()
    if isOpen { session.open("sub/part.yaml", text) }
    #expect(session.diagnostics("sub/part.yaml").compactMap { $0["code"]?.string } == ["DI107"])
    if isOpen { session.change("sub/part.yaml", [["text": .string(text + "# more\n")]]) }
    #expect(session.diagnostics("sub/part.yaml").compactMap { $0["code"]?.string } == ["DI107"])
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, removed: [""]))
    session.settle()
    #expect(session.diagnostics("sub/part.yaml").isEmpty)
  }

  @Test("a file outside the folder that a manifest imports adds no folder") func anImportedFileOutside() {
    let shared = "configdi: 1\nservices: { X: { factory: x, dependencies: [Y] } }\n"
    let texts = [
      "app/app.yaml": "configdi: 1\nroot: ..\nimports: [../shared/x.yaml]\nservices: { Y: y }\n",
      "shared/x.yaml": shared, ".git/config": "", "other/other.yaml": "configdi: 1\nbad: 1\n",
    ]
    let session = LanguageSession(texts)
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["app"], removed: [""]))
    session.settle()
    session.open("shared/x.yaml", shared)
    #expect(session.server.roots.map(\.path) == ["/work/app"])
    #expect(session.shown.isEmpty)
  }

  private static func sessionBesideShared(_ texts: [String: String], settling: Bool = true) -> LanguageSession {
    let app = "configdi: 1\nroot: ..\nimports: [../shared/x.yaml]\nservices: { Y: y }\n"
    let session = LanguageSession(["app/app.yaml": app, ".git/config": ""].merging(texts) { $1 })
    session.notify("workspace/didChangeWorkspaceFolders", folders(session, added: ["app"], removed: [""]))
    if settling { session.settle() }
    return session
  }

  private static func codes(_ session: LanguageSession, _ path: String) -> [String] {
    session.diagnostics(path).compactMap { $0["code"]?.string }
  }

  @Test("a file outside the folder that is opened during the first check is checked as it is open")
  func openedDuringTheFirstCheck() {
    let session = Self.sessionBesideShared(["shared/x.yaml": "configdi: 1\n"], settling: false)
    session.open("shared/x.yaml", "configdi: 1\nbad: 1\n")
    #expect(Self.codes(session, "shared/x.yaml") == ["DI004"])
    #expect(session.server.roots.map(\.path) == ["/work/app"])
  }

  @Test("an open file outside the folder stays checked when its import is removed") func aRemovedImport() {
    let text = "configdi: 1\nbad: 1\n"
    let session = Self.sessionBesideShared(["shared/x.yaml": text])
    session.open("shared/x.yaml", text)
    session.open("app/app.yaml", "configdi: 1\nservices: { Y: y }\n")
    #expect(session.server.roots.map(\.path) == ["/work/app", "/work"])
    #expect(Self.codes(session, "shared/x.yaml") == ["DI004"])
  }

  @Test("an import outside the folder is found before it is saved") func anUnsavedImport() {
    let session = Self.sessionBesideShared([:])
    #expect(Self.codes(session, "app/app.yaml") == ["DI101"])
    session.open("shared/x.yaml", "configdi: 1\n")
    #expect(Self.codes(session, "app/app.yaml").isEmpty)
  }

  /// `A` has more manifests than `B`, and both read `shared/lib.yaml`.
  private static let twoFolders = [
    "A/a0.yaml": "configdi: 1\n", "A/a1.yaml": "configdi: 1\n",
    "A/zz.yaml": "configdi: 1\nroot: ..\nimports: [../shared/lib.yaml]\nroots: [clock]\n",
    "B/app.yaml": "configdi: 1\nroot: ..\nimports: [../shared/lib.yaml]\nroots: [clock]\n",
    "shared/lib.yaml": "configdi: 1\nservices: { clock: sys }\n", ".git/config": "",
  ]

  @Test("a name is renamed in every folder whose manifests have it", arguments: [["A", "B"], ["B", "A"]])
  func renameInTwoFolders(order: [String]) throws {
    let session = LanguageSession(Self.twoFolders)
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: order, removed: [""]))
    session.settle()
    for path in ["B/app.yaml", "A/zz.yaml", "shared/lib.yaml"] {
      let text = try #require(Self.twoFolders[path])
      let offset = try #require(text.utf8.firstRange(of: "clock".utf8)?.lowerBound)
      let edit = try session.ask(
        "rename", path, at: text.utf8.distance(from: text.startIndex, to: offset), [("newName", "watch")])
      #expect(
        session.apply(edit, to: Self.twoFolders)
          == Self.twoFolders.mapValues { $0.replacing("clock", with: "watch") }, "\(path)")
    }
  }

  @Test(
    "a finding in a shared file has its remedies in whichever folder has it", arguments: [["A", "B"], ["B", "A"]])
  func remediesInTwoFolders(order: [String]) throws {
    var texts = Self.twoFolders
    texts["shared/lib.yaml"] = "configdi: 1\nservices: { repo: { factory: r, dependencies: [clok] } }\n"
    texts["A/zz.yaml"] = "configdi: 1\nroot: ..\nimports: [../shared/lib.yaml]\nservices: { clok: c }\nroots: [repo]\n"
    texts["B/app.yaml"] =
      "configdi: 1\nroot: ..\nimports: [../shared/lib.yaml]\nservices: { clock: c }\nroots: [repo]\n"
    let session = LanguageSession(texts)
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: order, removed: [""]))
    session.settle()
    let actions = try session.ask(
      "codeAction", "shared/lib.yaml", at: 0,
      [
        ("range", ["start": ["line": 1, "character": 45], "end": ["line": 1, "character": 50]]),
        ("context", ["diagnostics": [], "only": [""]]),
      ])
    #expect(actions.elements?.contains { $0["title"]?.string?.contains("clock") == true } == true, "\(actions)")
  }

  @Test(
    "mistakes in catalogs and configurations have actions",
    arguments: [
      (".configdi-check.yml", "fail-onn: error\n", "fail-on"),
      (
        "configdi.catalog.json", #"{ "configdiCatalog": 1, "factories": [{ "name": "a", "sharable": true }] }"#,
        "shareable"
      ),
    ])
  func otherFiles(path: String, text: String, wanted: String) throws {
    let session = LanguageSession(["app.yaml": "configdi: 1\n", path: text])
    session.settle()
    let actions = try session.ask(
      "codeAction", path, at: 0,
      [
        ("range", ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 100]]),
        ("context", ["diagnostics": []]),
      ])
    #expect(actions.elements?.contains { $0["title"]?.string?.contains(wanted) == true } == true, "\(actions)")
  }

  @Test("an open file whose folder is removed is still served") func aRemovedFolder() {
    let session = LanguageSession(["app/app.yaml": "configdi: 1\n", "other/x.yaml": "configdi: 1\n"])
    session.notify(
      "workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["app", "other"], removed: [""]))
    session.settle()
    session.open("other/x.yaml", "configdi: 1\nbad: 1\n")
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, removed: ["other"]))
    session.settle()
    #expect(session.diagnostics("other/x.yaml").count == 1)
  }

  @Test("a folder is kept only while a file in it is open") func aLoneFile() {
    let text = "configdi: 1\nbad: 1\n"
    let session = LanguageSession(["app/app.yaml": "configdi: 1\n", "other/x.yaml": text])
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["app"], removed: [""]))
    session.settle()
    session.open("other/x.yaml", text)
    #expect(session.server.roots.count == 2)
    #expect(session.diagnostics("other/x.yaml").count == 1)
    let file: JSON = ["textDocument": ["uri": .string(session.uri("other/x.yaml"))]]
    session.notify("textDocument/didClose", file)
    session.settle()
    #expect(session.server.roots.map(\.path) == ["/work/app"])
    #expect(session.shown.isEmpty)
    // A folder that the client has opened itself stays.
    session.open("other/x.yaml", text)
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["other"]))
    session.notify("textDocument/didClose", file)
    session.settle()
    #expect(session.server.roots.map(\.path) == ["/work/app", "/work/other"])
  }

  @Test("the diagnostics of all folders wait for the checks of all of them") func diagnosticsOfNewFolders() throws {
    let text = "configdi: 1\nroots: [Nothing]\n"
    let session = LanguageSession(
      ["a/app.yaml": text, "b/app.yaml": text], capabilities: [("textDocument", ["diagnostic": [:]])])
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["a"], removed: [""]))
    session.settle()
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, added: ["b"]))
    #expect(session.waitingJobs.count == 1)
    let items = try session.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.elements ?? []
    #expect(items.compactMap { $0["uri"]?.string } == [session.uri("a/app.yaml"), session.uri("b/app.yaml")])
  }

  @Test("the progress of a check ends when its folder is removed") func removalEndsTheProgress() {
    let session = LanguageSession(["app.yaml": "configdi: 1\n"])
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    session.server.roots[0].running?.token = "progress"
    session.notify("workspace/didChangeWorkspaceFolders", Self.folders(session, removed: [""]))
    session.settle()
    let ends = session.messages.filter { $0["params", "value", "kind"]?.string == "end" }
    #expect(ends.compactMap { $0["params", "token"]?.string } == ["progress"])
  }

  @Test("files in a folder that was opened through a link have the link's URIs") func aFolderBehindALink() throws {
    let folder = try Folder([
      "real/app.yaml": "configdi: 1\nimports: [b.yaml]\nroots: [b.x]\n",
      "real/b.yaml": "configdi: 1\nbad: 1\nservices: { b.x: b }\n",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("real"))
    let session = LanguageSession(root: folder.path("link"), onDisk: true)
    #expect(session.diagnostics("b.yaml").count == 1)
    session.open("app.yaml", try folder.text("real/app.yaml"))
    let place = try session.ask("definition", "app.yaml", at: 40).elements?.first
    #expect(place?["uri"]?.string == session.uri("b.yaml"))
  }

  @Test("an unsaved file is found in a folder whose name is not ASCII") func unsavedFileBesideOthers() {
    let files = WorkspaceFiles(
      root: "/é", disk: FileCache(InMemoryFiles(["/é/app.yaml": ""])), texts: ["/é/new.yaml": []])
    #expect(files.entries(of: "/é")?.map(\.name).sorted() == ["app.yaml", "new.yaml"])
  }
}
