extension LiveContainer {
  /// An event in the life of a live container. New cases may be added, so a `switch` over it needs a `default`.
  public enum Event: Sendable {
    /// The first generation has started, and the manifest is now followed.
    case started(generation: Int)
    /// A changed manifest is valid, and its generation is being made.
    case candidate(generation: Int)
    /// A changed manifest was rejected, and nothing has changed. The error is a ``ManifestError`` or an error thrown
    /// while the generation was made.
    case rejected(generation: Int, error: any Error)
    /// The files have changed, but not their meaning.
    case unchanged
    /// The new generation is the current one.
    case swapped(generation: Int, change: LiveChange)
    /// The new generation changes parameters whose new values take effect only after a restart.
    case restartNeeded(generation: Int, parameters: [LiveChange.Item])
    /// An old generation is still in use.
    case draining(generation: Int, users: Int)
    /// An old generation was closed. `seconds` is the time since it was replaced.
    case drained(generation: Int, seconds: Double)
    /// An old generation was closed while it was still in use.
    case drainExpired(generation: Int, users: Int)
    /// Instances of an old generation failed to close, or did not close within ``LiveOptions/closing``.
    case closingFailed(generation: Int, error: ClosingFailed)
    /// A location cannot be watched and is only polled.
    case watching(problem: String)
  }

  /// The result of a reload.
  public enum Outcome: Sendable {
    /// The meaning of the manifest has not changed.
    case unchanged
    /// A new generation is the current one.
    case swapped(LiveChange)
    /// The reload was rejected, with a ``ManifestError`` or an error thrown while the generation was made. Nothing has
    /// changed.
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
    case .swapped(let generation, let change): "generation \(generation) took over: \(change)"
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
    let text: String
    let findings = (error as? ManifestError)?.diagnostics ?? []
    let errors = findings.filter { $0.severity == .error }
    if let first = errors.first ?? findings.first {
      text = first.firstLine() + (errors.count > 1 ? " and \(counted(errors.count - 1, "more error"))" : "")
    } else {
      text = "\(error)"
    }
    return text.split(separator: "\n").first.map { String($0) } ?? ""
  }

  private static func text(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let rest = "\(thousandths % 1000)"
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
