/// Thrown if a container cannot resolve a service, open a scope or an overlay, or run a phase.
///
/// ```swift
/// do {
///   try page.show()
/// } catch let error as ResolutionError where error.reason == .scopeNotOpen {
///   try openSession()
/// }
/// ```
///
/// The error's message names the service and its location in the manifest, the services that led to it, the cause, and
/// the remedy. A container that has ended throws ``ContainerClosed`` instead.
public struct ResolutionError: Error, Sendable, ContentsHiding, FailureOnTheWay, CustomStringConvertible {
  var steps: [ResolutionStep]
  let cause: any ResolutionCause

  /// Why a resolution failed. Programs can handle each reason differently.
  public enum Reason: String, Sendable, CaseIterable {
    /// A factory or an overlay's closure threw ``ResolutionError/underlying``. No instance was kept, so the next call
    /// tries again.
    case factoryFailed
    /// The manifest has no such service.
    case unknownKey
    /// An array was requested, but the manifest has no collection, or several, with its element type.
    case noCollection
    /// The manifest declares no such scope.
    case unknownScope
    /// The manifest has no such phase.
    case unknownPhase
    /// The service for a key does not have the requested type.
    case wrongType
    /// The scope to which the service belongs is not open in this container.
    case scopeNotOpen
    /// A scope was opened outside its parent scope.
    case wrongParentScope
    /// A scope of another container was passed to a `ScopedProvider`.
    case foreignScope
    /// An instance that the program must pass is missing.
    case notProvided
    /// An instance was passed to a container or scope that does not take an instance for that service.
    case unexpectedInstance
    /// A synchronous call requested a service that is made asynchronously and does not exist yet.
    case notStarted
    /// A main-actor service was requested outside the main actor.
    case notOnMainActor
    /// A service that takes an argument was requested without an argument or with an argument of the wrong type, or an
    /// argument was passed to a service that takes no argument.
    case wrongArgument
    /// Services wait for each other to be made.
    case crossingWait
    /// Services are nested too deeply, or a service is made inside itself.
    case nestingTooDeep
    /// A `weak` service, or the product of a factory registered with `reference: true`, is not a class instance.
    case notAnObject
    /// An overlay requested a change that needs a new container. A level of a `ContainerStack` can make the change.
    case overlayUnfit
  }

  init(_ cause: some ResolutionCause, at steps: [ResolutionStep] = []) {
    self.cause = cause
    self.steps = steps
  }

  /// The keys of the services that led to the failure, from the resolved service to the failed service. Empty if no
  /// service in the manifest failed, for example if the key is unknown.
  public var chain: [String] { steps.map(\.key) }

  /// Why the resolution failed.
  public var reason: Reason { cause.reason }

  package var location: SourceLocation? { steps.last?.location }

  /// The original error that a factory or an overlay's closure threw. It may contain secrets, which this error's own
  /// message does not show. `nil` unless the reason is ``Reason-swift.enum/factoryFailed``.
  public var underlying: (any Error)? { (cause as? FactoryFailed)?.underlying }

  public var description: String { cause.text(after: steps) }
}

protocol ResolutionCause: Sendable {
  var reason: ResolutionError.Reason { get }
  /// The error's message.
  ///
  /// - Parameter chain: The services that led to the failure, with the failed service last.
  func text(after chain: [ResolutionStep]) -> String
}

/// An error that, on its way to the caller, records the services that led to it.
protocol FailureOnTheWay: Error {
  var steps: [ResolutionStep] { get set }
}

/// One of the services that led to a failure.
package struct ResolutionStep: Sendable, Hashable, CustomStringConvertible {
  package let key: String
  package let location: SourceLocation?

  package var description: String {
    location.map { "\(key) (\($0))" } ?? key
  }
}

extension PlannedService {
  var step: ResolutionStep { ResolutionStep(key: key.text, location: origin) }
}

extension [ResolutionStep] {
  var failed: String { last.map(\.description) ?? "the service" }

  /// The message, followed by the services that needed the failed service, nearest first, and the remedy.
  ///
  /// - Parameter endsWithFailed: Whether the last step is the service that failed, not a service that needed it.
  func text(_ message: String, help: String, endsWithFailed: Bool = true) -> String {
    var lines = [message]
    let needing = (endsWithFailed ? dropLast() : self[...]).reversed()
    let shown = needing.count > 20 ? 10 : needing.count
    for step in needing.prefix(shown) { lines.append("  needed by \(step)") }
    if shown < needing.count { lines.append("  … and \(needing.count - 2 * shown) more …") }
    for step in needing.dropFirst(Swift.max(shown, needing.count - shown)) { lines.append("  needed by \(step)") }
    lines.append("  help: \(help)")
    return lines.joined(separator: "\n")
  }
}
