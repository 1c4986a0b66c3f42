/// A factory that runs on the main actor.
@usableFromInline
final class MainActorFactory<Product, each Dependency>: AnyFactory, @unchecked Sendable {
  @usableFromInline typealias Make = @MainActor @Sendable (Links) throws -> Product

  @usableFromInline let make: Make

  @usableFromInline
  init(_ name: String, _ registration: FactoryRegistration, _ make: @escaping Make) {
    self.make = make
    super.init(name, registration)
  }

  override var product: any Any.Type { Product.self }

  override var parameterTypes: [any Any.Type] {
    var types: [any Any.Type] = []
    for type in repeat (each Dependency).self { types.append(type) }
    return types
  }

  override func accept<Visitor: FactoryVisitor>(_ visitor: inout Visitor) throws -> Visitor.Result {
    try visitor.visit(self)
  }
}
