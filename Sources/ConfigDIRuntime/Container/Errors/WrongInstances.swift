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
  ///
  /// - Parameter isOneOfSeveral: Whether the error is one of the mistakes in a `WrongInstances`.
  static func wrongInstances(_ error: ResolutionError, isOneOfSeveral: Bool = false) -> [Diagnostic] {
    switch error.cause {
    case let cause as WrongInstances: cause.mistakes.flatMap { wrongInstances($0, isOneOfSeveral: true) }
    case let cause as InstanceNotProvided: cause.missing.map(missingProvided)
    case let cause as PlainCause where isOneOfSeveral || cause.reason == .unexpectedInstance:
      [
        Diagnostic(
          .missingProvided, "provided: \(cause.fact(about: error.steps))", at: cause.place ?? error.location,
          help: [cause.help])
      ]
    default: []
    }
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
