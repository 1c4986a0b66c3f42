/// A folder that the client has open.
struct WorkspaceRoot {
  /// The absolute path, after links are resolved.
  let path: String
  /// The result of the last check; `nil` before the first has ended.
  var checked: CheckedRoot?
  /// The check that is running or about to run.
  var running: Running?
  /// The disk stamps of the files that the last check has read.
  var stamps: [String: FileStamp] = [:]

  struct Running {
    let generation: Int
    let cancellation: Cancellation
    let started: ContinuousClock.Instant
    /// The stamps of the known files when it began.
    let stamps: [String: FileStamp]
    /// The name of its progress display in the client, once it is shown.
    var token: String?
  }
}
