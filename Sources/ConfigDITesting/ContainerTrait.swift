public import ConfigDI
public import Testing

/// Gives each test, and each case of its arguments, its own container as `Container.current`.
///
/// ```swift
/// @Suite(.container("config/app.yaml", stage: "test", registry: FactoryRegistry(AppAssembly())))
/// struct CheckoutTests {
///   @Test func payingEmptiesTheCart() throws {
///     let cart = try Container.current.resolve((any Cart).self)
///   }
/// }
/// ```
///
/// Concurrent tests never see each other's container. If a container cannot be built, the test does not run, and an
/// issue at its line lists every finding. After the test, its instances are closed.
public struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
  let starts: Bool
  let overlays: @Sendable () -> [OverlayDefinition]
  let build: @Sendable () throws -> Container

  /// `true`: each test in a suite, and in nested suites, gets its own.
  public var isRecursive: Bool { true }

  /// Called by the testing library.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await test.run(with: build, overlays: overlays(), starts: starts, function)
  }
}

extension Trait where Self == ContainerTrait {
  /// Gives each test its own container, built from a manifest.
  ///
  /// The arguments are evaluated again for each test, so that objects created in them belong to that test alone.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other source. A relative path is searched from the folder of the calling Swift file
  ///   upward, so that it does not depend on the working directory.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories of the manifest.
  ///   - provided: The instances of `provided` services.
  ///   - overlays: The services to replace.
  ///   - options: Parameters, modules, limits and other additions from outside.
  ///   - starts: Whether to start the container: asynchronous and eager singletons, hooks, and the phase `launch`.
  ///   - filePath: The file of this call; leave the default.
  public static func container(
    _ manifest: any ManifestSource, stage: String? = nil,
    registry: @autoclosure @escaping @Sendable () -> FactoryRegistry,
    provided: @autoclosure @escaping @Sendable () -> [Provided] = [],
    overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition] = [],
    options: ManifestOptions = ManifestOptions(), starts: Bool = false, filePath: StaticString = #filePath
  ) -> Self {
    Self(starts: starts, overlays: overlays) {
      try Container(
        manifest: try FoundManifest.find(manifest, from: filePath.description), stage: stage, registry: registry(),
        provided: provided(), options: options)
    }
  }
}

extension Trait where Self == ContainerTrait {
  /// Gives each test its own container, built from a compiled manifest.
  ///
  /// The arguments are evaluated again for each test, so that objects created in them belong to that test alone.
  ///
  /// - Parameters:
  ///   - manifest: A compiled manifest. A relative path is searched from the folder of the calling Swift file upward.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories of the manifest.
  ///   - provided: The instances of `provided` services.
  ///   - overlays: The services to replace.
  ///   - parameters: Values of parameters by name.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - starts: Whether to start the container.
  ///   - filePath: The file of this call; leave the default.
  public static func container(
    _ manifest: CompiledManifest, stage: String? = nil,
    registry: @autoclosure @escaping @Sendable () -> FactoryRegistry,
    provided: @autoclosure @escaping @Sendable () -> [Provided] = [],
    overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, starts: Bool = false,
    filePath: StaticString = #filePath
  ) -> Self {
    Self(starts: starts, overlays: overlays) {
      try Container(
        manifest: try manifest.found { try FoundManifest.find($0, from: filePath.description) }, stage: stage,
        registry: registry(), provided: provided(), parameters: parameters, environment: environment)
    }
  }
}
