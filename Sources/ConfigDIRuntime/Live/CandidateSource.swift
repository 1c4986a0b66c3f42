/// Where a ``LiveContainer``'s manifests come from.
package protocol CandidateSource: Sendable {
  /// Reads all that there is now, and checks it.
  func read() async -> CandidateReading

  /// Returns when something may have changed since a reading.
  ///
  /// - Parameters:
  ///   - latest: The last reading, which may be made meanwhile.
  ///   - problem: Told of what cannot be followed well.
  /// - Throws: `CancellationError`.
  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws
}

/// What was read, sound or not.
package struct CandidateReading: Sendable {
  package let result: Result<any Candidate, any Error>
  /// Whether what was read is still what is there; `nil` where only the source knows.
  package let trace: FileTrace?

  package init(_ result: Result<any Candidate, any Error>, trace: FileTrace? = nil) {
    self.result = result
    self.trace = trace
  }

  /// How often files are read that change meanwhile.
  private static let mostReadings = 10

  /// Reads until all that was read is still there afterwards, and so was there at one time.
  package init(_ read: () -> CandidateReading) {
    var trace: FileTrace?
    for _ in 0..<Self.mostReadings {
      let reading = read()
      guard let read = reading.trace, !read.isCurrent else {
        self = reading
        return
      }
      trace = read
    }
    self.init(.failure(FilesKeptChanging(readings: Self.mostReadings)), trace: trace)
  }
}

/// A manifest that was found sound, of which a container can be made.
package protocol Candidate: Sendable {
  var plan: Plan { get }

  /// A container that shares what is the same with another. Nothing is made yet.
  func container(sharingWith base: Container?, in family: OverlayFamily) throws -> Container

  /// What changes when this takes over from another.
  func differences(from other: any Candidate) -> [LiveChange.Item]
}
