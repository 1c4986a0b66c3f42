import ConfigDI

extension Focus {
  /// The factory that an entry names. If a service's entry does not name a factory, this is the service's factory in
  /// the composed manifest.
  func factory(of use: FactoryPlace, in outline: Outline? = nil) -> CatalogFactory? {
    guard let catalog else { return nil }
    let outline = outline ?? self.outline
    if let node = outline.node(at: use.path) {
      if case .scalar = outline.nodes[node].content { return catalog.factory(named: outline.text(of: node)) }
      if let name = outline.text(ServiceField.factory.rawValue, in: node) { return catalog.factory(named: name) }
    }
    guard use.role == .service, let key = use.key else { return nil }
    for graph in manifests.compactMap(\.graph) {
      guard let node = graph.nodes[names.key(key)] else { continue }
      for version in graph.versionsOfNode[node] {
        if case .factory(let name) = graph.versions[version].service.kind { return catalog.factory(named: name.value) }
      }
    }
    return nil
  }

  /// The setting at a place, if the place is in a factory's settings.
  func setting(at place: Place, in outline: Outline? = nil) -> SettingsField? {
    guard case .settings(let use, let path) = place else { return nil }
    return factory(of: use, in: outline)?.settings?.field(at: path)
  }
}

extension SettingsSchema {
  /// The setting at a path.
  func field(at path: [PathStep]) -> SettingsField? {
    var fields = fields
    var found: SettingsField?
    for step in path {
      switch (step, found?.type) {
      case (.key, .map(let element, _)?), (.item, .list(let element)?): found = element
      case (.key(let name), _): found = fields.first { $0.name == name }
      default: return nil
      }
      guard let next = found else { return nil }
      if case .object(let inner, _) = next.type { fields = inner } else { fields = [] }
    }
    return found
  }
}
