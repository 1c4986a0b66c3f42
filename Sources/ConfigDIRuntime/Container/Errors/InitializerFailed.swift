/// Thrown if an initializer in a phase could not be made, or threw an error when it was run.
public struct InitializerFailed: Error, Sendable, ContentsHiding, CustomStringConvertible {
  /// The registered name of the initializer.
  public let initializer: String
  /// The phase that was run.
  public let phase: Phase
  package let location: SourceLocation
  /// The services that led to the failure, if a service could not be resolved; empty if the initializer itself failed.
  package let steps: [ResolutionStep]
  /// The original error. It may contain secrets, which this error's own message does not show.
  public internal(set) var underlying: any Error
  /// The earlier failures of the same run that `onError: continue` tolerates.
  public internal(set) var earlier: [InitializerFailed] = []
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
    steps = (underlying as? any FailureOnTheWay)?.steps ?? []
    self.underlying = underlying
    self.wasMade = wasMade
    self.secrets = secrets
  }

  public var description: String {
    let what = wasMade ? "failed in phase \(phase)" : "could not be made for phase \(phase)"
    var lines = [
      "initializer \(initializer) (\(location)) \(what): \(secrets.redacted(String(describing: underlying)))"
    ]
    if steps.isEmpty, stops {
      lines.append("  help: fix it, or write onError: continue on that line, so that the phase continues without it")
    }
    for failure in earlier { lines.append("  before that: \(failure)") }
    return lines.joined(separator: "\n")
  }
}
