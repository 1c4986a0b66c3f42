/// What a program's factories are, known without running them: written by the registry, read by the checker.
package struct Catalog: Sendable {
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
  package var deprecated: Deprecation?
  /// The Swift file of the registration, without a line.
  package var file: String?
  /// Where it stands in the catalog's file.
  package var location: SourceLocation?

  package init(name: String) {
    self.name = name
  }
}

package struct CatalogDependency: Sendable, Hashable {
  package var key: String
  package var kind: ReferenceKind
  package var label: String?
}

/// What a settings type accepts, as far as could be seen.
package struct SettingsSchema: Sendable, Hashable {
  package var type: String
  package var fields: [SettingsField] = []
  /// Whether there may be more fields than those listed.
  package var isOpaque = false
}

package struct SettingsField: Sendable, Hashable {
  package var name: String
  package var type: SettingType
  package var isOptional = false
  package var isSecret = false
  package var defaultText: String?
}

package indirect enum SettingType: Sendable, Hashable {
  case string, int, float, bool, duration, bytes, url, date
  case enumeration(cases: [String])
  case object(fields: [SettingsField], isOpaque: Bool)
  case list(of: SettingType)
  case map(of: SettingType)
  case opaque
}
