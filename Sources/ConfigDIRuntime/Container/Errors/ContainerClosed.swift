/// A container, or an open scope, was used after it was shut down, closed or released.
public struct ContainerClosed: Error, Sendable {
  /// The services on the way to the one that was no longer available.
  public internal(set) var chain: [ResolutionStep] = []
}

extension ContainerClosed: FailureOnTheWay, CustomStringConvertible {
  public var description: String {
    let what = chain.last.map { "\($0) cannot be resolved" } ?? "nothing can be resolved"
    return chain.text(
      "\(what): its container is closed",
      help:
        "hold the container for as long as its services are used, and stop before shutdown() or close(); where a stack "
        + "has replaced it, ask the stack for its current one")
  }
}
