import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport

/// What may happen at an unlucky moment, forced or repeated until it would.
@Suite(.timeLimit(.minutes(10))) struct RaceTests {
  private static let count = 8

  /// Pairs of a clock and what stands on it, one a task; and one thing that stands on all of them.
  private func container() throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<[String]>("Names"))
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("store", as: (any Store).self) { (clock: any Clock) in MemoryStore(clock) }
    registry.register("page", as: (any Page).self) { (store: any Store) in ListPage(store: store) }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    for index in 0..<Self.count {
      plan.add("Clock/\(index)", "clock")
      plan.add("Store/\(index)", "store", .singleton, [.instance("Clock/\(index)")])
      plan.add("Page/\(index)", "page", .declared(0), [.instance("Store/\(index)")])
    }
    return try plan.container(registry)
  }

  private func mock(_ index: Int, _ name: String) -> OverlayDefinition {
    OverlayDefinition((any Clock).self, named: "\(index)", returning: SystemClock(name))
  }

  @Test("overlays of the process open and end concurrently") func overlaysOfTheProcessOpenAndEndSideBySide()
    async throws
  {
    let container = try container()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<Self.count {
        group.addTask {
          for round in 0..<300 {
            let name = "\(index) \(round)"
            let token = try container.overlay(mock(index, name))
            #expect(try container.resolve((any Store).self, named: "\(index)").clock.name == name)
            try await token.close()
            #expect(try container.resolve((any Store).self, named: "\(index)").clock.name == "system")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("an ending overlay does not fail concurrent resolutions")
  func anOverlayThatEndsIsNoErrorToThoseWhoResolveBesideIt() async throws {
    let container = try container()
    let scope = try container.openScope("session")
    let changing = Task.detached {
      for round in 0..<200 {
        let token = try container.overlay(mock(0, "\(round)"), mock(1, "\(round)"))
        await Task.yield()
        try await token.close()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<3 {
        group.addTask {
          while !changing.isCancelled {
            _ = try container.resolve((any Store).self, named: "\(index)")
            _ = try scope.resolve((any Page).self, named: "\(index)")
            _ = try await container.resolveAsync((any Store).self, named: "\(index)")
            try await container.openScope("session").close()
            await Task.yield()
          }
        }
      }
      group.addTask {
        defer { changing.cancel() }
        try await changing.value
      }
      try await group.waitForAll()
    }
  }

  @Test("a closed scope resolves nothing, also through an overlay")
  func aClosedScopeGivesNothingThroughAnOverlayEither() async throws {
    let container = try container()
    let scope = try container.openScope("session")
    let token = try container.overlay(mock(0, "mock"))
    try await scope.close()
    #expect(throws: ContainerClosed.self) { try scope.resolve((any Page).self, named: "0") }
    try await token.close()
  }

  @Test("instances made under an ending overlay are closed") func whatIsMadeInAnEndingOverlaysViewIsClosed()
    async throws
  {
    let book = ClosingBook()
    var registry = FactoryRegistry()
    registry.declare(Key<ClosingBook.Entry>("Entry"))
    registry.register("clock", as: (any Clock).self) { SystemClock() }
    registry.register("entry", as: ClosingBook.Entry.self) { (_: any Clock) in ClosingBook.Entry(book) }
    var plan = HandMadePlan()
    plan.scopes = [(name: "session", parent: nil)]
    plan.add("Clock", "clock")
    plan.add("Entry", "entry", .declared(0), ["Clock"])
    for _ in 0..<200 {
      let container = try plan.container(registry)
      let scope = try container.openScope("session")
      let token = try container.overlay(OverlayDefinition((any Clock).self, returning: SystemClock("mock")))
      async let entry = try? scope.resolve(ClosingBook.Entry.self)
      try await token.close()
      _ = await entry
      try await container.shutdown()
    }
    #expect(book.made == book.closed)
  }

  private final class Link: Sendable {
    let next: [Link]
    init(_ next: [Link]) { self.next = next }
  }

  private func chain(of count: Int) throws -> Container {
    var registry = FactoryRegistry()
    registry.declare(Key<Link>("Link"))
    registry.register("link", as: Link.self) { (next: [Link]) in Link(next) }
    var plan = HandMadePlan()
    for index in 0..<count {
      plan.add("Link/\(index)", "link", .singleton, [.all(index == 0 ? [] : ["Link/\(index - 1)"])])
    }
    return try plan.container(registry)
  }

  @Test("freeing a long chain does not exhaust the stack") func aLongChainIsFreedWithoutExhaustingTheStack()
    async throws
  {
    let count = 20_000
    let container = Lock<Container?>(try chain(of: count))
    let isDone = await OwnThread.run(stackSize: 512 << 10) {
      let held = container.withLock { held in
        defer { held = nil }
        return held
      }
      return (try? held?.resolve(Key<Link>("Link/\(count - 1)"))) != nil
    }
    #expect(isDone)
  }

  @Test("freeing a long chain in an overlay does not either") func aLongChainInAnOverlayIsToo() async throws {
    let count = 60_000
    let container = try chain(of: count)
    let token = try container.overlay(Key<Link>("Link/0"), returning: Link([]))
    let isMade = await OwnThread.run(stackSize: 512 << 10) {
      (try? container.resolve(Key<Link>("Link/\(count - 1)"))) != nil
    }
    #expect(isMade)
    try await token.close()
  }
}

/// Counts what was made and what was closed.
final class ClosingBook: Sendable {
  private let counts = Lock((made: 0, closed: 0))
  var made: Int { counts.withLock { $0.made } }
  var closed: Int { counts.withLock { $0.closed } }

  final class Entry: Sendable, Closeable {
    private let book: ClosingBook
    init(_ book: ClosingBook) {
      self.book = book
      book.counts.withLock { $0.made += 1 }
    }
    func close() { book.counts.withLock { $0.closed += 1 } }
  }
}
