import Foundation
import Testing

/// The recipe's server, run as a process of its own and told to end.
@Suite(.timeLimit(.minutes(10))) struct TerminationTests {
  private static let manifest = Example.repository.appending(path: "Examples/GracefulServer/server.yaml")

  /// A running server, its output line by line.
  private final class RunningServer {
    private let process = Process()
    private let output = Pipe()
    private let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private(set) var lines: [String] = []
    private var rest = ""

    init(_ manifest: URL, environment: [String: String] = [:]) throws {
      process.executableURL = Bundle.main.bundleURL.appending(path: "GracefulServer")
      process.arguments = [manifest.path]
      process.environment = environment
      process.standardOutput = output
      _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
    }

    /// Reads until a line says this, or to the end.
    func read(until line: String?) {
      while line.map({ !lines.contains($0) }) ?? true {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { return }
        rest += String(decoding: data, as: UTF8.self)
        var parts = rest.components(separatedBy: "\n")
        rest = parts.removeLast()
        lines += parts
      }
    }

    func terminate() { process.terminate() }

    func end() throws -> (code: Int32, error: String) {
      read(until: nil)
      process.waitUntilExit()
      defer { try? FileManager.default.removeItem(at: errors) }
      #expect(process.terminationReason == .exit)
      return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
    }
  }

  @Test func underLoadEveryRequestIsAnsweredAndEveryServiceClosed() throws {
    let server = try RunningServer(Self.manifest)
    server.read(until: "busy")
    server.terminate()
    let (code, error) = try server.end()
    #expect(error == "")
    #expect(code == 0)
    // The clients start before it says that it is ready, so either line may come first.
    let lines = server.lines.filter { $0 != "busy" }
    try #require(lines.count == 5)
    #expect(lines[0...1] == ["connecting", "ready"])
    let counts = lines[2].split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    #expect(counts.count == 2 && counts[0] >= 5 && counts[1] == 0, "\(lines[2])")
    #expect(lines[3...] == ["closed the server", "closed the pool"])
  }

  @Test func aSignalDuringTheStartIsNotLost() throws {
    let server = try RunningServer(Self.manifest, environment: ["POOL_CONNECT": "400ms"])
    server.read(until: "connecting")
    server.terminate()
    let (code, error) = try server.end()
    #expect(error == "")
    #expect(code == 0)
    #expect(server.lines.suffix(2) == ["closed the server", "closed the pool"])
  }

  @Test func whatFailsToCloseIsToldByTheExitCode() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(contentsOf: Self.manifest, encoding: .utf8)
      .replacing("factory: handler", with: "factory: forgetfulHandler")
      .replacing("settings: { connect:", with: "settings: { patience: 20ms, connect:")
    let manifest = folder.appending(path: "server.yaml")
    try text.write(to: manifest, atomically: true, encoding: .utf8)
    let server = try RunningServer(manifest)
    server.read(until: "busy")
    server.terminate()
    let (code, error) = try server.end()
    #expect(code == 1)
    #expect(error.contains("ConnectionPool") && error.contains("connections were never given back"), "\(error)")
    #expect(server.lines.suffix(2) == ["closed the server", "closed the pool"])
  }

  @Test func aManifestThatIsWrongIsToldBeforeAnythingStarts() throws {
    let server = try RunningServer(Example.config.appending(path: "broken/cycle.yaml"))
    let (code, error) = try server.end()
    #expect(code == 1)
    #expect(error.contains("[DI401]"))
    #expect(server.lines == [])
  }
}
