/// A group of factories, such as those of one module, that are registered together.
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

  /// The result type of `containerDidAssemble(_:)`: `Void` if the assembly implements it, `Never?` otherwise.
  associatedtype Hook = Void

  /// A hook that the container calls once when it starts, after making its singletons and before running the phase
  /// `launch`. Does nothing unless implemented. During the call, `Container.current` is this container.
  ///
  /// If the hook throws, the start fails with ``ContainerError``. Implement only one of the hook's two forms.
  /// ``Container/startNow()`` can call only the form without `async`.
  func containerDidAssemble(_ container: Container) async throws -> Hook

  /// The result type of the hook's synchronous form: `Void` if the assembly implements that form, `Never?` otherwise.
  associatedtype HookNow = Void

  /// The synchronous form of the hook.
  func containerDidAssemble(_ container: Container) throws -> HookNow
}

extension Assembly {
  /// Does nothing. The result type `Never?` shows that the assembly has no hook, or no hook without `async`.
  public func containerDidAssemble(_ container: Container) -> Never? { nil }
}
