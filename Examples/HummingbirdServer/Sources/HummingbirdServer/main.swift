import ConfigDI
import ConfigDIConfiguration
import ConfigDIObservability
import ConfigDIServiceLifecycle
import Configuration
import Hummingbird
import Logging

// The arguments are the manifest and a JSON file with parameters.
await Container.runProgram {
  let logger = Logger(label: "shop", factory: { _ in LineHandler() })
  let telemetry = Telemetry()

  let file = try await ReloadingFileProvider<JSONSnapshot>(
    filePath: .init(CommandLine.arguments[2]), pollInterval: .milliseconds(100), logger: logger)
  let providers: [any ConfigProvider] = [EnvironmentVariablesProvider(), file]

  var registry = FactoryRegistry(ShopAssembly())
  registry.observe(with: logger)
  let live = try LiveContainer(
    manifest: .path(CommandLine.arguments[1]), registry: registry,
    options: ManifestOptions(source: ParameterSource(providers: providers)))
  live.observe(with: logger)

  let container = ContainerService(live, logger: logger)
  let port = try live.current.configuration["http.port", as: Int.self]
  var application = Application(
    router: routes(live),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
    // Stopped in reverse order: first the server, which Hummingbird adds, then the container, then the file.
    services: [file, container],
    onServerRunning: { channel in say("listening on \(channel.localAddress?.port ?? port)") },
    logger: logger)
  application.beforeServerStarts { try await container.ready() }
  try await application.runService()
  say(telemetry.summary)
}
