import ConfigDI

struct Request: Sendable {
  let client: Int
  let number: Int
}

struct Response: Sendable {
  let number: Int
}

protocol Handler: Sendable {
  func respond() async throws -> Response
}

/// Answers one request with a connection of the pool.
struct PooledHandler: Handler {
  let pool: ConnectionPool
  let request: Request

  func respond() async throws -> Response {
    pool.lend()
    defer { pool.takeBack() }
    // A task of its own, so that this request is finished even if its client is cancelled meanwhile.
    await Task { try? await Task.sleep(for: .milliseconds(2)) }.value
    return Response(number: request.number)
  }
}

/// Forgets to give its connection back.
struct ForgetfulHandler: Handler {
  let pool: ConnectionPool
  let request: Request

  func respond() async throws -> Response {
    pool.lend()
    await Task.yield()
    return Response(number: request.number)
  }
}
