import ConfigDI
import Foundation

protocol Greeter: Sendable {
  func greet(_ name: String) -> String
}

struct PoliteGreeter: Greeter {
  struct Settings: ServiceSettings { var greeting: String }

  let settings: Settings

  func greet(_ name: String) -> String { "\(settings.greeting), \(name)" }
}

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

var registry = FactoryRegistry()
registry.register("greeter", as: (any Greeter).self) { (settings: PoliteGreeter.Settings) in
  PoliteGreeter(settings: settings)
}

guard CommandLine.arguments.count == 3, let server = URL(string: CommandLine.arguments[1]) else {
  FileHandle.standardError.write(Data("usage: FromEtcd http://127.0.0.1:2379 KEY\n".utf8))
  exit(64)
}
do {
  let live = try await LiveContainer(
    manifest: EtcdManifest(server: server, key: CommandLine.arguments[2]), registry: registry)
  let greeter = try live.handle(for: (any Greeter).self)
  let events = live.events
  try await live.start()
  say(try greeter.with { $0.greet("Ada") })
  for await event in events {
    say("live: \(event)")
    if case .swapped = event { say(try greeter.with { $0.greet("Ada") }) }
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
