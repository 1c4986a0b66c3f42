import ConfigDI
import Testing

/// Parameters whose values the program gives.
@Suite struct ParameterSourceTests {
  struct Client: Sendable { let settings: Settings }

  struct Settings: ServiceSettings {
    var host: String
    var port: Int
    var token: Secret<String>
  }

  struct Table: Sendable {
    let settings: Settings
    struct Settings: ServiceSettings { var names: [String] }
  }

  static let manifest = """
    configdi: 1
    parameters:
      host: { env: HOST, default: localhost }
      port: { type: int, env: PORT, default: 80, max: 9000 }
      token: { env: TOKEN, secret: true }
      fixed: { value: here, exposed: true }
    services:
      ParameterSourceTests.Client:
        factory: client
        settings: { host: "${host}", port: "${port}", token: "${token}" }
    """

  private func client(
    environment: [String: String] = ["TOKEN": "from-env"], parameters: [String: String] = [:],
    _ value: @escaping @Sendable (ParameterSource.Request) throws -> ParameterSource.Value?
  ) throws -> Settings {
    var registry = FactoryRegistry()
    registry.register("client", as: Client.self) { (settings: Settings) in Client(settings: settings) }
    let options = ManifestOptions(parameters: parameters, environment: environment, source: ParameterSource(value))
    let container = try Container(manifest: .yaml(Self.manifest), registry: registry, options: options)
    #expect(try container.configuration["fixed", as: String.self] == "here")
    return try container.resolve(Client.self).settings
  }

  @Test("a source comes before the environment and defaults") func comesBeforeTheEnvironmentAndDefaults() throws {
    let settings = try client(environment: ["HOST": "env", "TOKEN": "from-env"]) { request in
      ["host": "source", "port": "8080", "fixed": "elsewhere"][request.name].map { ParameterSource.Value($0) }
    }
    #expect(settings.host == "source" && settings.port == 8080 && settings.token.value == "from-env")
  }

  @Test("a source comes after values set by name") func comesAfterWhatTheProgramSetsByName() throws {
    let settings = try client(parameters: ["host": "set"]) { _ in ParameterSource.Value("7") }
    #expect(settings.host == "set" && settings.port == 7)
  }

  @Test("the source of a default is not the variable or file that is missing") func theSourceOfADefault() throws {
    let manifest = """
      configdi: 1
      parameters:
        there: { env: THERE, default: here, exposed: true }
        unset: { env: UNSET, default: here, exposed: true }
        absent: { file: absent.txt, default: here, exposed: true }
        given: { env: UNSET, default: here, exposed: true }
      services: {}
      """
    let vault = ParameterSource { $0.name == "given" ? ParameterSource.Value("set", origin: "vault") : nil }
    let options = ManifestOptions(environment: ["THERE": "set"], source: vault)
    let container = try Container(manifest: .yaml(manifest), registry: FactoryRegistry(), options: options)
    let sources = container.plan.parameters.map { "\($0.name): \($0.source)" }
    #expect(sources == ["there: env THERE", "unset: default", "absent: default", "given: from vault"])
  }

  @Test("a source receives the type and the secrecy") func isToldTheTypeAndTheSecrecy() throws {
    let asked = Lock<[String]>([])
    _ = try client { request in
      asked.withLock { $0.append("\(request.name) \(request.type) \(request.isSecret)") }
      return nil
    }
    #expect(asked.withLock { $0.sorted() } == ["host string false", "port int false", "token string true"])
  }

  @Test("a wrong value is a finding at the parameter") func aWrongValueIsAFindingAtTheParameter() throws {
    let error = #expect(throws: ManifestError.self) {
      try client { ["port": "many"][$0.name].map { ParameterSource.Value($0) } }
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "expected a whole number for 'port', found the text 'many' in the program's source"
      ])
    #expect(error?.diagnostics.first?.location.map { "\($0)" } == "<manifest>:4:3")
    let greatest = #expect(throws: ManifestError.self) {
      try client { ["port": "9001"][$0.name].map { ParameterSource.Value($0) } }
    }
    #expect(greatest?.diagnostics.first?.message.contains("greater than the maximum of 'port' (9000)") == true)
  }

  @Test("an error of the source is a finding without secrets") func whatItThrowsIsAFindingThatShowsNoSecret() throws {
    struct Unreachable: Error { let text = "vault hunter2" }
    let error = #expect(throws: ManifestError.self) { try client { _ in throw Unreachable() } }
    #expect(error?.diagnostics.count == 3)
    let token = error?.diagnostics.first { $0.message.contains("'token'") }
    #expect(token?.message == "the program's source has no value for 'token'")
    #expect(error?.diagnostics.first { $0.message.contains("'host'") }?.message.contains("hunter2") == true)
  }

  @Test("a secret of the source cannot reach plain settings") func aSecretOfTheSourceStaysOutOfPlainSettings() throws {
    let error = #expect(throws: ManifestError.self) {
      try client { ["host": "hunter2"][$0.name].map { ParameterSource.Value($0, isSecret: true) } }
    }
    #expect(error?.diagnostics.map(\.rule.code) == ["DI510"])
    #expect(error.map { "\($0)".contains("hunter2") } == false)
    #expect("\(ParameterSource.Value("hunter2", isSecret: true))" == "<secret>")
  }

  @Test("a secret of the source is hidden in failures")
  func aSecretOfTheSourceThatOnlyTheProgramReadsStaysOutOfFailures() throws {
    struct Refused: Error { let text: String }
    var registry = FactoryRegistry()
    registry.register("client", as: Client.self) { () -> Client in throw Refused(text: "no answer from hunter2") }
    let source = ParameterSource { ["host": "hunter2"][$0.name].map { ParameterSource.Value($0, isSecret: true) } }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        parameters: { host: { default: localhost, exposed: true } }
        services: { ParameterSourceTests.Client: client }
        """), registry: registry, options: ManifestOptions(source: source))
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Client.self) }
    #expect(error.map { "\($0)".contains("no answer from <secret host>") } == true, "\(String(describing: error))")
  }

  @Test("a source is asked once") func isAskedOnceHoweverOftenItIsPlanned() async throws {
    let asked = Lock(0)
    let source = ParameterSource { request in
      guard request.name == "host" else { return nil }
      asked.withLock { $0 += 1 }
      return ParameterSource.Value("host \(asked.withLock { $0 })")
    }
    var registry = FactoryRegistry()
    registry.register("client", as: Client.self) { (settings: Settings) in Client(settings: settings) }
    let stack = try ContainerStack(
      manifest: .yaml(Self.manifest), registry: registry,
      options: ManifestOptions(environment: ["TOKEN": "t"], source: source))
    try await stack.push { $0.set("port", to: 81) }
    #expect(try stack.current.resolve(Client.self).settings.port == 81)
    #expect(try stack.current.resolve(Client.self).settings.host == "host 1")
    try await stack.pop()
    #expect(try stack.current.resolve(Client.self).settings.host == "host 1")
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("each reading gets the values of one moment, and says who gave them")
  func eachReadingIsOfOneMoment() async throws {
    let world = Lock(["host": "old", "port": "81"])
    let (changes, change) = AsyncStream<Void>.makeStream()
    let begin: @Sendable () -> ParameterSource.Reading = {
      let state = world.withLock { $0 }
      return { request in
        // What changes while it is read belongs to the next reading.
        if request.name == "host" { world.withLock { $0 = ["host": "new", "port": "82"] } }
        return state[request.name].map { ParameterSource.Value($0, origin: "the table") }
      }
    }
    let source = ParameterSource(changes: { changes }, reading: begin)
    var registry = FactoryRegistry()
    registry.register("client", as: Client.self) { (settings: Settings) in Client(settings: settings) }
    let live = try LiveContainer(
      manifest: .yaml(Self.manifest), registry: registry,
      options: ManifestOptions(environment: ["TOKEN": "t"], source: source))
    var first = try live.current.resolve(Client.self).settings
    #expect(first.host == "old" && first.port == 81)
    let events = live.events
    try await live.start()
    change.yield()
    for await event in events {
      guard case .swapped(_, let change) = event else { continue }
      let port = change.items.first { $0.key == "port" }
      #expect(port?.from == "81, from the table" && port?.to == "82, from the table")
      break
    }
    first = try live.current.resolve(Client.self).settings
    #expect(first.host == "new" && first.port == 82)
    try await live.shutdown()
  }

  @Test("a list keeps the commas of its elements, and fits no other type")
  func aListOfTheSource() throws {
    var registry = FactoryRegistry()
    registry.register("table", as: Table.self) { (settings: Table.Settings) in Table(settings: settings) }
    func names(_ type: String) throws -> [String] {
      let source = ParameterSource { _ in ParameterSource.Value(list: ["a,b", "c"], origin: "the file") }
      return try Container(
        manifest: .yaml(
          """
          configdi: 1
          parameters: { names: { type: \(type), env: NAMES } }
          services: { ParameterSourceTests.Table: { factory: table, settings: { names: "${names}" } } }
          """), registry: registry, options: ManifestOptions(source: source)
      ).resolve(Table.self).settings.names
    }
    #expect(try names("list") == ["a,b", "c"])
    let error = #expect(throws: ManifestError.self) { try names("int") }
    #expect(
      error?.diagnostics.first?.message == "expected a whole number for 'names', found a list in the file")
  }

  struct Shop: Sendable {
    let settings: Settings
    struct Settings: ServiceSettings {
      enum Level: Int, CaseIterable, Decodable, Sendable {
        case low = 1
        case high = 2
      }
      var ports: [Int]
      var ratios: [Double]
      var flags: [Bool]
      var sizes: [ByteSize]
      var levels: [Level]
      var names: [String]
    }
  }

  /// What the check says of a list whose elements only the environment knows must be true for whatever reads it.
  @Test("elements of a list from outside are read as what the setting asks for", arguments: [0, 1, 2])
  func elementsOfAListAreReadAsAsked(from outside: Int) throws {
    let lists = [
      "ports": "80,443", "ratios": "1,0.5", "flags": "true,false", "sizes": "512,64KiB", "levels": "2,1",
      "names": "1,true",
    ]
    let names = lists.keys.sorted()
    let manifest = """
      configdi: 1
      parameters:
      \(names.map { "  \($0): { type: list, env: \($0.uppercased()) }" }.joined(separator: "\n"))
      services:
        ParameterSourceTests.Shop:
          factory: shop
          settings: { \(names.map { "\($0): \"${\($0)}\"" }.joined(separator: ", ")) }
      """
    var registry = FactoryRegistry()
    registry.register("shop", as: Shop.self) { (settings: Shop.Settings) in Shop(settings: settings) }
    var options = ManifestOptions(environment: [:])
    switch outside {
    case 0: options.environment = Dictionary(uniqueKeysWithValues: lists.map { ($0.key.uppercased(), $0.value) })
    case 1: options.parameters = lists
    default:
      options.source = ParameterSource { request in
        lists[request.name].map { ParameterSource.Value(list: $0.split(separator: ",").map(String.init)) }
      }
    }
    let settings = try Container(manifest: .yaml(manifest), registry: registry, options: options)
      .resolve(Shop.self).settings
    #expect(settings.ports == [80, 443] && settings.ratios == [1, 0.5] && settings.flags == [true, false])
    #expect(settings.sizes == [ByteSize(bytes: 512), ByteSize(bytes: 65536)])
    #expect(settings.levels == [.high, .low] && settings.names == ["1", "true"])
    options.parameters["ports"] = "80,many"
    #expect(throws: ManifestError.self) {
      try Container(manifest: .yaml(manifest), registry: registry, options: options)
    }
  }
}
