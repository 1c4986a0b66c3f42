/// An initializer of a phase could not be made, or threw when it was run.
public struct InitializerFailed: Error, Sendable {
  /// The name under which it was registered.
  public let initializer: String
  /// The phase that was run.
  public let phase: Phase
  /// The place where the manifest lists it.
  public let location: SourceLocation
  /// The services on the way to the failure, if a service could not be given; empty for any other error of the
  /// initializer.
  public let chain: [ResolutionStep]
  /// The original error: it may hold secrets, which this error's own text does not show.
  public let underlying: any Error
  /// The earlier failures of the same run, after which it went on, as the manifest's `onError: continue` says.
  public internal(set) var earlier: [InitializerFailed] = []
  /// Whether the phase ended with this failure.
  let stops: Bool
  let wasMade: Bool
  let secrets: Secrets

  init(
    _ initializer: String, in phase: Phase, at entry: PhaseTable.Entry, wasMade: Bool, _ underlying: any Error,
    secrets: Secrets
  ) {
    self.initializer = initializer
    self.phase = phase
    location = entry.location
    stops = !entry.continuesAfterFailure
    chain = (underlying as? any FailureOnTheWay)?.chain ?? []
    self.underlying = underlying
    self.wasMade = wasMade
    self.secrets = secrets
  }
}

extension InitializerFailed: CustomStringConvertible {
  public var description: String {
    let what = wasMade ? "failed in phase \(phase)" : "could not be made for phase \(phase)"
    var lines = [
      "initializer \(initializer) (\(location)) \(what): \(secrets.redacted(String(describing: underlying)))"
    ]
    if chain.isEmpty, stops {
      lines.append("  help: mend it, or write onError: continue at that line, so that the phase goes on without it")
    }
    for failure in earlier { lines.append("  before that: \(failure)") }
    return lines.joined(separator: "\n")
  }
}
