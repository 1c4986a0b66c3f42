import ConfigDI

/// The factories of Decorated, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct DecoratedFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("card", as: (any Gateway).self) { CardGateway() }
    registry.register("corner", as: (any Shop).self, CornerShop.init)
    registry.registerDecorator("metered", of: (any Gateway).self, MeteredGateway.init)
    registry.register("plain", as: (any Meter).self) { PlainMeter() }
    registry.registerDecorator("retrying", of: (any Gateway).self) {
      (wrapped: any Gateway, settings: RetryingGateway.Settings) in
      RetryingGateway(settings: settings, wrapping: wrapped)
    }
  }
}
