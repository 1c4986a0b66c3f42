public import ConfigDI
public import Testing

/// Gives each test, and each case of its arguments, a stack of its own: it is `ContainerStack.current` there, and
/// `Container.current` is the container on top of it.
///
/// ```swift
/// @Test(.stack("config/app.yaml", registry: FactoryRegistry(AppAssembly()), starts: true))
/// func loginChangesTheSession() async throws {
///   try await ContainerStack.current.push { $0.use("account", for: (any Session).self) }
///   #expect(try Container.current.resolve((any Session).self).user == "account")
/// }
/// ```
///
/// Overlays count whichever level is on top. After the test every level is closed.
public struct StackTrait: SuiteTrait, TestTrait, TestScoping {
  let starts: Bool
  let overlays: @Sendable () -> [OverlayDefinition]
  let build: @Sendable () throws -> ContainerStack

  /// `true`: each test of a suite, and of suites in it, gets one of its own.
  public var isRecursive: Bool { true }

  /// Called by the testing library.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await test.run(with: build, overlays: overlays(), starts: starts, function)
  }
}

extension Trait where Self == StackTrait {
  /// Gives each test a stack of its own, whose lowest level is a manifest.
  ///
  /// The arguments are evaluated anew for each test, so that objects made in them belong to that test alone.
  ///
  /// - Parameters:
  ///   - manifest: A path, or any other source. A relative path is searched from the folder of the calling Swift file
  ///     upward, so that it does not depend on where the tests are run.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest and the levels may name.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlays: The services replaced for the tests, whichever level is on top.
  ///   - options: Parameters, modules, limits and other additions from outside.
  ///   - starts: Whether the stack is started.
  ///   - filePath: The file of this call; leave it out.
  public static func stack(
    _ manifest: any ManifestSource, stage: String? = nil,
    registry: @autoclosure @escaping @Sendable () -> FactoryRegistry,
    provided: @autoclosure @escaping @Sendable () -> [Provided] = [],
    overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition] = [],
    options: ManifestOptions = ManifestOptions(), starts: Bool = false, filePath: StaticString = #filePath
  ) -> Self {
    Self(starts: starts, overlays: overlays) {
      try ContainerStack(
        manifest: try FoundManifest.find(manifest, from: filePath.description), stage: stage, registry: registry(),
        provided: provided(), options: options)
    }
  }
}

extension Trait where Self == StackTrait {
  /// Gives each test a stack of its own, whose lowest level is a compiled manifest.
  ///
  /// The arguments are evaluated anew for each test, so that objects made in them belong to that test alone.
  ///
  /// - Parameters:
  ///   - manifest: A compiled manifest. A relative path is searched from the folder of the calling Swift file upward.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE` counts, then the manifest's `defaultStage`.
  ///   - registry: The factories that the manifest names.
  ///   - provided: The instances of services that the manifest says are `provided`.
  ///   - overlays: The services replaced for the tests, whichever level is on top.
  ///   - parameters: Values of parameters by name.
  ///   - environment: The variables that parameters read; if `nil`, those of the process.
  ///   - starts: Whether the stack is started.
  ///   - filePath: The file of this call; leave it out.
  public static func stack(
    _ manifest: CompiledManifest, stage: String? = nil,
    registry: @autoclosure @escaping @Sendable () -> FactoryRegistry,
    provided: @autoclosure @escaping @Sendable () -> [Provided] = [],
    overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition] = [],
    parameters: [String: String] = [:], environment: [String: String]? = nil, starts: Bool = false,
    filePath: StaticString = #filePath
  ) -> Self {
    Self(starts: starts, overlays: overlays) {
      try ContainerStack(
        manifest: try manifest.found { try FoundManifest.find($0, from: filePath.description) }, stage: stage,
        registry: registry(), provided: provided(), parameters: parameters, environment: environment)
    }
  }
}
