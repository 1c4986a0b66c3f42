/// Which settings the program's factories call secret: a value that stands in the manifest itself is shown no more than
/// one that comes from outside. Without a catalog, none are known.
package struct SecretSettings: Sendable {
  private let catalog: CatalogIndex?

  package init(_ catalog: CatalogIndex?) {
    self.catalog = catalog
  }

  package func fields(of factory: String) -> [SettingsField] {
    catalog?.factory(named: factory)?.settings?.fields.filter(\.hasSecret) ?? []
  }

  package func names(of factory: String) -> Set<String> {
    Set(fields(of: factory).map(\.name))
  }
}
