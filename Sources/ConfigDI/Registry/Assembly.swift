/// A module's factories, registered together.
///
/// ```swift
/// struct NetworkAssembly: Assembly {
///   func assemble(_ registry: inout FactoryRegistry) {
///     registry.register("urlSession", as: (any HTTPClient).self, SessionClient.init)
///   }
/// }
/// ```
public protocol Assembly: Sendable {
  /// Registers the module's factories and declares its keys.
  func assemble(_ registry: inout FactoryRegistry)
}
