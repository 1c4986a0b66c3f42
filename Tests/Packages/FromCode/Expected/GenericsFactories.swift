import ConfigDI

/// The factories of Generics, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct GenericsFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("named", as: (any Greeter).self, labels: ["users", "numbers"], NamedGreeter.init)
    registry.register("number", as: (any Repository<Int>).self) { NumberRepository() }
    registry.register("user", as: (any Repository<User>).self) { UserRepository() }
  }
}
