/// One registration of any kind. Registering is cheap, since every other fact is computed only when it is needed.
@usableFromInline
class AnyFactory: @unchecked Sendable {
  // Unchecked only because the class has subclasses: every stored property, in them too, is a constant and `Sendable`.
  let name: String
  let fileID: StaticString
  let line: UInt32
  let traits: FactoryTraits
  let details: FactoryDetails?

  @usableFromInline
  init(
    _ name: String, _ traits: FactoryTraits, labels: [String], _ replace: Bool, reference: Bool,
    _ deprecated: Deprecation?, _ fileID: StaticString, _ line: Int
  ) {
    self.name = name
    self.fileID = fileID
    self.line = UInt32(clamping: line)
    self.traits = traits.union(replace ? .replaces : []).union(reference ? .reference : [])
    details = labels.isEmpty && deprecated == nil ? nil : FactoryDetails(labels: labels, deprecated: deprecated)
  }

  /// The type of the factory's product; for a decorator, the type of the decorated service.
  var product: any Any.Type { Never.self }

  /// The types of the factory's parameters, in order. For a decorator, the decorated instance is not included.
  var parameterTypes: [any Any.Type] { [] }

  func accept<Visitor: FactoryVisitor>(_ visitor: inout Visitor) throws -> Visitor.Result {
    throw PlanMismatch.role(of: name)
  }
}

/// Properties that few registrations have. They are stored separately to keep the other registrations small.
final class FactoryDetails: Sendable {
  let labels: [String]
  let deprecated: Deprecation?

  init(labels: [String], deprecated: Deprecation?) {
    self.labels = labels
    self.deprecated = deprecated
  }
}

@usableFromInline
struct FactoryTraits: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The registration replaces an earlier registration with the same name.
  static var replaces: FactoryTraits { FactoryTraits(rawValue: 1) }
  /// The product is a class instance, although its type does not show that.
  static var reference: FactoryTraits { FactoryTraits(rawValue: 2) }
  /// The product must not be shared between threads.
  @inlinable static var unshared: FactoryTraits { FactoryTraits(rawValue: 4) }
  @inlinable static var decorator: FactoryTraits { FactoryTraits(rawValue: 8) }
  @inlinable static var initializer: FactoryTraits { FactoryTraits(rawValue: 16) }
  @inlinable static var async: FactoryTraits { FactoryTraits(rawValue: 32) }
  @inlinable static var mainActor: FactoryTraits { FactoryTraits(rawValue: 64) }
}

/// An operation on a factory that needs the full type of its product.
protocol FactoryVisitor {
  associatedtype Result

  mutating func visit<Product>(_ body: FactoryBody<Product>, of factory: AnyFactory) throws -> Result
}

/// Thrown if a plan does not fit the registry, because it was made for another registry.
struct PlanMismatch: Error, CustomStringConvertible {
  let description: String

  static let noService = PlanMismatch(description: "no service is wired to a required dependency")

  static func role(of factory: String) -> PlanMismatch {
    PlanMismatch(description: "the factory \(factory) cannot be used here")
  }
}

/// A registration with the full types of its product, its closure and its dependencies.
@usableFromInline
final class Factory<Product, each Dependency>: AnyFactory, @unchecked Sendable {
  @usableFromInline let body: FactoryBody<Product>

  @inlinable
  init(
    _ name: String, _ traits: FactoryTraits, labels: [String], _ replace: Bool, reference: Bool,
    _ deprecated: Deprecation?, _ fileID: StaticString, _ line: Int, _ body: FactoryBody<Product>
  ) {
    self.body = body
    super.init(name, traits, labels: labels, replace, reference: reference, deprecated, fileID, line)
  }

  override var product: any Any.Type { Product.self }

  override var parameterTypes: [any Any.Type] {
    var count = 0
    for _ in repeat (each Dependency).self { count += 1 }
    var types: [any Any.Type] = []
    types.reserveCapacity(count)
    for type in repeat (each Dependency).self { types.append(type) }
    return types
  }

  override func accept<Visitor: FactoryVisitor>(_ visitor: inout Visitor) throws -> Visitor.Result {
    try visitor.visit(body, of: self)
  }
}

@usableFromInline
enum FactoryBody<Product>: Sendable {
  /// Makes the product synchronously, on the requesting thread.
  case now(@Sendable (consuming Links) throws -> Product)
  case async(@Sendable (consuming Links) async throws -> Product)
  case onMain(@MainActor @Sendable (consuming Links) throws -> Product)
  /// Returns a product that the program made before it made the container.
  case ready(@Sendable () -> Product)
  /// Wraps an instance that another factory made.
  case decorating(@Sendable (consuming Product, consuming Links) throws -> Product)
  case decoratingAsync(@Sendable (consuming Product, consuming Links) async throws -> Product)
}
