import Synchronization

/// Takes requests. Here they come from tasks beside it, where yours come from sockets.
///
/// It is no service of the manifest: what listens goes on while one wiring takes over from another.
final class Server: Sendable {
  private let clients = Mutex<[Task<Int, any Error>]>([])

  func start(_ handle: @escaping @Sendable (Request) async throws -> Response) {
    clients.withLock { clients in
      clients = (0..<16).map { client in
        Task {
          var answered = 0
          while !Task.isCancelled {
            let response = try await handle(Request(client: client, number: answered))
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
