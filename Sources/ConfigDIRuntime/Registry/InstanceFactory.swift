/// A ready instance under a factory's name.
@usableFromInline
final class InstanceFactory<Product: Sendable>: AnyFactory, @unchecked Sendable {
  @usableFromInline let instance: Product

  @usableFromInline
  init(_ name: String, _ registration: FactoryRegistration, _ instance: Product) {
    self.instance = instance
    super.init(name, registration)
  }

  override var product: any Any.Type { Product.self }

  override func accept<Visitor: FactoryVisitor>(_ visitor: inout Visitor) throws -> Visitor.Result {
    try visitor.visit(self)
  }
}
