/// A key was asked for under a type that is not its own.
public struct WrongType: Error, Sendable {
  /// The services on the way, the one with another type last.
  public internal(set) var chain: [ResolutionStep]
  let expected: String
  let found: String
}

extension WrongType: ResolutionFailure {
  public var description: String {
    text(
      "\(failed) is a \(found), not a \(expected)",
      help: "ask for it under the type that its factory was registered with")
  }
}
