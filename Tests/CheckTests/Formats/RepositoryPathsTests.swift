import ConfigDI
import Testing

@testable import configdi_check

@Suite struct RepositoryPathsTests {
  @Test(
    "paths are relative to the repository",
    arguments: [
      ("app.yaml", "server/config/app.yaml"), ("./a/../app.yaml", "server/config/app.yaml"),
      ("../x.yaml", "server/x.yaml"),
      ("/src/repo/x.yaml", "x.yaml"), ("/etc/x.yaml", "../../etc/x.yaml"), ("../../../../x.yaml", "../../x.yaml"),
    ]) func areRelativeToTheRepository(path: String, expected: String)
  {
    let paths = RepositoryPaths(root: "/src/repo", workingDirectory: "/src/repo/server/config")
    #expect(paths.relative(path) == expected)
  }

  @Test("a checkout in a subfolder of the CI service's folder is the root") func theRepositoryIsTheRoot() {
    let paths = RepositoryPaths(
      workingDirectory: "/src/repo/sub", environment: ["GITHUB_WORKSPACE": "/src/"], repositories: ["/src/repo"])
    #expect(paths.relative("a") == "sub/a")
  }

  @Test("without a Git folder, the CI service's folder around the working directory is the root")
  func elseTheServiceKnowsTheRoot() {
    func path(_ workspace: String) -> String {
      RepositoryPaths(
        workingDirectory: "/src/repo/sub", environment: ["GITHUB_WORKSPACE": workspace], repositories: []
      ).relative("a")
    }
    #expect(path("/src/repo/") == "sub/a")
    #expect(path("/elsewhere") == "a")
  }

  @Test("a submodule in the CI service's folder is not the root") func aSubmoduleIsNoRoot() {
    let paths = RepositoryPaths(
      workingDirectory: "/src/repo/sub", environment: ["CI_PROJECT_DIR": "/src/repo"],
      repositories: ["/src/repo/sub", "/src/repo"])
    #expect(paths.relative("a") == "sub/a")
  }

  @Test("without a CI service, the nearest repository is the root") func theNearestRepositoryIsTheRoot() {
    let paths = RepositoryPaths(
      workingDirectory: "/src/repo/sub", environment: ["GITHUB_WORKSPACE": "/elsewhere"],
      repositories: ["/src/repo/sub", "/src/repo"])
    #expect(paths.relative("a") == "a")
  }

  @Test("outside a repository, the working directory is the root") func elseTheWorkingDirectoryIs() {
    #expect(RepositoryPaths(workingDirectory: "/x", environment: [:], repositories: []).relative("a") == "a")
  }

  @Test("a manifest in another repository is relative to that one") func aManifestElsewhereHasItsOwnRepository() {
    let files = InMemoryFiles(["here/.git/HEAD": "", "other/.git/HEAD": "", "other/sub/a.yaml": "", "lone/b.yaml": ""])
    let console = Recorder().console(files: files)
    #expect(console.repository(of: "/other/sub/a.yaml").relative("/other/sub/a.yaml") == "sub/a.yaml")
    #expect(console.repository(of: "/lone/b.yaml").relative("/lone/b.yaml") == "lone/b.yaml")
  }

  @Test("the nearest folder with .git is the repository") func theRepositoryIsTheNearestFolderWithGit() {
    let files = InMemoryFiles([".git/HEAD": "", "a": ""])
    #expect(Recorder().console(files: files).repositoryFolder == "/")
    #expect(Recorder().console().repositoryFolder == nil)
  }
}
