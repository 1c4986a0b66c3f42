public import ConfigDI
public import Testing

/// Gives each test a container or a stack of its own, or replaces services in the current container. See `.container`,
/// `.stack` and `.overlays`.
public struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
  let content: Content

  enum Content: Sendable {
    /// A separate container or stack for each test, with overlays.
    case subject(
      starts: Bool, overlays: @Sendable () -> [OverlayDefinition], build: @Sendable () throws -> TestSubject)
    /// Overlays on the current container.
    case overlays(@Sendable () -> [OverlayDefinition])
  }

  /// The number of containers and stacks that outer traits of the test have made. Each trait that makes one applies the
  /// overlays before starting it.
  @TaskLocal static var subjectCount = 0

  /// The overlays from each overlay trait of a test that are for one container, outer traits first.
  ///
  /// - Parameter subject: The position of a trait among those that make a container. The overlays between this trait
  ///   and the next such trait are for its container.
  static func overlays(of test: Test, for subject: Int) -> [@Sendable () -> [OverlayDefinition]] {
    var found: [@Sendable () -> [OverlayDefinition]] = []
    var position = -1
    for case let trait as ContainerTrait in test.traits {
      switch trait.content {
      case .overlays(let overlays) where position == subject: found.append(overlays)
      case .overlays: break
      case .subject: position += 1
      }
    }
    return found
  }

  /// Always `true`, so that every test in a suite and in its nested suites gets its own container.
  public var isRecursive: Bool { true }

  /// Runs a test with its container, stack or overlays. The testing library calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    switch content {
    case .subject(let starts, let overlays, let build):
      try await test.run(with: build, overlays: overlays(), starts: starts, function)
    case .overlays(let overlays):
      let subject = Self.subjectCount - 1
      let isApplied = subject >= 0 && !Self.overlays(of: test, for: subject).isEmpty
      if isApplied { return try await function() }
      try await test.run(under: overlays(), function)
    }
  }
}

extension Test {
  /// Runs a body under overlays of the current container. If they cannot be opened, records an issue at the test's line
  /// instead of running the body.
  fileprivate func run(under overlays: [OverlayDefinition], _ body: @Sendable () async throws -> Void) async throws {
    var hasBegun = false
    do {
      try await Container.current.withOverlays(overlays) {
        hasBegun = true
        try await body()
      }
    } catch {
      guard !hasBegun else { throw error }
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }
}

extension Trait where Self == ContainerTrait {
  /// Gives each test, and each case of a test with arguments, its own container as `Container.current`.
  ///
  /// ```swift
  /// @Suite(.container("config/app.yaml", stage: "test", registry: FactoryRegistry(AppAssembly())))
  /// struct CheckoutTests {
  ///   @Test func payingEmptiesTheCart() throws {
  ///     let cart = try Container.current.resolve((any Cart).self)
  ///     #expect(cart.isEmpty)
  ///   }
  /// }
  /// ```
  ///
  /// Concurrent tests never see each other's containers. If the container cannot be built, the test does not run, and
  /// an issue at the test's line lists every finding. After the test, the container's instances are closed.
  ///
  /// The arguments are evaluated again for each test, so that each test has its own objects.
  ///
  /// - Parameters:
  ///   - manifest: A path, a string of YAML, or a compiled manifest. A relative path is looked up in the folder of the
  ///   calling Swift file and its parent folders, independent of the working directory.
  ///   - stage: The stage; if `nil`, the variable `CONFIGDI_STAGE`, else the manifest's `defaultStage`.
  ///   - registry: The factories of the manifest.
  ///   - provided: The instances of `provided` services.
  ///   - overlays: The services to replace.
  ///   - options: Parameters, modules, limits and other inputs from outside the manifest.
  ///   - starts: Whether to start the container, which makes asynchronous and eager singletons and runs hooks and the
  ///   phase `launch`.
  ///   - filePath: The file that contains this call; leave the default.
  public static func container(
    _ manifest: ManifestLocation, stage: String? = nil,
    registry: @autoclosure @escaping @Sendable () -> FactoryRegistry,
    provided: @autoclosure @escaping @Sendable () -> [Provided] = [],
    overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition] = [],
    options: ManifestOptions = ManifestOptions(), starts: Bool = false, filePath: StaticString = #filePath
  ) -> Self {
    Self(
      content: .subject(starts: starts, overlays: overlays) {
        TestSubject(
          try Container(
            manifest: try manifest.found(from: filePath.description), stage: stage, registry: registry(),
            provided: provided(), options: options))
      })
  }

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
    Self(
      content: .subject(starts: starts, overlays: overlays) {
        TestSubject(
          try ContainerStack(
            manifest: try manifest.found(from: filePath.description), stage: stage, registry: registry(),
            provided: provided(), options: options))
      })
  }

  /// Replaces services for each test, in the container that the suite or an earlier trait provides.
  ///
  /// ```swift
  /// @Test(.overlays([OverlayDefinition((any Clock).self, returning: StoppedClock())]))
  /// func timeStandsStill() throws {
  ///   #expect(try Container.current.resolve((any Clock).self).now == 0)
  /// }
  /// ```
  ///
  /// - Parameter overlays: The services to replace; evaluated again for each test.
  public static func overlays(
    _ overlays: @autoclosure @escaping @Sendable () -> [OverlayDefinition]
  ) -> Self {
    Self(content: .overlays(overlays))
  }
}
