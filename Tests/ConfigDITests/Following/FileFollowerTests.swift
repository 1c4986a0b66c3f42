import Foundation
import Synchronization
import Testing

@testable import ConfigDIRuntime
@testable import TestSupport

/// Real files, changed as editors, `cp` and the kubelet do it.
@Suite(.timeLimit(.minutes(10))) struct FileFollowerTests {
  /// What was read of a file that is followed, and each change as it is noticed.
  private final class Reader: Sendable {
    let path: String
    private let follower: FileFollower
    private let latest: Mutex<FileTrace?>
    let changes = Mutex(0)
    let problems = Mutex<[String]>([])

    init(_ path: String, quiet: Duration = .milliseconds(20), interval: Duration = .seconds(600)) {
      self.path = path
      follower = FileFollower(quiet: quiet, interval: interval)
      latest = Mutex(nil)
    }

    func read() -> String? {
      let files = RememberingFiles(DiskFiles())
      _ = files.resolve(path)
      let text = (try? files.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
      latest.withLock { $0 = files.trace }
      return text
    }

    /// Follows the file until it holds this text; in between it may be missing, or half written.
    func follow(until text: String?) async throws {
      repeat {
        try await follower.change(
          since: { latest.withLock { $0 } }, problem: { problem in problems.withLock { $0.append(problem) } })
        changes.withLock { $0 += 1 }
      } while read() != text
    }
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "follow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func run(_ command: String, in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-euc", command]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("an interval of zero or less polls every 10 milliseconds", arguments: [Duration.zero, .seconds(-1)])
  func shortestInterval(_ interval: Duration) async throws {
    let hand = HandClock()
    let follower = FileFollower(interval: interval, clock: hand.clock, watches: false)
    let trace = RememberingFiles(DiskFiles()).trace
    let waiting = Task { try await follower.change(since: { trace }, problem: { _ in }) }
    while hand.next == nil { await Task.yield() }
    #expect(hand.next == .milliseconds(10))
    waiting.cancel()
    _ = await waiting.result
  }

  @Test("a stream's report while a file is still written ends the wait, and is no second change")
  func reportInTheQuietTime() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appending(path: "app")
    func trace(of text: String) throws -> FileTrace {
      try Data(text.utf8).write(to: app)
      let files = RememberingFiles(DiskFiles())
      _ = try files.read(app.path, limit: 100)
      return files.trace
    }
    let old = try trace(of: "one")
    let new = try trace(of: "three")
    let (reports, source) = AsyncStream.makeStream(of: Void.self)
    let hand = HandClock()
    let follower = FileFollower(
      quiet: .milliseconds(200), interval: .seconds(600), clock: hand.clock, watches: false, streams: [{ reports }])
    let changing = Task { try await follower.change(since: { old }, problem: { _ in }) }
    while hand.next != .milliseconds(200) { await Task.yield() }
    source.yield()
    try await changing.value
    let isReported = Lock(false)
    let waiting = Task {
      try await follower.change(since: { new }, problem: { _ in })
      isReported.withLock { $0 = true }
    }
    while hand.next != .seconds(600), !isReported.withLock({ $0 }) { await Task.yield() }
    #expect(!isReported.withLock { $0 })
    waiting.cancel()
    _ = await waiting.result
  }

  @Test("the longest duration is a limit that never passes") func longestLimit() async throws {
    let clock = LiveClock(ContinuousClock())
    #expect(await clock.sees(endOf: Task { try? await Task.sleep(for: .milliseconds(5)) }, within: .seconds(Int64.max)))
    #expect(try await clock.result(within: .seconds(Int64.max)) { 1 } == 1)
  }

  @Test("without a limit nothing waits for the clock") func noLimit() async throws {
    let hand = HandClock()
    let sleepers = try await hand.clock.result(within: nil) {
      for _ in 0..<1_000 { await Task.yield() }
      return hand.sleepers
    }
    #expect(sleepers == 0)
  }

  @Test(
    "every way of saving is noticed",
    arguments: [
      "printf two >.app.swp; mv app app~; printf two >app; rm app~ .app.swp",
      "printf two >app", "printf two >new; mv new app", "sed -i s/one/two/ app", "printf two >other; cp other app",
      "ln -s elsewhere next; printf two >elsewhere; mv -T next app", "rm app; sleep 0.1; printf two >app",
      "printf t >app; sleep 0.01; printf two >app", "printf two >real; rm app; ln -s \"$PWD/real\" app",
    ]) func everyWayOfSavingIsNoticed(command: String) async throws
  {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("one".utf8).write(to: folder.appending(path: "app"))
    let reader = Reader(folder.appending(path: "app").path)
    #expect(reader.read() == "one")
    async let change: Void = reader.follow(until: "two")
    try await Task.sleep(for: .milliseconds(30))
    try run(command, in: folder)
    try await change
    #expect(reader.problems.withLock { $0 } == [])
  }

  @Test("a missing file in a missing folder is noticed when it appears")
  func aFileThatIsMissingIsWaitedForAlsoInAFolderThatIs() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = Reader(folder.appending(path: "deep/er/app").path)
    #expect(reader.read() == nil)
    async let change: Void = reader.follow(until: "two")
    try await Task.sleep(for: .milliseconds(30))
    try run("mkdir -p deep/er; sleep 0.1; printf two >deep/er/app", in: folder)
    try await change
    async let gone: Void = reader.follow(until: nil)
    try await Task.sleep(for: .milliseconds(30))
    try run("rm -r deep", in: folder)
    try await gone
    async let again: Void = reader.follow(until: "three")
    try await Task.sleep(for: .milliseconds(30))
    try run("mkdir -p deep/er; printf three >deep/er/app", in: folder)
    try await again
  }

  @Test("a kubelet's symlink swap is noticed") func aKubeletsSwapIsNoticed() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try run(
      "mkdir ..1; printf one >..1/app; ln -s ..1 ..data; ln -s ..data/app app", in: folder)
    let reader = Reader(folder.appending(path: "app").path)
    #expect(reader.read() == "one")
    for number in 2...5 {
      async let change: Void = reader.follow(until: "\(number)")
      try await Task.sleep(for: .milliseconds(10))
      try run(
        "mkdir ..\(number); printf \(number) >..\(number)/app; ln -s ..\(number) ..data_tmp; mv -T ..data_tmp ..data; rm -r ..\(number - 1)",
        in: folder)
      try await change
    }
  }

  @Test("a touched file with the same content is not a change") func whatIsTouchedAndTheSameIsNoChange() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("one".utf8).write(to: folder.appending(path: "app"))
    let reader = Reader(folder.appending(path: "app").path)
    #expect(reader.read() == "one")
    async let change: Void = reader.follow(until: "two")
    try await Task.sleep(for: .milliseconds(30))
    try run("touch app; chmod 600 app; cat app >copy; mv copy app; printf x >beside", in: folder)
    try await Task.sleep(for: .milliseconds(150))
    #expect(reader.changes.withLock { $0 } == 0)
    try run("printf two >app", in: folder)
    try await change
  }

  @Test("a program that only waits needs no quiet beside a busy log", .timeLimit(.minutes(10)))
  func aBusyNeighborDelaysLittle() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appending(path: "app")
    try Data("one".utf8).write(to: app)
    let files = RememberingFiles(DiskFiles())
    _ = try files.read(app.path, limit: 100)
    let trace = files.trace
    let noise = Task.detached {
      while !Task.isCancelled {
        try? Data("line".utf8).write(to: folder.appending(path: "log"))
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    defer { noise.cancel() }
    try Data("three".utf8).write(to: app)
    // By this clock, no time passes: only the notifications end the wait.
    let follower = FileFollower(interval: .seconds(600), clock: HandClock().clock)
    await withCheckedContinuation { continuation in
      // On a thread of its own, since it is blocked.
      Thread.detachNewThread {
        follower.wait(forChangeSince: trace, problem: { _ in }, while: { true })
        continuation.resume()
      }
    }
  }

  @Test("polling finds a change that inotify missed") func whereNothingIsToldALookFindsIt() async throws {
    // No system tells of what is only in memory.
    let changing = ChangingFiles()
    let traced = RememberingFiles(changing)
    _ = try traced.read("/app", limit: 10)
    let follower = FileFollower(quiet: .milliseconds(1), interval: .milliseconds(20))
    async let change: Void = follower.change(since: { traced.trace }, problem: { _ in })
    try await Task.sleep(for: .milliseconds(30))
    changing.text.withLock { $0 = "two" }
    try await change
  }

  private final class ChangingFiles: FileAccess {
    let text = Mutex("one")
    func read(_ path: String, limit: Int) throws(FileProblem) -> [UInt8] { Array(text.withLock { $0 }.utf8) }
    func locate(_ path: String) -> String { path }
    func list(_ folder: String) throws(FileProblem) -> [FolderEntry] { throw .notRegular("not a folder") }
  }

  @Test("cancelling the task ends the wait") func waitingEndsWithItsTask() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let reader = Reader(folder.appending(path: "app").path)
    _ = reader.read()
    let waiting = Task { try await reader.follow(until: "one") }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("the folders of links on the path are watched too") func theFoldersOnTheWayAreThoseOfLinksToo() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try run("mkdir a b; printf x >b/app; ln -s ../b a/link; ln -s a/link way", in: folder)
    let root = try #require(DiskFiles().resolve(folder.path))
    let places = WatchedPlaces(of: [root + "/way/app", root + "/nowhere/app"])
    #expect(places.folders == [root, root + "/a", root + "/b"])
    #expect(places.files == [root + "/b/app"])
  }
}
