/// An instance that the host was to hand in is missing.
public struct InstanceNotProvided: Error, Sendable {
  /// The services that are `provided` in the manifest and were not handed in.
  public let missing: [ResolutionStep]
  /// The scope that was to be opened; `nil` for a container's own instances.
  public let scope: String?
}

extension InstanceNotProvided: CustomStringConvertible {
  public var description: String {
    let place = scope.map { "the scope \($0)" } ?? "the container"
    return "\(place) was opened without \(missing.map(\.description).joined(separator: ", "))\n"
      + "  help: hand in an instance of each: Provided(instance, as: (any Protocol).self); "
      + "what is provided: optional is asked for with resolveIfPresent, or as an optional parameter"
  }
}
