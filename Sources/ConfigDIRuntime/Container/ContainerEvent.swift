/// What a container does with one instance, for logs, metrics and traces; see ``FactoryRegistry/observe(_:)``.
public struct ContainerEvent: Sendable {
  /// What happens.
  public let kind: Kind
  /// The key of the service.
  public let key: String
  /// How long it took; `nil` for what only begins.
  public let duration: Duration?
  /// What was thrown, as it was thrown: it may hold secrets, which ``description`` does not show.
  public let error: (any Error)?
  private let secrets: Secrets

  /// What happens to an instance.
  public enum Kind: String, Sendable, Hashable {
    /// Its factory begins; what it depends on is there, unless it is deferred.
    case creating
    /// It is made, and about to be given to those who wait for it.
    case created
    /// Its factory threw; nothing is kept.
    case failed
    /// It is closed.
    case closed
    /// Closing it threw.
    case closingFailed
  }

  init(_ kind: Kind, key: String, duration: Duration? = nil, error: (any Error)? = nil, secrets: Secrets) {
    self.kind = kind
    self.key = key
    self.duration = duration
    self.error = error
    self.secrets = secrets
  }
}

extension ContainerEvent: CustomStringConvertible {
  /// A line for a log.
  public var description: String {
    let words = kind == .closingFailed ? "could not be closed" : kind.rawValue
    let time = duration.map { " in \($0)" } ?? ""
    let reason = error.map { ": \(secrets.redacted(String(describing: $0)))" } ?? ""
    return "\(key) \(words)\(time)\(reason)"
  }
}

extension ContainerEvent: CustomReflectable {
  /// Shows nothing of what is inside, which may be secret.
  public var customMirror: Mirror { Mirror(hiding: self) }
}
