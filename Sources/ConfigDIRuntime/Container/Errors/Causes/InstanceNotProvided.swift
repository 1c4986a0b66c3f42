/// An instance that the program must hand in is missing.
struct InstanceNotProvided: ResolutionCause {
  let reason = ResolutionError.Reason.notProvided
  /// The services that are `provided` in the manifest and were not handed in.
  let missing: [ResolutionStep]
  /// The scope that was to be opened; `nil` for a container's own instances.
  let scope: String?

  func text(after chain: [ResolutionStep]) -> String {
    let place = scope.map { "the scope \($0)" } ?? "the container"
    return chain.text(
      "\(place) was opened without \(missing.map(\.description).joined(separator: ", "))",
      help: "hand in an instance of each: Provided(instance, as: (any Protocol).self); "
        + "what is provided: optional is asked for with resolveIfPresent, or as an optional parameter",
      endsWithFailed: false)
  }
}
