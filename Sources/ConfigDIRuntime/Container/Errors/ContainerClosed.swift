/// Something was asked of a container, or of an open scope, that was shut down, closed or let go.
public struct ContainerClosed: Error, Sendable {
  /// The services on the way to what could not be had any more.
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
