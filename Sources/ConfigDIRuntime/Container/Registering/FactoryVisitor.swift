/// An operation on a factory under the full type of its product.
protocol FactoryVisitor {
  associatedtype Result

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> Result
}

/// A plan that uses a factory in a role that it does not have: plan and registry do not belong together.
struct WrongRole: Error, CustomStringConvertible {
  let name: String

  var description: String { "the factory \(name) cannot be used here" }
}
