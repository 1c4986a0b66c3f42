import Foundation
import Testing

/// A namespace in which less is allowed.
private enum Confinement {
  /// Runs a shell's words, then the rest, in a namespace of its own, so that nobody else meets the limit.
  static func command(_ preparation: String) -> [String] {
    ["/usr/bin/unshare", "--user", "--map-root-user", "--mount", "sh", "-euc", preparation + "\nexec \"$@\"", "sh"]
  }

  static let isAllowed: Bool = {
    let words = command("test -w /proc/sys/user/max_inotify_instances") + ["true"]
    guard FileManager.default.isExecutableFile(atPath: words[0]) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

/// A server where the system refuses what following files would like to have.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Confinement.isAllowed, "namespaces of one's own are not allowed here"))
struct LimitTests {
  private static let good = Result {
    try String(contentsOf: Example.repository.appending(path: "Examples/GracefulServer/server.yaml"), encoding: .utf8)
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "limits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.good.get().utf8).write(to: folder.appending(path: "server.yaml"))
    return folder
  }

  private func edit(_ folder: URL) throws {
    try Data(Self.good.get().replacing("default: 1ms", with: "default: 2ms").utf8).write(
      to: folder.appending(path: "server.yaml"), options: .atomic)
  }

  @Test(
    "polling finds the edit when watches are exhausted",
    arguments: [
      ("instances", "live: nothing can be watched: too many open files; falling back to polling"),
      ("watches", " cannot be watched: no space left on device; falling back to polling"),
    ]) func whereWatchesAreUsedUpItSaysSoAndALookFindsTheEdit(limit: String, problem: String) throws
  {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try RunningServer(
      folder.appending(path: "server.yaml"), within: Confinement.command("echo 0 >/proc/sys/user/max_inotify_\(limit)"))
    server.read { $0.hasPrefix("live: ") && $0.hasSuffix(problem) }
    try takesAnEdit(of: folder, server)
    let told = server.lines.filter { $0.hasSuffix(problem) }
    #expect(Set(told).count == told.count, "each is told once: \(told)")
    #expect(server.lines.contains { $0.hasSuffix(", refused 0") })
  }

  /// As a pod sees a ConfigMap: it cannot write, and somebody else does.
  @Test("edits of others arrive on a read-only file system") func onAReadOnlyFileSystemEditsOfOthersAreTaken() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try RunningServer(
      folder.appending(path: "server.yaml"),
      within: Confinement.command(
        "mount --bind '\(folder.path)' '\(folder.path)'; mount -o remount,bind,ro '\(folder.path)'; "
          + "if touch '\(folder.path)/mine' 2>/dev/null; then exit 1; fi"))
    try takesAnEdit(of: folder, server)
    #expect(!server.lines.contains { $0.contains("falling back to polling") }, "\(server.lines)")
  }

  /// Expects that a busy server takes an edit, and ends well when it is told to.
  private func takesAnEdit(of folder: URL, _ server: RunningServer) throws {
    server.read(until: "busy")
    try edit(folder)
    server.read { $0.hasPrefix("live: generation 2 is now current: parameter pool.connect: ") }
    server.terminate()
    let (code, error) = try server.end()
    #expect(code == 0 && error == "", "\(error)")
  }
}
