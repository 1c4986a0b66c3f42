import Synchronization

/// Thrown if some services failed to close. All other services were closed, unless an error says that closing was
/// refused.
public struct ClosingFailed: Error, Sendable, ContentsHiding, CustomStringConvertible {
  package let failures: [Failure]

  /// The keys of the services that failed to close, in the order in which the services were closed.
  public var keys: [String] { failures.map(\.step.key) }

  /// The error for each service in ``keys``: the original error, or an error that names the time limit that was
  /// exceeded. The errors may contain secrets, which this error's own message does not show.
  public var underlying: [any Error] { failures.map(\.underlying) }

  package struct Failure: Sendable {
    package let step: ResolutionStep
    package let underlying: any Error
    let secrets: Secrets
    /// Identifies this failure, since several levels may report the same failure.
    fileprivate let number: Int

    private static let count = Atomic<Int>(0)

    init(step: ResolutionStep, underlying: any Error, secrets: Secrets) {
      self.step = step
      self.underlying = underlying
      self.secrets = secrets
      number = Failure.count.add(1, ordering: .relaxed).newValue
    }
  }

  public var description: String {
    failures.map { "\($0.step) failed to close: \($0.secrets.redacted(String(describing: $0.underlying)))" }
      .joined(separator: "\n") + "\n  help: \(help)"
  }

  private var help: String {
    if failures.contains(where: { $0.underlying is ClosedByFactory }) {
      return "close it after the factory has returned, or in a task that the factory does not await; nothing was closed"
    }
    if failures.contains(where: { $0.underlying is ClosingTimeout }) {
      return
        "add a timeout to close(), or allow more time with shutdown(closing:) or LiveOptions.closing; everything else was closed"
    }
    return "fix the errors in these services; everything else was closed"
  }
}

extension [ClosingFailed.Failure] {
  func throwIfAny() throws(ClosingFailed) {
    if !isEmpty { throw ClosingFailed(failures: self) }
  }

  mutating func add(_ others: [ClosingFailed.Failure]) {
    for other in others where !contains(where: { $0.number == other.number }) { append(other) }
  }
}

/// Reported if a service did not close within the time limit, so that its container no longer waits for it.
package struct ClosingTimeout: Error, Sendable, CustomStringConvertible {
  package let limit: Duration
  /// Whether the service's factory is still running, so that no instance exists yet. If the factory returns an instance
  /// later, that instance is closed then.
  package let isBeingMade: Bool

  package var description: String {
    "\(isBeingMade ? "its factory" : "close()") did not return within \(limit)"
  }
}

struct ClosedByFactory: Error, CustomStringConvertible {
  var description: String { "its factory closed its own container, and would wait for itself" }
}

extension AsyncMaking {
  /// Throws if an asynchronous factory tries to close a container or scope whose closing would wait for that factory.
  static func refuseClosing(where isClosing: (Level) -> Bool) throws(ClosingFailed) {
    guard let asking, isClosing(asking.slot.owner) else { return }
    let failure = ClosingFailed.Failure(
      step: asking.step, underlying: ClosedByFactory(), secrets: asking.slot.owner.wiring.secrets)
    throw ClosingFailed(failures: [failure])
  }
}
