/// An asynchronous singleton was needed before the container was started.
struct NotStarted: ResolutionCause {
  let reason = ResolutionError.Reason.notStarted

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is made asynchronously, and is not there yet",
      help: "await start() before resolving, or use resolveAsync; a synchronous resolve never waits for it")
  }
}
