extension Task where Failure == Never {
  /// Starts a task for a caller that will wait for it.
  ///
  /// If any thread may run the caller, the task begins at once in the caller's thread, and needs a queue only if it
  /// suspends. On an actor or on an executor of the program, the task would keep these from doing anything else.
  ///
  /// - Parameters:
  ///   - actor: The actor that the caller runs on.
  ///   - callers: An executor that the caller may prefer, because it runs its jobs in any thread.
  ///   - mayBegin: Whether the task may begin in the caller's thread.
  ///   - executor: The executor that the task prefers.
  static func awaited(
    by actor: (any Actor)?, preferring callers: UnownedTaskExecutor? = nil, beginning mayBegin: Bool,
    on executor: (any TaskExecutor)? = nil, _ body: sending @escaping () async -> Success
  ) -> Task {
    let runsAnywhere = withUnsafeCurrentTask { task in
      guard actor == nil, let task else { return false }
      return task.unownedTaskExecutor == nil || task.unownedTaskExecutor == callers
    }
    if runsAnywhere, mayBegin, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate(executorPreference: executor, operation: body)
    }
    return Task(executorPreference: executor, operation: body)
  }
}
