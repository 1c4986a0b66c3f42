import ConfigDI

protocol Greeter: Sendable {
  func greeting(for name: String) -> String
}

struct PlainGreeter: Greeter {
  func greeting(for name: String) -> String { "Hello, \(name)." }
}

struct LoudGreeter: Greeter {
  func greeting(for name: String) -> String { "HELLO, \(name)!" }
}

var registry = FactoryRegistry()
registry.register("plain", as: (any Greeter).self) { PlainGreeter() }
registry.register("loud", as: (any Greeter).self) { LoudGreeter() }
registry.printCatalogIfAsked()

let container = try Container(manifest: "Sources/Keyed/app.yaml", registry: registry)
print(try container.greeter.greeting(for: "plugin"))
print(try container.greeter(.loud).greeting(for: "plugin"))
