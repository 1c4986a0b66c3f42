/// Thrown if a container or an open scope is used after it was shut down, closed or released.
public struct ContainerClosed: Error, Sendable {
  var steps: [ResolutionStep] = []
  /// Whether the container is open, and only the overlay in which the service was resolved has ended.
  var isOfOverlay = false

  /// The keys of the services that led to the unavailable service, which comes last.
  public var chain: [String] { steps.map(\.key) }
}

extension ContainerClosed: FailureOnTheWay, CustomStringConvertible {
  public var description: String {
    let what = steps.last.map { "\($0) cannot be resolved" } ?? "nothing can be resolved"
    guard !isOfOverlay else {
      return steps.text(
        "\(what): its overlay has ended",
        help: "resolve it again from the container; do not keep a handle or an instance after its overlay has ended")
    }
    return steps.text(
      "\(what): its container is closed",
      help:
        "keep the container while its services are used, and stop using them before shutdown() or close(); in a stack, use stack.current"
    )
  }
}

/// Thrown if a container or a stack cannot do what the program requested, and the cause is not one of its services.
///
/// The error's message says why, and what to do instead.
public struct ContainerError: Error, Sendable {
  package let reason: Reason
  /// The original error, if an assembly's hook threw it. It may contain secrets, which this error's own message does
  /// not show.
  public let underlying: (any Error)?
  private let secrets: Secrets?

  package enum Reason: Sendable, Equatable {
    case noneCurrent
    case defaultBeingMade
    case defaultSetLate
    case secondCopy
    case stackBusy
    case atBottom
    case secret(setting: String, key: String)
    case secretInParameter(String)
    case closureOverProvided(key: String)
    case startWithinStart
    case startUnderWay
    case cannotStartNow(obstacles: [String])
    case hookFailed(assembly: String)
  }

  package init(_ reason: Reason) {
    self.reason = reason
    underlying = nil
    secrets = nil
  }

  init(_ error: any Error, thrownBy assembly: any Assembly, secrets: Secrets) {
    reason = .hookFailed(assembly: TypeName.short(type(of: assembly)))
    underlying = error
    self.secrets = secrets
  }
}

extension ContainerError: CustomStringConvertible {
  public var description: String {
    let (fact, help) = parts
    return "\(fact)\n  help: \(help)"
  }

  private var parts: (fact: String, help: String) {
    switch reason {
    case .noneCurrent:
      (
        "no container is current",
        "call Container.setDefault when the program starts, or run this inside withCurrent"
      )
    case .defaultBeingMade:
      (
        "the default container was requested inside the closure that makes it",
        "pass the container along inside Container.setDefault, instead of using Container.current"
      )
    case .defaultSetLate:
      (
        "the default container is already in use and cannot be replaced",
        "call setDefault before the first use of Container.current, or shut down the first container; to replace services at run time, open an overlay"
      )
    case .secondCopy:
      (
        "this program has two copies of ConfigDI, and each has its own default container",
        "link it once, as a dynamic library, or pass the container and run this inside withCurrent"
      )
    case .stackBusy:
      (
        "the stack was changed from inside another change of the same stack",
        "change the stack after push(), pop() or replaceCurrent() has returned, not in a factory"
      )
    case .atBottom:
      (
        "the bottom level of a stack cannot be popped", "change it with replaceCurrent(), or end it with shutdown()"
      )
    case .secret(let setting, let key):
      (
        "setting \(setting) of \(key) contains a secret, and secrets are not saved",
        "refer to a secret parameter in the setting, and set that parameter instead"
      )
    case .secretInParameter(let name):
      (
        "the value of parameter \(name) contains a secret, and secrets are not saved",
        "declare the parameter with 'secret: true', or refer to the secret parameter in its value"
      )
    case .closureOverProvided(let key):
      (
        "a level cannot replace \(key) with a closure, since the program provides its instance",
        "use an instance: use(instance:for:), or open an overlay"
      )
    case .startWithinStart:
      (
        "start() was called during the start of the same container",
        "do not call it in initializers, factories or containerDidAssemble: they are part of the start"
      )
    case .startUnderWay:
      (
        "startNow() was called while the container was starting", "call it once, or await start(), which waits"
      )
    case .cannotStartNow(let obstacles):
      (
        "startNow() cannot start this container" + obstacles.map { "\n  \($0)" }.joined(),
        "fix these, or await start()"
      )
    case .hookFailed(let assembly):
      (
        "containerDidAssemble of \(assembly) failed: \(thrown)",
        "the container was closed; fix the error, or catch it in the hook if the program can continue"
      )
    }
  }

  private var thrown: String {
    let text = underlying.map { String(describing: $0) } ?? ""
    return secrets?.redacted(text) ?? text
  }
}
