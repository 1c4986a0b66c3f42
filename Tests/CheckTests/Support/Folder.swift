import Foundation

/// A folder of a test's own, which goes with it.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "configdi-\(UUID().uuidString)")

  init(_ files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String = "") -> String {
    (name.isEmpty ? url : url.appending(path: name)).path(percentEncoded: false)
  }

  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url.appending(path: path), encoding: .utf8)
  }

  /// Runs a shell's command line in it, in which `$CHECK` is the built program.
  func shell(_ command: String, environment: [String: String] = [:]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = url
    process.environment = environment.merging([
      "PATH": "/usr/bin:/bin",
      "CHECK": Bundle.main.bundleURL.appending(path: "configdi-check").path(percentEncoded: false),
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
