import Foundation
import Testing

/// What the page on operations shows: the example server in trouble. `CONFIGDI_RECORD=1` writes its outputs anew.
@Suite(.timeLimit(.minutes(10))) struct OperationsTests {
  private static let example = Example.repository.appending(path: "Examples/GracefulServer")

  private let folder: URL
  private let manifest: URL
  private let good: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    manifest = folder.appending(path: "server.yaml")
    good = try String(contentsOf: Self.example.appending(path: "server.yaml"), encoding: .utf8)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(good)
  }

  private func write(_ text: String) throws {
    try text.write(to: manifest, atomically: true, encoding: .utf8)
  }

  /// Compares an output with the one that the page shows.
  private func expect(_ output: String, as name: String) throws {
    let file = Self.example.appending(path: "operations/\(name).txt")
    let text = output.replacing("\(folder.path)/", with: "")
    guard ProcessInfo.processInfo.environment["CONFIGDI_RECORD"] == nil else {
      return try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }

  private func failing(_ environment: [String: String] = [:]) throws -> String {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (code, error) = try RunningServer(manifest, environment: environment).end()
    #expect(code == 1)
    return error
  }

  @Test("a wrong manifest ends the program with every finding")
  func badManifest() throws {
    try write(
      good.replacing("factory: handler", with: "factory: hander").replacing("${pool.connect}", with: "${pool.conect}"))
    try expect(failing(), as: "bad-manifest")
  }

  @Test("a wrong variable is named with what was expected")
  func badVariable() throws {
    try expect(failing(["POOL_CONNECT": "soon"]), as: "bad-variable")
  }

  @Test("a service that throws ends the start, and is named with its line")
  func noConnection() throws {
    try write(good.replacing("settings: { connect:", with: "settings: { size: 0, connect:"))
    try expect(failing(), as: "no-connection")
  }

  @Test("a refused edit is one line, and the program goes on")
  func refusedReload() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try RunningServer(manifest)
    server.read(until: "busy")
    try write(good.replacing("factory: handler", with: "factory: hander"))
    var line = ""
    server.read { candidate in
      guard candidate.contains("was rejected") else { return false }
      line = candidate
      return true
    }
    server.terminate()
    #expect(try server.end().code == 0)
    try expect(line + "\n", as: "refused-reload")
  }

  @Test("a close that hangs is named, and ends with its limit")
  func hangingClose() throws {
    try write(
      good.replacing("factory: handler", with: "factory: forgetfulHandler")
        .replacing("settings: { connect:", with: "settings: { patience: 1h, connect:"))
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try RunningServer(manifest)
    server.read(until: "busy")
    server.terminate()
    let (code, error) = try server.end()
    #expect(code == 1)
    try expect(error, as: "hanging-close")
  }

  @Test("a deployment is compared with the variables that the server reads")
  func comparison() throws {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "configdi-check")
    process.arguments = ["env", "server.yaml", "--compare", "operations/deployment.yml"]
    process.currentDirectoryURL = Self.example
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    try expect(String(decoding: output, as: UTF8.self), as: "compare")
  }
}
