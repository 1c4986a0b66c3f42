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

  /// What the hook gives: nothing, where it is implemented.
  associatedtype Hook = Void

  /// Called once by the container's start, after its singletons were made and before the phase `launch`; does nothing
  /// unless implemented. `Container.current` is the container meanwhile.
  ///
  /// What it throws ends the start: it is told as ``AssemblyFailed``. One that need not await is an ``AssemblyNow``'s.
  func containerDidAssemble(_ container: Container) async throws -> Hook
}

extension Assembly {
  /// Nothing to do.
  public func containerDidAssemble(_ container: Container) -> NoHook { NoHook() }
}

/// What the hook of an assembly gives that does not implement it.
public struct NoHook: Sendable {}

/// An assembly whose hook need not await, so that ``Container/startNow()`` can call it too.
public protocol AssemblyNow: Assembly {
  /// Called once by either start of the container, after its singletons were made and before the phase `launch`.
  func containerDidAssemble(_ container: Container) throws
}
