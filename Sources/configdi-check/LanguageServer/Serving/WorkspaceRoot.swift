/// A folder that the client has open.
struct WorkspaceRoot {
  /// Absolute, after links are resolved.
  let path: String
  /// What is known; `nil` before the first check has ended.
  var checked: CheckedRoot?
  /// The check that runs, or is about to.
  var running: Running?
  /// The disk's stamps of the files that the last check has read.
  var stamps: [String: FileStamp] = [:]

  struct Running {
    let generation: Int
    let cancellation: Cancellation
    let started: ContinuousClock.Instant
    /// What the client calls its progress, once it is shown.
    var token: String?
  }
}
