import ConfigDI
import Hummingbird
import ServiceLifecycle

protocol Tracker: Sendable {
  func track() async throws -> String
}

struct Caller: Sendable {
  let id: String
}

/// Starts the container with the application's other services, and shuts it down with them.
struct ContainerService: Service {
  let container: Container

  func run() async throws {
    try await cancelWhenGracefulShutdown { try await container.run() }
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
