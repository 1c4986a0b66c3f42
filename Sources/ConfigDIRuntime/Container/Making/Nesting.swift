import Synchronization

/// Counts the new instances that are being made inside one another, so that a factory cannot endlessly request its own
/// product.
final class Nesting: Sendable {
  @TaskLocal private static var innermost: Nesting?

  private let depth: Int
  /// A task that a factory started, and that outlives the factory, is not inside it.
  private let isRunning = Atomic<Bool>(true)

  private init(depth: Int) { self.depth = depth }

  /// Makes an instance, and throws if too many others are being made around it.
  nonisolated(nonsending) static func deeper<Value>(
    at step: ResolutionStep, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let outer = innermost.flatMap { $0.isRunning.load(ordering: .acquiring) ? $0.depth : nil } ?? 0
    guard outer < ThreadMakings.deepest else {
      throw ResolutionError(NestingTooDeep(limit: ThreadMakings.deepest), at: [step])
    }
    let nesting = Nesting(depth: outer + 1)
    defer { nesting.isRunning.store(false, ordering: .releasing) }
    return try await $innermost.withValue(nesting) { try await make() }
  }
}
