import ConfigDI
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
  }

  @Test("every file that may be a catalog is watched") func watchedCatalogs() {
    let session = LanguageSession(
      [:], capabilities: [("workspace", ["didChangeWatchedFiles": ["dynamicRegistration": true]])])
    let request = session.messages.first { $0["method"]?.string == "client/registerCapability" }
    let watchers = request?["params", "registrations"]?.elements?.first?["registerOptions", "watchers"]?.elements ?? []
    #expect(watchers.compactMap { $0["globPattern"]?.string } == ["**/*.{yaml,yml}", "**/*.json", "**/*.swift"])
  }

  @Test("an unsaved file is found in a folder whose name is not ASCII") func unsavedFileBesideOthers() {
    let files = WorkspaceFiles(
      root: "/é", disk: FileCache(InMemoryFiles(["/é/app.yaml": ""])), texts: ["/é/new.yaml": []])
    #expect(files.entries(of: "/é")?.map(\.name).sorted() == ["app.yaml", "new.yaml"])
  }
}
