import ConfigDI
import Testing

/// The container or stack that a trait makes for one test. It is current while the test runs, and is closed afterwards.
protocol TestSubject: Sendable {
  var top: Container { get }
  func whileCurrent(_ body: () async throws -> Void) async throws
  func begin() async throws
  func end() async throws
}

extension Container: TestSubject {
  var top: Container { self }

  func whileCurrent(_ body: () async throws -> Void) async throws {
    try await withCurrent { try await body() }
  }

  func begin() async throws { try await start() }
  func end() async throws { try await shutdown() }
}

extension ContainerStack: TestSubject {
  var top: Container { current }

  func whileCurrent(_ body: () async throws -> Void) async throws {
    try await asCurrent { try await body() }
  }

  func begin() async throws { try await start() }
  func end() async throws { try await shutdown() }
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
    with build: () throws -> any TestSubject, overlays: [OverlayDefinition], starts: Bool,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    guard let subject = await recording({ try build() }) else { return }
    var hasBegun = false
    do {
      try await subject.whileCurrent {
        let overlays = ([overlays] + ContainerTrait.overlays(of: self)).filter { !$0.isEmpty }
        try await subject.top.withEach(overlays[...]) {
          if starts { try await subject.begin() }
          hasBegun = true
          try await ContainerTrait.$areApplied.withValue(true, operation: body)
        }
      }
    } catch {
      await recording { try await subject.end() }
      guard !hasBegun else { throw error }
      Issue.record(error, sourceLocation: sourceLocation)
      return
    }
    await recording { try await subject.end() }
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
