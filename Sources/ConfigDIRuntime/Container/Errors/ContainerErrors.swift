/// Thrown if a container or an open scope is used after it was shut down, closed or released.
public struct ContainerClosed: Error, Sendable, FailureOnTheWay, CustomStringConvertible {
  var steps: [ResolutionStep] = []
  /// Whether the container is open, and only the overlay in which the service was resolved has ended.
  var isOfOverlay = false

  /// The keys of the services that led to the unavailable service, which comes last.
  public var chain: [String] { steps.map(\.key) }

  public var description: String {
    let what = steps.last.map { "\($0) cannot be resolved" } ?? "nothing can be resolved"
    return steps.text(
      "\(what): \(isOfOverlay ? "its overlay has ended" : "its container is closed")",
      help: isOfOverlay
        ? "resolve it again from the container; do not keep a handle or an instance after its overlay has ended"
        : "keep the container while its services are used, and stop using them before shutdown() or close(); in a stack, use stack.current"
    )
  }
}

/// Thrown if a container or a stack cannot do what the program requested, and the cause is not one of its services.
///
/// The error's message says why, and what to do instead.
public struct ContainerError: Error, Sendable, ContentsHiding, CustomStringConvertible {
  private let fact: String
  private let help: String
  /// The original error, if an assembly's hook threw it. It may contain secrets, which this error's own message does
  /// not show.
  public let underlying: (any Error)?

  package init(_ fact: String, help: String) {
    self.fact = fact
    self.help = help
    underlying = nil
  }

  init(_ error: any Error, thrownBy assembly: any Assembly, secrets: Secrets) {
    let thrown = secrets.redacted(String(describing: error))
    fact = "containerDidAssemble of \(TypeName.short(type(of: assembly))) failed: \(thrown)"
    help = "the container was closed; fix the error, or catch it in the hook if the program can continue"
    underlying = error
  }

  static let noneCurrent = ContainerError(
    "no container is current",
    help: "call Container.setDefault when the program starts, or run this inside withCurrent; "
      + "in a test, add the trait .container(…) of ConfigDITesting")

  static let noStackCurrent = ContainerError(
    "no stack is current",
    help: "run this inside asCurrent; in a test, add the trait .stack(…) of ConfigDITesting")

  static let startWithinStart = ContainerError(
    "start() was called during the start of the same container",
    help: "do not call it in initializers, factories or containerDidAssemble: they are part of the start")

  static let startUnderWay = ContainerError(
    "startNow() was called while the container was starting", help: "call it once, or await start(), which waits")

  public var description: String { "\(fact)\n  help: \(help)" }
}
