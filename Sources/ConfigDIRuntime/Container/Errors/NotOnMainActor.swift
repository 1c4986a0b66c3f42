/// A service of the main actor was asked for elsewhere.
public struct NotOnMainActor: Error, Sendable {
  /// The services on the way, the main actor's last.
  public internal(set) var chain: [ResolutionStep]
}

extension NotOnMainActor: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) is made on the main actor",
      help: "resolve it from container.main, or depend on it through MainLazy or MainProvider")
  }
}
