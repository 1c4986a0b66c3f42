import ConfigDIRuntime
import Glibc
import TestSupport

/// Runs all tasks of this program on one thread, each as far as where it waits; which is next is a seed's choice.
///
/// Whatever the concurrency runtime would hand to its threads comes here instead, so that a seed is played again exactly.
/// `Task.yield()` goes another way in the runtime: what shall wait a turn awaits ``pause()``.
enum Schedule {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // Unchecked: all of it is used by the one thread that there is.
  nonisolated(unsafe) private static var ready: [UnownedJob] = []
  nonisolated(unsafe) private static var chance = Seeded(0)
  nonisolated(unsafe) private static var choices = Fingerprint()

  /// Far more than any life takes.
  private static let mostTurns = 200_000

  /// Every task that is begun from now on is run here.
  static func takeOver() {
    guard let symbol = dlsym(nil, "swift_task_enqueueGlobal_hook") else {
      print("live-simulator: this toolchain's runtime does not let a program choose what runs next")
      exit(1)
    }
    let hook: Hook = { job, _ in Schedule.ready.append(job) }
    symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    GlobalExecutor.replacement = { Schedule.ready.append($0) }
  }

  static func begin(seed: UInt64) {
    ready = []
    chance = Seeded(~seed)
    choices = Fingerprint()
  }

  /// Over all choices since the beginning.
  static var fingerprint: UInt64 { choices.folded }

  /// Lets tasks go on until something holds.
  ///
  /// - Returns: Whether it holds; if it does not, nothing is left to do.
  static func run(until isDone: () throws -> Bool) throws -> Bool {
    for _ in 0..<mostTurns {
      if try isDone() { return true }
      guard turn() else { return false }
    }
    throw Life.Broken(description: "it goes on for ever")
  }

  /// At most so many turns.
  static func run(turns: Int) { for _ in 0..<turns where !turn() { return } }

  /// Until nothing is left to do.
  static func settle() throws { _ = try run { false } }

  private static func turn() -> Bool {
    guard !ready.isEmpty else { return false }
    let choice = chance.number(below: ready.count)
    choices.combine(ready.count)
    choices.combine(choice)
    // No executor at all, which is what tasks on the global one see.
    ready.remove(at: choice).runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
    return true
  }

  /// Lets others go on first, or not, as the seed has it.
  static func pause() async { await Task.detached {}.value }
}

/// Something that was begun, and its end.
final class Begun<Value: Sendable>: Sendable {
  private let outcome = Lock<Result<Value, any Error>?>(nil)

  static func begin(_ body: @escaping @Sendable () async throws -> Value) -> Begun {
    let begun = Begun()
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      begun.outcome.withLock { $0 = result }
    }
    return begun
  }

  var isDone: Bool { outcome.withLock { $0 != nil } }

  /// Lets tasks go on until it has ended.
  func end(_ what: String) throws -> Value {
    guard try Schedule.run(until: { isDone }), let result = outcome.withLock({ $0 }) else {
      throw Life.Broken(description: "it never comes about that \(what)")
    }
    return try result.get()
  }
}
