import Synchronization

/// Accepts requests. Here they come from the program's own tasks; in a real server, they come from sockets.
///
/// The server is not a service in the manifest, so it keeps running while a new wiring replaces the old one.
final class Server: Sendable {
  private let clients = Mutex<[Task<Int, any Error>]>([])

  func start(_ handle: @escaping @Sendable (Request) async throws -> Response) {
    clients.withLock { clients in
      clients = (0..<16).map { client in
        Task {
          var answered = 0
          while !Task.isCancelled {
            // Runs in a separate task, so that a request is still answered if its client is cancelled.
            let request = Request(client: client, number: answered)
            let response = try await Task { try await handle(request) }.value
            guard response.number == answered else { throw WrongAnswer() }
            answered += 1
            if client == 0, answered == 5 { say("busy") }
          }
          return answered
        }
      }
    }
  }

  /// Stops accepting requests, and returns once the last one is answered.
  func stop() async {
    let clients = clients.withLock { $0 }
    for client in clients { client.cancel() }
    var answered = 0
    var refused = 0
    for client in clients {
      do { answered += try await client.value } catch { refused += 1 }
    }
    say("answered \(answered), refused \(refused)")
  }
}

struct WrongAnswer: Error {}
