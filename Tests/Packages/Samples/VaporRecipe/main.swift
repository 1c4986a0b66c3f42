import ConfigDI
import Vapor

struct NamedTracker: Tracker {
  let caller: Caller
  let depot: Depot
  func track() async throws -> String { "\(caller.id) \(depot.isOpen)" }
}

final class Depot: Sendable, Closeable {
  let isOpen = true
  func close() { print("closed") }
}

var registry = FactoryRegistry()
registry.register("depot", as: Depot.self) { Depot() }
registry.register("tracker", as: (any Tracker).self, NamedTracker.init)

let application = Application()
try configure(application, registry: registry)
try await application.asyncBoot()
print(try await application.answer("track", id: "seven") ?? "no such path")
try await application.asyncShutdown()
