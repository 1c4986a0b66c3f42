import ConfigDI
import Vapor

protocol Tracker: Sendable {
  func track() async throws -> String
}

struct Caller: Sendable {
  let id: String
}

struct Wiring: StorageKey {
  typealias Value = Container
}

extension Application {
  var container: Container {
    get throws {
      guard let container = storage[Wiring.self] else { throw NotConfigured() }
      return container
    }
  }
}

struct NotConfigured: Error {}

struct ContainerLifecycle: LifecycleHandler {
  func didBootAsync(_ application: Application) async throws { try await application.container.start() }

  func shutdownAsync(_ application: Application) async {
    do { try await application.container.shutdown() } catch { print(error) }
  }
}

func configure(_ application: Application, registry: FactoryRegistry) throws {
  application.storage[Wiring.self] = try Container(manifest: "config/app.yaml", registry: registry)
  application.lifecycle.use(ContainerLifecycle())

  application.get("track") { request in
    let caller = Provided(Caller(id: request.id), as: Caller.self)
    return try await request.application.container.withScope("request", providing: [caller]) { scope in
      try await scope.resolve((any Tracker).self).track()
    }
  }
}
