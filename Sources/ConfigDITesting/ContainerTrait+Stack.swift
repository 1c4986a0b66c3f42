public import ConfigDI
public import Testing

extension Trait where Self == ContainerTrait {
  /// Gives each test, and each case of a test with arguments, its own stack as `ContainerStack.current`. The stack's
  /// lowest level is the manifest, and `Container.current` is the stack's top container.
  ///
  /// ```swift
  /// @Test(.stack("config/app.yaml", registry: FactoryRegistry(AppAssembly()), starts: true))
  /// func loginChangesTheSession() async throws {
  ///   try await ContainerStack.current.push { $0.use("account", for: (any Session).self) }
  ///   #expect(try Container.current.resolve((any Session).self).user == "account")
  /// }
  /// ```
  ///
  /// Overlays apply to every level. After the test, all levels are closed. The parameters are those of `.container`.
  public static func stack(
    _ manifest: ManifestLocation, stage: String? = nil,
    registry: @autoclosure @escaping @Sendable () -> FactoryRegistry,
    provided: @autoclosure @escaping @Sendable () -> [Provided] = [],
    overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition] = [],
    options: ManifestOptions = ManifestOptions(), starts: Bool = false, filePath: StaticString = #filePath
  ) -> Self {
    Self(starts: starts, overlays: overlays) {
      try ContainerStack(
        manifest: try manifest.found(from: filePath.description), stage: stage, registry: registry(),
        provided: provided(), options: options)
    }
  }
}
