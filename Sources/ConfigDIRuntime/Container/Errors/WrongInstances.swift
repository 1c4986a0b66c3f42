struct InstanceNotProvided: ResolutionCause {
  let reason = ResolutionError.Reason.notProvided
  /// The services that the manifest declares as `provided` but that were not passed.
  let missing: [ResolutionStep]
  /// The scope to open; `nil` if the container itself needs the instances.
  let scope: String?

  func text(after chain: [ResolutionStep]) -> String {
    let place = scope.map { "the scope \($0)" } ?? "the container"
    return chain.text(
      "\(place) was opened without \(missing.map(\.description).joined(separator: ", "))",
      help:
        "pass an instance of each: Provided(instance, as: (any Protocol).self); resolve provided: optional services with resolveIfPresent, or as an optional parameter",
      endsWithFailed: false)
  }
}

/// Several instances that the program passed, or did not pass, do not match the manifest.
struct WrongInstances: ResolutionCause {
  let mistakes: [ResolutionError]

  var reason: ResolutionError.Reason { mistakes.first?.reason ?? .notProvided }

  func text(after chain: [ResolutionStep]) -> String { mistakes.map(\.description).joined(separator: "\n") }
}

extension Diagnostic {
  /// The findings for instances that were passed in `provided:`, or are missing there; empty for any other error.
  static func wrongInstances(_ error: ResolutionError) -> [Diagnostic] {
    switch error.cause {
    case let cause as WrongInstances:
      cause.mistakes.flatMap { mistake in
        let findings = wrongInstances(mistake)
        return findings.isEmpty ? [unfitProvided("\(mistake)", at: mistake.location)] : findings
      }
    case let cause as InstanceNotProvided: cause.missing.map(missingProvided)
    case let cause as PlainCause where cause.reason == .unexpectedInstance: [unfitProvided("\(error)", at: cause.place)]
    default: []
    }
  }

  private static func unfitProvided(_ error: String, at location: SourceLocation?) -> Diagnostic {
    let lines = error.split(separator: "\n", maxSplits: 1)
    let help = lines.dropFirst().map { $0.replacing("  help: ", with: "", maxReplacements: 1) }
    return Diagnostic(
      .missingProvided, "provided: \(lines.first.map { String($0) } ?? error)", at: location,
      help: help.map { String($0) })
  }

  private static func missingProvided(_ step: ResolutionStep) -> Diagnostic {
    Diagnostic(
      .missingProvided, "\(step.key) is provided by the host, but no instance was passed", at: step.location,
      help: [
        "pass it when the container is built: provided: [Provided(instance, as: \(step.key).self)], or "
          + "as: (any \(step.key)).self if \(step.key) is a protocol"
      ],
      symbol: "services.\(step.key)")
  }
}
