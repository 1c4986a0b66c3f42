/// Tells a factory for which service it makes an instance. A parameter of this type needs no entry in the manifest.
///
/// ```swift
/// registry.register("postgres", as: (any Database).self) { (settings: Settings, site: InjectionSite) in
///   Postgres(settings, logger: Logger(label: site.key))
/// }
/// ```
///
/// One factory may serve several keys: the logger of `Database/replica` then has its own label.
public struct InjectionSite: Sendable {
  /// The service's key, with as much of its type's name as is needed; for an initializer, the name of its factory.
  public let key: String

  /// Creates a site without a container, for tests.
  public init(key: String) { self.key = key }
}
