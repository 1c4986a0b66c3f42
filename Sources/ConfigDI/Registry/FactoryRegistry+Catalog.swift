extension FactoryRegistry {
  /// What the factories are, for the checker: commit its ``Catalog/json`` as `configdi.catalog.json`.
  ///
  /// Mistakes in registrations are left out here; ``findings`` has them.
  public var catalog: Catalog { examined().catalog }

  /// What is wrong with the registrations: names that are taken, labels that do not fit, types that cannot be keys.
  ///
  /// A container is not built while there are any.
  public var findings: [Diagnostic] { examined().findings }
}
