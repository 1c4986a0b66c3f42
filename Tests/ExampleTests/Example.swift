import Foundation

/// Where the example is, wherever the tests run.
enum Example {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let config = repository.appending(path: "Examples/config")
  static let manifest = config.appending(path: "app.yaml").path
  static let catalog = config.appending(path: "configdi.catalog.json")
}

/// A program of this package, run as a user would run it.
struct Command {
  var output: String
  var error: String
  var code: Int32

  init(
    _ program: String, _ arguments: String..., in folder: URL = Example.config, environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    // A file, since two pipes that are read one after the other may fill up.
    let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: errors) }
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    error = try String(contentsOf: errors, encoding: .utf8)
    code = process.terminationStatus
  }
}
