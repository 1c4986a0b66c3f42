import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Sixty-four threads log in and out, mock, save and restore at once: nobody sees half a level, and no mock is lost.
@Suite struct LoginStressTests {
  private static let factor = StackStressTests.factor
  /// Rounds of each thread; or as long as this many seconds, for long runs.
  private static let seconds = ProcessInfo.processInfo.environment["CONFIGDI_STRESS_SECONDS"].flatMap(Double.init)

  @Test("logins under load lose no mock", .timeLimit(.minutes(60))) func nothingIsTornAndNoMockIsLost() async throws {
    let ledger = Ledger()
    let stack = try Shop.stack(ledger)
    try await stack.start()
    let counts = Lock([Work: Int]())
    let problems = Lock([String]())
    let end = Self.seconds.map { Date.now.addingTimeInterval($0) }
    let rounds = Self.factor
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let group = DispatchGroup()
      for thread in 0..<64 {
        let work = Work.allCases[thread % Work.allCases.count]
        group.enter()
        Thread.detachNewThread {
          defer { group.leave() }
          var round = 0
          while end.map({ Date.now < $0 }) ?? (round < rounds) {
            round += 1
            let number = round
            do {
              try Self.waiting { try await work.perform(on: stack, round: number) }
              counts.withLock { $0[work, default: 0] += 1 }
            } catch {
              let problem = "\(work): \(error)"
              problems.withLock { $0.append(problem) }
              return
            }
          }
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    try await stack.shutdown()
    #expect(problems.withLock { $0 } == [])
    let done = counts.withLock { $0 }
    for work in Work.allCases { #expect((done[work] ?? 0) > 0, "no \(work) was done") }
    #expect(ledger.closed == ledger.made)
    #expect(ledger.closedTwice == 0)
    if Self.seconds != nil { print("done: \(done.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", "))") }
  }

  /// Holds up this thread alone, until a task is done.
  private static func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let result = Lock<Result<Void, any Error>?>(nil)
    Task {
      do {
        try await body()
        result.withLock { $0 = .success(()) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    try result.withLock { $0 }?.get()
  }
}

private struct Torn: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

private enum Work: CaseIterable {
  case login, logout, change, mock, token, restore, read, readInTask

  func perform(on stack: ContainerStack, round: Int) async throws {
    switch self {
    case .login:
      try await stack.push {
        $0.use("account", for: (any Session).self)
        $0.set("api.delay", to: Duration.milliseconds(round + 10))
        $0.set("greeting", to: "\(round + 10)ms")
      }
    case .logout:
      do { try await stack.pop() } catch let error as ContainerError where "\(error)".hasPrefix("the bottom level") {}
    case .change:
      try await stack.replaceCurrent {
        $0.renew((any Cart).self)
        $0.set("api.delay", to: Duration.milliseconds(round + 10))
        $0.set("greeting", to: "\(round + 10)ms")
      }
    case .mock: try await mock(stack)
    case .token: try token(stack)
    case .restore:
      let store = InMemoryStore()
      if try await stack.save(to: store).isEmpty { try await stack.restore(from: store) }
    case .read: try stack.withCurrent { try Self.check($0) }
    case .readInTask:
      try await stack.withCurrent { container in
        try Self.check(container)
        await Task.yield()
        try Self.check(container)
      }
    }
  }

  /// Inside the body every container on top has the mock, whoever logs in or out meanwhile.
  private func mock(_ stack: ContainerStack) async throws {
    let mock = Mock()
    try await stack.withCurrent { container in
      try await container.withOverlays([.use(instance: mock, for: (any Session).self)]) {
        for _ in 0..<4 {
          try stack.withCurrent { current in
            let (session, cart) = try (current.resolve((any Session).self), current.resolve((any Cart).self))
            guard session === mock, cart.session === mock else { throw Torn("a mock is lost: \(session)") }
          }
          await Task.yield()
        }
      }
    }
  }

  /// While a token is held, no container on top has the real service.
  private func token(_ stack: ContainerStack) throws {
    let menu = Menu(entry: try stack.withCurrent { try $0.resolve(Menu.self) }.entry)
    // Known before it counts: other threads meet it as soon as the overlay is open.
    Self.held.withLock { _ = $0.insert(ObjectIdentifier(menu)) }
    let token = try stack.withCurrent { try $0.overlay(Menu.self, returning: menu) }
    for _ in 0..<4 {
      let found = try stack.withCurrent { try $0.resolve(Menu.self) }
      guard found === menu || Self.held.withLock({ $0.contains(ObjectIdentifier(found)) }) else {
        throw Torn("a token's overlay is lost")
      }
    }
    token.remove()
    // An identifier may be that of a later instance once this one is gone.
    Self.kept.withLock { $0.append(menu) }
  }

  private static let held = Lock(Set<ObjectIdentifier>())
  private static let kept = Lock([Menu]())

  private static func check(_ container: Container) throws {
    let parts = try Parts(container)
    let (greeting, delay) = try (container.resolve(Greeting.self).text, container.resolve((any API).self).delay)
    guard parts.cart.session === parts.session, parts.cart.api === parts.api else { throw Torn("a cart of two levels") }
    guard greeting == "Hello" ? delay == .milliseconds(5) : Quantity.duration(greeting) == delay else {
      throw Torn("\(greeting) beside \(delay)")
    }
    guard ![parts.log.isClosed, parts.session.isClosed, parts.api.isClosed, parts.cart.isClosed].contains(true) else {
      throw Torn("a closed service")
    }
  }
}

/// A session that no container makes.
private final class Mock: Session {
  let user = "mock"
  let isClosed = false
}
