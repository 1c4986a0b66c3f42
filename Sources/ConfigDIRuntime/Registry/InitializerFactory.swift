/// A factory of what runs in a phase of the program's life.
@usableFromInline
final class InitializerFactory<Product: Initializable, each Dependency>: AnyFactory, @unchecked Sendable {
  @usableFromInline typealias Make = InitializerMake<Product>

  @usableFromInline let make: Make

  @usableFromInline
  init(_ name: String, _ registration: FactoryRegistration, _ make: Make) {
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

/// How an initializer is made, and where.
@usableFromInline
enum InitializerMake<Product: Initializable>: Sendable {
  case anywhere(@Sendable (Links) throws -> Product)
  case onMain(@MainActor @Sendable (Links) throws -> Product)
}
