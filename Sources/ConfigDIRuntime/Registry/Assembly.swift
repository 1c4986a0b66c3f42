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

  /// Called once by the container's start, after its singletons were made and before the phase `launch`; does nothing
  /// unless implemented.
  ///
  /// What it throws ends the start: it is told as ``AssemblyFailed``.
  func containerDidAssemble(_ container: Container) async throws
}

extension Assembly {
  /// Nothing to do.
  public func containerDidAssemble(_ container: Container) async throws {}
}
