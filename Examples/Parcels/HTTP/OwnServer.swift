import ConfigDI
import Dispatch
import Synchronization

/// A parcel service on this machine, which listens until it is closed. It refuses the first request for each parcel, so
/// that there is something to retry.
final class OwnServer: Endpoint, Closeable {
  let host = "127.0.0.1"
  var port: UInt16 { listener.port }

  private let listener: Socket
  private let hasDropped = Atomic(false)
  private let journal: any Journal
  private let queue = DispatchQueue(label: "own-server")
  private let ended = DispatchGroup()

  init(journal: any Journal) throws {
    self.journal = journal
    listener = try Socket(listeningOn: host)
    queue.async(group: ended) { [self] in
      while let connection = listener.accept() { try? answer(connection) }
    }
  }

  func close() {
    listener.shutDown()
    ended.wait()
    journal.note("shutdown", "the own server is closed")
  }

  private func answer(_ connection: Socket) throws {
    try connection.setTimeout(.seconds(5))
    guard let request = try HTTPMessage(from: connection) else { return }
    let (status, body) = answer(to: request)
    try connection.write(HTTPMessage(firstLine: "HTTP/1.1 \(status)", body: body).text)
  }

  private func answer(to request: HTTPMessage) -> (status: String, body: String) {
    let words = request.firstLine.split(separator: " ")
    guard words.count == 3 else { return ("400 Bad Request", "") }
    switch (words[0], words[1]) {
    case ("GET", "/health"):
      return ("200 OK", "well")
    case ("POST", "/session"):
      return request.body == "demo\nopen sesame" ? ("200 OK", Self.token) : ("403 Forbidden", "")
    case ("POST", "/metrics"):
      return ("200 OK", "")
    case ("GET", let path) where path.hasPrefix("/parcels/"):
      guard request.headers["authorization"] == "Bearer " + Self.token else { return ("401 Unauthorized", "") }
      if !hasDropped.exchange(true, ordering: .relaxed) { return ("503 Service Unavailable", "") }
      guard let answer = Self.parcels[path.dropFirst("/parcels/".count)] else { return ("404 Not Found", "") }
      return ("200 OK", answer)
    default:
      return ("404 Not Found", "")
    }
  }

  private static let token = "token-of-demo"
  private static let parcels: [Substring: String] = ["1001": "in transit, Utrecht", "2002": "delivered, Lisbon"]

  var description: String { "a server of its own" }
}
