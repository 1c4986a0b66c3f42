import ConfigDI
import Foundation
import Testing

@testable import configdi_check

@Suite struct OutputFileTests {
  private let folder: Folder
  private let bound: Bound

  init() throws {
    folder = try Folder()
    bound = Bound(folder: try #require(DiskFiles().resolve(folder.path())), workingDirectory: "/")
  }

  private func path(_ name: String) -> String { folder.path(name) }

  private func text(_ name: String) throws -> String { try folder.text(name) }

  private func write(_ text: String, _ name: String, as kind: OutputKind = .any) throws {
    try OutputFile.write(text, to: path(name), as: kind, within: bound)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() }
  }

  @Test("a longer file is overwritten and text appended") func writesOverALongerFileAndAddsToIt() throws {
    try write("something long", "a")
    try write("short", "a")
    try OutputFile.append("+", to: path("a"))
    #expect(try text("a") == "short+")
    #expect(try names == ["a"])
  }

  @Test("the server's log follows no link out of the bound") func theLogStaysInside() throws {
    let outside = try Folder(["mine": ""])
    symlink(outside.path("mine"), path("out"))
    let console = Recorder().console()
    #expect(throws: Failure.self) { try ServerLog(path("out"), within: bound, console) }
    let log = try ServerLog(path("log"), within: bound, console)
    log.write("one")
    // A link that comes later is not followed either.
    try FileManager.default.removeItem(atPath: path("log"))
    symlink(outside.path("mine"), path("log"))
    log.write("two")
    #expect(try outside.text("mine").isEmpty)
  }

  @Test("devices, folders and FIFOs are refused") func refusesDevicesFoldersAndFIFOs() throws {
    mkfifo(path("fifo"), 0o600)
    for target in ["/dev/null", "/dev/stdout", folder.path(), path("fifo"), path("no/such"), ""] {
      #expect(throws: Failure.self, "\(target)") { try OutputFile.write("x", to: target, as: .any, within: bound) }
    }
  }

  @Test("replacing a file keeps its mode and links") func replacingKeepsModeAndLinks() throws {
    try write("old", "a")
    chmod(path("a"), 0o640)
    symlink("a", path("link"))
    try write("new", "link")
    #expect(try text("a") == "new")
    var status = stat()
    #expect(lstat(path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path("a"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try names == ["a", "link"])
  }

  @Test("links that leave the bound or are broken are not followed") func followsNoLinkOutOfTheBoundNorToNothing()
    throws
  {
    let outside = try Folder(["secret": "mine"])
    symlink(outside.path("secret"), path("out"))
    symlink("nothing", path("dangling"))
    symlink(outside.path(), path("there"))
    for name in ["out", "dangling", "there/secret", "there/new"] {
      #expect(throws: Failure.self, "\(name)") { try write("x", name) }
    }
    #expect(try outside.text("secret") == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path()) == ["secret"])
  }

  @Test("only a file of the same kind is replaced") func replacesOnlyItsOwnKind() throws {
    try folder.write("configdi: 1\n", to: "mine.yaml")
    try folder.write("", to: "empty")
    for kind in [OutputKind.baseline, .report, .graph, .stamp] {
      #expect(throws: Failure.self, "\(kind.name)") { try write("x", "mine.yaml", as: kind) }
      try write("", "empty", as: kind)
    }
    #expect(try text("mine.yaml") == "configdi: 1\n")
  }

  /// Every format of findings and graphs is known again, with findings and without.
  @Test("files that the tool wrote are recognized") func knowsWhatItWrote() throws {
    let files = InMemoryFiles([
      "bad.yaml": "configdi: 1\nservices: { A: { factory: f, dependencies: [B] } }\n",
      "good.yaml": "configdi: 1\nservices: { A: f }\n",
    ])
    for manifest in ["bad.yaml", "good.yaml"] {
      for format in Format.all.map(\.name) {
        try folder.write(Recorder.run("check", manifest, "--format", format, files: files).output, to: format)
        try write("again", format, as: .report)
      }
      for format in ["dot", "mermaid", "json", "html"] {
        try folder.write(Recorder.run("graph", manifest, "--format", format, files: files).output, to: format)
        try write("again", format, as: .graph)
      }
    }
    try folder.write(Baseline().text, to: "baseline")
    try write("again", "baseline", as: .baseline)
  }

  @Test("a file whose first line is long is recognized") func knowsALongFirstLine() throws {
    let settings = (0..<400).map { "setting\($0): value" }.joined(separator: ", ")
    func manifest(_ x: Int) -> String {
      "configdi: 1\nservices: { A: { factory: f, settings: { \(settings), x: \(x) } } }\n"
    }
    let files = InMemoryFiles(["old.yaml": manifest(1), "new.yaml": manifest(2)])
    try folder.write(Recorder.run("diff", "old.yaml", "new.yaml", files: files).output, to: "changes")
    try write("again", "changes", as: .answer)
    #expect(try text("changes") == "again")
  }

  @Test("several new files are created together or not at all") func severalNewFilesAreMadeTogetherOrNotAtAll() throws {
    symlink("nothing", path("c"))
    #expect(throws: Failure.self) {
      try OutputFile.create([(path("a"), "a"), (path("b"), "b"), (path("c"), "c")], within: bound)
    }
    #expect(try names == ["c"])
    try OutputFile.create([(path("a"), "a"), (path("b"), "b")], within: bound)
    #expect(try names == ["a", "b", "c"])
  }

  @Test(
    "--check compares only a file that would be replaced",
    arguments: [
      ("link", "it is a link to a file outside"), ("note", "the existing file is something else"),
      ("folder", "it is not a regular file"),
    ]) func filesOfOthersAreNotCompared(name: String, reason: String) throws
  {
    try folder.write("open sesame\n", to: "outside")
    try folder.write("open sesame\n", to: "repo/note")
    try folder.write("", to: "repo/folder/file")
    try folder.write("", to: "repo/.git/HEAD")
    try folder.write("configdi: 1\nroots: [App.A]\nservices: { App.A: a }\n", to: "repo/app.yaml")
    try folder.write(
      "{ \"configdiCatalog\": 1, \"factories\": [{ \"name\": \"a\", \"provides\": \"App.A\", \"file\": \"App/A.swift\" }] }",
      to: "repo/configdi.catalog.json")
    symlink("../outside", path("repo/link"))
    for command in ["keys app.yaml", "wiring app.yaml", "compile app.yaml", "compile app.yaml --swift app"] {
      let run = try folder.shell("cd repo && $CHECK \(command) --output \(name) --check")
      #expect(run.code == 2, "\(command): \(run.output)")
      #expect(run.output.contains("error: cannot write \(name): \(reason)"), "\(command): \(run.output)")
      #expect(!run.output.contains("sesame"))
    }
  }

  @Test("--check compares a file that is read-only") func aReadOnlyFileIsCompared() throws {
    let command = "$CHECK keys app.yaml --output Keys.swift"
    try folder.write("configdi: 1\n", to: "app.yaml")
    try folder.write("{ \"configdiCatalog\": 1, \"factories\": [] }", to: "configdi.catalog.json")
    let run = try folder.shell("\(command) && chmod 444 Keys.swift && \(command) --check")
    #expect(run.code == 0, "\(run.output)")
  }
}
