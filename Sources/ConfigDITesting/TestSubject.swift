import ConfigDI
import Testing

/// The container or stack that a trait makes for one test. It is current while the test runs, and is closed afterwards.
struct TestSubject: Sendable {
  let top: Container
  let start: @Sendable () async throws -> Void
  let shutdown: @Sendable () async throws -> Void
  let whileCurrent: @Sendable (() async throws -> Void) async throws -> Void

  init(_ container: Container) {
    top = container
    start = { try await container.start() }
    shutdown = { try await container.shutdown() }
    whileCurrent = { body in try await container.withCurrent { try await body() } }
  }

  init(_ stack: ContainerStack) {
    top = stack.current
    start = { try await stack.start() }
    shutdown = { try await stack.shutdown() }
    whileCurrent = { body in try await stack.asCurrent { try await body() } }
  }
}

extension Container {
  /// Runs a body under several lists of overlays, each on top of the previous list.
  fileprivate func withEach(
    _ overlays: ArraySlice<[OverlayDefinition]>, _ body: () async throws -> Void
  ) async throws {
    guard let lowest = overlays.first else { return try await body() }
    // The depth of the recursion is the number of the test's traits.
    try await withOverlays(lowest) { try await withEach(overlays.dropFirst(), body) }
  }
}

extension Test {
  /// Makes a container or stack and runs a body with it as the current one, under overlays that open before its start.
  /// If the container or stack cannot be made, records an issue at the test's line and does not run the body.
  func run(
    with build: () throws -> TestSubject, overlays: [OverlayDefinition], starts: Bool,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    guard let subject = await recording({ try build() }) else { return }
    let position = ContainerTrait.subjectCount
    var hasBegun = false
    do {
      try await subject.whileCurrent {
        let others = ContainerTrait.overlays(of: self, for: position).map { $0() }
        let overlays = ([overlays] + others).filter { !$0.isEmpty }
        try await subject.top.withEach(overlays[...]) {
          if starts { try await subject.start() }
          hasBegun = true
          try await ContainerTrait.$subjectCount.withValue(position + 1, operation: body)
        }
      }
    } catch {
      await recording { try await subject.shutdown() }
      guard !hasBegun else { throw error }
      Issue.record(error, sourceLocation: sourceLocation)
      return
    }
    await recording { try await subject.shutdown() }
  }

  /// Runs a body and returns its result. If the body throws, records an issue at the test's line instead.
  @discardableResult
  private func recording<Result>(_ body: () async throws -> Result) async -> Result? {
    do {
      return try await body()
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
      return nil
    }
  }
}
