import ConfigDI
import Synchronization

/// What the pages on live manifests show.
struct LiveSnippets {
  protocol Greeter: Sendable {
    func greet(_ name: String) -> String
  }

  func start(_ registry: FactoryRegistry) async throws -> LiveContainer {
    let live = try LiveContainer(manifest: "config/app.yaml", stage: "production", registry: registry)
    try await live.start()
    return live
  }

  func startCompiled(_ registry: FactoryRegistry) throws -> LiveContainer {
    let live = try LiveContainer(manifest: .compiled("config/app.configdi"), registry: registry)
    return live
  }

  func use(_ live: LiveContainer) async throws -> [String] {
    let greeting = try await live.withCurrent { container in
      try await container.resolveAsync((any Greeter).self).greet("Ada")
    }
    let greeter = try live.handle(for: (any Greeter).self)
    let text = try greeter.with { $0.greet("Grace") }
    return [greeting, text]
  }

  func reload(_ live: LiveContainer) async throws {
    switch try await live.reload() {
    case .unchanged: print("nothing new")
    case .swapped(let change): print(change)
    case .rejected(let error): print(error)
    }
  }

  actor Store {
    var text = ""
    nonisolated var changes: AsyncStream<Void> { AsyncStream { $0.finish() } }
  }

  struct StoredManifest: ManifestSource {
    let store: Store
    var changes: AsyncStream<Void> { store.changes }
    func snapshot() async throws -> ManifestLocation {
      .yaml(await store.text, named: "app.yaml")
    }
  }

  struct Logger: Sendable {
    func error(_ text: String) {}
    func warning(_ text: String) {}
    func info(_ text: String) {}
  }

  struct Counter: Sendable {
    func increment(by count: Int = 1) {}
    func set(_ value: Int) {}
  }

  struct Observers {
    let logger = Logger()
    let reloads = Counter()
    let errors = Counter()
    let closingFailures = Counter()
    let lastSuccessful = Counter()

    func log(_ live: LiveContainer) async {
      for await event in live.events {
        switch event {
        case .rejected, .closingFailed: logger.error("\(event)")
        case .drainExpired, .watching, .restartNeeded: logger.warning("\(event)")
        default: logger.info("\(event)")
        }
      }
    }

    func count(_ live: LiveContainer) async {
      for await event in live.events {
        switch event {
        case .swapped:
          reloads.increment()
          lastSuccessful.set(1)
        case .started, .unchanged:
          lastSuccessful.set(1)
        case .rejected:
          errors.increment()
          lastSuccessful.set(0)
        case .closingFailed(_, let error):
          closingFailures.increment(by: error.keys.count)
        default: break
        }
      }
    }
  }
}
