/// Supplies a ``LiveContainer`` with its manifest, and notices changes to it.
package protocol CandidateSource: Sendable {
  /// Reads the manifest with all its files, and checks it.
  func read() async -> CandidateReading

  /// Waits until something may have changed since a reading.
  ///
  /// - Parameters:
  ///   - latest: Returns the last reading, which may be replaced during the wait.
  ///   - problem: Called with each problem that hinders following the files.
  /// - Throws: `CancellationError`.
  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws
}

/// The result of reading a manifest: a valid candidate, or the mistakes.
package struct CandidateReading: Sendable {
  package let result: Result<any Candidate, any Error>
  /// The trace that shows whether the files are unchanged; `nil` if only the source knows.
  package let trace: FileTrace?

  package init(_ result: Result<any Candidate, any Error>, trace: FileTrace? = nil) {
    self.result = result
    self.trace = trace
  }

  /// The maximum number of attempts if the files change while they are read.
  private static let mostReadings = 10

  /// Repeats the reading until no file has changed during it, so that all contents are from the same moment.
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

  /// Makes a container that has no instances of its own yet, and shares unchanged services with another container.
  func container(sharingWith base: Container?, in overlays: OpenOverlays) throws -> Container

  /// The changes that take effect if this candidate replaces another one.
  func differences(from other: any Candidate) -> [LiveChange.Item]
}
