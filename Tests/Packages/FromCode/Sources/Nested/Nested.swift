import ConfigDI

enum Network {
  protocol Client: Sendable {
    func get() -> String
  }

  struct LiveClient: Client {
    func get() -> String { "live" }
  }
}

enum Storage {
  protocol Client: Sendable {
    func read() -> String
  }

  final class LiveClient: Client {
    struct Options: ServiceSettings {
      var folder: String
    }

    private let folder: String
    private let network: any Network.Client

    init(options: Options, network: any Network.Client) {
      folder = options.folder
      self.network = network
    }

    func read() -> String { "\(folder) \(network.get())" }
  }
}

enum NestedProgram {
  static func run(_ container: Container) async throws -> String {
    try container.resolve((any Storage.Client).self).read()
  }
}
