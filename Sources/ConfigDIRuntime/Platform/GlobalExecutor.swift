/// Runs the jobs of tasks that have no preferred executor.
package enum GlobalExecutor {
  /// Receives the jobs instead of Swift's global executor. A simulator that chooses the next job sets this, because the
  /// global executor would not call the simulator's hook.
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
