import ConfigDI
import ConfigDIConfiguration
import Configuration
import Foundation
import Synchronization
import Testing

/// Tests parameters that come from swift-configuration's providers.
@Suite struct ConfigurationTests {
  struct Client: Sendable { let settings: Settings }

  struct Settings: ServiceSettings {
    var port: Int
    var timeout: Duration
    var hosts: [String]
    var verbose: Bool
    var ratio: Double
    var token: Secret<String>
  }

  static let manifest = """
    configdi: 1
    parameters:
      port: { type: int, default: 80, max: 9000 }
      timeout: { type: duration, default: 30s }
      hosts: { type: list, default: [here] }
      verbose: { type: bool, default: false }
      ratio: { type: float, default: 0.5 }
      token: { default: none, secret: true }
    services:
      ConfigurationTests.Client:
        factory: client
        settings:
          port: "${port}"
          timeout: "${timeout}"
          hosts: "${hosts}"
          verbose: "${verbose}"
          ratio: "${ratio}"
          token: "${token}"
    """

  static let registry = {
    var registry = FactoryRegistry()
    registry.register("client", as: Client.self) { (settings: Settings) in Client(settings: settings) }
    return registry
  }()

  private func settings(_ source: ParameterSource) throws -> Settings {
    let options = ManifestOptions(environment: [:], source: source)
    return try Container(manifest: .yaml(Self.manifest), registry: Self.registry, options: options)
      .resolve(Client.self).settings
  }

  private func json(_ text: String) async throws -> any ConfigProvider {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await FileProvider<JSONSnapshot>(filePath: .init(file.path))
  }

  /// A description of the settings, or of the errors found.
  private func outcome(_ source: ParameterSource, _ part: (Settings) -> String) -> String {
    do {
      return part(try settings(source))
    } catch let error as ManifestError {
      return error.diagnostics.filter { $0.severity == .error }.map(\.description).joined(separator: "; ")
    } catch {
      return "\(error)"
    }
  }

  /// A reader's optional getters return `nil` for a value of another type, which would hide these mistakes.
  @Test(
    "a value of a JSON file is the right one, or refused at its parameter",
    arguments: [
      (#"{ "port": "8080" }"#, "8080"),
      (#"{ "port": 8080 }"#, "8080"),
      (#"{ "port": 8080.0 }"#, "8080"),
      (
        #"{ "port": 80.5 }"#,
        "<manifest>:3:3: error: expected a whole number for 'port', found the text '80.5' in JSON [DI506]"
      ),
      (
        #"{ "port": 9001 }"#,
        "<manifest>:3:3: error: 9001 in JSON is greater than the maximum of 'port' (9000) [DI506]"
      ),
      (
        #"{ "timeout": 30 }"#,
        "<manifest>:4:3: error: expected a duration such as 250ms, 30s, 5m, 2h or 1d for 'timeout', found the text '30' in JSON [DI506]"
      ),
      (#"{ "hosts": ["a", "b,c"] }"#, #"["a", "b,c"]"#),
      (#"{ "hosts": [1, 2] }"#, #"["1", "2"]"#),
      (#"{ "port": [1] }"#, "<manifest>:3:3: error: expected a whole number for 'port', found a list in JSON [DI506]"),
      (#"{ "verbose": true }"#, "true"),
      (#"{ "verbose": "true" }"#, "true"),
      (
        #"{ "verbose": 5 }"#,
        "<manifest>:6:3: error: expected true or false for 'verbose', found the text '5' in JSON [DI506]"
      ),
      (#"{ "ratio": 1 }"#, "1.0"),
      (#"{ "ratio": "0.25" }"#, "0.25"),
      (#"{ "token": 123456 }"#, "123456"),
    ])
  func valuesOfJSON(text: String, expected: String) async throws {
    let name = String(text.split(separator: "\"")[1])
    let part = { (client: Settings) -> String in
      switch name {
      case "port": "\(client.port)"
      case "hosts": "\(client.hosts)"
      case "verbose": "\(client.verbose)"
      case "ratio": "\(client.ratio)"
      case "token": client.token.value
      default: "\(client.timeout)"
      }
    }
    let provider = try await json(text)
    let shown = expected.replacing("in JSON", with: "in \(provider.providerName)")
    #expect(outcome(ParameterSource(providers: [provider]), part) == shown)
    let ofReader = expected.replacing("in JSON", with: "in the configuration")
    #expect(outcome(ParameterSource(ConfigReader(provider: provider)), part) == ofReader)
  }

  @Test("the first provider that has a value gives it, and a bad variable is refused, not passed over")
  func orderOfProviders() async throws {
    let file = try await json(#"{ "port": 81 }"#)
    func port(_ variables: [String: String]) -> String {
      let environment = EnvironmentVariablesProvider(environmentVariables: variables)
      return outcome(ParameterSource(providers: [environment, file])) { "\($0.port)" }
    }
    #expect(port(["PORT": "82"]) == "82")
    #expect(port([:]) == "81")
    #expect(
      port(["PORT": "many"])
        == "<manifest>:3:3: error: expected a whole number for 'port', found the text 'many' in EnvironmentVariablesProvider [DI506]"
    )
    #expect(outcome(ParameterSource(providers: [])) { "\($0.port)" } == "80")
  }

  @Test("what a provider calls secret reaches no plain setting and no message")
  func secretsOfAProvider() {
    let provider = InMemoryProvider(values: ["ratio": ConfigValue(.string("hunter2"), isSecret: true)])
    let found = outcome(ParameterSource(providers: [provider])) { "\($0.ratio)" }
    #expect(found.hasPrefix("<manifest>:7:3: error: "), "\(found)")
    #expect(!found.contains("hunter2"))
    let sound = InMemoryProvider(values: ["ratio": ConfigValue(.string("0.75"), isSecret: true)])
    #expect(outcome(ParameterSource(providers: [sound])) { "\($0.ratio)" }.contains("[DI510]"))
  }

  @Test("a parameter may have another key")
  func otherKeys() {
    let provider = InMemoryProvider(values: ["shop.client.port": 83])
    let source = ParameterSource(ConfigReader(provider: provider).scoped(to: "shop")) { ConfigKey(["client", $0]) }
    #expect(outcome(source) { "\($0.port)" } == "83")
  }

  /// `EnvironmentFormatTests` expects the same variable names in the output of `configdi-check env`.
  @Test(
    "the environment is asked for a parameter under the variable that env prints",
    arguments: [
      ("greeting", "GREETING"), ("db.poolSize", "DB_POOL_SIZE"), ("http.user-agent", "HTTP_USER_AGENT"),
      ("db.URL", "DB_URL"), ("a.B2c3D", "A_B2C3D"), ("_x.aB", "_X_A_B"),
    ])
  func variables(parameter: String, variable: String) throws {
    let provider = EnvironmentVariablesProvider(environmentVariables: [variable: "found"])
    let container = try Container(
      manifest: .yaml("configdi: 1\nparameters: { \(parameter): { default: none, exposed: true } }"),
      registry: FactoryRegistry(), options: ManifestOptions(source: ParameterSource(providers: [provider])))
    #expect(try container.configuration[parameter, as: String.self] == "found")
  }

  @Test("a change of a provider reloads a live container, with the values of one moment")
  func changesReload() async throws {
    let provider = MutableInMemoryProvider(initialValues: ["port": 81])
    let live = try LiveContainer(
      manifest: .yaml(Self.manifest), registry: Self.registry,
      options: ManifestOptions(environment: [:], source: ParameterSource(providers: [provider])))
    let events = live.events
    try await live.start()
    provider.setValue(82, forKey: "port")
    for await event in events {
      guard case .swapped(_, let change) = event else { continue }
      #expect(
        change.items.first { $0.key == "port" }?.description
          == "parameter port: 81, from \(provider.providerName) → 82, from \(provider.providerName) (<manifest>:3)")
      break
    }
    #expect(try live.current.resolve(Client.self).settings.port == 82)
    provider.setValue("many", forKey: "port")
    for await event in live.events {
      guard case .rejected(_, let error) = event else { continue }
      #expect("\(error)".contains("DI506"))
      break
    }
    #expect(try live.current.resolve(Client.self).settings.port == 82)
    try await live.shutdown()
  }
}
