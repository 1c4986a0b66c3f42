import ConfigDI

struct LaunchAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerInstance("console", as: Console.self, Console())
    registry.registerInitializer("crashReporting", CrashReporting.init)
    registry.registerInitializer("news", News.init)
  }
}

struct CrashReporting: Initializable {
  let console: Console

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    let key = configuration.value(forService: "Crashes", key: "apiKey") ?? "no key"
    await console.print("crash reporting with \(key) in \(configuration.stage ?? "no stage")")
  }
}

struct News: Initializable {
  let console: Console

  /// Listed in two phases, and asked before each run.
  func shouldPerform(in phase: Phase) -> Bool { true }

  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws {
    let timeout = try configuration["news.timeout", as: Duration.self]
    await console.print("news in \(phase), within \(timeout)")
  }
}

actor Console {
  private(set) var lines: [String] = []
  func print(_ line: String) { lines.append(line) }
}

/// What the system's delegate calls.
struct Launching {
  let container: Container

  func didFinishLaunching() async throws { try await container.start() }
  func willEnterForeground() async throws { try await container.run(.foreground) }
}
