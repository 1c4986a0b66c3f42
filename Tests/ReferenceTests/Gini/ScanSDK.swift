import ConfigDI
import Synchronization

/// What a client of the SDK may replace.
protocol CredentialsVault: Sendable {
  func password() -> String
}

protocol Uploader: Sendable {
  func upload(_ page: String) -> String
}

struct Server: Sendable {
  let host: String
}

struct ServerSettings: ServiceSettings {
  var host: String
  static let defaults: SettingDefaults = ["host": "scan.example"]
}

/// Counts, as the factories run.
final class Makings: Sendable {
  private let names = Mutex<[String]>([])
  var all: [String] { names.withLock { $0 } }
  func note(_ name: String) { names.withLock { $0.append(name) } }
}

struct DeviceVault: CredentialsVault {
  func password() -> String { "device" }
}

struct HTTPUploader: Uploader {
  let server: Server
  let fallback: Server
  let vault: any CredentialsVault

  func upload(_ page: String) -> String { "\(page) to \(server.host) or \(fallback.host) as \(vault.password())" }
}

final class Recognizer: Sendable {
  let uploader: any Uploader
  init(uploader: any Uploader) { self.uploader = uploader }
}

final class ScanSession: Sendable {
  let recognizer: Recognizer
  init(recognizer: Recognizer) { self.recognizer = recognizer }
}

/// The SDK's module: its factories under the names that its manifest uses, and two keys that no type names.
struct ScanSDK: Assembly {
  static let server = Key<Server>("scan.server")
  static let fallback = Key<Server>("scan.fallback")

  var makings = Makings()

  func assemble(_ registry: inout FactoryRegistry) {
    registry.declare(Self.server)
    registry.declare(Self.fallback)
    registry.register("cloudServer", as: Server.self) { (settings: ServerSettings) in Server(host: settings.host) }
    registry.register("fallbackServer", as: Server.self) { Server(host: "fallback.scan.example") }
    registry.register("deviceVault", as: (any CredentialsVault).self) { [makings] in
      makings.note("vault")
      return DeviceVault()
    }
    registry.register("httpUploader", as: (any Uploader).self, labels: ["server", "fallback", "vault"]) {
      [makings] (server: Server, fallback: Server, vault: any CredentialsVault) in
      makings.note("uploader")
      return HTTPUploader(server: server, fallback: fallback, vault: vault)
    }
    registry.register("recognizer", as: Recognizer.self) { [makings] (uploader: any Uploader) in
      makings.note("recognizer")
      return Recognizer(uploader: uploader)
    }
    registry.register("scanSession", as: ScanSession.self) { [makings] (recognizer: Recognizer) in
      makings.note("session")
      return ScanSession(recognizer: recognizer)
    }
  }
}
