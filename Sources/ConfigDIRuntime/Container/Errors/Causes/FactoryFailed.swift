/// A factory threw while its service was being made.
struct FactoryFailed: ResolutionCause {
  let reason = ResolutionError.Reason.factoryFailed
  /// What the factory threw, as it threw it: it may hold secrets, which this error's own text does not show.
  let underlying: any Error
  /// The factory's name in the manifest; empty where an overlay's closure threw.
  var factory = ""
  /// Where the overlay was written whose closure threw; `nil` for a factory.
  var overlay: String?
  let secrets: Secrets

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) could not be made: \(secrets.redacted(String(describing: underlying)))",
      help: overlay.map { "the overlay of \($0) threw this, in the place of the factory" }
        ?? "the factory \(factory) threw this; nothing was kept, so that the next call tries again")
  }
}
