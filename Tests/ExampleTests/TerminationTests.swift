import Foundation
import Testing

/// The recipe's server, run as a process of its own and told to end.
@Suite(.timeLimit(.minutes(10))) struct TerminationTests {
  private static let manifest = Example.repository.appending(path: "Examples/GracefulServer/server.yaml")

  @Test("termination under load answers every request and closes every service")
  func underLoadEveryRequestIsAnsweredAndEveryServiceClosed() throws {
    let server = try RunningServer(Self.manifest)
    server.read(until: "busy")
    server.terminate()
    let (code, error) = try server.end()
    #expect(error == "")
    #expect(code == 0)
    // The clients start before it says that it is ready, so either line may come first.
    let lines = server.ownLines.filter { $0 != "busy" }
    try #require(lines.count == 5)
    #expect(lines[0...1] == ["connecting", "ready"])
    let counts = lines[2].split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    #expect(counts.count == 2 && counts[0] >= 5 && counts[1] == 0, "\(lines[2])")
    // Each answer has ended one transaction, and every tenth was rolled back.
    let ended = lines[3].split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    try #require(ended.count == 2, "\(lines[3])")
    #expect(ended[0] + ended[1] == counts[0])
    #expect(ended[1] <= ended[0] / 8)
    #expect(lines[4] == "closed the pool")
  }

  @Test("a signal during start is not lost") func aSignalDuringTheStartIsNotLost() throws {
    let server = try RunningServer(Self.manifest, environment: ["POOL_CONNECT": "400ms"])
    server.read(until: "connecting")
    server.terminate()
    let (code, error) = try server.end()
    #expect(error == "")
    #expect(code == 0)
    #expect(server.ownLines.last == "closed the pool")
  }

  @Test("the exit code reports a failure to close") func whatFailsToCloseIsToldByTheExitCode() throws {
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
    #expect(server.ownLines.last == "closed the pool")
  }

  /// A copy of the manifest that a test may edit.
  private func manifest(_ edit: (String) -> String = { $0 }) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let manifest = folder.appending(path: "server.yaml")
    try Data(edit(try String(contentsOf: Self.manifest, encoding: .utf8)).utf8).write(to: manifest)
    return manifest
  }

  @Test("edits under load are taken or refused and lose no request")
  func underLoadEveryEditIsTakenOrRefusedAndNoRequestIs() throws {
    let manifest = try manifest()
    defer { try? FileManager.default.removeItem(at: manifest.deletingLastPathComponent()) }
    let good = try String(contentsOf: manifest, encoding: .utf8)
    let server = try RunningServer(manifest)
    server.read(until: "busy")
    for generation in 2...4 {
      let text = good.replacing("default: 1ms", with: "default: \(generation)ms")
      try text.write(to: manifest, atomically: generation == 2, encoding: .utf8)
      server.read { $0.hasPrefix("live: generation \(generation) is now current: parameter pool.connect: ") }
      server.read { $0.hasPrefix("live: generation \(generation - 1) was closed after ") }
    }
    try good.replacing("factory: handler", with: "factory: hander").write(
      to: manifest, atomically: true, encoding: .utf8)
    server.read {
      $0.hasPrefix("live: generation 5 was rejected: \(manifest.path):10:23: error: unknown factory 'hander'")
    }
    server.hangUp()
    server.read { $0.hasPrefix("live: generation 6 was rejected") }
    try good.write(to: manifest, atomically: true, encoding: .utf8)
    server.read { $0.hasPrefix("live: generation 7 is now current") }
    server.hangUp()
    server.read(until: "live: the manifest's meaning has not changed")
    server.terminate()
    let (code, error) = try server.end()
    #expect(error == "")
    #expect(code == 0)
    #expect(server.lines.contains { $0.hasSuffix(", refused 0") }, "\(server.lines)")
    #expect(server.lines.count { $0 == "connecting" } == 5)
    #expect(server.lines.count { $0 == "closed the pool" } == 5)
  }

  @Test("a wrong manifest is reported before anything starts") func aManifestThatIsWrongIsToldBeforeAnythingStarts()
    throws
  {
    let server = try RunningServer(Example.config.appending(path: "broken/cycle.yaml"))
    let (code, error) = try server.end()
    #expect(code == 1)
    #expect(error.contains("[DI401]"))
    #expect(server.lines == [])
  }
}
