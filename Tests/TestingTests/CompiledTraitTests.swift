import ConfigDI
import ConfigDITesting
import Synchronization
import Testing

/// The traits for compiled manifests give a test what those for texts do.
@Suite struct CompiledTraitTests {
  private static func compiled() throws -> ManifestLocation {
    .compiled(try Checker(registry: FactoryRegistry(ShopAssembly())).compile(ShopAssembly.manifest))
  }

  @Test("a test has a container of the stage") func aTestHasAContainerOfTheStage() async throws {
    let assembly = ShopAssembly()
    let trait = ContainerTrait.container(try Self.compiled(), stage: "test", registry: FactoryRegistry(assembly))
    try await run(trait) {
      let till = try Container.current.resolve(Till.self)
      #expect(till.clock.name == "stopped")
    }
    #expect(assembly.census.closed.load(ordering: .relaxed) == 1)
  }

  @Test("a container is started on request") func aContainerIsStartedWhereThatIsAskedFor() async throws {
    let trait = ContainerTrait.container(
      try Self.compiled(), stage: "dial", registry: FactoryRegistry(ShopAssembly()), starts: true)
    try await run(trait) {
      let till = try Container.current.resolve(Till.self)
      #expect(till.clock.name == "dialled")
    }
  }

  @Test("services are replaced in a stack") func servicesAreReplacedInAStack() async throws {
    let trait = ContainerTrait.stack(
      try Self.compiled(), registry: FactoryRegistry(ShopAssembly()),
      overlays: [OverlayDefinition((any Clock).self, returning: NamedClock(name: "mock"))])
    try await run(trait) {
      let till = try Container.current.resolve(Till.self)
      #expect(till.clock.name == "mock")
    }
  }

  @Test("a relative path is searched upward from the test") func aRelativePathIsLookedForFromTheTestUpward()
    async throws
  {
    let trait = ContainerTrait.container(.compiled("nowhere.configdi"), registry: FactoryRegistry(ShopAssembly()))
    try await withKnownIssue {
      try await run(trait) { Issue.record("must not run") }
    } matching: { issue in
      "\(issue.error.map { "\($0)" } ?? "")".contains("is looked up in the folder of")
    }
  }

  private func run(_ trait: any TestScoping, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  }
}
