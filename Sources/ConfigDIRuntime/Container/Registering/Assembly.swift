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

  /// The result of the hook: `Void` if the hook is implemented.
  associatedtype Hook = Void

  /// Called once by the container's start, after its singletons were made and before the phase `launch`; does nothing
  /// unless implemented. `Container.current` is this container during the call.
  ///
  /// An error ends the start, which throws it as ``AssemblyFailed``. If the hook does not await anything, use
  /// ``AssemblyNow``.
  func containerDidAssemble(_ container: Container) async throws -> Hook
}

extension Assembly {
  /// Does nothing. Its result type marks an assembly that has no hook.
  public func containerDidAssemble(_ container: Container) -> Never? { nil }
}

/// An assembly whose hook is synchronous, so that ``Container/startNow()`` can call it too.
public protocol AssemblyNow: Assembly {
  /// Called once by either start of the container, after its singletons were made and before the phase `launch`.
  func containerDidAssemble(_ container: Container) throws
}
