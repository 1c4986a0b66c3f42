/// Thrown when a live container cannot reload.
public enum ReloadError: Error, Sendable, CustomStringConvertible {
  /// The container has not been started yet.
  case beforeStart
  /// A reload was requested inside a reload of the same container, for example by a factory.
  case busy
  /// These parameters have new values, and the manifest marks them with `restart: true`.
  case restartNeeded(parameters: [LiveChange.Item])
  /// There is no generation before the current one.
  case nothingEarlier
  /// A snapshot took longer, or the new generation took longer to start, than ``LiveOptions/deadline``. `unmade` lists
  /// the services that were not made in time, with their locations, in the order of creation. If the list is empty,
  /// `running` names what did not end: the snapshot, a hook or the phase `reload`.
  case deadlinePassed(Duration, unmade: [String], running: String)

  public var description: String {
    switch self {
    case .beforeStart:
      "the live container has not started\n  help: await start() before reload()"
    case .busy:
      "reload() was called inside a reload of the same container\n"
        + "  help: call it after reload() has returned, not in a factory, a phase or a service that is being closed"
    case .restartNeeded(let parameters):
      "a restart is needed for \(parameters.map(\.description).joined(separator: "; "))\n"
        + "  help: restart the program, or accept such changes with LiveOptions.restart = .warn"
    case .nothingEarlier:
      "there is no earlier generation to revert to"
    case .deadlinePassed(let deadline, let unmade, let running):
      "\(unmade.first.map { "\($0) was not made" } ?? "\(running) did not finish") within \(deadline)"
        + (unmade.count > 1 ? ", nor were \(counted(unmade.count - 1, "other service"))" : "")
        + "\n  help: find out what it is waiting for, or raise LiveOptions.deadline"
    }
  }
}
