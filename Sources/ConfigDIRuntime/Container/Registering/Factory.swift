/// A registration under its full type: its product, its closure, and its dependencies.
@usableFromInline
final class Factory<Product, each Dependency>: AnyFactory, @unchecked Sendable {
  @usableFromInline let body: FactoryBody<Product>

  @inlinable
  init(_ name: String, _ registration: FactoryRegistration, _ body: FactoryBody<Product>) {
    self.body = body
    super.init(name, registration)
  }

  override var product: any Any.Type { Product.self }

  override var parameterTypes: [any Any.Type] {
    var types: [any Any.Type] = []
    for type in repeat (each Dependency).self { types.append(type) }
    return types
  }

  override func accept<Visitor: FactoryVisitor>(_ visitor: inout Visitor) throws -> Visitor.Result {
    try visitor.visit(body, of: self)
  }
}

/// How a factory makes its product.
@usableFromInline
enum FactoryBody<Product>: Sendable {
  /// At once, on the thread that asks.
  case now(@Sendable (Links) throws -> Product)
  case async(@Sendable (Links) async throws -> Product)
  case onMain(@MainActor @Sendable (Links) throws -> Product)
  /// Not made: the program made it before the container.
  case ready(@Sendable () -> Product)
  /// By wrapping another instance.
  case decorating(@Sendable (consuming Product, Links) throws -> Product)
}
