import ConfigDI

protocol Greeter: Sendable {
  func greeting(for name: String) -> String
}

struct PlainGreeter: Greeter {
  func greeting(for name: String) -> String { "Hello, \(name)" }
}

struct LoudGreeter: Greeter {
  struct Settings: ServiceSettings {
    var marks: Int
    static let defaults: SettingDefaults = ["marks": 1]
  }

  let settings: Settings

  func greeting(for name: String) -> String {
    "HELLO, \(name.uppercased())" + String(repeating: "!", count: settings.marks)
  }
}

struct HelloAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("plain", as: (any Greeter).self) { PlainGreeter() }
    registry.register("loud", as: (any Greeter).self, LoudGreeter.init)
    registry.register("hello", as: Hello.self, Hello.init)
  }
}

struct Hello: Sendable {
  let greeter: any Greeter
  func run() { print(greeter.greeting(for: "world")) }
}

enum GettingStarted {
  static func run() throws {
    let container = try Container(manifest: "config/app.yaml", registry: FactoryRegistry(HelloAssembly()))
    try container.resolve(Hello.self).run()
  }
}
