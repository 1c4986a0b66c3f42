import Synchronization

/// Lets tasks take turns: one task runs at a time, in order of arrival.
final class Turns: Sendable {
  private let state = Lock<(isTaken: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))
  private let busy: any Error

  /// - Parameter busy: The error to throw if a task requests a turn during its own turn.
  init(busy: any Error) {
    self.busy = busy
  }

  /// The turns that this task and its parents hold. Requesting a second turn from the same object would wait forever.
  @TaskLocal private static var held: [Turn] = []

  private final class Turn: Sendable {
    let of: ObjectIdentifier
    let isOver = Atomic<Bool>(false)

    init(of turns: Turns) {
      of = ObjectIdentifier(turns)
    }
  }

  /// Waits for this task's turn, and then runs the body.
  ///
  /// - Parameters:
  ///   - whenCancelled: Whether to run the body even in a cancelled task, as needed for cleanup.
  ///   - announce: Called before waiting, unless the task already has a turn.
  func take<Result>(
    whenCancelled: Bool = false, isolation: isolated (any Actor)? = #isolation, announce: () -> Void = {},
    _ body: () async throws -> Result
  ) async throws -> Result {
    let turn = Turn(of: self)
    guard !Turns.held.contains(where: { $0.of == turn.of && !$0.isOver.load(ordering: .acquiring) }) else { throw busy }
    announce()
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    defer {
      turn.isOver.store(true, ordering: .releasing)
      let next = state.withLock { state in
        state.isTaken = !state.waiting.isEmpty
        return state.isTaken ? state.waiting.removeFirst() : nil
      }
      next?.resume()
    }
    if !whenCancelled { try Task.checkCancellation() }
    return try await Turns.$held.withValue(Turns.held + [turn], operation: body, isolation: isolation)
  }
}
