import ConfigDI
import Foundation

struct AppAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {}
}

@MainActor final class ProfileModel {}

struct Environment: Sendable {
  var hello: Hello
}

enum AppDelegate {
  static func launch(manifestPath: String, stage: String?) throws {
    try Container.setDefault {
      try Container(manifest: .path(manifestPath), stage: stage, registry: FactoryRegistry(AppAssembly()))
    }
  }

  func didLaunch() async {
    do {
      // Eager services, then the phase `launch`.
      try await Container.current.start()
    } catch {
      show(error)
    }
  }

  func willEnterForeground() async throws {
    // The failures of initializers with `onError: continue`.
    for failure in try await Container.current.run(.foreground) { log(failure) }
  }

  func show(_ error: any Error) {}
  func log(_ failure: InitializerFailed) {}

  @MainActor
  func makeModel() throws -> ProfileModel {
    try Container.current.main.resolve(ProfileModel.self)
  }

  static func environment(_ container: Container) throws -> Environment {
    let environment = try container.make(Environment.init)
    return environment
  }
}

enum Exposed {
  static func greeting(_ container: Container) throws -> String {
    let greeting = try container.configuration["greeting", as: String.self]
    return greeting
  }
}

protocol Fetcher: Sendable {
  func fetch() async throws
}

struct CommandLineTool {
  struct Flags { var timeout = "5s" }
  let flags = Flags()
  let registry = FactoryRegistry()

  func main() async {
    var options = ManifestOptions()
    options.parameters["http.timeout"] = flags.timeout
    await Container.runProgram(
      try Container(manifest: "config/tool.yaml", registry: registry, options: options)
    ) { container in
      try await container.resolve((any Fetcher).self).fetch()
    }
  }
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

enum BundledManifest {
  struct NoManifest: Error {}

  static func setDefault(stage: String?, registry: FactoryRegistry) throws {
    guard let manifest = Bundle.main.path(forResource: "app", ofType: "yaml", inDirectory: "config") else {
      throw NoManifest()
    }
    try Container.setDefault {
      try Container(manifest: .path(manifest), stage: stage, registry: registry)
    }
  }
}
