/// Runs the jobs of tasks that have no preferred executor.
package enum GlobalExecutor {
  /// Receives all jobs instead of Swift's global executor. Set by a simulator that decides the order of jobs, because
  /// the global executor would bypass the simulator's hook.
  // Unchecked, since a simulator sets it only once, before there is a task.
  nonisolated(unsafe) package static var replacement: (@Sendable (UnownedJob) -> Void)?

  static func enqueue(_ job: consuming ExecutorJob) {
    if let replacement {
      replacement(UnownedJob(job))
    } else {
      globalConcurrentExecutor.enqueue(job)
    }
  }
}

extension Task where Failure == Never {
  /// Starts a task for a caller that will wait for it.
  ///
  /// If the caller is on no actor, the task begins at once, in the caller's thread. It then takes no turns of a queue
  /// unless it suspends: a third of the time. On an actor, the task would keep the actor from doing anything else.
  ///
  /// - Parameters:
  ///   - caller: The actor that the caller runs on.
  ///   - mayBegin: Whether the task may begin in the caller's thread.
  static func awaited(
    by caller: (any Actor)?, beginning mayBegin: Bool = true, on executor: (any TaskExecutor)? = nil,
    _ body: sending @escaping () async -> Success
  ) -> Task {
    if caller == nil, mayBegin, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(executorPreference: executor, operation: body)
    }
    return Task(executorPreference: executor, operation: body)
  }
}
