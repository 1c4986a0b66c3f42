import ConfigDI

enum Phases {
  static func run(_ container: Container) async throws {
    try await container.run(.foreground)
    try await container.run("logout")
  }

  static func logout(_ container: Container, _ log: (String) -> Void) async throws {
    for failure in try await container.run("logout") { log("\(failure)") }
  }
}

struct EventsAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("eventQueue", as: EventQueue.self, EventQueue.init)
  }

  func containerDidAssemble(_ container: Container) async throws {
    try container.resolve(EventQueue.self).client.refresh()
  }
}
