public import ConfigDI
public import Testing

/// Gives each test, and each case of its arguments, a container of its own, which is `Container.current` there.
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
/// Tests that run at the same time never see each other's container. A container that cannot be built is an issue at
/// the test's line, with every finding; the test is then not run. After the test, the instances that were made are
/// closed.
public struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
  let starts: Bool
  let overlays: @Sendable () -> [OverlayDefinition]
  let build: @Sendable () throws -> Container

  /// `true`: each test of a suite, and of suites in it, gets one of its own.
  public var isRecursive: Bool { true }

  /// Called by the testing library.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await test.run(with: build, overlays: overlays(), starts: starts, function)
  }
}

extension Trait where Self == ContainerTrait {
  /// Gives each test a container of its own, built from a manifest.
  ///
  /// The arguments are evaluated anew for each test, so that objects made in them belong to that test alone.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other source. A relative path is searched from the folder of the calling Swift file
  ///     upward, so that it does not depend on where the tests are run.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest may name.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlays: The services replaced for the tests.
  ///   - options: Parameters, modules, limits and other additions from outside.
  ///   - starts: Whether the container is started, with its asynchronous and eager singletons, hooks and phase
  ///     `launch`.
  ///   - filePath: The file of this call; leave it out.
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
  /// Gives each test a container of its own, built from a compiled manifest.
  ///
  /// The arguments are evaluated anew for each test, so that objects made in them belong to that test alone.
  ///
  /// - Parameters:
  ///   - manifest: A compiled manifest. A relative path is searched from the folder of the calling Swift file upward.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest names.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlays: The services replaced for the tests.
  ///   - parameters: Values of parameters by name.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - starts: Whether the container is started.
  ///   - filePath: The file of this call; leave it out.
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
