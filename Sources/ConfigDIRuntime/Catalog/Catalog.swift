/// The description of a program's factories. The registry writes it, and the checker reads it instead of running the
/// program.
public struct Catalog: Sendable {
  package var keys: [CatalogKey] = []
  package var factories: [CatalogFactory] = []
  /// The file that the catalog was read from; `nil` if a running program's registry created the catalog.
  package var file: SourceFile?

  package init() {}
}

package typealias CatalogKey = (name: String, type: String)

package struct CatalogFactory: Sendable {
  package enum Role: String, Sendable, CaseIterable { case service, decorator, initializer }
  package enum Isolation: String, Sendable, CaseIterable { case none, main }

  package var name: String
  package var role: Role = .service
  /// The key that the factory provides or, for a decorator, decorates; `nil` for an initializer.
  package var provides: String?
  package var dependencies: [CatalogDependency] = []
  package var settings: SettingsSchema?
  /// The full type name of the argument that callers pass.
  package var argument: String?
  package var isolation: Isolation = .none
  package var isAsync = false
  package var isShareable = true
  package var isReference = false
  /// Whether the factory provides a concrete type instead of a protocol.
  package var isConcrete = false
  package var deprecated: Deprecation?
  /// The Swift file that registers the factory, without a line number.
  package var file: String?
  /// The documentation comment on the product's type; `nil` in a running program, which cannot read comments.
  package var documentation: String?
  /// The factory's location in the catalog file or, in a running program, in the Swift file that registers the factory.
  package var location: SourceLocation?

  package init(name: String) {
    self.name = name
  }
}

package struct CatalogDependency: Sendable, Hashable {
  package var key: String
  package var form: DependencyForm
  package var label: String?
  /// The full type name of the argument that each call of a maker passes; `nil` if a catalog file omits the type.
  package var argument: String?

  package init(key: String, form: DependencyForm, label: String? = nil, argument: String? = nil) {
    self.key = key
    self.form = form
    self.label = label
    self.argument = argument
  }

  package var kind: ReferenceKind { form.kind }
}
