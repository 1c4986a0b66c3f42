import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct DiskFilesTests {
  /// A folder of its own, removed afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.resolvingSymlinksInPath().path)
  }

  private func problem(_ path: String, limit: Int = 100) -> FileProblem? {
    do throws(FileProblem) {
      _ = try DiskFiles().read(path, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsARegularFile() throws {
    try inFolder { folder in
      let path = folder + "/app.yaml"
      try Data("configdi: 1\n".utf8).write(to: URL(filePath: path))
      #expect(try DiskFiles().read(path, limit: 12) == Array("configdi: 1\n".utf8))
      #expect(problem(path, limit: 11) == .tooLarge(limit: 11))
      try Data().write(to: URL(filePath: path))
      #expect(try DiskFiles().read(path, limit: 0).isEmpty)
    }
  }

  @Test("devices and folders are refused") func refusesWhatIsNoRegularFile() throws {
    try inFolder { folder in
      #expect(problem(folder) == .notRegular("a folder"))
      #expect(problem("/dev/zero") == .notRegular("a device"))
      #expect(problem(folder + "/none.yaml") == .missing)
      #expect(problem(folder + "/none/app.yaml") == .missing)
      let fifo = folder + "/fifo"
      #expect(mkfifo(fifo, 0o600) == 0)
      #expect(problem(fifo) == .notRegular("a FIFO"))
      try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
      guard case .failed? = problem(folder + "/loop") else {
        Issue.record("a loop of links was read")
        return
      }
      try Data("a".utf8).write(to: URL(filePath: folder + "/a"))
      #expect(problem(folder + "/a\0b") == .missing)
    }
  }

  /// Its size is said to be 0, and its end shows only when it is reached.
  @Test(
    "a file is read to its end, not to its reported size",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func readsToTheEndWhateverTheSizeSays() throws {
    let bytes = try DiskFiles().read("/proc/self/status", limit: 1 << 20)
    #expect(String(decoding: bytes, as: UTF8.self).contains("VmPeak"))
    #expect(problem("/proc/self/status", limit: 10) == .tooLarge(limit: 10))
  }

  @Test func resolvesLinks() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/real", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "real")
      #expect(DiskFiles().resolve(folder + "/link/../link/.") == folder + "/real")
      #expect(DiskFiles().resolve(folder + "/none") == nil)
      #expect(DiskFiles().resolve(folder + "/real\0") == nil)
    }
  }

  @Test("entries are listed in byte order") func listsEntriesByBytes() throws {
    try inFolder { folder in
      for name in ["b.yaml", "B.yaml", ".hidden", "é.yaml"] {
        try Data().write(to: URL(filePath: folder + "/" + name))
      }
      try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: folder + "/c", withDestinationPath: "a")
      #expect(
        DiskFiles().entries(of: folder) == [
          FolderEntry(name: ".hidden", kind: .file), FolderEntry(name: "B.yaml", kind: .file),
          FolderEntry(name: "a", kind: .folder), FolderEntry(name: "b.yaml", kind: .file),
          FolderEntry(name: "c", kind: .link), FolderEntry(name: "é.yaml", kind: .file),
        ])
      #expect(DiskFiles().entries(of: folder + "/b.yaml") == nil)
    }
  }
}
