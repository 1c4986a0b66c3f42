import ConfigDI
import Dispatch
import Foundation

struct Request: Sendable {}
struct Response: Sendable {}

protocol Handler: Sendable {
  func respond() async throws -> Response
}

final class ConnectionPool: AsyncCloseable {
  func close() async throws {
    // waits for what is under way, then closes the connections
  }
}

struct Server {
  let registry: FactoryRegistry
  let container: Container

  static func run(_ registry: FactoryRegistry) async throws {
    let container = try Container(manifest: "config/app.yaml", registry: registry)
    try await container.start()
    await untilTerminated()
    try await container.shutdown()
  }

  func handle(_ request: Request) async throws -> Response {
    try await container.withScope("request", providing: [.init(request, as: Request.self)]) { scope in
      try await scope.resolve((any Handler).self).respond()
    }
  }
}

func untilTerminated() async {
  signal(SIGTERM, SIG_IGN)
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    let source = DispatchSource.makeSignalSource(signal: SIGTERM)
    source.setEventHandler {
      source.cancel()
      continuation.resume()
    }
    source.resume()
  }
}

struct AppAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {}
}

@MainActor final class ProfileModel {}

struct Environment: Sendable {
  var hello: Hello
}

enum AppDelegate {
  static func launch(manifestPath: String, stage: String?) {
    Container.setDefault {
      try Container(manifest: manifestPath, stage: stage, registry: FactoryRegistry(AppAssembly()))
    }
  }

  @MainActor
  func makeModel() throws -> ProfileModel {
    try Container.current.main.resolve(ProfileModel.self)
  }

  static func environment(_ container: Container) throws -> Environment {
    let environment = try container.make(Environment.init)
    return environment
  }
}

struct CommandLineTool {
  struct Flags { var timeout = "5s" }
  let flags = Flags()
  let registry = FactoryRegistry()

  func container() throws -> Container {
    var options = ManifestOptions()
    options.parameters["http.timeout"] = flags.timeout
    let container = try Container(manifest: "config/tool.yaml", registry: registry, options: options)
    return container
  }

  func main() async {
    do {
      try await run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  func run() async throws {}
}

protocol DocumentStore: Sendable {}

struct HTTPClient: APIClient {
  func refresh() {}
}

struct RemoteDocuments: DocumentStore {
  let client: any APIClient
}

struct SDKAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("api", as: (any APIClient).self, HTTPClient.init)
    registry.register("documents", as: (any DocumentStore).self, RemoteDocuments.init)
  }
}
