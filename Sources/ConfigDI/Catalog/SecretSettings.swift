/// The settings that the program's factories call secret. Their values are not shown, even if they are written in the
/// manifest itself. Without a catalog, none are known.
package struct SecretSettings: Sendable {
  private let catalog: CatalogIndex?

  package init(_ catalog: CatalogIndex?) {
    self.catalog = catalog
  }

  package func names(of factory: String) -> Names {
    var names = Names()
    for field in catalog?.factory(named: factory)?.settings?.fields ?? [] {
      if field.hasSecret { names.secret.insert(field.name) } else { names.plain.insert(field.name) }
    }
    return names
  }

  /// The names of a factory's settings.
  package struct Names: Sendable {
    fileprivate(set) var secret: Set<String> = []
    fileprivate(set) var plain: Set<String> = []

    /// Creates the names of a factory that is not known.
    package init() {}

    package var hasSecret: Bool { !secret.isEmpty }

    /// Whether a setting is secret, or may be a misspelling of one that is.
    package func mayBeSecret(_ name: String) -> Bool {
      !plain.contains(name) && Spelling.mayMean(name, anyOf: secret)
    }
  }
}
