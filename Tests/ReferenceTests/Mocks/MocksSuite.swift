import ConfigDI
import ConfigDITesting
import Testing

/// Tests that mock, then log in and out.
@Suite struct MocksSuite {
  protocol Network: Sendable { var name: String { get } }

  struct Wire: Network {
    struct Settings: ServiceSettings { var name: String }
    let name: String
    init(settings: Settings) { name = settings.name }
  }

  struct Mock: Network { var name = "mock" }

  final class Session: Sendable {
    let network: any Network
    init(network: any Network) { self.network = network }
  }

  final class Launch: Initializable {
    let network: any Network
    init(network: any Network) { self.network = network }
    func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
      guard network.name == "mock" else { throw Reached(name: network.name) }
    }
  }

  struct Reached: Error { let name: String }

  static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    parameters: { network.name: real }
    services:
      Network: { factory: wire, settings: { name: "${network.name}" } }
      Session: session
    lifecycle: { launch: [launch] }
    """)

  static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.register("wire", as: (any Network).self, Wire.init)
    registry.register("other", as: (any Network).self) { Mock(name: "other") }
    registry.register("session", as: Session.self, Session.init)
    registry.registerInitializer("launch", Launch.init)
    return registry
  }

  static func stack() throws -> ContainerStack {
    try ContainerStack(manifest: manifest, registry: registry, options: ManifestOptions(environment: [:]))
  }

  private func reaches(_ name: String, _ stack: ContainerStack) throws {
    #expect(try stack.current.resolve((any Network).self).name == name)
    #expect(try stack.current.resolve(Session.self).network.name == name)
  }

  @Test("a task's mock survives every change of the stack") func aTasksMockOutlivesEveryChangeOfTheStack() async throws
  {
    let stack = try Self.stack()
    try await stack.current.withOverlays(.use(instance: Mock(), for: (any Network).self)) {
      try reaches("mock", stack)
      try await stack.push { $0.use("session", for: Session.self) }
      try reaches("mock", stack)
      try await stack.replaceCurrent { $0.set("network.name", to: "newer") }
      try reaches("mock", stack)
      let elsewhere = try await Task.detached { try stack.current.resolve((any Network).self).name }.value
      #expect(elsewhere == "newer")
      try await stack.pop()
      try reaches("mock", stack)
    }
    try reaches("real", stack)
  }

  @Test("a token's mock survives every change of the stack") func aTokensMockOutlivesEveryChangeOfTheStack()
    async throws
  {
    let stack = try Self.stack()
    try await stack.push()
    let token = try stack.current.overlay((any Network).self, returning: Mock())
    try reaches("mock", stack)
    try await stack.push { $0.use("other", for: (any Network).self) }
    try reaches("mock", stack)
    let inner = try stack.current.overlay((any Network).self) { Mock(name: "not " + (try $0().name)) }
    try await stack.replaceCurrent { $0.use("session", for: Session.self) }
    try reaches("not mock", stack)
    try await stack.pop()
    try await stack.pop()
    try reaches("not mock", stack)
    inner.remove()
    try reaches("mock", stack)
    try await token.close()
    try reaches("real", stack)
    try await stack.push { $0.use("other", for: (any Network).self) }
    try reaches("other", stack)
  }

  @Test func overlaysAndLevelsTakeTheSameChanges() async throws {
    let container = try Container(
      manifest: Self.manifest, registry: Self.registry, options: ManifestOptions(environment: [:]))
    let before = try container.resolve(Session.self)
    try await container.withOverlays(.set("network.name", to: "set")) {
      #expect(try container.resolve(Session.self).network.name == "set")
      try await container.withOverlays(.use("other", for: (any Network).self)) {
        #expect(try container.resolve(Session.self).network.name == "other")
        try await container.withOverlays(.takeBack((any Network).self)) {
          let name = try container.resolve((any Network).self).name
          #expect(name == "real")
        }
      }
      try await container.withOverlays(
        .use("wire", for: (any Network).self, settings: ["name": .template("${network.name}!")])
      ) {
        let name = try container.resolve(Session.self).network.name
        #expect(name == "set!")
      }
      try await container.withOverlays(.takeBack(parameter: "network.name")) {
        let name = try container.resolve((any Network).self).name
        #expect(name == "real")
      }
    }
    try await container.withOverlays(.renew(Session.self)) {
      let renewed = try container.resolve(Session.self)
      #expect(renewed !== before && renewed.network.name == "real")
      #expect(try container.resolve(Session.self) === renewed)
    }
    #expect(try container.resolve(Session.self) === before)
    let stack = try Self.stack()
    try await stack.push { $0.use(for: (any Network).self) { Mock(name: "not " + (try $0().name)) } }
    try reaches("not real", stack)
    try await stack.push { $0.use(for: (any Network).self) { Mock(name: "again " + (try $0().name)) } }
    try reaches("again not real", stack)
  }

  @Test("an overlay's failure names the overlay") func anOverlaysFailureNamesTheOverlay() throws {
    let container = try Container(
      manifest: Self.manifest, registry: Self.registry, options: ManifestOptions(environment: [:]))
    let token = try container.overlay((any Network).self) { _ in throw Reached(name: "x") }
    defer { token.remove() }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Session.self) }
    #expect(error?.description.contains("MocksSuite.swift:") == true)
    #expect(error?.description.contains("instead of the factory") == true)
    #expect(error?.description.contains("the factory wire threw") == false)
  }

  @Test(
    "the trait's mock applies at launch",
    .container(Self.manifest, registry: Self.registry, options: ManifestOptions(environment: [:]), starts: true),
    .overlays([OverlayDefinition((any Network).self, returning: Mock())]))
  func theTraitsMockIsThereAtLaunch() throws {
    #expect(try Container.current.resolve(Session.self).network.name == "mock")
  }
}
