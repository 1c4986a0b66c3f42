/// A container could not be started without awaiting. No part of the start was done.
public struct CannotStartNow: Error, Sendable {
  /// The parts of the start that need awaiting or the main actor.
  public let obstacles: [Obstacle]

  /// One thing that a start without awaiting cannot do.
  public struct Obstacle: Sendable {
    /// The service, the initializer or the hook, with its place.
    public let name: String
    let reason: Reason

    enum Reason: Sendable { case asynchronous, hook, initializer, mainActor }
  }
}

extension CannotStartNow: CustomStringConvertible {
  public var description: String {
    "the container cannot be started now\n"
      + obstacles.map { "  \($0.name) \($0.what)\n" }.joined()
      + "  help: mend these, or await start()"
  }
}

extension CannotStartNow.Obstacle {
  fileprivate var what: String {
    switch reason {
    case .asynchronous: "is made asynchronously"
    case .hook: "may await: let the assembly be an AssemblyNow"
    case .initializer: "may await: let its type be InitializableNow, or MainInitializableNow"
    case .mainActor: "is of the main actor: call container.main.startNow() there"
    }
  }
}

/// The container is being started, by a task or by a call that has not returned.
struct StartUnderWay: Error, CustomStringConvertible {
  var description: String {
    "startNow() was called while the container is being started\n  help: call it once, or await start(), which waits"
  }
}
