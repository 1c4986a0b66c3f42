/// Tells a factory which service it is making an instance for. A parameter of this type needs no entry in the manifest.
///
/// ```swift
/// registry.register("postgres", as: (any Database).self) { (settings: Settings, site: InjectionSite) in
///   Postgres(settings, logger: Logger(label: site.key))
/// }
/// ```
///
/// If one factory serves several keys, the site's key distinguishes the services. In this example, the logger for
/// `Database/replica` gets its own label.
public struct InjectionSite: Sendable {
  /// The service's key, with its shortest unique spelling; for an initializer, the name of its factory.
  public let key: String

  /// Creates a site without a container, for tests.
  public init(key: String) { self.key = key }
}
