/// A folder that the client has open.
struct WorkspaceRoot {
  /// The absolute path, after links are resolved.
  let path: String
  /// The path as the client writes it, possibly with links.
  var spelling: String
  /// Whether the client did not open the folder itself, only files in it.
  var isLone: Bool
  /// The result of the last check; `nil` until the first check has ended.
  var checked: CheckedRoot?
  /// The check that is running or about to start.
  var running: Running?
  /// The stamps of the files and folders that the last check looked for, by path; `nil` for a missing file. Empty if the
  /// client reports changes itself.
  var stamps: [String: FileStamp?] = [:]

  struct Running {
    let job: CheckJob
    let started: ContinuousClock.Instant
    /// The stamps of the known files, taken when the check began.
    let stamps: [String: FileStamp?]
    /// The token of the progress display in the client; `nil` until it is shown.
    var token: String?
  }
}
