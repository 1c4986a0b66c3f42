import ConfigDI
import ConfigDITesting
import Synchronization
import Testing

/// What happened, in order.
final class Logbook: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Crash reporting of a third party, told its key once, at launch.
struct CrashReporting: Initializable {
  let log: Logbook

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    guard let key = configuration.value(forService: "Crashes", key: "apiKey") else { return }
    log.note("crash reporting of \(configuration.stage ?? "no stage") with \(key)")
  }
}

/// Asks for the remote switches at launch, and again on the return to the foreground where they are out of date.
final class RemoteSwitches: Initializable {
  private let log: Logbook
  private let age = Mutex(Duration.zero)

  init(log: Logbook) { self.log = log }

  func shouldPerform(in phase: Phase) -> Bool {
    phase == .launch || age.withLock { $0 > .seconds(60) }
  }

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    let timeout = try configuration["http.timeout", as: Duration.self]
    log.note("switches in \(phase), waiting \(timeout)")
    age.withLock { $0 = .zero }
  }

  func goOutOfDate() { age.withLock { $0 = .seconds(61) } }
}

/// Needs a service, and a secret of its own.
struct Analytics: Initializable {
  struct Settings: ServiceSettings {
    var apiKey: Secret<String>
  }

  struct Refused: Error {
    let key: String
  }

  let settings: Settings
  let log: Logbook

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    log.note("analytics")
    if settings.apiKey.value != "open sesame" { throw Refused(key: settings.apiKey.value) }
  }
}

struct LaunchAssembly: Assembly {
  let log = Logbook()

  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerInstance("log", as: Logbook.self, log)
    registry.registerInitializer("crashReporting", CrashReporting.init)
    registry.registerInitializer("remoteSwitches", RemoteSwitches.init)
    registry.registerInitializer("analytics", Analytics.init)
  }

  static let manifest = ManifestLocation.yaml(
    """
    configdi: 1
    defaultStage: debug
    stages:
      debug: {}
      beta: { parameters: { Crashes.apiKey: beta-key } }
      release:
        extends: beta
        parameters: { Crashes.apiKey: live-key, http.timeout: 5s }
    parameters:
      Crashes.apiKey: { value: debug-key, exposed: true }
      http.timeout: { value: 30s, type: duration, exposed: true }
      analytics.key: { env: ANALYTICS_KEY, secret: true }
    services:
      Logbook: log
    lifecycle:
      launch:
        - crashReporting
        - { factory: analytics, settings: { apiKey: "${analytics.key}" }, onError: continue }
        - remoteSwitches
      foreground: [remoteSwitches]
      logout: [{ factory: analytics, settings: { apiKey: "${analytics.key}" } }]
    """, named: "app.yaml")

  func container(stage: String? = nil, key: String = "open sesame") throws -> Container {
    try Container(
      manifest: Self.manifest, stage: stage, registry: FactoryRegistry(self),
      options: ManifestOptions(environment: ["ANALYTICS_KEY": key]))
  }
}

/// The application's delegate, as the system calls it.
private final class AppDelegate: Sendable {
  let container: Container
  init(_ container: Container) { self.container = container }

  func didFinishLaunching() async throws -> [InitializerFailed] { try await container.start() }
  func willEnterForeground() async throws { try await container.run(.foreground) }
}

/// What programs on Initializable do: objects that run at launch and on the return to the foreground, with values by
/// service, stage and key.
@Suite struct InitializableSuite {
  private let app = LaunchAssembly()

  @Test func theManifestIsSound() {
    expectSound(LaunchAssembly.manifest, registry: FactoryRegistry(app), failingOn: .note)
  }

  @Test("initializers run at launch in order with the configuration") func theyRunAtLaunchInOrderWithTheConfiguration()
    async throws
  {
    let delegate = AppDelegate(try app.container())
    #expect(try await delegate.didFinishLaunching().isEmpty)
    #expect(
      app.log.all == [
        "crash reporting of debug with debug-key", "analytics", "switches in launch, waiting 30.0 seconds",
      ])
  }

  @Test("initializers run again in the foreground if they say so") func theyRunAgainInTheForegroundWhereTheySaySo()
    async throws
  {
    let delegate = AppDelegate(try app.container())
    _ = try await delegate.didFinishLaunching()
    try await delegate.willEnterForeground()
    #expect(app.log.all.count == 3)
    // The object that ran at launch is the one that is asked now.
    let stale = LaunchAssembly()
    var registry = FactoryRegistry(stale)
    let switches = RemoteSwitches(log: stale.log)
    registry.registerInitializer("remoteSwitches", replace: true) { switches }
    let other = AppDelegate(
      try Container(
        manifest: LaunchAssembly.manifest, registry: registry,
        options: ManifestOptions(environment: ["ANALYTICS_KEY": "open sesame"])))
    _ = try await other.didFinishLaunching()
    switches.goOutOfDate()
    try await other.willEnterForeground()
    try await other.willEnterForeground()
    #expect(stale.log.all.suffix(2).map { $0.prefix(22) } == ["switches in launch, wa", "switches in foreground"])
  }

  @Test(
    "values come from the current stage",
    arguments: [("debug", "debug-key", 30), ("beta", "beta-key", 30), ("release", "live-key", 5)])
  func valuesAreOfTheCurrentStage(stage: String, key: String, seconds: Int) async throws {
    let configuration = try app.container(stage: stage).configuration
    #expect(configuration.stage == stage)
    #expect(configuration.value(forService: "Crashes", key: "apiKey") == key)
    #expect(try configuration["http.timeout", as: Duration.self] == .seconds(seconds))
  }

  @Test("only exposed parameters are read") func onlyWhatIsExposedIsRead() throws {
    let configuration = try app.container().configuration
    #expect(configuration.names == ["Crashes.apiKey", "http.timeout"])
    #expect(configuration.value(forService: "analytics", key: "key") == nil)
    let error = #expect(throws: ExposedParameterError.self) { try configuration["http.timout", as: String.self] }
    #expect(error?.description.contains("did you mean 'http.timeout'?") == true)
    #expect(throws: ExposedParameterError.self) { try configuration["Crashes.apiKey", as: Int.self] }
  }

  @Test("an optional initializer's failure is reported and the others run")
  func oneThatMayFailIsReportedAndTheOthersRun() async throws {
    let delegate = AppDelegate(try app.container(key: "wrong key"))
    let failures = try await delegate.didFinishLaunching()
    #expect(failures.map(\.initializer) == ["analytics"])
    #expect(failures.first?.underlying is Analytics.Refused)
    #expect(app.log.all.count == 3)
  }

  @Test("a required initializer's failure stops the phase without printing secrets")
  func oneThatMayNotStopsThePhaseAndNoSecretIsPrinted() async throws {
    let container = try app.container(key: "wrong key")
    try await container.start()
    let error = try await #require(throws: InitializerFailed.self) { try await container.run("logout") }
    #expect(error.phase == "logout")
    #expect(error.description.hasPrefix("initializer analytics (app.yaml:21:23) failed in phase logout"))
    #expect(error.description.contains("Refused(key: \"<secret analytics.key>\")"))
    #expect(!"\(error.earlier) \(container.configuration)".contains("wrong key"))
  }

  @Test("a launch that stops leaves nothing open") func aLaunchThatStopsLeavesNothingOpen() async throws {
    var registry = FactoryRegistry(app)
    registry.registerInitializer("crashReporting", replace: true) { () -> CrashReporting in throw CancellationError() }
    let container = try Container(
      manifest: LaunchAssembly.manifest, registry: registry,
      options: ManifestOptions(environment: ["ANALYTICS_KEY": "open sesame"]))
    let error = try await #require(throws: InitializerFailed.self) { try await container.start() }
    #expect(error.initializer == "crashReporting")
    #expect(app.log.all.isEmpty)
    #expect(throws: ContainerClosed.self) { try container.resolve(Logbook.self) }
  }

  @Test("an unknown phase throws") func aPhaseThatIsNotThereIsAnError() async throws {
    let container = try app.container()
    let error = try await #require(throws: ResolutionError.self) { try await container.run("logut") }
    #expect(error.description.contains("did you mean logout?"))
  }
}
