/// A weakly shared service turned out not to be a class instance.
public struct NotAnObject: Error, Sendable {
  /// The services on the way, the one that is no class instance last.
  public internal(set) var chain: [ResolutionStep]
  /// What the factory made.
  public let type: String
}

extension NotAnObject: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) has the scope weak, and its factory made a \(type), which is no class instance",
      help: "use the scope singleton or transient, or return a class instance")
  }
}
