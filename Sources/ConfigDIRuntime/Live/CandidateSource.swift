/// Reads the manifest for a ``LiveContainer`` and notices changes.
package protocol CandidateSource: Sendable {
  /// Reads and checks the manifest with all its files.
  func read() async -> CandidateReading

  /// Waits until something may have changed since the manifest was last read.
  ///
  /// - Parameters:
  ///   - latest: Returns the newest reading. Called repeatedly, since the manifest may be read again during the wait.
  ///   - problem: Called with each problem that makes it harder to notice changes.
  /// - Throws: `CancellationError`.
  func change(
    since latest: @escaping @Sendable () -> CandidateReading, problem: @escaping @Sendable (String) -> Void
  ) async throws
}

/// The result of reading a manifest: a valid candidate or an error.
package struct CandidateReading: Sendable {
  package let result: Result<any Candidate, any Error>
  /// The files that were read, to check later whether they have changed; `nil` if only the source can detect changes.
  package let trace: FileTrace?

  package init(_ result: Result<any Candidate, any Error>, trace: FileTrace? = nil) {
    self.result = result
    self.trace = trace
  }

  /// The maximum number of attempts if the files change while they are read.
  private static let mostReadings = 10

  /// Reads the files again until none of them changes during the reading, so that all contents are from the same
  /// moment.
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

/// A valid manifest from which a container can be made.
package protocol Candidate: Sendable {
  var plan: Plan { get }
  var registry: ExaminedRegistry { get }

  /// Makes a container that shares unchanged services with `base`. No service is created yet.
  func container(sharingWith base: Container?, in overlays: OpenOverlays) throws -> Container

  /// The wiring before parameters are filled in.
  var table: WiringTable { get }
}
