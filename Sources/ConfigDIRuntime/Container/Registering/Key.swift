/// The key of a service: a type, a named variant of a type, or a name for a service that no type can identify, such as
/// a second database or a service of a private type.
///
/// ```swift
/// let reporting = Key<any Database>("reporting.db")
/// registry.declare(reporting)
/// let utc = Key((any Clock).self, named: "utc")
/// ```
///
/// The manifest then defines these services under `reporting.db` and `Clock/utc`.
public struct Key<Service>: Sendable, Hashable {
  let name: KeyName

  /// Creates a key with this name. The key must be declared in the registry. Two keys with the same name and type are
  /// the same key.
  public init(_ name: String) {
    self.name = .custom(name)
  }

  /// Creates the key for a type, or for a named variant of the type. Such a key needs no declaration.
  public init(_ type: Service.Type, named variant: String? = nil) {
    name = .type(variant: variant)
  }
}

enum KeyName: Sendable, Hashable {
  case type(variant: String?)
  case custom(String)
}
