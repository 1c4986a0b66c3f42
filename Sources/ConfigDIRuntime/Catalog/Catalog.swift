/// The description of a program's factories, available without running it: written by the registry, read by the
/// checker.
public struct Catalog: Sendable {
  /// The custom keys that the program declared.
  package var keys: [CatalogKey] = []
  package var factories: [CatalogFactory] = []
  /// The file that it was read from; `nil` for a running program's registry.
  package var file: SourceFile?

  package init() {}
}

package struct CatalogKey: Sendable, Hashable {
  package var name: String
  package var type: String

  package init(name: String, type: String) {
    self.name = name
    self.type = type
  }
}

package struct CatalogFactory: Sendable {
  package enum Role: String, Sendable, CaseIterable { case service, decorator, initializer }
  package enum Isolation: String, Sendable, CaseIterable { case none, main }

  package var name: String
  package var role: Role = .service
  /// The key that it provides or, for a decorator, decorates; `nil` for an initializer.
  package var provides: String?
  package var dependencies: [CatalogDependency] = []
  package var settings: SettingsSchema?
  /// The full type name of the argument that each call passes.
  package var argument: String?
  package var isolation: Isolation = .none
  package var isAsync = false
  package var isShareable = true
  package var isReference = false
  /// Whether the factory provides a concrete type, not `any P`.
  package var isConcrete = false
  package var deprecated: Deprecation?
  /// The Swift file of the registration, without a line.
  package var file: String?
  /// The documentation comment of the product's type; `nil` in a running program, which does not know it.
  package var documentation: String?
  /// The location in the catalog file or, for a running program's registry, of the registration in Swift.
  package var location: SourceLocation?

  package init(name: String) {
    self.name = name
  }
}

package struct CatalogDependency: Sendable, Hashable {
  package var key: String
  package var form: DependencyForm
  package var label: String?
  /// The full type name of the value passed to each call of a maker; `nil` if a catalog file omits it.
  package var argument: String?

  package init(key: String, form: DependencyForm, label: String? = nil, argument: String? = nil) {
    self.key = key
    self.form = form
    self.label = label
    self.argument = argument
  }

  package init(key: String, kind: ReferenceKind, label: String? = nil) {
    self.init(key: key, form: DependencyForm(kind), label: label)
  }

  /// The kind of reference with which a manifest fills the dependency.
  package var kind: ReferenceKind { form.kind }
}
