/// A factory threw while its service was being made.
public struct FactoryFailed: Error, Sendable {
  /// The services on the way to the failure: the one that was asked for first, the one whose factory threw last.
  public internal(set) var chain: [ResolutionStep]
  /// What the factory threw, as it threw it: it may hold secrets, which this error's own text does not show.
  public let underlying: any Error
  /// The factory's name in the manifest; empty where an overlay's closure threw.
  public let factory: String
  /// Where the overlay was written whose closure threw; `nil` for a factory.
  public let overlay: String?
  let secrets: Secrets

  init(
    chain: [ResolutionStep] = [], underlying: any Error, factory: String = "", overlay: String? = nil, secrets: Secrets
  ) {
    self.chain = chain
    self.underlying = underlying
    self.factory = factory
    self.overlay = overlay
    self.secrets = secrets
  }
}

extension FactoryFailed: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) could not be made: \(secrets.redacted(String(describing: underlying)))",
      help: overlay.map { "the overlay of \($0) threw this, in the place of the factory" }
        ?? "the factory \(factory) threw this; nothing was kept, so that the next call tries again")
  }
}
