import ConfigDI
import ConfigDITesting
import Synchronization
import Testing

@testable import ConfigDIRuntime

@Suite(.container(ShopAssembly.manifest, stage: "test", registry: FactoryRegistry(ShopAssembly())))
struct ContainerTraitTests {
  private static let seen = Mutex<[ObjectIdentifier: Till]>([:])

  /// Also that it is nobody else's.
  private func till() throws -> Till {
    let till = try Container.current.resolve(Till.self)
    #expect(try Container.current.resolve(Till.self) === till)
    let isNew = Self.seen.withLock { $0.updateValue(till, forKey: ObjectIdentifier(till)) == nil }
    #expect(isNew)
    return till
  }

  @Test("a test has a container of the stage") func aTestHasAContainerOfTheStage() throws {
    #expect(try till().clock.name == "stopped")
  }

  @Test("each test case has the container too", arguments: 0..<20) func soHasEachCase(number: Int) throws {
    #expect(try till().clock.name == "stopped")
  }

  @Suite struct Inner {
    @Test("a test in a nested suite has the container too") func soHasATestOfASuiteInIt() throws {
      #expect(try ContainerTraitTests().till().clock.name == "stopped")
    }
  }

  @Test(
    "a test may replace a service",
    .overlays([OverlayDefinition((any Clock).self, returning: NamedClock(name: "mock"))]))
  func aTestReplacesForItself() throws {
    #expect(try till().clock.name == "mock")
  }

  @Test("an empty list opens no overlay", .overlays([])) func anEmptyListOpensNoOverlay() throws {
    #expect(try Container.current.level.core.overlays.count.load(ordering: .relaxed) == 0)
  }

  @Suite(.overlays([OverlayDefinition((any Clock).self, returning: NamedClock(name: "mock"))]))
  struct Replacing {
    @Test(
      "a test's overlay applies on top of its suite's",
      .overlays([OverlayDefinition((any Clock).self) { try NamedClock(name: "test's \($0().name)") }]),
      .overlays([OverlayDefinition((any Clock).self) { try NamedClock(name: "inner \($0().name)") }]))
    func aTestsOverlayLiesOnThatOfItsSuite() throws {
      #expect(try Container.current.resolve((any Clock).self).name == "inner test's mock")
    }

    @Test(
      "a suite's overlay is for the suite's container, not for a test's own",
      .container(.yaml("configdi: 1\nservices: { Spare: spare }"), registry: ContainerTraitTests.spareRegistry))
    func aSuitesOverlayIsForItsContainer() throws {
      #expect(try Container.current.resolve(ContainerTraitTests.spare).name == "spare")
    }
  }

  @Test(
    "a test's own container replaces the suite's",
    .container(ShopAssembly.manifest, stage: "production", registry: FactoryRegistry(ShopAssembly())))
  func aTestsOwnContainerComesBeforeTheSuites() throws {
    #expect(try till().clock.name == "system")
  }

  private static let spare = Key<NamedClock>("Spare")

  private static var spareRegistry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(spare)
    registry.register("spare", as: NamedClock.self) { NamedClock(name: "spare") }
    return registry
  }

  @Test(
    "an overlay after a test's own container is not for the suite's, which may lack its key",
    .container(.yaml("configdi: 1\nservices: { Spare: spare }"), registry: Self.spareRegistry),
    .overlays([OverlayDefinition(for: Self.spare, returning: NamedClock(name: "mock"))]))
  func anOverlayIsForTheTestsOwnContainer() throws {
    #expect(try Container.current.resolve(Self.spare).name == "mock")
  }

  @Test(
    "a container is started on request",
    .container(ShopAssembly.manifest, stage: "dial", registry: FactoryRegistry(ShopAssembly()), starts: true))
  func aContainerIsStartedWhereThatIsAskedFor() throws {
    #expect(try till().clock.name == "dialled")
  }

  @Test(
    "a replaced service is not started",
    .container(
      ShopAssembly.manifest, stage: "dial", registry: FactoryRegistry(ShopAssembly()),
      overlays: [OverlayDefinition((any Clock).self, returning: NamedClock(name: "mock"))], starts: true))
  func whatIsReplacedIsNotStarted() async throws {
    #expect(try till().clock.name == "mock")
    let container = try Container.current
    await #expect(throws: ResolutionError.self) { try await Task.detached { try container.resolve(Till.self) }.value }
  }

  @Test("manifests are searched upward from the test") func manifestsAreFoundFromTheTestUpward() async throws {
    let trait = ContainerTrait.container("Tests/TestingTests/shop.yaml", registry: FactoryRegistry(ShopAssembly()))
    try await run(trait) {
      let clock = try Container.current.resolve((any Clock).self)
      #expect(clock.name == "system")
    }
  }

  @Test("instances are closed after the test") func whatWasMadeIsClosedAfterTheTest() async throws {
    let assembly = ShopAssembly()
    let trait = ContainerTrait.container(ShopAssembly.manifest, registry: FactoryRegistry(assembly))
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await run(trait) {
        _ = try till()
        #expect(assembly.census.closed.load(ordering: .relaxed) == 0)
        throw Failure()
      }
    }
    #expect(assembly.census.made.load(ordering: .relaxed) == 1)
    #expect(assembly.census.closed.load(ordering: .relaxed) == 1)
  }

  @Test("a container that cannot be built is an issue at the test") func whatCannotBeBuiltIsAnIssueAtTheTest()
    async throws
  {
    let trait = ContainerTrait.container(
      .yaml("configdi: 1\nservices: { Clock: sistem }"), registry: FactoryRegistry(ShopAssembly()))
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await run(trait) { Issue.record("must not run") }
    } matching: { issue in
      (issue.error as? ManifestError)?.diagnostics.map(\.rule.code) == ["DI401"]
        && issue.sourceLocation == test.sourceLocation
    }
  }

  @Test("an overlay that does not fit is an issue at the test") func anOverlayThatDoesNotFitIsAnIssueAtTheTest()
    async throws
  {
    let overlays = [OverlayDefinition((any Clock).self, named: "other", returning: NamedClock(name: "mock"))]
    let test = try #require(Test.current)
    for trait: any TestScoping in [
      ContainerTrait.container(
        ShopAssembly.manifest, registry: FactoryRegistry(ShopAssembly()), overlays: overlays),
      ContainerTrait.overlays(overlays),
    ] {
      try await withKnownIssue {
        try await run(trait) { Issue.record("must not run") }
      } matching: { issue in
        (issue.error as? ResolutionError)?.reason == .unknownKey && issue.sourceLocation == test.sourceLocation
      }
    }
  }

  private func run(_ trait: any TestScoping, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}
