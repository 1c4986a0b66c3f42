/// Some services failed to close. All others were closed nonetheless.
public struct ClosingFailed: Error, Sendable {
  /// In the order in which they were closed.
  public let failures: [Failure]

  /// What one service threw as it was closed.
  public struct Failure: Sendable {
    /// The service.
    public let step: ResolutionStep
    /// What it threw, as it threw it.
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
