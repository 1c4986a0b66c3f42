import Foundation
import Testing

/// A running server, its output line by line.
final class RunningServer {
  private let process = Process()
  private let output = Pipe()
  private let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private(set) var lines: [String] = []
  private var rest = ""

  /// - Parameter command: What runs the program, in a place where less is allowed.
  init(_ manifest: URL, environment: [String: String] = [:], within command: [String] = []) throws {
    let words = command + [Bundle.main.bundleURL.appending(path: "GracefulServer").path, manifest.path]
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    process.standardOutput = output
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  /// Reads until a line says this, or to the end.
  func read(until line: String?) {
    read { candidate in line.map { $0 == candidate } ?? false }
  }

  /// Reads until a line is such, or to the end.
  func read(until isWanted: (String) -> Bool) {
    while !lines.contains(where: isWanted) {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return }
      rest += String(decoding: data, as: UTF8.self)
      var parts = rest.components(separatedBy: "\n")
      rest = parts.removeLast()
      lines += parts
    }
  }

  func terminate() { process.terminate() }

  func hangUp() { kill(process.processIdentifier, SIGHUP) }

  /// Without what the container tells of itself.
  var ownLines: [String] { lines.filter { !$0.hasPrefix("live: ") } }

  func end() throws -> (code: Int32, error: String) {
    read(until: nil)
    process.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: errors) }
    #expect(process.terminationReason == .exit)
    return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
  }
}
