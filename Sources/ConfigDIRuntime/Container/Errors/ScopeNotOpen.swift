/// A service of a declared scope was asked for outside it.
public struct ScopeNotOpen: Error, Sendable {
  /// The services on the way, the one that needs the scope last.
  public internal(set) var chain: [ResolutionStep]
  /// The scope that is not open.
  public let scope: String
}

extension ScopeNotOpen: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) lives in the scope \(scope), which is not open here",
      help: "open it with withScope(\"\(scope)\") and resolve from the container that it hands in")
  }
}
