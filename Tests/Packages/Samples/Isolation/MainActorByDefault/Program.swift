import ConfigDI

// A module whose declarations are the main actor's unless they say otherwise: `-default-isolation MainActor`.

/// Says that it is not the main actor's, since its implementations are used everywhere.
nonisolated protocol Store: Sendable {
  func title() -> String
}

nonisolated struct DiskStore: Store {
  func title() -> String { "Home" }
}

protocol Screen {
  var title: String { get }
}

/// Its conformance to `Closeable` is the main actor's.
final class HomeScreen: Screen, Closeable {
  static var closed: [String] = []
  let title: String
  init(store: any Store) { title = store.title() }
  func close() { Self.closed.append(title) }
}

final class Badge: MainInitializableNow {
  static var shown: [String] = []

  func shouldPerform(in phase: Phase) -> Bool { phase == .launch && Self.shown.isEmpty }
  func perform(_ phase: Phase, with configuration: ExposedParameters) throws { Self.shown.append(phase.name) }
}

@MainActor final class Warmup: Initializable {
  static var isDone = false

  func shouldPerform(in phase: Phase) -> Bool { !Self.isDone }
  func perform(_ phase: Phase, with configuration: ExposedParameters) async throws { Self.isDone = true }
}

@main
struct Program {
  static let manifest = """
    configdi: 1
    services: { MainActorByDefault.Store: disk, MainActorByDefault.Screen: home }
    lifecycle: { launch: [badge, warmup] }
    """

  static func main() async throws {
    var registry = FactoryRegistry()
    registry.register("disk", as: (any Store).self) { DiskStore() }
    registry.registerMainActor("home", as: (any Screen).self, HomeScreen.init)
    registry.registerMainActorInitializer("badge") { Badge() }
    registry.registerMainActorInitializer("warmup") { Warmup() }
    let container = try Container(manifest: .yaml(manifest), registry: registry)
    try await container.start()
    let screen = try container.main.resolve((any Screen).self)
    print(screen.title, Badge.shown, Warmup.isDone)
    try await container.shutdown()
    print(HomeScreen.closed)
  }
}
