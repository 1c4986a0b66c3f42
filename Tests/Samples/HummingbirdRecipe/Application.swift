import ConfigDI
import Hummingbird

protocol Tracker: Sendable {
  func track() async throws -> String
}

struct Caller: Sendable {
  let id: String
}

/// Starts the container with the application's other services, and shuts it down after them.
struct ContainerService: Service {
  let container: Container

  func run() async throws {
    try await container.start()
    // Returns when the group is told to stop, because its task is cancelled.
    try? await Task.sleep(for: .seconds(1_000_000_000))
    try await container.shutdown()
  }
}

func serve(registry: FactoryRegistry) async throws {
  let container = try Container(manifest: "config/app.yaml", registry: registry)
  let router = Router()
  router.get("track") { _, context in
    let caller = Provided(Caller(id: context.id), as: Caller.self)
    return try await container.withScope("request", providing: [caller]) { scope in
      try await scope.resolve((any Tracker).self).track()
    }
  }
  var application = Application(router: router)
  application.addServices(ContainerService(container: container))
  try await application.runService()
}
