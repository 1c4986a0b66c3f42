/// There is no current container, or it is not the one that the program set.
public struct CurrentContainerError: Error, Sendable {
  /// Why there is none.
  public let reason: Reason

  /// The cases that a program can tell apart.
  public enum Reason: Sendable, Equatable {
    /// No container is bound to the task, and the program has no default.
    case none
    /// The default container was asked for while it is being made, by the code that makes it.
    case beingMade
    /// `Container.setDefault` was called, at this place, after the first default had been made and before it was shut
    /// down.
    case defaultSetLate(at: String)
    /// The library is in the program twice, for example also in a plug-in, and this is not the copy that was loaded
    /// first.
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
