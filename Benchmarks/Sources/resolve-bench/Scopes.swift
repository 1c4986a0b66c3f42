import Bench
import ConfigDI
import Dispatch
import Synchronization

// A request of a server: a scope is opened, one of its services is resolved, and the scope is closed.

public protocol Answer: Sendable { var id: Int { get } }
public protocol Connection: Sendable { var id: Int { get } }
public protocol Stream: Sendable { var id: Int { get } }
public protocol Ticket: Sendable { var id: Int { get } }

public final class NewAnswer: Answer {
  public let id: Int
  init() { id = 3 }
}

public final class NewConnection: Connection, Closeable {
  public let id: Int
  init() { id = 3 }
  public func close() { sink &+= 1 }
}

public final class NewStream: Stream, AsyncCloseable {
  public let id: Int
  init() { id = 3 }
  public func close() async { sink &+= 1 }
}

public final class NewTicket: Ticket {
  public let id: Int
  init() async { id = 3 }
}

@inline(never) func use(_ instance: borrowing any Ticket) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Answer) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Connection) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Stream) { sink &+= 1 }

/// A request's services by hand: fields behind a lock, and a list of what to close.
final class RequestByHand: Sendable {
  private let session: any Session
  private let state = Mutex(State())

  private struct State {
    var answer: (any Answer)?
    var connection: (any Connection)?
    var stream: (any Stream)?
    var closeable: [any Closeable] = []
    var asyncCloseable: [any AsyncCloseable] = []
  }

  init(_ session: any Session) { self.session = session }

  var answer: any Answer {
    state.withLock { state in
      if let answer = state.answer { return answer }
      let answer = NewAnswer()
      state.answer = answer
      return answer
    }
  }

  var connection: any Connection {
    state.withLock { state in
      if let connection = state.connection { return connection }
      let connection = NewConnection()
      state.connection = connection
      state.closeable.append(connection)
      return connection
    }
  }

  var stream: any Stream {
    state.withLock { state in
      if let stream = state.stream { return stream }
      let stream = NewStream()
      state.stream = stream
      state.asyncCloseable.append(stream)
      return stream
    }
  }

  func close() async throws {
    let (closeable, asyncCloseable) = state.withLock { state in
      defer { (state.closeable, state.asyncCloseable) = ([], []) }
      return (state.closeable, state.asyncCloseable)
    }
    for instance in asyncCloseable.reversed() { try await instance.close() }
    for instance in closeable.reversed() { try instance.close() }
  }
}

@inline(never) func requestsByHand(_ session: any Session, _ count: Int) async throws {
  for _ in 0..<count {
    let request = RequestByHand(session)
    use(request.answer)
    try await request.close()
  }
}
@inline(never) func closingRequestsByHand(_ session: any Session, _ count: Int) async throws {
  for _ in 0..<count {
    let request = RequestByHand(session)
    use(request.connection)
    try await request.close()
  }
}
@inline(never) func waitingRequestsByHand(_ session: any Session, _ count: Int) async throws {
  for _ in 0..<count {
    let request = RequestByHand(session)
    use(request.stream)
    try await request.close()
  }
}
@inline(never) func requests(_ container: Container, _ count: Int) async throws {
  for _ in 0..<count {
    let scope = try container.openScope("request")
    use(try scope.resolve((any Answer).self))
    try await scope.close()
  }
}
@inline(never) func closingRequests(_ container: Container, _ count: Int) async throws {
  for _ in 0..<count {
    let scope = try container.openScope("request")
    use(try scope.resolve((any Connection).self))
    try await scope.close()
  }
}
@inline(never) func waitingRequests(_ container: Container, _ count: Int) async throws {
  for _ in 0..<count {
    let scope = try container.openScope("request")
    use(try scope.resolve((any Stream).self))
    try await scope.close()
  }
}
@inline(never) func bodies(_ container: Container, _ count: Int) async throws {
  for _ in 0..<count {
    try await container.withScope("request") { use(try $0.resolve((any Answer).self)) }
  }
}
@inline(never) func ticketsByHand(_ count: Int) async {
  for _ in 0..<count {
    async let ticket: any Ticket = NewTicket()
    use(await ticket)
  }
}
@inline(never) func tickets(_ container: Container, _ count: Int) async throws {
  for _ in 0..<count {
    try await container.withScope("request") { use(try await $0.resolveAsync((any Ticket).self)) }
  }
}
@inline(never) func liveBodies(_ live: LiveContainer, _ count: Int) async throws {
  for _ in 0..<count {
    try await live.withCurrent { try await $0.withScope("request") { use(try $0.resolve((any Answer).self)) } }
  }
}

/// A registry and a manifest whose scope has so many services.
struct ScopedWiring {
  let registry: FactoryRegistry
  let manifest: String

  init(_ count: Int) {
    var registry = FactoryRegistry()
    registry.register("session", as: (any Session).self, StoredSession.init)
    registry.register("answer", as: (any Answer).self, NewAnswer.init)
    registry.register("connection", as: (any Connection).self, NewConnection.init)
    registry.register("stream", as: (any Stream).self, NewStream.init)
    registry.registerAsync("ticket", as: (any Ticket).self, NewTicket.init)
    self.registry = registry
    manifest =
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: session
        Answer: { factory: answer, scope: request }
        Connection: { factory: connection, scope: request }
        Stream: { factory: stream, scope: request }
        Ticket: { factory: ticket, scope: request }

      """ + (5..<count).map { "  Answer/v\($0): { factory: answer, scope: request }\n" }.joined()
  }

  var container: Container { get throws { try Container(manifest: .yaml(manifest), registry: registry) } }
  var live: LiveContainer { get throws { try LiveContainer(manifest: .yaml(manifest), registry: registry) } }
}

/// Waits for work that awaits.
func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<(any Error)?>(nil)
  Task {
    do { try await body() } catch { result.withLock { $0 = error } }
    done.signal()
  }
  done.wait()
  if let error = result.withLock({ $0 }) { throw error }
}

/// Runs a body in sixteen tasks at once.
func inSixteenTasks(_ body: @escaping @Sendable () async throws -> Void) throws {
  try waiting {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { try await body() } }
      try await group.waitForAll()
    }
  }
}

func scopeRows() throws -> [Row] {
  let session: any Session = StoredSession()
  let few = ScopedWiring(10)
  let live = try few.live
  try waiting { try await live.start() }
  var rows: [Row] = []
  for (size, container) in [(10, try few.container), (10_000, try ScopedWiring(10_000).container)] {
    rows += [
      request("a scope: opened, one service resolved, closed", size) {
        try await requestsByHand(session, $0)
      } ours: {
        try await requests(container, $0)
      },
      request("the same with one Closeable", size) {
        try await closingRequestsByHand(session, $0)
      } ours: {
        try await closingRequests(container, $0)
      },
    ]
  }
  let container = try few.container
  let loop = Row.Loop(timed: 10_000, counted: nil, isParallel: true)
  return rows + [
    request("the same with one AsyncCloseable", 10) {
      try await waitingRequestsByHand(session, $0)
    } ours: {
      try await waitingRequests(container, $0)
    },
    request("withScope, one service resolved", 10) {
      try await requestsByHand(session, $0)
    } ours: {
      try await bodies(container, $0)
    },
    Row(
      "withScope, one asynchronous service (limit: an async let)", size: 10, .instructions(1.2),
      loop: Row.Loop(timed: 20_000, counted: 500),
      limit: { count in try waiting { await ticketsByHand(count) } },
      ours: { count in try waiting { try await tickets(container, count) } }),
    request("withScope in a live container's withCurrent", 10) {
      try await requestsByHand(session, $0)
    } ours: {
      try await liveBodies(live, $0)
    },
    Row(
      "sixteen tasks at once: a scope opened, one service resolved, closed", size: 10, .time(4), loop: loop,
      limit: { count in try inSixteenTasks { try await requestsByHand(session, count) } },
      ours: { count in try inSixteenTasks { try await requests(container, count) } }),
  ]
}

private func request(
  _ name: String, _ size: Int, limit: @escaping @Sendable (Int) async throws -> Void,
  ours: @escaping @Sendable (Int) async throws -> Void
) -> Row {
  Row(
    name, size: size, .instructions(4), .nanoseconds(400), loop: Row.Loop(timed: 20_000, counted: 500),
    limit: { count in try waiting { try await limit(count) } }, ours: { count in try waiting { try await ours(count) } }
  )
}
