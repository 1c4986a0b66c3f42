import ConfigDI

// Parts that live on an actor of the program's own: they are registered as asynchronous, since making them hops there.

@globalActor actor DatabaseActor {
  static let shared = DatabaseActor()
}

@DatabaseActor final class Connection {
  private var queries: [String] = []
  init(url: ConnectionSettings) { queries = ["open \(url.file)"] }
  func run(_ query: String) -> Int {
    queries.append(query)
    return queries.count
  }
}

struct ConnectionSettings: ServiceSettings {
  var file: String
}

@DatabaseActor protocol Repository: Sendable {
  func save(_ text: String) -> Int
}

@DatabaseActor final class Notes: Repository {
  private let connection: Connection
  init(connection: Connection) { self.connection = connection }
  func save(_ text: String) -> Int { connection.run("save \(text)") }
}

@main
struct Program {
  static let manifest = """
    configdi: 1
    services:
      OwnGlobalActor.Connection: { factory: sqlite, settings: { file: notes.db } }
      OwnGlobalActor.Repository: notes
    """

  static func main() async throws {
    var registry = FactoryRegistry()
    registry.registerAsync("sqlite", as: Connection.self, Connection.init)
    registry.registerAsync("notes", as: (any Repository).self, Notes.init)
    let container = try Container(manifest: .yaml(manifest), registry: registry)
    try await container.start()
    let repository = try container.resolve((any Repository).self)
    print(await repository.save("first"), await repository.save("second"))
    try await container.shutdown()
  }
}
