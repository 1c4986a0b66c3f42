/// A factory threw while its service was being made.
public struct FactoryFailed: Error, Sendable {
  /// The services on the way to the failure: the one that was asked for first, the one whose factory threw last.
  public internal(set) var chain: [ResolutionStep]
  /// What the factory threw, as it threw it: it may hold secrets, which this error's own text does not show.
  public let underlying: any Error
  /// The factory's name in the manifest.
  public let factory: String
  let secrets: Secrets
}

extension FactoryFailed: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) could not be made: \(secrets.redacted(String(describing: underlying)))",
      help: "the factory \(factory) threw this; nothing was kept, so that the next call tries again")
  }
}
