/// There is no current container, or not the one that the program said.
public struct CurrentContainerError: Error, Sendable {
  /// Why there is none.
  public let reason: Reason

  /// What a program can tell apart.
  public enum Reason: Sendable, Equatable {
    /// No container is bound to the task, and the program has no default.
    case none
    /// The default is just being made, by what asks for it.
    case beingMade
    /// `Container.setDefault` was called, at this place, after the first default had been made, when another could no
    /// longer be everyone's.
    case defaultSetLate(at: String)
    /// The program has the library twice, such as in a plug-in of its own, and this is not the copy that was loaded first.
    case secondCopy
  }
}

extension CurrentContainerError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .none:
      "no container is current\n"
        + "  help: call Container.setDefault at the program's start, or run this inside withCurrent"
    case .beingMade:
      "the default container was asked for by the closure that makes it\n"
        + "  help: pass the container on inside Container.setDefault, instead of asking for the current one"
    case .defaultSetLate(let place):
      "the default container was set at \(place), after another had been made: who holds that would never see this one\n"
        + "  help: set it before its first use, or shut the first down before; "
        + "to replace services while it runs, open an overlay"
    case .secondCopy:
      "this program has two copies of ConfigDI, and each would have a default container of its own\n"
        + "  help: link it once, as a dynamic library; or hand the container over, and run this inside withCurrent"
    }
  }
}
