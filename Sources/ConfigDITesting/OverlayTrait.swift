public import ConfigDI
public import Testing

/// Replaces services for one test, or for each test of a suite, in its current container.
public struct OverlayTrait: SuiteTrait, TestTrait, TestScoping {
  let overlays: @Sendable () -> [OverlayDefinition]

  /// Whether the container's trait has already opened the overlays, before its start.
  @TaskLocal static var areApplied = false

  /// The replacements by each trait of a test, outer traits first.
  static func overlays(of test: Test) -> [[OverlayDefinition]] {
    test.traits.compactMap { ($0 as? OverlayTrait)?.overlays() }
  }

  /// `true`: the services are replaced for each test in a suite and in nested suites.
  public var isRecursive: Bool { true }

  /// Called by the testing library.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !Self.areApplied || !test.traits.contains(where: { $0 is OverlayTrait }) else { return try await function() }
    var hasBegun = false
    do {
      try await Container.current.withOverlays(overlays()) {
        hasBegun = true
        try await function()
      }
    } catch {
      guard !hasBegun else { throw error }
      Issue.record(error, sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == OverlayTrait {
  /// Replaces services for each test, in the container of the suite or of an earlier trait.
  ///
  /// ```swift
  /// @Test(.overlays([OverlayDefinition((any Clock).self, returning: StoppedClock())]))
  /// func timeStandsStill() throws { … }
  /// ```
  ///
  /// - Parameter overlays: Evaluated again for each test.
  public static func overlays(
    _ overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition]
  ) -> Self {
    Self(overlays: overlays)
  }
}
