import ConfigDI

@testable import Actors
@testable import Decorated
@testable import Defaults
@testable import Generics
@testable import MainModule
@testable import Nested
@testable import Plain
@testable import SDK
@testable import Several
@testable import Wrappers

/// A module's assembly, and what shows that its wiring works.
struct Program {
  let name: String
  let registry: FactoryRegistry
  var provided: [Provided] = []
  let run: @Sendable (Container) async throws -> String
}

let programs = [
  Program(name: "Actors", registry: FactoryRegistry(ActorsFactories()), run: ActorsProgram.run),
  Program(name: "Decorated", registry: FactoryRegistry(DecoratedFactories()), run: DecoratedProgram.run),
  Program(name: "Defaults", registry: FactoryRegistry(DefaultsFactories()), run: DefaultsProgram.run),
  Program(name: "Generics", registry: FactoryRegistry(GenericsFactories()), run: GenericsProgram.run),
  Program(name: "MainModule", registry: FactoryRegistry(MainModuleFactories()), run: MainModuleProgram.run),
  Program(name: "Nested", registry: FactoryRegistry(NestedFactories()), run: NestedProgram.run),
  Program(name: "Plain", registry: FactoryRegistry(PlainFactories()), run: PlainProgram.run),
  Program(
    name: "SDK", registry: FactoryRegistry(SDKFactories()),
    provided: [.init(SDKProgram.Camera(), as: (any ImageSource).self)], run: SDKProgram.run),
  Program(name: "Several", registry: FactoryRegistry(SeveralFactories()), run: SeveralProgram.run),
  Program(name: "Wrappers", registry: FactoryRegistry(WrappersFactories()), run: WrappersProgram.run),
]

let asked = CommandLine.arguments.dropFirst().first
for program in programs where asked == nil || asked == program.name {
  program.registry.printCatalogIfAsked()
  let container = try Container(
    manifest: "config/\(program.name).yaml", registry: program.registry, provided: program.provided)
  try await container.start()
  print("\(program.name): \(try await program.run(container))")
  try await container.shutdown()
}
