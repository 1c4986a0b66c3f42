/// A service of the main actor was asked for outside the main actor.
struct NotOnMainActor: ResolutionCause {
  let reason = ResolutionError.Reason.notOnMainActor

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) is made on the main actor",
      help: "resolve it from container.main, or depend on it through MainLazy or MainProvider")
  }
}
