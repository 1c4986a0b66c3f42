/// The one start of a container, by a task or without awaiting. Every caller gets the same result.
final class SingleStart: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var task: Task<[InitializerFailed], any Error>?
    /// Whether a start without a task has begun.
    var isNow = false
    var outcome: Result<[InitializerFailed], any Error>?
  }

  /// Starts without awaiting if no start was begun; otherwise gives the result of the first, or throws if that has not
  /// ended.
  func runNow(_ body: () throws -> [InitializerFailed]) throws -> [InitializerFailed] {
    let known = try state.withLock { state -> Result<[InitializerFailed], any Error>? in
      if let outcome = state.outcome { return outcome }
      guard state.task == nil, !state.isNow else { throw StartUnderWay() }
      state.isNow = true
      return nil
    }
    if let known { return try known.get() }
    let outcome = Result { try body() }
    end(outcome)
    return try outcome.get()
  }

  /// Begins the start in a task if none was begun, and says whether it did.
  func run(
    _ body: @escaping @Sendable () async throws -> [InitializerFailed]
  ) -> (task: Task<[InitializerFailed], any Error>, isNew: Bool) {
    state.withLock { state in
      if let task = state.task { return (task, false) }
      if state.isNow {
        let outcome = state.outcome ?? .failure(StartUnderWay())
        return (Task { try outcome.get() }, false)
      }
      let task = Task {
        do {
          let failures = try await body()
          self.end(.success(failures))
          return failures
        } catch {
          self.end(.failure(error))
          throw error
        }
      }
      state.task = task
      return (task, true)
    }
  }

  private func end(_ outcome: Result<[InitializerFailed], any Error>) {
    state.withLock { $0.outcome = outcome }
  }

  var isDone: Bool { state.withLock { $0.outcome != nil } }

  var isUnderWay: Bool { state.withLock { ($0.task != nil || $0.isNow) && $0.outcome == nil } }

  func cancel() { state.withLock { $0.task }?.cancel() }
}
