/// Lets one task in at a time, in the order of their coming.
final class Turns: Sendable {
  private let state = Lock(State())

  private struct State: Sendable {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The turns that a task, or one that started it, has now: waiting for another of the same would never end.
  @TaskLocal private static var held: Set<ObjectIdentifier> = []

  /// - Throws: ``StackBusy`` when called from within a turn.
  func take<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    let id = ObjectIdentifier(self)
    guard !Turns.held.contains(id) else { throw StackBusy() }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    defer { pass() }
    try Task.checkCancellation()
    return try await Turns.$held.withValue(Turns.held.union([id]), operation: body, isolation: isolation)
  }

  private func pass() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}
