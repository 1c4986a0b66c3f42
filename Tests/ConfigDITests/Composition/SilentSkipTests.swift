import Testing

@testable import ConfigDI

/// What is there and cannot be had is told, whoever asks for it.
@Suite struct SilentSkipTests {
  /// A folder that may not be looked into.
  private struct ClosedFolder: FileAccess {
    let files: InMemoryFiles
    let folder: String

    func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
      _ = try locate(path)
      return try files.read(path, limit: limit)
    }

    func locate(_ path: String) throws(FileProblem) -> String {
      if path.hasPrefix(folder + "/") { throw .denied }
      return try files.locate(path)
    }

    func list(_ folder: String) throws(FileProblem) -> [FolderEntry] {
      if folder == self.folder { throw .denied }
      return try files.list(folder)
    }
  }

  private func findings(importing imports: String) -> [Diagnostic] {
    let files = InMemoryFiles(["app.yaml": "configdi: 1\nimports: [\(imports)]\n", "closed/part.yaml": "configdi: 1\n"])
    var diagnostics = Diagnostics()
    _ = Composer.compose(
      .path("app.yaml"), world: World(files: ClosedFolder(files: files, folder: "closed")), reporting: &diagnostics)
    return diagnostics.findings
  }

  @Test(
    "a folder without permission is reported",
    arguments: [
      "{ path: closed/part.yaml, optional: true }", "closed/part.yaml", "'closed/*.yaml'",
      "{ path: '**/part.yaml', optional: true }",
    ])
  func aClosedFolderIsTold(imports: String) {
    let found = findings(importing: imports)
    #expect(found.map(\.rule.code) == ["DI009"])
    #expect(found.allSatisfy { $0.message.contains("permission denied") })
  }

  /// It cannot be told then what it may import, and whether others import it.
  @Test("an entry whose path cannot be resolved is reported") func anEntryWhosePlaceCannotBeFoundIsTold() {
    let files = InMemoryFiles(["closed/app.yaml": "configdi: 1\n"])
    let world = World(files: ClosedFolder(files: files, folder: "closed"))
    let survey = Composer.survey(
      .path("closed/app.yaml"), world: world, options: CompositionOptions(), documents: DocumentCache())
    guard case .unreadable(let reasons) = survey else {
      Issue.record("it passes for \(survey)")
      return
    }
    #expect(reasons.map(\.rule.code) == ["DI009"])
  }

  /// Then it may be that another manifest of the folder is no entry but its import.
  @Test("an import whose path cannot be resolved is reported") func anImportWhosePlaceCannotBeFoundIsToldWithTheEntry()
  {
    let files = InMemoryFiles([
      "app.yaml": "configdi: 1\nimports: [closed/part.yaml]\n", "closed/part.yaml": "configdi: 1\n",
    ])
    let world = World(files: ClosedFolder(files: files, folder: "closed"))
    let survey = Composer.survey(
      .path("app.yaml"), world: world, options: CompositionOptions(), documents: DocumentCache())
    guard case .manifest(let imports, let unread, _) = survey else {
      Issue.record("it passes for \(survey)")
      return
    }
    #expect(imports.isEmpty)
    #expect(unread.map(\.rule.code) == ["DI009"])
  }

  /// Where its bound could not be judged before it was found.
  @Test("a link out of the root that resolves late is refused") func aLinkOutThatCouldNotBeFollowedAtFirstIsRefused() {
    var options = CompositionOptions()
    options.root = "repo"
    var diagnostics = Diagnostics()
    let composed = Composer.compose(
      .path("repo/app.yaml"), world: World(files: LateLink()), options: options, reporting: &diagnostics)
    #expect(diagnostics.findings.map(\.rule.code) == ["DI103"])
    #expect(composed?.stages.first?.services.isEmpty == true)
  }

  /// `repo/part.yaml` is a link to `outside.yaml`, which `resolve` cannot follow and `locate` can.
  private struct LateLink: FileAccess {
    let files = InMemoryFiles([
      "repo/app.yaml": "configdi: 1\nimports: [part.yaml]\n", "outside.yaml": "configdi: 1\nservices: { A: a }\n",
    ])

    func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] {
      try files.read(path == "repo/part.yaml" ? "outside.yaml" : path, limit: limit)
    }

    func locate(_ path: String) throws(FileProblem) -> String {
      path == "repo/part.yaml" ? "/outside.yaml" : try files.locate(path)
    }

    func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { try files.list(folder) }
  }

  @Test("an absent optional file is not reported") func anAbsentFileIsNot() {
    #expect(findings(importing: "{ path: open/part.yaml, optional: true }").isEmpty)
  }
}
