import Foundation
import Testing

/// Runs the built program over each folder of `Tests/Data/Fixtures`, as a user in that folder would.
///
/// A folder is named `DI301-name`. Its `arguments` file holds the command line, an argument a line, `check app.yaml` where it has none; its
/// `expected.txt` what the program prints and how it ends. With `CONFIGDI_RECORD=1` that file is written anew, and the run fails.
@Suite struct FixtureTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
    path: "Data/Fixtures")

  static let names: [String] = {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return entries.filter { $0.hasPrefix("DI") }.sorted()
  }()

  @Test("prints the expected output", arguments: names) func printsWhatIsExpected(name: String) throws {
    let folder = Self.root.appending(path: name)
    let actual = try Self.run(in: folder)
    let expected = folder.appending(path: "expected.txt")
    if ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == "1" {
      guard (try? String(contentsOf: expected, encoding: .utf8)) != actual else { return }
      try Data(actual.utf8).write(to: expected)
      Issue.record("recorded \(name)/expected.txt")
      return
    }
    #expect(try actual == String(contentsOf: expected, encoding: .utf8))
  }

  /// Twenty of the folders hold what a terminal with colours shows, too.
  @Test(
    arguments: names.filter { FileManager.default.fileExists(atPath: root.appending(path: "\($0)/colored.txt").path) })
  func printsInColour(name: String) throws {
    let folder = Self.root.appending(path: name)
    let actual = try Self.run(in: folder, adding: ["--color", "always"])
    let expected = folder.appending(path: "colored.txt")
    if ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == "1" {
      guard (try? String(contentsOf: expected, encoding: .utf8)) != actual else { return }
      try Data(actual.utf8).write(to: expected)
      Issue.record("recorded \(name)/colored.txt")
      return
    }
    #expect(actual.contains("\u{1B}["))
    #expect(try actual == String(contentsOf: expected, encoding: .utf8))
  }

  /// `DI301-…` reports DI301, and `DI301-valid-…` does not.
  @Test("reports the rule in its folder's name", arguments: names) func reportsTheCodeOfItsName(name: String) throws {
    let expected = try String(contentsOf: Self.root.appending(path: "\(name)/expected.txt"), encoding: .utf8)
    let code = String(name.prefix(5))
    #expect(expected.contains("[\(code)]") == !name.hasPrefix("\(code)-valid"))
  }

  private static func run(in folder: URL, adding extra: [String] = []) throws -> String {
    let line = try? String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "configdi-check")
    process.arguments = (line ?? "check\napp.yaml").split(separator: "\n").map(String.init) + extra
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let error = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: error) }
    _ = FileManager.default.createFile(atPath: error.path, contents: nil)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let told = try Data(contentsOf: error)
    return String(decoding: printed, as: UTF8.self) + "--- standard error\n" + String(decoding: told, as: UTF8.self)
      + "--- exit \(process.terminationStatus)\n"
  }
}
