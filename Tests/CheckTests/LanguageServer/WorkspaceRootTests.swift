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
}
