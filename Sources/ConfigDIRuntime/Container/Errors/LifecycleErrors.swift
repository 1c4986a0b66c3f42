/// Thrown if a container cannot be started without awaiting. No part of the start has run.
public struct CannotStartNow: Error, Sendable {
  /// The parts of the start that need awaiting or the main actor.
  package let obstacles: [Obstacle]

  /// One part of the start that needs awaiting or the main actor.
  package struct Obstacle: Sendable {
    /// The name of the service, initializer or hook, with its location.
    package let name: String
    let reason: Reason

    enum Reason: Sendable { case asynchronous, hook, initializer, mainActor }
  }
}

extension CannotStartNow: CustomStringConvertible {
  public var description: String {
    "startNow() cannot start this container\n"
      + obstacles.map { "  \($0.name) \($0.what)\n" }.joined()
      + "  help: fix these, or await start()"
  }
}

extension CannotStartNow.Obstacle {
  fileprivate var what: String {
    switch reason {
    case .asynchronous: "is made asynchronously"
    case .hook: "might await: conform the assembly to AssemblyNow"
    case .initializer: "might await: conform its type to InitializableNow or MainInitializableNow"
    case .mainActor: "belongs to the main actor: call container.main.startNow() there"
    }
  }
}

/// Thrown if the container is already being started, by a task or by a call that has not returned.
struct StartUnderWay: Error, CustomStringConvertible {
  var description: String {
    "startNow() was called while the container was starting\n  help: call it once, or await start(), which waits"
  }
}

/// Thrown if an assembly's hook threw an error while the container was being started.
public struct AssemblyFailed: Error, Sendable {
  /// The name of the assembly's type.
  package let assembly: String
  /// The error that the hook threw. It may contain secrets, which this error's own text does not show.
  public let underlying: any Error
  let secrets: Secrets
}

extension AssemblyFailed: CustomStringConvertible {
  public var description: String {
    "containerDidAssemble of \(assembly) failed: \(secrets.redacted(String(describing: underlying)))\n"
      + "  help: the container was closed; fix the error, or catch it in the hook if the program can continue"
  }
}

/// Thrown if an initializer in a phase could not be made, or threw an error when it was run.
public struct InitializerFailed: Error, Sendable {
  /// The registered name of the initializer.
  public let initializer: String
  /// The phase that was run.
  public let phase: Phase
  /// The location of the initializer's entry in the manifest.
  package let location: SourceLocation
  /// The services that led to the failure, if a service could not be resolved; empty if the initializer itself failed.
  package let chain: [ResolutionStep]
  /// The original error. It may contain secrets, which this error's own text does not show.
  public internal(set) var underlying: any Error
  /// The earlier failures of the same run that `onError: continue` tolerates.
  public internal(set) var earlier: [InitializerFailed] = []
  /// Whether the phase ended with this failure.
  let stops: Bool
  let wasMade: Bool
  let secrets: Secrets

  init(
    _ initializer: String, in phase: Phase, at entry: PhaseTable.Entry, wasMade: Bool, _ underlying: any Error,
    secrets: Secrets
  ) {
    self.initializer = initializer
    self.phase = phase
    location = entry.location
    stops = !entry.continuesAfterFailure
    chain = (underlying as? any FailureOnTheWay)?.chain ?? []
    self.underlying = underlying
    self.wasMade = wasMade
    self.secrets = secrets
  }
}

extension InitializerFailed: CustomStringConvertible {
  public var description: String {
    let what = wasMade ? "failed in phase \(phase)" : "could not be made for phase \(phase)"
    var lines = [
      "initializer \(initializer) (\(location)) \(what): \(secrets.redacted(String(describing: underlying)))"
    ]
    if chain.isEmpty, stops {
      lines.append("  help: fix it, or write onError: continue on that line, so that the phase continues without it")
    }
    for failure in earlier { lines.append("  before that: \(failure)") }
    return lines.joined(separator: "\n")
  }
}
