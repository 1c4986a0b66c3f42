/// The signatures of swift-service-lifecycle that the recipe uses.
public protocol Service: Sendable {
  func run() async throws
}

public func cancelWhenGracefulShutdown<Result: Sendable>(
  _ operation: @Sendable @escaping () async throws -> Result
) async rethrows -> Result {
  try await operation()
}
