import ConfigDI
import Hummingbird

func routes(_ live: LiveContainer) -> Router<BasicRequestContext> {
  let router = Router()
  router.get("orders") { _, context in
    try await live.withRequest(context) { scope in
      try scope.resolve((any Orders).self).list()
    }
  }
  router.get("export") { _, context in
    Response(
      status: .ok,
      // The body is written after the handler returns, when a scope opened by the handler would already be closed.
      body: ResponseBody { writer in
        try await live.withRequest(context) { scope in
          let orders = try scope.resolve((any Orders).self)
          for number in 1...3 {
            try await writer.write(ByteBuffer(string: orders.line(number)))
            try await Task.sleep(for: .milliseconds(1))
          }
        }
        try await writer.finish(nil)
      })
  }
  return router
}

extension LiveContainer {
  /// Answers one request with a single generation, in a scope that provides the request's caller.
  func withRequest<Answer>(
    _ context: BasicRequestContext, _ body: (Container) async throws -> Answer
  ) async throws -> Answer {
    try await withCurrent { container in
      let caller = Provided(Caller(id: context.id), as: Caller.self)
      return try await container.withScope("request", providing: [caller], body)
    }
  }
}
