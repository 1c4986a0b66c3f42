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
