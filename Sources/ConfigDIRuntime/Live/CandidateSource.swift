/// The source of a ``LiveContainer``'s manifests.
package protocol CandidateSource: Sendable {
  /// Reads the manifest with all its files, and checks it.
  func read() async -> CandidateReading

  /// Returns when something may have changed since a reading.
  ///
  /// - Parameters:
  ///   - latest: The last reading, which may change while waiting.
  ///   - problem: Called with each problem of following the files.
  /// - Throws: `CancellationError`.
  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws
}

/// The result of a reading, valid or not.
package struct CandidateReading: Sendable {
  package let result: Result<any Candidate, any Error>
  /// The trace that shows whether the files are unchanged; `nil` if only the source knows.
  package let trace: FileTrace?

  package init(_ result: Result<any Candidate, any Error>, trace: FileTrace? = nil) {
    self.result = result
    self.trace = trace
  }

  /// The maximum number of attempts to read files that change meanwhile.
  private static let mostReadings = 10

  /// Reads until all files are unchanged after the reading, so that they all existed at the same time.
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

/// A valid manifest, ready to become a container.
package protocol Candidate: Sendable {
  var plan: Plan { get }
  var registry: ExaminedRegistry { get }

  /// A container without instances, which shares unchanged services with another container.
  func container(sharingWith base: Container?, in overlays: OpenOverlays) throws -> Container

  /// The changes if this candidate replaces another.
  func differences(from other: any Candidate) -> [LiveChange.Item]
}
