import ConfigDI
import Testing

@testable import ConfigDIRuntime

/// Containers and stacks of compiled manifests, and files that cannot be used.
@Suite struct CompiledManifestTests {
  private final class Clock: Sendable {
    let zone: String
    init(_ zone: String) { self.zone = zone }
  }

  private final class Orders: Sendable {
    let clock: Clock
    init(_ clock: Clock) { self.clock = clock }
  }

  private struct Zone: ServiceSettings {
    var zone: String
    var offset: Int?
  }

  private struct Retries: ServiceSettings {
    var count: Int
    var zone: String
    static let defaults: SettingDefaults = ["count": 3]
  }

  private struct MoreRetries: ServiceSettings {
    var count: Int
    var zone: String
    static let defaults: SettingDefaults = ["count": 4]
  }

  private static let clock = Key<Clock>("Clock")
  private static let orders = Key<Orders>("Orders")

  private static var registry: FactoryRegistry {
    var registry = FactoryRegistry()
    registry.declare(clock)
    registry.declare(orders)
    registry.register("clock", as: Clock.self) { (settings: Zone) in Clock(settings.zone) }
    registry.register("orders", as: Orders.self) { Orders($0) }
    return registry
  }

  private static let manifest = """
    configdi: 1
    defaultStage: test
    stages:
      test: {}
      live: { parameters: { zone: UTC } }
    parameters:
      zone: { env: ZONE, default: CET }
      offset: { type: int, env: OFFSET, default: 0, max: 12 }
    services:
      Orders: { factory: orders, dependencies: [Clock] }
      Clock: { factory: clock, settings: { zone: "<${zone}>", offset: "${offset}" } }

    """

  private static func bytes(_ text: String = manifest, stages: [String] = []) throws -> [UInt8] {
    try Compilation(text, registry, stages: stages).bytes
  }

  private static func container(
    _ bytes: [UInt8], stage: String? = nil, registry: FactoryRegistry = registry, parameters: [String: String] = [:],
    environment: [String: String] = [:]
  ) throws -> Container {
    try Container(
      manifest: .compiled(bytes), stage: stage, registry: registry,
      options: ManifestOptions(parameters: parameters, environment: environment))
  }

  @Test("parameters are filled in at start") func parametersAreFilledInAtTheStart() throws {
    let bytes = try Self.bytes()
    func zone(
      stage: String? = nil, parameters: [String: String] = [:], environment: [String: String] = [:]
    ) throws -> String {
      try Self.container(bytes, stage: stage, parameters: parameters, environment: environment)
        .resolve(Self.orders).clock.zone
    }
    #expect(try zone() == "<CET>")
    #expect(try zone(stage: "live") == "<UTC>")
    #expect(try zone(environment: ["CONFIGDI_STAGE": "live"]) == "<UTC>")
    #expect(try zone(environment: ["ZONE": "EST"]) == "<EST>")
    #expect(try zone(parameters: ["zone": "PST"], environment: ["ZONE": "EST"]) == "<PST>")
  }

  @Test(
    "invalid parameter values are reported at their location",
    arguments: [
      (
        ["OFFSET": "ten"], [:],
        "app.yaml:8:29: error: expected a whole number for 'offset', found the text 'ten' in OFFSET [DI506]"
      ),
      (
        ["OFFSET": "13"], [:], "app.yaml:8:29: error: 13 in OFFSET is greater than the maximum of 'offset' (12) [DI506]"
      ),
      ([:], ["offset": "13"], "parameters: offset: error: 13 is greater than the maximum of 'offset' (12) [DI506]"),
      ([:], ["zone": "${a"], "parameters: zone: error: '${' is not closed [DI504]"),
      ([:], ["ofset": "13"], "error: parameters: names 'ofset', which is not a parameter of the manifest [DI111]"),
    ])
  func whatIsWrongWithThemIsFoundAtItsPlace(
    environment: [String: String], parameters: [String: String], line: String
  ) throws {
    let bytes = try Self.bytes()
    let error = try #require(throws: ManifestError.self) {
      try Self.container(bytes, parameters: parameters, environment: environment)
    }
    #expect(error.diagnostics.map { $0.firstLine() } == [line])
  }

  @Test("all invalid values are reported") func allMistakesOfValuesAreTold() throws {
    let parameters = ["ofset": "1", "offset": "13", "zone": "<${a ${b}>"]
    let error = try #require(throws: ManifestError.self) {
      try Self.container(Self.bytes(), parameters: parameters)
    }
    #expect(error.diagnostics.map(\.rule.code) == ["DI111", "DI506", "DI504"])
    let ofText = try #require(throws: ManifestError.self) {
      try Container(
        manifest: .yaml(Self.manifest, named: "app.yaml"), registry: Self.registry,
        options: ManifestOptions(parameters: parameters, environment: [:]))
    }
    #expect(error.diagnostics.map { $0.firstLine() } == ofText.diagnostics.map { $0.firstLine() })
  }

  @Test("an unknown reference in a value has the same help as over text") func anUnknownReference() throws {
    let options = ManifestOptions(parameters: ["zone": "${nowhere}"], environment: [:])
    for manifest in [.compiled(try Self.bytes()), ManifestLocation.yaml(Self.manifest)] {
      let error = try #require(throws: ManifestError.self) {
        try Container(manifest: manifest, registry: Self.registry, options: options)
      }
      let help = error.diagnostics.filter { $0.severity == .error }.flatMap(\.help)
      #expect(help == ["declare parameters: { nowhere: { env: NOWHERE } }"])
    }
  }

  @Test("a service is not chosen by a value that contains a secret") func aSecretInAChoice() throws {
    let text = """
      configdi: 1
      parameters:
        zone: { type: enum, of: [CET, UTC], env: ZONE, default: CET }
        token: { env: TOKEN, secret: true }
      services:
        Clock: { select: zone, cases: { CET: Central, UTC: Universal } }
        Central: { factory: clock, settings: { zone: CET } }
        Universal: { factory: clock, settings: { zone: UTC } }

      """
    var registry = Self.registry
    registry.declare(Key<Clock>("Central"))
    registry.declare(Key<Clock>("Universal"))
    let options = ManifestOptions(parameters: ["zone": "${token}"], environment: ["TOKEN": "UTC"])
    for manifest in [.compiled(try Compilation(text, registry).bytes), ManifestLocation.yaml(text)] {
      let error = try #require(throws: ManifestError.self) {
        try Container(manifest: manifest, registry: registry, options: options)
      }
      #expect(
        error.diagnostics.filter { $0.severity == .error }.map(\.message) == [
          "expected a parameter that is not secret, found 'zone', which contains the secret 'token'"
        ])
    }
  }

  @Test("an unknown stage is reported") func anUnknownStageIsNamed() throws {
    let bytes = try Self.bytes(stages: ["live"])
    let unknown = try #require(throws: ManifestError.self) { try Self.container(bytes, stage: "tests") }
    #expect(unknown.description.contains("there is no stage 'tests'"))
    let absent = try #require(throws: ManifestError.self) { try Self.container(bytes, stage: "test") }
    #expect(absent.description.contains("compiled without the stage 'test'"))
    #expect(try Self.container(bytes, stage: "live").resolve(Self.clock).zone == "<UTC>")
  }

  @Test("other factories are refused with both signatures") func otherFactoriesAreRefusedWithBothSignatures() throws {
    let bytes = try Self.bytes()
    var registry = FactoryRegistry()
    registry.declare(Self.clock)
    registry.declare(Self.orders)
    registry.register("clock", as: Clock.self) { Clock("") }
    registry.register("orders", as: Orders.self) { (clock: Clock, _: Orders?) in Orders(clock) }
    let error = try #require(throws: ManifestError.self) { try Self.container(bytes, registry: registry) }
    #expect(error.description.contains("factory 'orders' is registered as: (Clock, optional Orders) -> Orders"))
    #expect(error.description.contains("compiled for: (Clock) -> Orders"))
    #expect(error.description.contains("factory 'clock' is registered as: () -> Clock"))
    #expect(error.description.contains("configdi-check compile app.yaml --output"))
    let none = try #require(throws: ManifestError.self) {
      try Self.container(bytes, registry: FactoryRegistry())
    }
    #expect(none.description.contains("no factory 'clock' is registered"))
    #expect(none.description.contains("key 'Clock' is not declared"))
  }

  @Test("a setting with another default is named") func anotherDefaultIsNamed() throws {
    var compiled = FactoryRegistry()
    compiled.declare(Self.clock)
    compiled.register("clock", as: Clock.self) { (settings: Retries) in Clock(settings.zone) }
    var registered = FactoryRegistry()
    registered.declare(Self.clock)
    registered.register("clock", as: Clock.self) { (settings: MoreRetries) in Clock(settings.zone) }
    let text = "configdi: 1\nservices: { Clock: { factory: clock, settings: { zone: UTC } } }\n"
    let bytes = try Compilation(text, compiled).bytes
    let error = try #require(throws: ManifestError.self) { try Self.container(bytes, registry: registered) }
    #expect(error.description.contains("-> Clock [class instances], with other details of its settings"))
  }

  @Test("other bytes are refused with the command to compile") func otherBytesAreRefusedWithTheCommand() throws {
    var bytes = try Self.bytes()
    let none = try #require(throws: ManifestError.self) { try Self.container(Array("configdi: 1".utf8)) }
    #expect(none.description.contains("is not a compiled manifest"))
    bytes[CompiledFormat.magic.count] = UInt8(CompiledFormat.number + 1)
    let other = try #require(throws: ManifestError.self) { try Self.container(bytes) }
    #expect(other.description.contains("in format \(CompiledFormat.number + 1), but this program reads format"))
    #expect(other.description.contains("configdi-check"))
  }

  @Test("the same manifest compiles to the same bytes") func theSameManifestGivesTheSameBytes() throws {
    let first = try Self.bytes()
    for _ in 0..<5 { #expect(try Self.bytes() == first) }
  }

  @Test("canonically equal texts keep their bytes") func textsThatLookTheSameKeepTheirBytes() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let bytes = try Self.bytes(
      """
      configdi: 1
      stages: { a: {}, b: { services: { Clock: { settings: { zone: "\(decomposed)" } } } } }
      services: { Clock: { factory: clock, settings: { zone: "\(composed)" } } }

      """)
    for (stage, text) in [("a", composed), ("b", decomposed)] {
      let zone = try Self.container(bytes, stage: stage).resolve(Self.clock).zone
      #expect(Array(zone.utf8) == Array(text.utf8), "stage \(stage)")
    }
    var contents = CompiledContents()
    contents.factories = [("a", composed), ("b", decomposed)].map { name, text in
      var field = SettingsField("zone", .string)
      field.defaultText = text
      var factory = CatalogFactory(name: name)
      factory.settings = SettingsSchema(type: "Zone", fields: [field])
      return factory
    }
    let read = try CompiledContents(contents.bytes(of: [], alike: []), name: "app.configdi", folder: "")
    let defaults = read.factories.map { $0.settings?.fields.first?.defaultText ?? "" }
    #expect(defaults.map { Array($0.utf8) } == [composed, decomposed].map { Array($0.utf8) })
  }

  @Test("the Swift literal has the same bytes") func aLiteralHasTheSameBytes() throws {
    let bytes = try Self.bytes()
    for count in 0..<40 { #expect(Base64.bytes(Base64.text(Array(bytes[..<count]))) == Array(bytes[..<count])) }
    #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    #expect(Base64.text(Array("light work".utf8)) == "bGlnaHQgd29yaw==")
  }

  @Test("a compiled manifest takes no overlays, is none, and is not checked again") func compiledManifestsAreNotText()
    throws
  {
    let compiled = ManifestLocation.compiled(try Self.bytes())
    let overlay = ManifestLocation.yaml("configdi: 1\nkind: overlay\n", named: "overlay.yaml")
    let refused = try #require(throws: ManifestError.self) {
      try Container(manifest: compiled, registry: Self.registry, overlay: overlay)
    }
    #expect(
      "\(refused)".hasPrefix("'<compiled manifest>' is compiled: no overlay can be applied to it\n  help: list the "))
    let nested = try #require(throws: ManifestError.self) {
      try Container(manifest: .yaml("configdi: 1\n"), registry: Self.registry, overlay: compiled)
    }
    #expect("\(nested)".hasPrefix("expected an overlay in YAML, found a compiled manifest\n  help: pass the YAML"))
    let checked = try #require(throws: ManifestError.self) { try Checker().check(compiled) }
    #expect("\(checked)".hasPrefix("expected a manifest to check in YAML, found a compiled manifest"))
  }

  @Test func levelsChangeTheCompiledPlan() async throws {
    let stack = try ContainerStack(
      manifest: .compiled(try Self.bytes()), registry: Self.registry,
      options: ManifestOptions(environment: [:]))
    #expect(try stack.current.resolve(Self.orders).clock.zone == "<CET>")
    let base = try stack.current.resolve(Self.clock)
    try await stack.push { $0.set("zone", to: "EST") }
    #expect(try stack.current.resolve(Self.orders).clock.zone == "<EST>")
    try await stack.push { $0.use(instance: Clock("given"), for: Self.clock) }
    #expect(try stack.current.resolve(Self.orders).clock.zone == "given")
    try await stack.pop()
    try await stack.pop()
    #expect(try stack.current.resolve(Self.clock) === base)
    await #expect(throws: ManifestError.self) { try await stack.push { $0.use("clock", for: Self.clock) } }
  }

  @Test("a malformed reference in a level's value is reported") func aMalformedReferenceInALevel() async throws {
    let options = ManifestOptions(environment: [:])
    for manifest in [ManifestLocation.compiled(try Self.bytes()), .yaml(Self.manifest, named: "app.yaml")] {
      let stack = try ContainerStack(manifest: manifest, registry: Self.registry, options: options)
      let error = try await #require(throws: ManifestError.self) {
        try await stack.push { $0.set("zone", to: .template("${a")) }
      }
      #expect(error.diagnostics.map { "\($0.rule.code) \($0.message)" } == ["DI504 '${' is not closed"])
      #expect(try stack.current.resolve(Self.clock).zone == "<CET>")
    }
  }

  @Test func overlaysChangeTheCompiledPlan() throws {
    let container = try Self.container(try Self.bytes())
    let token = try container.overlay(Self.clock) { original in Clock("over \(try original().zone)") }
    #expect(try container.resolve(Self.orders).clock.zone == "over <CET>")
    token.remove()
    #expect(try container.resolve(Self.orders).clock.zone == "<CET>")
  }
}
