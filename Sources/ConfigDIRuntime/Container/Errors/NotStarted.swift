/// An asynchronous singleton was needed before the container was started.
public struct NotStarted: Error, Sendable {
  /// The services on the way, the asynchronous one last.
  public internal(set) var chain: [ResolutionStep]
}

extension NotStarted: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) is made asynchronously, and is not there yet",
      help: "await start() before resolving, or use resolveAsync; a synchronous resolve never waits for it")
  }
}
