import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Errors at run time name the true cause, and a remedy that helps.
@Suite(.timeLimit(.minutes(10))) struct RemedyTests {
  private func container() throws -> Container {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("system") }
    registry.registerAsync("slow", as: (any Clock).self) { SystemClock("slow") }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    return try Container(
      manifest: .yaml("configdi: 1\nservices: { Clock: clock, Store: store }", named: "app.yaml"), registry: registry)
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("a handle that is used after its overlay names the overlay") func endedOverlay() async throws {
    let container = try container()
    let handle = try await container.withOverlays(.renew((any Clock).self)) {
      try container.handle(for: (any Clock).self)
    }
    #expect(
      message { _ = try handle() } == """
        Clock (app.yaml:2:20) cannot be resolved: its overlay has ended
          help: resolve it again from the container; do not keep a handle or an instance after its overlay has ended
        """)
    try await container.shutdown()
    #expect(message { _ = try container.resolve((any Clock).self) }.contains("its container is closed"))
  }

  @Test("a service that an overlay made asynchronous is resolved with resolveAsync") func asynchronousOverlay()
    async throws
  {
    let container = try container()
    try await container.start()
    let token = try container.overlay(.use("slow", for: (any Clock).self))
    #expect(
      message { _ = try container.resolve((any Store).self) }.hasSuffix(
        "help: use resolveAsync once; the container started before the overlay made this service asynchronous"))
    #expect(try await container.resolveAsync((any Store).self).clock.name == "slow")
    token.remove()
    try await container.shutdown()
  }

  @Test("a service that an overlay replaced at the start is resolved with resolveAsync") func overlaidStart()
    async throws
  {
    var registry = FactoryRegistry()
    registry.registerAsync("slow", as: (any Clock).self) { SystemClock("slow") }
    let container = try Container(manifest: .yaml("configdi: 1\nservices: { Clock: slow }"), registry: registry)
    let token = try container.overlay((any Clock).self, returning: SystemClock("mock"))
    try await container.start()
    #expect(try container.resolve((any Clock).self).name == "mock")
    token.remove()
    #expect(
      message { _ = try container.resolve((any Clock).self) }.hasSuffix(
        "help: use resolveAsync once; an overlay, which has ended, replaced this service when the container started"))
    #expect(try await container.resolveAsync((any Clock).self).name == "slow")
    #expect(try container.resolve((any Clock).self).name == "slow")
    try await container.shutdown()
  }

  @Test("a scope opened in the wrong place is told how to open it") func wrongParent() async throws {
    let text = "configdi: 1\nscopes: { session: {}, request: { parent: session } }"
    let container = try Container(manifest: .yaml(text), registry: FactoryRegistry())
    #expect(
      message { _ = try container.openScope("request") } == """
        the scope request can be opened only in the scope session
          help: open that scope with withScope("session"), and open request from the container passed to its closure
        """)
    let session = try container.openScope("session")
    #expect(
      message { _ = try session.openScope("session") } == """
        the scope session can be opened only in the container itself, outside any scope
          help: open it from the container, not from the scope that is open here
        """)
    try await container.shutdown()
  }

  @Test("a scope or its service asked for two scopes away is told each scope to open, and from where")
  func farParent() async throws {
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("request's") }
    let text = """
      configdi: 1
      scopes: { tenant: {}, session: { parent: tenant }, request: { parent: session }, side: {} }
      services: { Clock: { factory: clock, scope: request } }
      """
    let container = try Container(manifest: .yaml(text), registry: registry)
    func help(_ call: () throws -> Void) -> String { String(message(call).split(separator: "help: ").last ?? "") }
    func resolve(_ container: Container) -> String { help { _ = try container.resolve((any Clock).self) } }
    func open(_ name: String, in container: Container) -> String { help { _ = try container.openScope(name) } }
    let end = " from the container passed to its closure"
    let (tenant, side) = (try container.openScope("tenant"), try container.openScope("side"))
    let sessions = #"withScope("tenant"), in it withScope("session")"#
    #expect(resolve(container) == #"open it with \#(sessions), in it withScope("request") and resolve\#(end)"#)
    #expect(resolve(tenant) == #"open it with withScope("session"), in it withScope("request") and resolve\#(end)"#)
    #expect(
      resolve(side)
        == #"open it with \#(sessions), in it withScope("request") from the container itself and resolve\#(end)"#)
    #expect(open("request", in: container) == "open that scope with \(sessions), and open request\(end)")
    let request = try tenant.openScope("session").openScope("request")
    #expect(
      open("request", in: request)
        == "open it from the container of that scope, not from the scope that is open here")
    try await container.shutdown()
  }

  @Test("a closure that resolves its own key is told to call its parameter") func ownKey() async throws {
    let container = try container()
    let token = try container.overlay((any Clock).self) { _ in try container.resolve((any Clock).self) }
    for resolve in [{ _ = try container.resolve((any Clock).self) }, { _ = try container.resolve((any Store).self) }] {
      let text = message(resolve)
      #expect(
        text.hasPrefix(
          "Clock (app.yaml:2:20) is replaced by a closure that resolves it again\n  help: call the"),
        "\(text)")
      #expect(text.contains("ContainerTests/RemedyTests.swift:"), "\(text)")
    }
    token.remove()
  }

  @Test("a closure that cannot wait for its original is told where it can") func awaitedOriginal() async throws {
    var registry = FactoryRegistry()
    registry.registerAsync("slow", as: (any Clock).self) { SystemClock("slow") }
    let text = "configdi: 1\nservices: { Clock: { factory: slow, scope: transient } }"
    let container = try Container(manifest: .yaml(text, named: "app.yaml"), registry: registry)
    let token = try container.overlay((any Clock).self) { SystemClock("quick \(try $0().name)") }
    var failure = ""
    do { _ = try await container.resolveAsync((any Clock).self) } catch { failure = "\(error)" }
    #expect(
      failure.hasPrefix("Clock (app.yaml:2:20) is made asynchronously, so the overlay's closure at "), "\(failure)")
    #expect(
      failure.hasSuffix(
        """
         cannot make the original
          help: do without the original, or push the closure as a level of a ContainerStack, which makes it first
        """), "\(failure)")
    token.remove()
    let stack = try ContainerStack(manifest: .yaml(text), registry: registry)
    try await stack.push { $0.use(for: (any Clock).self) { SystemClock("quick \(try $0().name)") } }
    #expect(try await stack.current.resolveAsync((any Clock).self).name == "quick slow")
    try await stack.shutdown()
  }

  @Test("a missing current stack is told as such") func noStack() {
    #expect(message { _ = try ContainerStack.current }.hasPrefix("no stack is current\n  help: run this inside asC"))
  }

  @Test("a missing optional instance of a scope names the scope") func missingOptionalInScope() async throws {
    let text = "configdi: 1\nscopes: { request: {} }\nservices: { Clock: { provided: optional, scope: request } }"
    var registry = FactoryRegistry()
    registry.register("clock", as: (any Clock).self) { SystemClock("system") }
    let container = try Container(manifest: .yaml(text, named: "app.yaml"), registry: registry)
    let scope = try container.openScope("request")
    #expect(
      message { _ = try scope.resolve((any Clock).self) }.hasPrefix(
        "the scope request was opened without Clock (app.yaml:3:20)"))
    #expect(try scope.resolveIfPresent((any Clock).self) == nil)
    try await container.shutdown()
  }

  @Test("a reload that removes an overlay's key names the overlay") func overlayOfRemovedKey() async throws {
    let world = LiveWorld("configdi: 1\nservices: { Store: { factory: store } }")
    let live = try await world.started()
    let token = try live.current.overlay(LiveWorld.Store.self) { try $0() }
    world.edit("Store:", "Store/b:")
    let text = "\(try await live.reload().error)"
    #expect(text.hasPrefix("the overlay opened at ContainerTests/RemedyTests.swift:"), "\(text)")
    #expect(text.contains("replaces Store, which the manifest no longer has; did you mean Store/b?"), "\(text)")
    #expect(text.hasSuffix("help: end the overlay first: call remove() on its token, or return from withOverlays"))
    token.remove()
    _ = try await live.reload().change
    try await live.shutdown()
  }

  @Test("an overlay may replace what only one of the generations in use has", arguments: [true, false])
  func overlayOfOneGeneration(isAdded: Bool) async throws {
    let world = LiveWorld("configdi: 1\nservices:\n  Store: { factory: store, settings: { word: one } }\n")
    let cache = "  Cache: { factory: cache, settings: { word: c } }\n"
    if !isAdded { world.edit("one } }\n", "one } }\n\(cache)") }
    let live = try await world.started()
    try await live.withCurrent { old in
      world.edit(isAdded ? "one } }\n" : cache, isAdded ? "two } }\n\(cache)" : "")
      _ = try await live.reload().change
      let container = isAdded ? live.current : old
      for overlay in [OverlayDefinition.renew(LiveWorld.Cache.self), .use("cache", for: LiveWorld.Cache.self)] {
        let own = try container.resolve(LiveWorld.Cache.self)
        try await container.withOverlays(overlay) {
          #expect(try container.resolve(LiveWorld.Cache.self) !== own)
          #expect(try old.resolve(LiveWorld.Store.self).word == "one")
          guard !isAdded else { return }
          world.edit("word: one", "word: one more")
          _ = try await live.reload().change
        }
        #expect(try container.resolve(LiveWorld.Cache.self) === own)
      }
    }
    try await live.shutdown()
  }
}
