import Testing

/// A manifest's `root` in a revision, which has no folders of its own.
@Suite struct RevisionRootTests {
  @Test("a root outside the repository, and one without tracked files, is a folder in a revision")
  func rootsOfARevision() throws {
    let folder = try Folder([
      "shared/.keep": "", "gen/.keep": "",
      "repo/app/outside.yaml": "root: ../../shared\nconfigdi: 1\nservices: { A: a }\n",
      "repo/app/ignored.yaml":
        "root: ../gen\nconfigdi: 1\nimports: [{ path: ../gen/x.yaml, optional: true }]\nservices: { A: a }\n",
    ])
    let git = "git -c user.name=a -c user.email=a@b"
    let setup = "cd repo && mkdir gen && touch gen/x && echo gen >.gitignore"
    _ = try folder.shell("\(setup) && \(git) init -q && \(git) add -A && \(git) commit -qm one")
    for name in ["outside", "ignored"] {
      let result = try folder.shell("cd repo && $CHECK diff --base HEAD app/\(name).yaml 2>&1")
      #expect(result.output == "no changes in the wiring\n", "\(result.output)")
    }
  }
}
