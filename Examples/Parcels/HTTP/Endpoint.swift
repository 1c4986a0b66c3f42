import ConfigDI

/// The address of the parcel service.
protocol Endpoint: Sendable, CustomStringConvertible {
  /// An IPv4 address.
  var host: String { get }
  var port: UInt16 { get }
}

/// The address of a server that runs elsewhere.
struct FixedEndpoint: Endpoint {
  struct Settings: ServiceSettings {
    var url: String
  }

  let host: String
  let port: UInt16

  /// Reads `http://HOST:PORT`.
  init(settings: Settings) throws {
    let parts = settings.url.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "http", parts[1].hasPrefix("//"),
      let port = UInt16(parts[2].split(separator: "/").first ?? "")
    else { throw BadAddress(text: settings.url) }
    host = String(parts[1].dropFirst(2))
    self.port = port
  }

  var description: String { "http://\(host):\(port)" }

  struct BadAddress: Error, CustomStringConvertible {
    var text: String
    var description: String { "'\(text)' is not of the form http://127.0.0.1:8080" }
  }
}
