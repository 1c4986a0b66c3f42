import Testing

@testable import configdi_check

@Suite struct RepositoryPathsTests {
  @Test(arguments: [
    ("app.yaml", "server/config/app.yaml"), ("./a/../app.yaml", "server/config/app.yaml"),
    ("../x.yaml", "server/x.yaml"),
    ("/src/repo/x.yaml", "x.yaml"), ("/etc/x.yaml", "../../etc/x.yaml"), ("../../../../x.yaml", "../../x.yaml"),
  ]) func areRelativeToTheRepository(path: String, expected: String) {
    let paths = RepositoryPaths(root: "/src/repo", workingDirectory: "/src/repo/server/config")
    #expect(paths.relative(path) == expected)
  }

  @Test func theServiceKnowsTheRoot() {
    let paths = RepositoryPaths(
      workingDirectory: "/src/repo/sub", environment: ["GITHUB_WORKSPACE": "/src/"], exists: { $0 == "/src/repo/.git" })
    #expect(paths.relative("a") == "repo/sub/a")
  }

  @Test func elseTheNearestGitFolderIsTheRoot() {
    let paths = RepositoryPaths(
      workingDirectory: "/src/repo/sub", environment: ["GITHUB_WORKSPACE": "/elsewhere"],
      exists: { $0 == "/src/repo/.git" || $0 == "/.git" })
    #expect(paths.relative("a") == "sub/a")
  }

  @Test func elseTheWorkingDirectoryIs() {
    #expect(RepositoryPaths(workingDirectory: "/x", environment: [:], exists: { _ in false }).relative("a") == "a")
  }
}
