import ConfigDI
import Testing

@testable import ConfigDIRuntime
@testable import TestSupport

/// Services that are made asynchronously in a scope, or anew at each call.
@Suite(.timeLimit(.minutes(10))) struct AsyncScopeTests {
  typealias Log = AsyncParts.Log
  typealias Session = AsyncParts.Session
  typealias User = AsyncParts.User
  typealias Draft = AsyncParts.Draft

  private static let parts = """
    configdi: 1
    scopes: { request: {}, step: { parent: request } }
    services:
      Session: { factory: session, scope: request }
    """

  private func container(_ rest: String = "", _ log: Log = Log(), observing: Bool = false) throws -> Container {
    try AsyncParts.container(Self.parts + "\n" + rest, log, observing: observing)
  }

  // A scope

  @Test("a scope makes what its synchronous services need before its body runs")
  func aScopeMakesWhatItsSynchronousServicesNeed() async throws {
    let log = Log()
    let container = try container("  User: { factory: user, scope: request }\n", log)
    let name = try await container.withScope("request") { scope in
      #expect(log.entries == ["made 1"])
      return try scope.resolve(User.self).session.number
    }
    #expect(name == 1)
    #expect(log.entries == ["made 1", "closed 1: returned"])
  }

  @Test("a scope makes nothing that no synchronous code of it can ask for")
  func aScopeMakesNothingElse() async throws {
    let log = Log()
    let container = try container("", log)
    try await container.withScope("request") { scope in
      #expect(log.entries == [])
      let error = refusal(.notStarted) { try scope.resolve(Session.self) }
      #expect("\(try #require(error))".contains("use resolveAsync or an AsyncLazy, or write 'eager: true'"))
      let session = try await scope.resolveAsync(Session.self)
      #expect(try scope.resolve(Session.self) === session)
    }
    // What makes nothing opens without waiting.
    try await container.openScope("request").close()
  }

  @Test("a scope makes its eager services, asynchronous or not")
  func aScopeMakesItsEagerServices() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: session, scope: request, eager: true }
        Draft: { factory: plainDraft, scope: request, eager: true }
      """, log)
    let scope = try await container.startScope("request")
    #expect(Set(log.entries) == ["made 1", "draft"])
    try await scope.close()
    let error = refusal(.notStarted) { try container.openScope("request") }
    #expect("\(try #require(error))".contains("Session (") == true)
    #expect("\(try #require(error))".contains("Draft (") == true)
  }

  @Test("openScope refuses a scope that has to wait, and names the services and the remedy")
  func openScopeRefuses() async throws {
    let container = try container("  User: { factory: user, scope: request }\n")
    let error = try #require(refusal(.notStarted) { try container.openScope("request") })
    #expect(
      "\(error)".hasPrefix(
        "openScope cannot wait for the services that the scope request makes when it opens: Session ("))
    #expect("\(error)".contains("help: open it with withScope(\"request\") or try await startScope(\"request\")"))
    try await container.shutdown()
  }

  @Test("a scope makes its services that a synchronous service of a scope inside it needs")
  func aScopeMakesWhatInnerScopesNeed() async throws {
    let log = Log()
    let container = try container("  User: { factory: user, scope: step }\n", log)
    refusal(.notStarted) { try container.openScope("request") }
    let request = try await container.startScope("request")
    #expect(log.entries == ["made 1"])
    #expect(try request.resolve(Session.self).number == 1)
    let step = try request.openScope("step")
    #expect(try step.resolve(User.self).session.number == 1)
    try await request.close()
    #expect(log.entries == ["made 1", "closed 1: returned"])
  }

  @Test("64 tasks make a service of a scope once")
  func manyTasksMakeAServiceOnce() async throws {
    let log = Log()
    let container = try container("", log)
    try await container.withScope("request") { scope in
      let sessions = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<64 { group.addTask { ObjectIdentifier(try await scope.resolveAsync(Session.self)) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(sessions.count == 1)
    }
    #expect(log.entries == ["made 1", "closed 1: returned"])
  }

  @Test("an overlay's instance lets a scope open without waiting")
  func anOverlayReplacesWhatAScopeMakes() async throws {
    let log = Log()
    let container = try container("  User: { factory: user, scope: request }\n", log)
    let mock = Session(7, log)
    try await container.withOverlays(.use(instance: mock, for: Session.self)) {
      let scope = try container.openScope("request")
      #expect(try scope.resolve(User.self).session === mock)
      try await scope.close()
    }
    #expect(log.entries == [])
  }

  // New at each call

  @Test("each resolveAsync of a transient service makes a new one")
  func aTransientServiceIsMadeAtEachCall() async throws {
    let container = try container("  Draft: { factory: draft, scope: transient }\n")
    try await container.start()
    let first = try await container.resolveAsync(Draft.self)
    let second = try await container.resolveAsync(Draft.self)
    #expect(first !== second)
    let error = refusal(.notStarted) { try container.resolve(Draft.self) }
    #expect("\(try #require(error))".contains("a synchronous call cannot make it"))
    #expect("\(try #require(error))".contains("use resolveAsync, or depend on it through AsyncLazy or AsyncProvider"))
  }

  @Test("services get new instances that were awaited, in every form")
  func servicesGetNewInstances() async throws {
    let container = try AsyncParts.container(
      """
      configdi: 1
      collections: { drafts: { of: Draft } }
      services:
        Draft: { factory: draft, scope: transient }
        Draft/shared: { factory: draft, scope: graph, collect: drafts }
        Draft/other: { factory: plainDraft, scope: transient, collect: drafts }
        Desk: { factory: desk, dependencies: { one: Draft, two: Draft, three: Draft/shared, four: Draft/shared } }
      """)
    try await container.start()
    let desk = try container.resolve(AsyncParts.Desk.self)
    #expect(desk.drafts[0] !== desk.drafts[1])
    #expect(desk.drafts[2] === desk.drafts[3])
    // The collection is of the same graph.
    #expect(desk.all.contains { $0 === desk.drafts[2] })
    #expect(desk.all.count == 2)
  }

  @Test("AsyncLazy makes one, AsyncProvider a new one at each call, AsyncScopedProvider one in the scope")
  func deferredCallsAreAwaited() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Draft: { factory: draft, scope: transient }
        Session: { factory: session, scope: request }
        Office: { factory: office, dependencies: { lazy: { lazy: Draft }, new: { provider: Draft }, scoped: { provider: Session } } }
      """, log)
    let office = try container.resolve(AsyncParts.Office.self)
    let drafts = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<16 { group.addTask { ObjectIdentifier(try await office.lazy()) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(drafts.count == 1)
    let again = try await office.lazy()
    #expect(ObjectIdentifier(again) == drafts.first)
    let new = try await [office.new(), office.new()]
    #expect(new[0] !== new[1])
    try await container.withScope("request") { scope in
      let session = try await office.scoped(in: scope)
      let resolved = try await scope.resolveAsync(Session.self)
      #expect(resolved === session)
    }
  }

  @Test("cancelling the only caller cancels the making of a new instance")
  func cancellingCancelsTheMaking() async throws {
    let (started, starts) = AsyncStream<Void>.makeStream()
    let wasCancelled = Lock(false)
    var registry = FactoryRegistry()
    registry.registerAsync("draft", as: Draft.self) {
      starts.yield()
      do {
        try await Task.sleep(for: .seconds(600))
      } catch {
        wasCancelled.withLock { $0 = true }
        throw error
      }
      return Draft()
    }
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Draft: { factory: draft, scope: transient } }\nroots: [Draft]\n"),
      registry: registry)
    let task = Task { try await container.resolveAsync(Draft.self) }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(wasCancelled.withLock { $0 })
    try await container.shutdown()
  }

  @Test("a factory that asks for its own product without end is told so")
  func aFactoryThatAsksForItsOwnProduct() async throws {
    var registry = FactoryRegistry()
    registry.registerAsync("draft", as: Draft.self) { (next: AsyncProvider<Draft>) in try await next() }
    let container = try Container(
      manifest: .yaml("configdi: 1\nservices: { Draft: { factory: draft, scope: transient } }\nroots: [Draft]\n"),
      registry: registry)
    await refusal(.nestingTooDeep) { try await container.resolveAsync(Draft.self) }
    try await container.shutdown()
  }

  @Test("a shared service and a new one that wait for each other are told so")
  func sharedAndNewServicesThatWaitForEachOther() async throws {
    var registry = FactoryRegistry()
    registry.registerAsync("draft", as: Draft.self) { (session: AsyncLazy<Session>) in
      _ = try await session()
      return Draft()
    }
    registry.registerAsync("session", as: Session.self) { (draft: AsyncProvider<Draft>) in
      async let first = draft()
      _ = try await first
      return Session(1, Log())
    }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { request: {} }
        services:
          Draft: { factory: draft, scope: transient }
          Session: { factory: session, scope: request }
        """), registry: registry)
    try await container.withScope("request") { scope in
      await refusal(.crossingWait) { try await scope.resolveAsync(Session.self) }
      await refusal(.crossingWait) { try await scope.resolveAsync(Draft.self) }
    }
  }

  // Decorators

  @Test("decorators may be asynchronous, and what they wrap is closed after them")
  func decoratorsMayBeAsynchronous() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: plainSession, scope: request, decorators: [wrapped, checked] }
        User: { factory: user, scope: request }
      """, log)
    try await container.withScope("request") { scope in
      let user = try scope.resolve(User.self)
      #expect(user.session.number == 12)
    }
    #expect(
      log.entries == [
        "made 1", "made 11", "made 12", "closed 12: returned", "closed 11: returned", "closed 1: returned",
      ])
  }

  @Test("an asynchronous decorator that throws closes what it was to wrap, as a failure")
  func aDecoratorThatThrows() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: plainSession, scope: request, decorators: [failing] }
      """, log)
    try await container.withScope("request") { scope in
      _ = await refusal(.factoryFailed) { try await scope.resolveAsync(Session.self) }
    }
    #expect(log.entries == ["made 1", "closed 1: threw no"])
  }

  // The end

  @Test("a service learns how its scope's body ended")
  func aServiceLearnsTheOutcome() async throws {
    let log = Log()
    let container = try container("  User: { factory: user, scope: request }\n", log)
    await #expect(throws: Refusal.self) {
      try await container.withScope("request") { _ in throw Refusal() }
    }
    let (started, starts) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await container.withScope("request") { _ in
        starts.yield()
        try await Task.sleep(for: .seconds(600))
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let scope = try await container.startScope("request")
    try await scope.close(after: .threw(Refusal(text: "late")))
    let open = try await container.startScope("request")
    try await container.shutdown()
    withExtendedLifetime(open) {}
    #expect(
      log.entries.filter { $0.hasPrefix("closed") }
        == ["closed 1: threw no", "closed 2: cancelled", "closed 3: threw late", "closed 4: cancelled"])
  }

  @Test("a scope whose closing fails keeps the body's answer, and the observer gets the failure")
  func aFailedClosingKeepsTheAnswer() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: stubborn, scope: request, eager: true }
      """, log, observing: true)
    let answer = try await container.withScope("request") { _ in 5 }
    #expect(answer == 5)
    #expect(log.entries.contains("Session closingFailed"))
    await #expect(throws: ClosingFailed.self) {
      _ = try await container.withScope("request", closingFailure: .throws) { _ in 5 }
    }
    // The container's own end reports the failure that nobody got.
    await #expect(throws: ClosingFailed.self) { try await container.shutdown() }
  }

  @Test("an opening that fails closes what it made, and shows no scope")
  func aFailedOpeningClosesWhatItMade() async throws {
    let log = Log()
    let container = try AsyncParts.container(
      """
      configdi: 1
      scopes: { request: {} }
      services:
        Session: { factory: session, scope: request, eager: true }
        Draft: { factory: failingDraft, scope: request, eager: true, dependencies: [Session] }
      """, log)
    await refusal(.factoryFailed) { try await container.withScope("request") { _ in Issue.record("opened") } }
    await refusal(.factoryFailed) { try await container.startScope("request") }
    let outcomes = log.entries.filter { $0.hasPrefix("closed") }
    #expect(outcomes.count == 2)
    #expect(outcomes.allSatisfy { $0.contains(": threw") })
    try await container.shutdown()
  }

  @Test("a factory that closes the scope that waits for its product is told so")
  func aFactoryThatClosesTheScopeThatWaitsForIt() async throws {
    let home = Lock<Container?>(nil)
    var registry = FactoryRegistry()
    registry.registerAsync("draft", as: Draft.self) {
      try await home.withLock { $0 }?.close()
      return Draft()
    }
    registry.registerAsync("session", as: Session.self) { (draft: AsyncProvider<Draft>) in
      _ = try await draft()
      return Session(1, Log())
    }
    let container = try Container(
      manifest: .yaml(
        """
        configdi: 1
        scopes: { request: {} }
        services:
          Draft: { factory: draft, scope: transient }
          Session: { factory: session, scope: request }
        """), registry: registry)
    try await container.withScope("request") { scope in
      home.withLock { $0 = scope }
      let error = await refusal(.factoryFailed) { try await scope.resolveAsync(Session.self) }
      #expect(error?.description.contains("nothing was closed") == true)
    }
    home.withLock { $0 = nil }
  }
}
