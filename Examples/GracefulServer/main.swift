import ConfigDI
import Foundation

let terminations = signals(SIGTERM)
let hangups = signals(SIGHUP)
do {
  let live = try LiveContainer(
    manifest: .path(CommandLine.arguments[1]), registry: FactoryRegistry(ServerAssembly()),
    live: LiveOptions(interval: .seconds(5), deadline: .seconds(5), closing: .seconds(10)))
  let events = live.events
  Task { for await event in events { say("live: \(event)") } }
  try await live.start()
  Task { for await _ in hangups { try await live.reload() } }
  let server = Server()
  server.start { request in
    try await live.withCurrent { container in
      do {
        // If the commit fails, the request fails too.
        return try await container.withScope(
          "request", providing: [.init(request, as: Request.self)], closingFailure: .throws
        ) { scope in
          try await scope.resolve((any Handler).self).respond()
        }
      } catch is Declined {
        return Response(number: request.number)
      }
    }
  }
  say("ready")
  for await _ in terminations { break }
  await server.stop()
  try await live.shutdown()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
