/// `Container.current` was asked for where no container is bound to the task and the program has no default.
public struct NoCurrentContainer: Error, Sendable, CustomStringConvertible {
  /// Whether the default is just being made, by what asks for it.
  let isBeingMade: Bool

  public var description: String {
    isBeingMade
      ? "the default container was asked for by the closure that makes it\n"
        + "  help: pass the container on inside Container.setDefault, instead of asking for the current one"
      : "no container is current\n"
        + "  help: call Container.setDefault at the program's start, or run this inside withCurrent"
  }
}
