import Synchronization

/// Takes requests. Here they come from tasks of the program; in your server they come from sockets.
///
/// It is not a service of the manifest, so that it goes on while a new wiring replaces the old one.
final class Server: Sendable {
  private let clients = Mutex<[Task<Int, any Error>]>([])

  func start(_ handle: @escaping @Sendable (Request) async throws -> Response) {
    clients.withLock { clients in
      clients = (0..<16).map { client in
        Task {
          var answered = 0
          while !Task.isCancelled {
            // A task of its own, so that a request that has begun is answered though its client goes.
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

  /// Takes no more requests, and returns when the last one is answered.
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
