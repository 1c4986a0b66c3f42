public import ConfigDI

/// The factories of SDK, by the names that manifests have for them.
///
/// Written by `configdi-check register`, which adds missing registrations and removes obsolete ones. Your changes
/// are kept.
public struct SDKFactories: Assembly {
  /// The assembly; it holds nothing.
  public init() {}

  /// Registers them.
  public func assemble(_ registry: inout FactoryRegistry) {
    registry.register("default", as: (any Recognizer).self) { DefaultRecognizer() }
    registry.register("document", as: (any Scanner).self, labels: ["recognizer", "source"], DocumentScanner.init)
  }
}
