import Foundation
import Testing

@testable import configdi_check

@Suite final class OutputFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func writesOverALongerFileAndAddsToIt() throws {
    try OutputFile.write("something long", to: path("a"))
    try OutputFile.write("short", to: path("a"))
    try OutputFile.write("+", to: path("a"), appending: true)
    #expect(try text("a") == "short+")
  }

  @Test func refusesDevicesFoldersAndFIFOs() throws {
    mkfifo(path("fifo"), 0o600)
    for target in ["/dev/null", "/dev/stdout", folder.path(percentEncoded: false), path("fifo"), path("no/such")] {
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
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted() == ["a", "link"])
  }
}
