import Synchronization

/// The creation of a shared asynchronous instance in a separate task. Records which other creations this task and its
/// child tasks are waiting for.
///
/// The object is the preferred executor of its task, and forwards every job to the global executor. Child tasks (`async
/// let` and groups) inherit the executor, but a `Task` that a factory starts does not. This distinguishes the factory's
/// own calls from the calls of a task that may outlive the factory.
final class AsyncMaking: TaskExecutor, @unchecked Sendable {
  /// The creation whose task is the current task or one of its ancestors.
  @TaskLocal private static var inherited: AsyncMaking?

  let slot: AnySlot
  /// The service that is being made. Stored because a slot that belongs to a parameter does not know its service.
  let service: Int
  /// The creations that this creation is waiting for. Guarded by the lock of all waits.
  var awaited: [AsyncMaking] = []
  /// The number of nested creations that may all be running in one thread, including this creation. Set before the
  /// factory runs.
  private var nesting = 1
  /// The task's hash value, which identifies the task. Set before the factory runs.
  private var identity: Int?
  /// Whether the task is running. After it ends, another task may have the same hash value.
  private let isRunning = Atomic<Bool>(false)
  private let waits = Lock(Waits())

  init(_ slot: AnySlot, of service: Int) {
    self.slot = slot
    self.service = service
  }

  var step: ResolutionStep { slot.owner.wiring.step(service) }

  /// The creation whose factory is making the current call, in the creation's own task or in a child task. `nil` in a
  /// `Task` that a factory started: such a task may resolve anything, since no creation waits for it.
  static var asking: AsyncMaking? {
    guard let making = inherited, making.isRunning.load(ordering: .acquiring) else { return nil }
    let isOfMaking = withUnsafeCurrentTask { task in
      // The factory may prefer another executor for some of its own calls. Child tasks on such an executor are not
      // recognized.
      task?.hashValue == making.identity || task?.unownedTaskExecutor == making.asUnownedTaskExecutor()
    }
    return isOfMaking ? making : nil
  }

  func enqueue(_ job: consuming ExecutorJob) { GlobalExecutor.enqueue(job) }

  /// The maximum number of nested creations in one thread, so that they never fill its stack.
  private static let mostNested = 32

  /// Runs the factory, in the caller's thread until the factory first suspends.
  func run(in level: Level, for asking: AsyncMaking?, on actor: (any Actor)?) {
    let outer = asking?.nesting ?? 0
    // A thread that is making an instance synchronously would be taken for the maker of this one, too.
    let mayBegin = outer < Self.mostNested && ThreadMakings.current.pointee.isIdle && !isCancelled
    if mayBegin { nesting = outer + 1 }
    let task = Self.$inherited.withValue(self) {
      Task.awaited(by: actor, preferring: asking?.asUnownedTaskExecutor(), beginning: mayBegin, on: self) {
        self.identity = withUnsafeCurrentTask { $0?.hashValue }
        self.isRunning.store(true, ordering: .releasing)
        var outcome: Result<Void, any Error> = .success(())
        do { try await level.run(self) } catch { outcome = .failure(error) }
        self.isRunning.store(false, ordering: .releasing)
        self.finish(outcome)
      }
    }
    let isCancelled = waits.withLock { waits in
      if waits.outcome == nil { waits.task = task }
      return waits.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels the creation. A factory that runs in its caller's thread notices only after its first suspension.
  func cancel() {
    let task = waits.withLock { waits in
      waits.isCancelled = true
      return waits.task
    }
    task?.cancel()
  }

  /// How the creation ended; `nil` while it is running.
  var outcome: Result<Void, any Error>? { waits.withLock { $0.outcome } }

  private var isCancelled: Bool { waits.withLock { $0.isCancelled } }

  /// Whether the creation whose task is the current task has been cancelled, even if its task does not know yet.
  static var isCurrentCancelled: Bool { Task.isCancelled || asking?.isCancelled == true }

  /// The callers that are waiting for the end of a creation, by number.
  private struct Waits: Sendable {
    var outcome: Result<Void, any Error>?
    /// The task that runs the factory; `nil` until `run` has started it, and after its end.
    var task: Task<Void, Never>?
    var isCancelled = false
    var count = 0
    var waiting = FewEntries<Int, UnsafeContinuation<Void, any Error>>()
    /// The callers that were cancelled before they began to wait.
    var cancelled: Set<Int> = []
  }

  private func finish(_ outcome: Result<Void, any Error>) {
    let waiting = waits.withLock { waits in
      waits.outcome = outcome
      waits.task = nil
      defer { waits.waiting = FewEntries() }
      return waits.waiting.values
    }
    for continuation in waiting { continuation.resume(with: outcome) }
  }

  /// Waits until the creation ends. Cancelling the caller ends the wait, but not the creation.
  nonisolated(nonsending) func end() async throws {
    if let outcome {
      try outcome.get()
      return try Task.checkCancellation()
    }
    let number = waits.withLock { waits in
      waits.count += 1
      return waits.count
    }
    try await withTaskCancellationHandler {
      // An unchecked continuation saves an object. Only the caller that takes it out under the lock resumes it.
      try await withUnsafeThrowingContinuation { continuation in
        let known = waits.withLock { waits -> Result<Void, any Error>? in
          if waits.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if let outcome = waits.outcome { return outcome }
          waits.waiting[number] = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      let continuation = waits.withLock { waits in
        let continuation = waits.waiting[number]
        waits.waiting[number] = nil
        if continuation == nil { waits.cancelled.insert(number) }
        return continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }

  /// A chain of creations, each waiting for the next, from this creation to `wanted`; `nil` if there is no such chain.
  /// Must be called under the lock of all waits.
  func path(to wanted: AsyncMaking) -> [AsyncMaking]? {
    var cameFrom: [ObjectIdentifier: AsyncMaking] = [:]
    var open = [self]
    while let current = open.popLast() {
      guard current !== wanted else {
        var path = [current]
        while let first = path.last, first !== self, let before = cameFrom[ObjectIdentifier(first)] {
          path.append(before)
        }
        return path.reversed()
      }
      for next in current.awaited where cameFrom.updateValue(current, forKey: ObjectIdentifier(next)) == nil {
        open.append(next)
      }
    }
    return nil
  }
}
