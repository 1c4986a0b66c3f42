/// The executor of tasks without a preferred executor.
package enum GlobalExecutor {
  /// Receives the jobs instead of the global executor, which does not call the hook with which a simulator chooses the
  /// next job.
  // Unchecked: a simulator writes it once, before there is a task.
  nonisolated(unsafe) package static var replacement: (@Sendable (UnownedJob) -> Void)?

  static func enqueue(_ job: consuming ExecutorJob) {
    if let replacement {
      replacement(UnownedJob(job))
    } else {
      globalConcurrentExecutor.enqueue(job)
    }
  }
}
