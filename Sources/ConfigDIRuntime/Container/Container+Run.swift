extension Container {
  /// Starts, waits until its task is cancelled, and shuts down: what a service group runs.
  ///
  /// - Throws: What ``start()`` throws, or ``ClosingFailed``.
  public func run() async throws {
    try await start()
    // Ends when the task is cancelled, and not before.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try await shutdown()
  }
}
