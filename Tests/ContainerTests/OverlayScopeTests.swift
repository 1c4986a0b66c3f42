import Synchronization
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// Scopes that are open while an overlay begins or ends.
@Suite(.timeLimit(.minutes(10))) struct OverlayScopeTests {
  private final class Clock: Sendable, Closeable {
    let name: String
    private let diary: Diary
    init(_ name: String, _ diary: Diary) { (self.name, self.diary) = (name, diary) }
    func close() { diary.write("clock \(name)") }
  }

  private final class Page: Sendable, Closeable {
    let clock: Clock
    private let diary: Diary
    init(_ clock: Clock, _ diary: Diary) { (self.clock, self.diary) = (clock, diary) }
    func close() { diary.write("page of \(clock.name)") }
  }

  private let diary = Diary()

  /// `Clock` of the container, `Page` of a session, and `Page/inner` of a request in it.
  private func container() throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Clock>("Clock"))
    registry.declare(Key<Page>("Page"))
    registry.register("clock", as: Clock.self) { [diary] in Clock("system", diary) }
    registry.register("other", as: Clock.self) { [diary] in Clock("mock", diary) }
    registry.register("page", as: Page.self) { [diary] (clock: Clock) in Page(clock, diary) }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil), (name: "request", parent: 0)]
    plan.add("Clock", "clock")
    plan.add("Page", "page", .declared(0), ["Clock"])
    plan.add("Page/inner", "page", .declared(1), ["Clock"])
    return try plan.container(registry)
  }

  private static let inner = Key<Page>("Page/inner")

  private func renewed() -> OverlayDefinition { .renew(Clock.self) }

  private func mock(_ name: String = "mock") -> OverlayDefinition {
    OverlayDefinition(Clock.self) { [diary] in Clock("\(name) \(try $0().name)", diary) }
  }

  @Test("a scope goes on when the overlay that it was opened under is removed")
  func theOwnerCloses() async throws {
    let container = try container()
    let token = try container.overlay(renewed())
    let mocked = try container.resolve(Clock.self)
    let scope = try container.openScope("session")
    let other = try container.openScope("session")
    token.remove()
    #expect(try container.resolve(Clock.self) !== mocked)
    #expect(try scope.resolve(Page.self).clock === mocked, "made after the token went")
    let request = try scope.openScope("request")
    #expect(try request.resolve(Self.inner).clock === mocked)
    #expect(diary.entries.isEmpty)
    try await scope.close()
    #expect(diary.entries == ["page of system", "page of system"])
    #expect(throws: ContainerClosed.self) { try request.resolve(Self.inner) }
    #expect(try other.resolve(Clock.self) === mocked)
    try await other.close()
    #expect(diary.entries == ["page of system", "page of system", "clock system"])
    #expect(throws: ContainerClosed.self) { try other.resolve(Page.self) }
    try await container.shutdown()
    #expect(diary.entries.count == 4)
  }

  @Test("closing the token waits for nothing that an open scope uses")
  func closingDoesNotWait() async throws {
    let container = try container()
    let token = try container.overlay(renewed())
    let scope = try container.openScope("session")
    let page = try scope.resolve(Page.self)
    try await token.close()
    #expect(diary.entries.isEmpty)
    #expect(try scope.resolve(Page.self) === page)
    try await container.shutdown()
    #expect(diary.entries == ["page of system", "clock system"])
  }

  @Test("the level of an outer scope lasts as long as the inner one that was opened under the overlay")
  func anInnerScope() async throws {
    let container = try container()
    let session = try container.openScope("session")
    let token = try container.overlay(mock())
    let request = try session.openScope("request")
    #expect(try session.resolve(Page.self).clock.name == "mock system")
    token.remove()
    #expect(try session.resolve(Page.self).clock.name == "system")
    #expect(try request.resolve(Self.inner).clock.name == "mock system")
    #expect(try request.resolve(Page.self).clock.name == "mock system")
    #expect(diary.entries.isEmpty)
    try await request.close()
    #expect(diary.entries == ["page of mock system", "page of mock system"])
    #expect(try session.resolve(Page.self).clock.name == "system")
    try await session.close()
    try await container.shutdown()
  }

  @Test("a scope that is released lets go of the overlay's instances")
  func aReleasedScope() async throws {
    let container = try container()
    let token = try container.overlay(renewed())
    var scope: Container? = try container.openScope("session")
    _ = try scope?.resolve(Page.self)
    token.remove()
    #expect(diary.entries.isEmpty)
    withExtendedLifetime(scope) {}
    scope = nil
    while diary.entries.isEmpty { await Task.yield() }
    #expect(diary.entries == ["clock system"])
  }

  /// Removes an overlay when it is closed.
  private final class Remover: Sendable, Closeable {
    let token = Mutex<OverlayToken?>(nil)
    func close() { token.withLock { $0.take() }?.remove() }
  }

  @Test("an overlay that is removed while its last scope is being closed is closed with that scope")
  func removedWhileClosing() async throws {
    var registry = FactoryRegistry()
    registry.declare(Key<Clock>("Clock"))
    registry.declare(Key<Remover>("Remover"))
    registry.register("clock", as: Clock.self) { [diary] in Clock("system", diary) }
    registry.register("remover", as: Remover.self) { Remover() }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Clock", "clock")
    plan.add("Remover", "remover", .declared(0))
    let container = try plan.container(registry)
    let token = try container.overlay(renewed())
    let scope = try container.openScope("session")
    _ = try scope.resolve(Clock.self)
    let remover = try scope.resolve(Remover.self)
    remover.token.withLock { $0 = token }
    try await scope.close()
    #expect(diary.entries == ["clock system"])
    try await container.shutdown()
    #expect(diary.entries.count == 1)
  }

  @Test("a token that is removed again or released leaves a newer overlay's instances to the scope")
  func removedTwice() async throws {
    let container = try container()
    var first: OverlayToken? = try container.overlay(renewed())
    let scope = try container.openScope("session")
    first?.remove()
    let second = try container.overlay(renewed())
    let clock = try scope.resolve(Clock.self)
    first?.remove()
    #expect(try scope.resolve(Clock.self) === clock)
    first = nil
    #expect(try scope.resolve(Clock.self) === clock)
    #expect(diary.entries.isEmpty)
    try await scope.close()
    second.remove()
    try await container.shutdown()
    #expect(diary.entries.count == 1)
  }

  /// What an asynchronous factory does once.
  private final class Deed: Sendable {
    let body = Mutex<(@Sendable () async throws -> Void)?>(nil)
    func run() async throws {
      let body = body.withLock { $0.take() }
      try await body?()
    }
  }

  @Test("an asynchronous factory may end the overlay of its own service, which is closed without it")
  func endedByItsFactory() async throws {
    let deed = Deed()
    var registry = FactoryRegistry()
    registry.declare(Key<Clock>("Clock"))
    registry.registerAsync("clock", as: Clock.self) { [diary] in
      try await deed.run()
      return Clock("system", diary)
    }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Clock", "clock")
    let container = try plan.container(registry)
    let token = try container.overlay(renewed())
    deed.body.withLock { $0 = { try await token.close() } }
    #expect(try await container.resolveAsync(Clock.self).name == "system")
    while diary.entries.isEmpty { await Task.yield() }
    let other = try container.overlay(renewed())
    let scope = try container.openScope("session")
    other.remove()
    deed.body.withLock { $0 = { try await scope.close() } }
    await #expect(throws: ContainerClosed.self) { try await scope.resolveAsync(Clock.self) }
    while diary.entries.count < 2 { await Task.yield() }
    try await container.shutdown()
    #expect(diary.entries.count == 3)
  }

  @Test("what a scope sees when overlays begin and end around it", arguments: 0..<60 as Range<UInt64>)
  func anyOrder(_ seed: UInt64) async throws {
    var random = Seeded(seed)
    let container = try container()
    /// The overlays' names, the newest first.
    var open: [(name: Int, token: OverlayToken)] = []
    var scopes: [(scope: Container, since: [Int], parent: Int?)] = []
    var count = 0
    func told(_ names: [Int]) -> String { names.map { "\($0) " }.joined() + "system" }
    for _ in 0..<40 {
      switch random.number(below: 6) {
      case 0:
        count += 1
        open.insert((count, try container.overlay(mock("\(count)"))), at: 0)
      case 1 where !open.isEmpty: open.remove(at: random.number(below: open.count)).token.remove()
      case 2: scopes.append((try container.openScope("session"), open.map(\.name), nil))
      case 3:
        let sessions = scopes.indices.filter { scopes[$0].parent == nil }
        guard !sessions.isEmpty else { continue }
        let parent = sessions[random.number(below: sessions.count)]
        let since = open.map(\.name).filter { !scopes[parent].since.contains($0) } + scopes[parent].since
        scopes.append((try scopes[parent].scope.openScope("request"), since, parent))
      case 4 where !scopes.isEmpty && scopes[scopes.count - 1].parent != nil:
        try await scopes.removeLast().scope.close()
      default: break
      }
      #expect(try container.resolve(Clock.self).name == told(open.map(\.name)), "seed \(seed)")
      for (scope, since, _) in scopes {
        let names = open.map(\.name).filter { !since.contains($0) } + since
        #expect(try scope.resolve(Page.self).clock.name == told(names), "seed \(seed)")
      }
    }
    for (_, token) in open { token.remove() }
    for (scope, _, parent) in scopes.reversed() where parent == nil { try await scope.close() }
    #expect(try container.resolve(Clock.self).name == "system", "seed \(seed)")
    let service = try container.service(Clock.self, nil)
    // Every door opens again, the last one perhaps only after a level was ended in the background.
    let slot = try container.level.slot(service)
    while slot.door.load(ordering: .acquiring) <= AnySlot.lastNumber { await Task.yield() }
    try await container.shutdown()
  }

  @Test("a service of a scope is taken back, wherever the scope was opened") func takenBack() async throws {
    let container = try container()
    let page = Key<Page>("Page")
    let own = OverlayDefinition.takeBack(page)
    let other = OverlayDefinition(for: page) { [diary] _ in Page(Clock("other", diary), diary) }
    func expect(_ name: String, in scope: Container, at location: Testing.SourceLocation = #_sourceLocation) throws {
      let pages = [try scope.resolve(page), try scope.resolve(page)]
      #expect(pages[0].clock.name == name, sourceLocation: location)
      // The other overlay's closure runs at each call.
      #expect((pages[0] === pages[1]) == (name == "system"), sourceLocation: location)
    }
    try await container.withOverlays(own) {
      try await container.withScope("session") { try expect("system", in: $0) }
      try await container.withOverlays(other) {
        try await container.withScope("session") { try expect("other", in: $0) }
      }
    }
    try await container.withOverlays(other) {
      try await container.withOverlays(own) {
        try await container.withScope("session") { try expect("system", in: $0) }
      }
      try await container.withScope("session") { scope in
        try expect("other", in: scope)
        try await container.withOverlays(own) { try expect("system", in: scope) }
      }
    }
    try await container.shutdown()
    #expect(diary.entries.count { $0 == "page of system" } == 3)
  }
}
