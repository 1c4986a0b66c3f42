import ConfigDI

/// The factories of Defaults, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
struct DefaultsFactories: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("counted", as: (any Screen).self, TwoWays.init(counter:))
    registry.register("retrying", as: (any Uploader).self) { (clock: any Clock) in RetryingUploader(clock: clock) }
    registry.registerInstance("shared", as: (any Counter).self, SharedCounter.shared)
    registry.register("start", as: (any Screen).self, StartScreen.init)
    registry.register("system", as: (any Clock).self) { SystemClock() }
  }
}
