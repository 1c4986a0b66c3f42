/// Some services failed to close. All others were closed.
public struct ClosingFailed: Error, Sendable {
  /// The failures, in the order in which the services were closed.
  public let failures: [Failure]

  /// The error that one service threw when it was closed.
  public struct Failure: Sendable {
    /// The service.
    public let step: ResolutionStep
    /// The original error.
    public let underlying: any Error
    let secrets: Secrets
  }
}

extension ClosingFailed: CustomStringConvertible {
  public var description: String {
    failures.map { "\($0.step) failed to close: \($0.secrets.redacted(String(describing: $0.underlying)))" }
      .joined(separator: "\n") + "\n  help: everything else was closed; mend what these services threw"
  }
}
