public import ConfigDI

/// The factories of SDK, under the names that manifests use.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
public struct SDKFactories: Assembly {
  /// Creates the assembly.
  public init() {}

  /// Registers the factories.
  public func assemble(_ registry: inout FactoryRegistry) {
    registry.register("default", as: (any Recognizer).self) { DefaultRecognizer() }
    registry.register("document", as: (any Scanner).self, labels: ["recognizer", "source"], DocumentScanner.init)
  }
}
