import ConfigDI

struct ReceiptSDK: Assembly {
  static let endpoint = Key<Endpoint>("receipts.endpoint")

  func assemble(_ registry: inout FactoryRegistry) {
    registry.declare(Self.endpoint)
    registry.register("endpoint", as: Endpoint.self) { Endpoint(host: "receipts.example") }
    registry.register("webUploader", as: (any ReceiptUploader).self, WebUploader.init)
    registry.register("receiptSession", as: ReceiptSession.self, ReceiptSession.init)
  }
}

protocol ReceiptUploader: Sendable {
  func upload(_ receipt: String) -> String
}

struct Endpoint: Sendable {
  let host: String
}

struct WebUploader: ReceiptUploader {
  let endpoint: Endpoint
  func upload(_ receipt: String) -> String { "\(receipt) to \(endpoint.host)" }
}

final class ReceiptSession: Sendable {
  let uploader: any ReceiptUploader
  init(uploader: any ReceiptUploader) { self.uploader = uploader }
}

/// A client's module, added after the SDK's.
struct OfflineClient: Assembly {
  struct Drawer: ReceiptUploader {
    let endpoint: Endpoint
    func upload(_ receipt: String) -> String { "\(receipt) to the drawer, not to \(endpoint.host)" }
  }

  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("webUploader", as: (any ReceiptUploader).self, replace: true, Drawer.init)
  }
}
