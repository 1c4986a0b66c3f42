import ConfigDI
import Foundation

let signals = terminations()
do {
  let container = try Container(manifest: CommandLine.arguments[1], registry: FactoryRegistry(ServerAssembly()))
  try await container.start()
  let server = try container.resolve(Server.self)
  server.start { request in
    try await container.withScope("request", providing: [.init(request, as: Request.self)]) { scope in
      try await scope.resolve((any Handler).self).respond()
    }
  }
  say("ready")
  for await _ in signals { break }
  await server.stop()
  try await container.shutdown()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
