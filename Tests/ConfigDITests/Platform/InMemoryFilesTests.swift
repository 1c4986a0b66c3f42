import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct InMemoryFilesTests {
  private let files = InMemoryFiles(["app.yaml": "a", "shared/db.yaml": "bc", "/shared/deep/x.yaml": "d"])

  @Test("a path may be spelled in any way") func readsByAnySpelling() throws {
    #expect(try files.read("/app.yaml", limit: 1) == Array("a".utf8))
    #expect(try files.read("shared/../shared/./db.yaml", limit: 2) == Array("bc".utf8))
    #expect(throws: FileProblem.tooLarge(limit: 1)) { try files.read("shared/db.yaml", limit: 1) }
    #expect(throws: FileProblem.missing) { try files.read("none.yaml", limit: 1) }
    #expect(throws: FileProblem.notRegular("a folder")) { try files.read("shared", limit: 1) }
  }

  @Test("folders exist for the paths in them") func hasTheFoldersThatItsPathsName() {
    #expect(files.resolve("shared/deep/..") == "/shared")
    #expect(files.resolve("share") == nil)
    #expect(
      files.entries(of: "/") == [
        FolderEntry(name: "app.yaml", kind: .file), FolderEntry(name: "shared", kind: .folder),
      ])
    #expect(
      files.entries(of: "shared") == [
        FolderEntry(name: "db.yaml", kind: .file), FolderEntry(name: "deep", kind: .folder),
      ])
    #expect(files.entries(of: "app.yaml") == nil)
  }
}
