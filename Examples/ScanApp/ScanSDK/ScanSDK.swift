import ConfigDIRuntime

protocol Camera: Sendable {
  func photo() -> String
}

protocol ScanStore: Sendable {
  func keep(_ document: String) -> String
}

protocol Uploader: Sendable {
  func upload(_ document: String) -> String
}

protocol Scanner: Sendable {
  func scan() -> [String]
}

/// The SDK's factories. A host app adds its own.
struct ScanAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("photoCamera", as: (any Camera).self) { PhotoCamera() }
    registry.register("memoryStore", as: (any ScanStore).self) { MemoryStore() }
    registry.register("httpUploader", as: (any Uploader).self, HTTPUploader.init)
    registry.register("documentScanner", as: (any Scanner).self, DocumentScanner.init)
  }
}

private struct PhotoCamera: Camera {
  func photo() -> String { "a photo" }
}

private struct MemoryStore: ScanStore {
  func keep(_ document: String) -> String { "kept \(document) in memory" }
}

private struct HTTPUploader: Uploader {
  struct Settings: ServiceSettings {
    var url: String
    var token: Secret<String>
    var timeout: Duration
  }

  let settings: Settings

  init(_ settings: Settings) {
    self.settings = settings
  }

  func upload(_ document: String) -> String { "sent \(document) to \(settings.url) within \(settings.timeout)" }
}

private struct DocumentScanner: Scanner {
  let camera: any Camera
  let store: any ScanStore
  let uploader: any Uploader

  init(_ camera: any Camera, _ store: any ScanStore, _ uploader: any Uploader) {
    self.camera = camera
    self.store = store
    self.uploader = uploader
  }

  func scan() -> [String] {
    let photo = camera.photo()
    return [store.keep(photo), uploader.upload(photo)]
  }
}
