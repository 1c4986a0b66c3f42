import ConfigDI

protocol Greeter: Sendable { func greet() }
struct Plain: Greeter { func greet() { print("Hello.") } }
struct Loud: Greeter { func greet() { print("HELLO!") } }

var registry = FactoryRegistry()
registry.register("plain", as: (any Greeter).self, Plain.init)
registry.register("loud", as: (any Greeter).self, Loud.init)
await Container.runProgram(try Container(manifest: "app.yaml", registry: registry)) { container in
  try container.resolve((any Greeter).self).greet()
}
