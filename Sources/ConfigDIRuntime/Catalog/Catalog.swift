/// What a program's factories are, known without running them: written by the registry, read by the checker.
public struct Catalog: Sendable {
  /// Keys that the program declared under names of their own.
  package var keys: [CatalogKey] = []
  package var factories: [CatalogFactory] = []
  /// The file that it was read from; `nil` for a live registry's.
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
  /// The key's name that it provides; a decorator's is the one it decorates, an initializer has none.
  package var provides: String?
  package var dependencies: [CatalogDependency] = []
  package var settings: SettingsSchema?
  package var isolation: Isolation = .none
  package var isAsync = false
  package var isShareable = true
  package var isReference = false
  /// Whether what it provides is a type of its own, and not `any P`.
  package var isConcrete = false
  package var deprecated: Deprecation?
  /// The Swift file of the registration, without a line.
  package var file: String?
  /// Where it stands in the catalog's file, or its registration in the Swift file of a live registry.
  package var location: SourceLocation?

  package init(name: String) {
    self.name = name
  }
}

package struct CatalogDependency: Sendable, Hashable {
  package var key: String
  package var kind: ReferenceKind
  package var label: String?

  package init(key: String, kind: ReferenceKind, label: String? = nil) {
    self.key = key
    self.kind = kind
    self.label = label
  }
}
