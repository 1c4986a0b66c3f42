extension Container {
  /// Starts the container, waits until the task is cancelled, and shuts the container down, as a service group expects.
  ///
  /// - Throws: Any error of ``start()``, or ``ClosingFailed``.
  public func run() async throws {
    try await start()
    // Ends only when the task is cancelled.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    try await shutdown()
  }
}
