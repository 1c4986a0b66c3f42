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
    case let cause as UnexpectedInstance: [unfitProvided("\(error)", at: cause.service.location)]
    default: []
    }
  }

  /// The finding for an instance passed in `provided:` that does not match the manifest.
  private static func unfitProvided(_ error: String, at location: SourceLocation?) -> Diagnostic {
    let lines = error.split(separator: "\n", maxSplits: 1)
    let help = lines.dropFirst().map { $0.replacing("  help: ", with: "", maxReplacements: 1) }
    return Diagnostic(
      .missingProvided, .unfit(lines.first.map { String($0) } ?? error), at: location,
      help: help.map { String($0) })
  }

  private static func missingProvided(_ step: ResolutionStep) -> Diagnostic {
    Diagnostic(
      .missingProvided, "\(step.key) is provided by the host, but no instance was passed", at: step.location,
      help: [.handIn(step.key)],
      symbol: "services.\(step.key)")
  }
}

extension Rule {
  package static let missingProvided = Rule(
    "DI413", "missing-provided", .error, summary: "a provided service without an instance")
}

extension String {
  fileprivate static func handIn(_ key: String) -> String {
    "pass it when the container is built: provided: [Provided(instance, as: \(key).self)], or "
      + "as: (any \(key)).self if \(key) is a protocol"
  }

  fileprivate static func unfit(_ error: String) -> String { "provided: \(error)" }
}
