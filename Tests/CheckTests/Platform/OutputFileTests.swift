import Foundation
import Testing

@testable import configdi_check

@Suite struct OutputFileTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func path(_ name: String) -> String { folder.path(name) }

  private func text(_ name: String) throws -> String { try folder.text(name) }

  @Test func writesOverALongerFileAndAddsToIt() throws {
    try OutputFile.write("something long", to: path("a"))
    try OutputFile.write("short", to: path("a"))
    try OutputFile.write("+", to: path("a"), appending: true)
    #expect(try text("a") == "short+")
  }

  @Test func refusesDevicesFoldersAndFIFOs() throws {
    mkfifo(path("fifo"), 0o600)
    for target in ["/dev/null", "/dev/stdout", folder.path(), path("fifo"), path("no/such")] {
      #expect(throws: Failure.self, "\(target)") { try OutputFile.write("x", to: target) }
    }
  }

  @Test func replacingKeepsModeAndLinks() throws {
    try OutputFile.write("old", to: path("a"))
    chmod(path("a"), 0o640)
    symlink("a", path("link"))
    try OutputFile.replace(path("link"), with: "new")
    #expect(try text("a") == "new")
    var status = stat()
    #expect(lstat(path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path("a"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() == ["a", "link"])
  }
}
