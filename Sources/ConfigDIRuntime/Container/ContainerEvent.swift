/// A step in the life of one instance in a container, for logs, metrics and traces; see
/// ``FactoryRegistry/observe(_:)``.
public struct ContainerEvent: Sendable, ContentsHiding, CustomStringConvertible {
  /// What happened to the instance.
  public let kind: Kind
  /// The service's key in the manifest.
  public let key: String
  /// How long making or closing the instance took; `nil` when making begins.
  public let duration: Duration?
  /// The original error, if one was thrown. It may contain secrets, which ``description`` does not show.
  public let error: (any Error)?
  let secrets: Secrets

  /// The steps in the life of an instance.
  public enum Kind: String, Sendable, Hashable {
    /// The service's factory is about to run. The singletons and scoped services that the factory needs exist, unless
    /// they are deferred.
    case creating
    /// The instance was made, and is about to be returned to the waiting callers.
    case created
    /// The factory threw an error; no instance is kept.
    case failed
    /// The instance was closed.
    case closed
    /// Closing the instance threw an error, or exceeded the time limit.
    case closingFailed
  }

  /// A one-line description for a log.
  public var description: String {
    let isClosing = kind == .closingFailed
    let words = isClosing ? "failed to close" : kind.rawValue
    let time = duration.map { " \(isClosing ? "after" : "in") \($0)" } ?? ""
    let reason = error.map { ": \(firstLine(of: secrets.redacted(String(describing: $0))))" } ?? ""
    return "\(key) \(words)\(time)\(reason)"
  }
}
