import Synchronization

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
    /// Tells it from other failures: several levels may report the same one.
    private let number: Int

    private static let count = Atomic<Int>(0)

    init(step: ResolutionStep, underlying: any Error, secrets: Secrets) {
      self.step = step
      self.underlying = underlying
      self.secrets = secrets
      number = Failure.count.add(1, ordering: .relaxed).newValue
    }

    func isSame(as other: Failure) -> Bool { number == other.number }
  }
}

extension [ClosingFailed.Failure] {
  /// Adds the failures that are not here yet.
  mutating func add(_ others: [ClosingFailed.Failure]) {
    for other in others where !contains(where: { $0.isSame(as: other) }) { append(other) }
  }
}

extension ClosingFailed: CustomStringConvertible {
  public var description: String {
    failures.map { "\($0.step) failed to close: \($0.secrets.redacted(String(describing: $0.underlying)))" }
      .joined(separator: "\n") + "\n  help: everything else was closed; mend what these services threw"
  }
}
