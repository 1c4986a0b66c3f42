/// The settings that the program's factories call secret. Their values are not shown, even if they are written in the
/// manifest itself. Without a catalog, none are known.
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
