/// The executor of tasks that prefer none.
package enum GlobalExecutor {
  /// What gets the jobs instead. `globalConcurrentExecutor` does not call the hook of the runtime with which a simulator
  /// chooses what runs next.
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
