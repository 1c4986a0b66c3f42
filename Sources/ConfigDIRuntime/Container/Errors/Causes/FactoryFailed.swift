/// A factory threw while its service was being made.
struct FactoryFailed: ResolutionCause {
  let reason = ResolutionError.Reason.factoryFailed
  /// The original error of the factory: it may hold secrets, which this error's own text does not show.
  let underlying: any Error
  /// The factory's name in the manifest; empty if an overlay's closure threw.
  var factory = ""
  /// The place of the overlay whose closure threw; `nil` for a factory.
  var overlay: String?
  let secrets: Secrets

  func text(after chain: [ResolutionStep]) -> String {
    chain.text(
      "\(chain.failed) could not be made: \(secrets.redacted(String(describing: underlying)))",
      help: overlay.map { "the overlay of \($0) threw this, in the place of the factory" }
        ?? "the factory \(factory) threw this; nothing was kept, so that the next call tries again")
  }
}
