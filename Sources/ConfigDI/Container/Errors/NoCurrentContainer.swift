/// `Container.current` was asked for where no container is bound to the task and the program has no default.
public struct NoCurrentContainer: Error, Sendable, CustomStringConvertible {
  public var description: String {
    "no container is current\n"
      + "  help: call Container.setDefault at the program's start, or run this inside Container.withCurrent"
  }
}
