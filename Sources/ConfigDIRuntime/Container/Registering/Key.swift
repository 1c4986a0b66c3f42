/// A key with a custom name, for a service that a type cannot name: a second database, or a private type.
///
/// ```swift
/// let reporting = Key<any Database>("reporting.db")
/// registry.declare(reporting)
/// ```
///
/// The manifest then has a service under `reporting.db`.
public struct Key<Service>: Sendable, Hashable {
  /// The name of the key in manifests.
  public let name: String

  /// A key with this name. Two keys with the same name and type are the same key.
  public init(_ name: String) {
    self.name = name
  }
}
