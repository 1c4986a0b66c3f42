import ConfigDI

/// Which settings the program's factories call secret: a value that stands in the manifest itself is shown no more than
/// one that comes from outside. Without a catalog, none are known.
struct SecretSettings: Sendable {
  private let catalog: CatalogIndex?

  init(_ catalog: CatalogIndex?) {
    self.catalog = catalog
  }

  func fields(of factory: String) -> [SettingsField] {
    catalog?.factory(named: factory)?.settings?.fields.filter(\.hasSecret) ?? []
  }

  func names(of factory: String) -> Set<String> {
    Set(fields(of: factory).map(\.name))
  }
}

extension Setting {
  /// Marks what the fields call secret.
  mutating func hide(_ fields: [SettingsField]) {
    guard case .map(var entries) = content else { return }
    for index in entries.indices {
      guard let field = fields.secret(named: entries[index].name.value) else { continue }
      if case .object(let inner, _) = field.type, !field.isSecret {
        entries[index].value.hide(inner)
      } else if entries[index].value.secret == nil {
        entries[index].value.secret = field.name
      }
    }
    content = .map(entries)
  }
}

extension [SettingsField] {
  /// The secret one of a name, or of what a misspelt name may mean.
  fileprivate func secret(named name: String) -> SettingsField? {
    if let field = first(where: { $0.name == name }) { return field.hasSecret ? field : nil }
    let secrets = filter(\.hasSecret)
    let meant = Spelling.suggestions(for: name, among: secrets.map(\.name)).first
    return secrets.first { $0.name == meant }
  }
}
