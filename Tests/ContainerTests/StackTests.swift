import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

@Suite struct StackTests {
  @Test("a level remakes affected services and shares the rest") func aLevelMakesAnewWhatItReachesAndSharesTheRest()
    async throws
  {
    let stack = try Shop.stack()
    let below = try Parts(stack.current)
    try await stack.push { $0.use("account", for: (any Session).self) }
    let above = try Parts(stack.current)
    #expect(above.log === below.log)
    #expect(above.session !== below.session)
    #expect(above.session.user == "account")
    #expect(above.cart !== below.cart)
    #expect(above.cart.session === above.session)
    #expect(stack.depth == 2)
    try await stack.pop()
    #expect(try Parts(stack.current) == below)
    #expect(above.session.isClosed)
    #expect(!below.session.isClosed && !below.log.isClosed)
  }

  @Test("replacing keeps instances that the changes do not affect") func replacingKeepsWhatTheNewChangesDoNotReach()
    async throws
  {
    let stack = try Shop.stack()
    try await stack.push { $0.use("account", for: (any Session).self) }
    let before = try Parts(stack.current)
    try await stack.replaceCurrent { $0.set("api.delay", to: Duration.milliseconds(250)) }
    let after = try Parts(stack.current)
    #expect(after.session === before.session, "a login survives a new configuration")
    #expect(after.log === before.log)
    #expect(after.api !== before.api)
    #expect(after.api.delay == .milliseconds(250))
    #expect(before.cart.isClosed && !before.session.isClosed)
    #expect(!before.api.isClosed, "it is the lower level's")
    try await stack.replaceCurrent { $0.set("api.delay", to: Duration.zero) }
    let again = try Parts(stack.current)
    #expect(again.session === before.session && again.api.delay == .zero)
    try await stack.pop()
    #expect(before.session.isClosed, "what a replaced container handed on ends with the level")
    #expect(again.api.isClosed && !again.log.isClosed)
  }

  @Test("a replaced container throws ContainerClosed") func aReplacedContainerAnswersNobodyWhatIsGone() async throws {
    let stack = try Shop.stack()
    let old = stack.current
    _ = try Parts(old)
    try await stack.replaceCurrent { $0.set("api.delay", to: Duration.seconds(1)) }
    #expect(throws: ContainerClosed.self) { try old.resolve((any API).self) }
    #expect(throws: ContainerClosed.self) { try old.openScope("request") }
    #expect(try stack.current.resolve((any API).self).delay == .seconds(1))
  }

  @Test("a body keeps its level open") func aBodyHoldsItsLevelOpen() async throws {
    let stack = try Shop.stack()
    try await stack.push { $0.use("account", for: (any Session).self) }
    let session = try await stack.withCurrent { container in
      let session = try container.resolve((any Session).self)
      try await stack.pop()
      #expect(stack.depth == 1)
      #expect(!session.isClosed)
      #expect(try container.resolve((any Session).self) === session)
      #expect(try Container.current.resolve((any Session).self) === session)
      return session
    }
    await stack.closeEnded()
    #expect(session.isClosed)
  }

  @Test("a failure of a level that was still used when it was removed is reported at the shutdown")
  func lateFailuresAreReported() async throws {
    final class Stubborn: Session, Closeable, @unchecked Sendable {
      let user = "stubborn"
      let isClosed = false
      func close() throws { throw Refusal() }
    }
    var registry = Shop.registry
    registry.register("stubborn", as: (any Session).self) { Stubborn() }
    let stack = try ContainerStack(
      manifest: .yaml("configdi: 1\nservices: { Session: guest }"), registry: registry)
    try await stack.push { $0.use("stubborn", for: (any Session).self) }
    try await stack.withCurrent { container in
      _ = try container.resolve((any Session).self)
      try await stack.pop()
    }
    await stack.closeEnded()
    await #expect(throws: ClosingFailed.self) { try await stack.shutdown() }
  }

  @Test("a level's instance replaces what scopes are given") func aLevelServesWhatScopesAreGiven() async throws {
    let stack = try ContainerStack(
      manifest: .yaml(
        "configdi: 1\nscopes: { request: {} }\nservices: { Session: { provided: true, scope: request } }"),
      registry: Shop.registry)
    let mine = User(name: "mine")
    try await stack.push { $0.use(instance: mine, for: (any Session).self) }
    let given = Provided(User(name: "given"), as: (any Session).self)
    let served = try await stack.current.withScope("request", providing: [given]) { try $0.resolve((any Session).self) }
    #expect(served === mine)
    try await stack.shutdown()
  }

  @Test("a service below all levels is made once") func whatIsNotMadeYetIsMadeOnceForAllLevels() async throws {
    let stack = try Shop.stack()
    let bottom = stack.current
    try await stack.push { $0.use("account", for: (any Session).self) }
    let log = try stack.current.resolve((any Log).self)
    try await stack.pop()
    #expect(try bottom.resolve((any Log).self) === log)
    #expect(!log.isClosed)
  }

  @Test("an instance in a level is used as is and not closed") func anInstanceIsUsedAsItIsAndNotClosed() async throws {
    let stack = try Shop.stack()
    let session = User(name: "mine")
    try await stack.push { $0.use(instance: session, for: (any Session).self) }
    #expect(try stack.current.resolve((any Cart).self).session === session)
    let other = User(name: "other")
    try await stack.replaceCurrent { $0.use(instance: other, for: (any Session).self) }
    #expect(try stack.current.resolve((any Cart).self).session === other)
    try await stack.pop()
    #expect(!session.isClosed && !other.isClosed)
  }

  @Test("a closure that returns the original does not close it twice")
  func aClosureThatGivesTheOriginalDoesNotCloseItTwice() async throws {
    let ledger = Ledger()
    let stack = try Shop.stack(ledger)
    try await stack.push { $0.use(for: (any Session).self) { original in try original() } }
    _ = try stack.current.resolve((any Session).self)
    try await stack.pop()
    #expect(ledger.closed == 1 && ledger.closedTwice == 0)
  }

  @Test("a closure that returns an instance of the program does not close it")
  func aClosureThatGivesAnInstanceOfTheProgramDoesNotCloseIt() async throws {
    let session = User(name: "mine")
    var registry = Shop.registry
    registry.registerInstance("mine", as: (any Session).self, session)
    let stack = try ContainerStack(
      manifest: .yaml("configdi: 1\nservices: { Session: mine, Desk: desk }"), registry: registry)
    try await stack.push { $0.use(for: (any Session).self) { original in try original() } }
    #expect(try stack.current.resolve(Desk.self).session === session)
    try await stack.shutdown()
    #expect(!session.isClosed)
  }

  @Test("a changed factory keeps scope, decorators and collections")
  func aChangedFactoryKeepsScopeDecoratorsAndCollections() async throws {
    let stack = try Shop.stack()
    try await stack.push { $0.use("fastAPI", for: (any API).self, settings: ["delay": .template("${api.delay}")]) }
    let api = try stack.current.resolve((any API).self)
    #expect(api is CountedAPI)
    let checks = try stack.current.make { (checks: [any API]) in checks }
    #expect(checks.count == 1 && checks[0] === api)
  }

  @Test("a level of a compiled manifest is refused like a level of its text", arguments: [true, false])
  func unfitLevels(isCompiled: Bool) async throws {
    let text = """
      configdi: 1
      parameters: { greeting: Hello }
      services: { Greeting: { factory: greeting, settings: { text: "${greeting}" } }, Session: { provided: optional } }
      """
    let stack =
      isCompiled
      ? try ContainerStack(
        manifest: .compiled(try Checker(registry: Shop.registry).compile(.yaml(text))), registry: Shop.registry)
      : try ContainerStack(manifest: .yaml(text), registry: Shop.registry)
    func refusal(_ changes: @Sendable (inout LevelChanges) -> Void) async -> String {
      do {
        try await stack.push(changes)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      await refusal { $0.set("greetin", to: "Bye") } == """
        the configuration has 1 error

        <level 2 of the stack>:1:1: error: there is no parameter 'greetin' to set [DI108]
          = help: did you mean 'greeting'?

        """)
    #expect(
      await refusal { $0.set("other", to: "Bye") }.contains(
        "= help: set a parameter of the manifest, or declare other there under parameters"))
    for mapping in [["value": "Bye"], ["a": "b"], [:]] {
      let message = """
        parameter greeting was set to a mapping or a nested list
          help: set it to one value or a flat list
        """
      #expect(await refusal { $0.set("greeting", to: mapping) } == message)
      #expect(await refusal { $0.set("greeting", to: [mapping]) } == message)
    }
    #expect(
      await refusal { $0.use(for: (any Session).self) { _ in User(name: "ada") } } == """
        a level cannot replace Session with a closure, since the program provides its instance
          help: use an instance: use(instance:for:), or open an overlay
        """)
    try await stack.push { $0.use(instance: User(name: "ada"), for: (any Session).self) }
    #expect(try stack.current.resolve((any Session).self).user == "ada")
    let container = stack.current
    await #expect(throws: ManifestError.self) { try await container.withOverlays(.set("greetin", to: "Bye")) {} }
    #expect(stack.depth == 2)
    try await stack.shutdown()
  }

  /// A service that does something when it is closed.
  private final class Closing: AsyncCloseable, Sendable {
    private let onClose: @Sendable () async throws -> Void
    init(_ onClose: @escaping @Sendable () async throws -> Void) { self.onClose = onClose }
    func close() async throws { try await onClose() }
  }

  @Test(
    "a service that is being closed can change the stack without waiting for itself", .timeLimit(.minutes(10)),
    arguments: ["shutdown", "pop", "replace"], ["shutdown", "pop", "replace"])
  func changesWhileClosing(_ change: String, _ inner: String) async throws {
    let key = Key<Closing>("Closing")
    let stacks = Lock<ContainerStack?>(nil)
    let closings = Lock(0)
    @Sendable func run(_ change: String, on stack: ContainerStack) async throws {
      switch change {
      case "shutdown": try await stack.shutdown(closing: nil)
      case "pop": try await stack.pop()
      default: try await stack.replaceCurrent { $0.renew(key) }
      }
    }
    var registry = FactoryRegistry()
    registry.declare(key)
    registry.register("closing", as: Closing.self) {
      Closing {
        let isFirst = closings.withLock { count in
          count += 1
          return count == 1
        }
        guard isFirst, let stack = stacks.withLock({ $0 }) else { return }
        // Inside a shutdown, the stack is busy, or is shut down already.
        do { try await run(inner, on: stack) } catch is ContainerError {} catch is ContainerClosed {}
      }
    }
    let stack = try ContainerStack(
      manifest: .yaml("configdi: 1\nservices: { Closing: { factory: closing } }"), registry: registry)
    stacks.withLock { $0 = stack }
    defer { stacks.withLock { $0 = nil } }
    for _ in 1...2 {
      try await stack.push { $0.renew(key) }
      _ = try stack.current.resolve(key)
    }
    try await run(change, on: stack)
    try await stack.shutdown(closing: nil)
    #expect(closings.withLock { $0 } >= 2)
  }

  @Test("a failing change leaves the stack unchanged") func aChangeThatFailsLeavesTheStackAsItWas() async throws {
    let stack = try Shop.stack()
    let before = try Parts(stack.current)
    await #expect(throws: ManifestError.self) { try await stack.push { $0.use("acount", for: (any Session).self) } }
    await #expect(throws: ManifestError.self) { try await stack.push { $0.set("api.dely", to: 3) } }
    await refusal(.unknownKey) { try await stack.push { $0.use("account", for: String.self) } }
    await refusal(.factoryFailed) { try await stack.push { $0.use("refusing", for: (any Log).self) } }
    await #expect(throws: ContainerError.self) { try await stack.pop() }
    #expect(stack.depth == 1)
    #expect(try Parts(stack.current) == before)
    #expect(!before.log.isClosed && !before.session.isClosed)
    do {
      try await stack.push { $0.use("acount", for: (any Session).self) }
    } catch let error as ManifestError {
      #expect("\(error)".contains("unknown factory 'acount' [DI401]"))
      #expect("\(error)".contains("did you mean 'account'?"))
      #expect("\(error)".contains("<level 2 of the stack>"))
    }
  }

  /// A service that reads a secret elsewhere, or remembers it, may still tell the value under a level's own.
  @Test("errors hide the secrets of lower levels too") func errorsHideTheSecretsOfTheLevelsBelowToo() async throws {
    var registry = Shop.registry
    registry.register("leaking", as: (any API).self) { (settings: APISettings) throws -> any API in
      throw Refusal(text: "first-token, second-token, \(settings.token?.value ?? "")")
    }
    let stack = try ContainerStack(
      manifest: .yaml(Shop.manifest), registry: registry,
      options: ManifestOptions(environment: ["API_TOKEN": "first-token"]))
    func expectHidden() throws {
      let error = refusal(.factoryFailed) { try stack.current.resolve((any API).self) }
      #expect("\(try #require(error))".contains("<secret api.token>, <secret api.token>, <secret api.token>"))
    }
    let use = OverlayDefinition.use(
      "leaking", for: (any API).self, settings: ["delay": Duration.zero, "token": .template("${api.token}")])
    try await stack.current.withOverlays(.set("api.token", to: "second-token"), use) {
      try expectHidden()
    }
    try await stack.push { $0.set("api.token", to: "second-token") }
    try await stack.push {
      $0.set("api.token", to: "third-token")
      $0.use("leaking", for: (any API).self, settings: ["delay": Duration.zero, "token": .template("${api.token}")])
    }
    try expectHidden()
    for token in ["fourth-token", "fifth-token"] { try await stack.replaceCurrent { $0.set("api.token", to: token) } }
    try expectHidden()
  }

  @Test("an error in a level's closure names its line") func anErrorOfALevelsClosureNamesItsLine() async throws {
    let stack = try Shop.stack()
    try await stack.push { $0.use(for: (any Session).self) { _ in throw Refusal() } }
    let error = refusal(.factoryFailed) { try stack.current.resolve((any Session).self) }
    let text = try #require(error?.description)
    #expect(text.contains("the closure (ContainerTests/StackTests.swift:"), "\(text)")
    #expect(text.contains(") threw this; nothing was kept") && !text.contains("decorator"))
  }

  @Test("a provided service may be replaced") func whatTheHostProvidesMayBeReplaced() async throws {
    let session = User(name: "host's")
    let stack = try ContainerStack(
      manifest: .yaml("configdi: 1\nservices: { Session: { provided: true }, Desk: desk }"), registry: Shop.registry,
      provided: [Provided(session, as: (any Session).self)])
    let desk = try stack.current.resolve(Desk.self)
    #expect(desk.session === session)
    try await stack.push { $0.use("account", for: (any Session).self) }
    #expect(try stack.current.resolve(Desk.self).session.user == "account")
    try await stack.pop()
    #expect(try stack.current.resolve(Desk.self) === desk)
  }

  @Test("observers are notified in order") func observersAreToldInOrder() async throws {
    let stack = try Shop.stack()
    let changes = stack.changes
    try await stack.push { $0.use("account", for: (any Session).self) }
    try await stack.replaceCurrent { $0.set("api.delay", to: Duration.zero) }
    try await stack.pop()
    try await stack.shutdown()
    var seen: [ContainerStack.Change] = []
    for await change in changes { seen.append(change) }
    #expect(seen == [.push(depth: 2), .replace(depth: 2), .pop(depth: 1)])
    for await _ in stack.changes { Issue.record("a stack that was shut down does not change") }
  }

  @Test("shutdown closes every level, top first") func shutdownEndsEveryLevelTheUppermostFirst() async throws {
    let stack = try Shop.stack()
    let below = try Parts(stack.current)
    try await stack.push { $0.use("account", for: (any Session).self) }
    let above = try Parts(stack.current)
    try await stack.shutdown()
    #expect(above.session.isClosed && below.session.isClosed && below.log.isClosed)
    await #expect(throws: ContainerClosed.self) { try await stack.push { _ in } }
    #expect(throws: ContainerClosed.self) { try stack.current.resolve((any Log).self) }
    try await stack.shutdown()
  }

  /// As the end of a test that took too long, or of a service group.
  @Test("a cancelled task can still end levels and the stack") func aCancelledTaskEndsLevelsAndTheStack() async throws {
    let stack = try Shop.stack()
    let below = try Parts(stack.current)
    try await stack.push { $0.use("account", for: (any Session).self) }
    let above = try Parts(stack.current)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await stack.push() }
      try await stack.pop()
      #expect(stack.depth == 1 && above.session.isClosed)
      try await stack.shutdown()
    }
    try await task.value
    #expect(below.session.isClosed && below.log.isClosed)
  }

  @Test("a factory that changes its own stack is refused") func aFactoryThatChangesItsOwnStackIsRefused() async throws {
    let stack = try Shop.stack()
    Shop.reentered.withLock { $0 = stack }
    defer { Shop.reentered.withLock { $0 = nil } }
    do {
      try await stack.push { $0.use("reentering", for: (any Log).self) }
      Issue.record("a change within a change would wait for itself")
    } catch let error as ResolutionError where error.reason == .factoryFailed {
      #expect("\(error.underlying as Any)".contains("from inside another change of the same stack"))
    }
  }

  @Test("scopes of a level see its services") func scopesOfALevelSeeItsServices() async throws {
    let stack = try Shop.stack()
    let menu = try stack.current.resolve(Menu.self)
    try await stack.push { $0.use("account", for: (any Session).self) }
    #expect(try stack.current.resolve(Menu.self) === menu, "it holds nothing that the level changes")
    try await stack.withCurrent { container in
      try await container.withScope("request") { scope in
        let sheet = try scope.resolve(Sheet.self)
        #expect(try sheet.session === scope.resolve((any Session).self))
        #expect(try menu.entry(in: scope) === scope.resolve(Entry.self))
      }
    }
  }
}
