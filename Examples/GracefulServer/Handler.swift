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

/// Answers one request in a transaction.
struct PooledHandler: Handler {
  let transaction: Transaction
  let request: Request

  func respond() async throws -> Response {
    try await Task.sleep(for: .milliseconds(2))
    // Every tenth request is declined, so that its transaction is rolled back.
    if request.number % 10 == 9 { throw Declined() }
    return Response(number: request.number)
  }
}

struct Declined: Error {}

/// A faulty handler that never gives its connection back.
struct ForgetfulHandler: Handler {
  let pool: ConnectionPool
  let request: Request

  func respond() async throws -> Response {
    pool.lend()
    await Task.yield()
    return Response(number: request.number)
  }
}
