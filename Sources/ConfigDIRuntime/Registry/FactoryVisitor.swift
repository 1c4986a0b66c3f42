/// What may be done with a factory under its full type: one function a kind of factory.
protocol FactoryVisitor {
  associatedtype Result

  mutating func visit<Product, each Dependency>(_ factory: Factory<Product, repeat each Dependency>) throws -> Result
  mutating func visit<Product, each Dependency>(
    _ factory: AsyncFactory<Product, repeat each Dependency>
  ) throws -> Result
  mutating func visit<Product, each Dependency>(
    _ factory: MainActorFactory<Product, repeat each Dependency>
  ) throws -> Result
  mutating func visit<Product: Sendable>(_ factory: InstanceFactory<Product>) throws -> Result
  mutating func visit<Product, each Dependency>(
    _ factory: DecoratorFactory<Product, repeat each Dependency>
  ) throws -> Result
  mutating func visit<Product: Initializable, each Dependency>(
    _ factory: InitializerFactory<Product, repeat each Dependency>
  ) throws -> Result
}

/// A visitor says what it has a use for; any other kind means that the plan and the registry do not belong together.
extension FactoryVisitor {
  mutating func visit<Product, each Dependency>(_ factory: Factory<Product, repeat each Dependency>) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Product, each Dependency>(
    _ factory: AsyncFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Product, each Dependency>(
    _ factory: MainActorFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Product: Sendable>(_ factory: InstanceFactory<Product>) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Product, each Dependency>(
    _ factory: DecoratorFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw WrongRole(name: factory.name)
  }

  mutating func visit<Product: Initializable, each Dependency>(
    _ factory: InitializerFactory<Product, repeat each Dependency>
  ) throws -> Result {
    throw WrongRole(name: factory.name)
  }
}

/// A plan that uses a factory for what it is not.
struct WrongRole: Error, CustomStringConvertible {
  let name: String

  var description: String { "the factory \(name) cannot be used here" }
}
