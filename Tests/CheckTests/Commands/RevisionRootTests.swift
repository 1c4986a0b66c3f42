import Testing

/// A manifest's `root` in a revision, which has no folders of its own, and revisions that git does not have.
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

  @Test("a shallow clone, and a repository that git does not open, are named as the reason") func withoutRevision()
    throws
  {
    let folder = try Folder(["repo/app.yaml": "configdi: 1\nservices: { A: a }\n"])
    let git = "git -c user.name=a -c user.email=a@b"
    let setup =
      "cd repo && \(git) init -q && \(git) add -A && \(git) commit -qm one && \(git) commit -qm two --allow-empty"
    _ = try folder.shell("\(setup) && \(git) clone -q --depth 1 \"file://$PWD\" ../shallow")
    let shallow = try folder.shell("cd shallow && $CHECK diff --base HEAD~1 app.yaml 2>&1")
    #expect(shallow.output.contains("no revision 'HEAD~1'; the clone is shallow: fetch the revision first"))
    let misspelled = try folder.shell("cd shallow && $CHECK diff --base HAED app.yaml 2>&1")
    #expect(misspelled.output.contains("no revision 'HAED'; did you mean 'HEAD'?"))
    let fetched = try folder.shell("cd shallow && git fetch -q --unshallow && $CHECK diff --base HEAD~1 app.yaml 2>&1")
    #expect(fetched.output == "no changes in the wiring\n", "\(fetched.output)")
    let broken = try folder.shell("cd repo && rm .git/HEAD && $CHECK diff --base HEAD app.yaml 2>&1")
    #expect(broken.output.contains("fatal: ") && broken.output.contains("error: cannot read revision 'HEAD': "))
  }
}
