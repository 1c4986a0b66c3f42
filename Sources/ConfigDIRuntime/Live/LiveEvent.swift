extension LiveContainer {
  /// An event in the life of a live container. Future versions may add cases, so a `switch` needs a `default`.
  public enum Event: Sendable {
    /// The first generation has started, and the manifest is now followed.
    case started(generation: Int)
    /// A changed manifest is valid, and its generation is being made.
    case candidate(generation: Int)
    /// A changed manifest was rejected and has no effect. The error is a ``ManifestError`` or an error thrown while the
    /// generation was made.
    case rejected(generation: Int, error: any Error)
    /// Files have changed, but the meaning of the manifest has not.
    case unchanged
    /// A new generation has become current.
    case swapped(generation: Int, change: LiveChange)
    /// The new generation changes parameters that take effect only after a restart.
    case restartNeeded(generation: Int, parameters: [LiveChange.Item])
    /// A replaced generation is still in use.
    case draining(generation: Int, users: Int)
    /// An old generation was closed. `seconds` is the time since it was replaced.
    case drained(generation: Int, seconds: Double)
    /// A replaced generation was closed although it was still in use.
    case drainExpired(generation: Int, users: Int)
    /// Instances of an old generation failed to close, or did not close within ``LiveOptions/closing``.
    case closingFailed(generation: Int, error: ClosingFailed)
    /// The system cannot watch a location, so changes there are noticed only by polling.
    case watching(problem: String)
  }

  /// The result of a reload.
  public enum Outcome: Sendable {
    /// The meaning of the manifest has not changed.
    case unchanged
    /// A new generation has become current.
    case swapped(LiveChange)
    /// The manifest was rejected and has no effect. The error is a ``ManifestError`` or an error thrown while the
    /// generation was made.
    case rejected(any Error)
  }
}

extension LiveContainer.Event: CustomStringConvertible {
  /// One line for a log, with the location of the first finding.
  public var description: String {
    switch self {
    case .started(let generation): "generation \(generation) has started"
    case .candidate(let generation): "generation \(generation) is being made"
    case .rejected(let generation, let error): "generation \(generation) was rejected: \(Self.line(of: error))"
    case .unchanged: "the manifest's meaning has not changed"
    case .swapped(let generation, let change): "generation \(generation) is now current: \(change)"
    case .restartNeeded(let generation, let parameters):
      "generation \(generation) needs a restart for \(parameters.map(\.description).joined(separator: "; "))"
    case .draining(let generation, let users): "generation \(generation) still has \(counted(users, "user"))"
    case .drained(let generation, let seconds): "generation \(generation) was closed after \(Self.text(seconds)) s"
    case .drainExpired(let generation, let users):
      "generation \(generation) was closed with \(counted(users, "user")) left: the drain time passed"
    case .closingFailed(let generation, let error): "generation \(generation): \(Self.line(of: error))"
    case .watching(let problem): "\(problem); falling back to polling"
    }
  }

  private static func line(of error: any Error) -> String {
    let findings = (error as? ManifestError)?.diagnostics ?? []
    let errors = findings.filter { $0.severity == .error }
    guard let first = errors.first ?? findings.first else { return firstLine(of: "\(error)") }
    return first.firstLine() + (errors.count > 1 ? " and \(counted(errors.count - 1, "more error"))" : "")
  }

  private static func text(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let rest = "\(thousandths % 1000)"
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
