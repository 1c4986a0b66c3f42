import ConfigDIRuntime

/// The host app's factories.
struct AppAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("sharedStore", as: (any ScanStore).self, SharedStore.init)
    registry.register("scanScreen", as: ScanScreen.self, ScanScreen.init)
  }
}

private struct SharedStore: ScanStore {
  struct Settings: ServiceSettings {
    var group: String
  }

  let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  func keep(_ document: String) -> String { "kept \(document) in \(settings.group)" }
}

struct ScanScreen: Sendable {
  let scanner: any Scanner

  init(_ scanner: any Scanner) {
    self.scanner = scanner
  }
}
