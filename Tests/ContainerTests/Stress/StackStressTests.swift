import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

private final class Flag: Sendable {
  private let raised = Lock(false)
  var isRaised: Bool { raised.withLock { $0 } }
  func raise() { raised.withLock { $0 = true } }
}

@Suite struct StackStressTests {
  static let factor = Int(ProcessInfo.processInfo.environment["CONFIGDI_STRESS"] ?? "") ?? 1

  /// Sixteen tasks log in and out and change the configuration, others read.
  @Test("readers see one level or the other, never a mix", .timeLimit(.minutes(10))) func readersSeeOneLevelOrAnother()
    async throws
  {
    let ledger = Ledger()
    do {
      let stack = try Shop.stack(ledger)
      try await stack.start()
      let log = try stack.current.resolve((any Log).self)
      let isOver = Flag()
      try await withThrowingTaskGroup(of: Void.self) { readers in
        for reader in 0..<4 {
          readers.addTask {
            while !isOver.isRaised {
              try await Self.read(stack, log, reader)
              await Task.yield()
            }
          }
        }
        try await withThrowingTaskGroup(of: Void.self) { writers in
          for writer in 0..<16 {
            writers.addTask {
              for round in 0..<(10 * Self.factor) { try await Self.change(stack, writer * 1000 + round) }
            }
          }
          try await writers.waitForAll()
        }
        isOver.raise()
        try await readers.waitForAll()
      }
      try await stack.shutdown()
    }
    #expect(ledger.made > 16)
    #expect(ledger.closed == ledger.made)
    #expect(ledger.closedTwice == 0)
    #expect(ledger.alive == 0)
  }

  private static func change(_ stack: ContainerStack, _ number: Int) async throws {
    let configure: (inout LevelChanges) -> Void = {
      $0.set("greeting", to: "\(number)ms")
      $0.set("api.delay", to: Duration.milliseconds(number))
    }
    switch number % 4 {
    case 0: try await stack.push { $0.use("account", for: (any Session).self) }
    case 1, 2: try await stack.replaceCurrent(configure)
    default:
      do { try await stack.pop() } catch let error as ContainerError where "\(error)".hasPrefix("the bottom level") {}
    }
  }

  private static func read(_ stack: ContainerStack, _ log: any Log, _ reader: Int) async throws {
    try await stack.withCurrent { container in
      let parts = try Parts(container)
      if reader % 2 == 0 { await Task.yield() }
      let (greeting, delay) = try (container.resolve(Greeting.self).text, container.resolve((any API).self).delay)
      #expect(greeting == "Hello" ? delay == .milliseconds(5) : Quantity.duration(greeting) == delay)
      #expect(try Parts(container) == parts)
      #expect(parts.log === log && parts.cart.session === parts.session && parts.cart.api === parts.api)
      #expect(![parts.log.isClosed, parts.session.isClosed, parts.api.isClosed, parts.cart.isClosed].contains(true))
    }
  }

  @Test("replacing a level many times frees the old instances") func aStackOfReplacementsFreesWhatTheyReplaced()
    async throws
  {
    let ledger = Ledger()
    let stack = try Shop.stack(ledger)
    _ = try Parts(stack.current)
    for round in 0..<50 {
      try await stack.replaceCurrent { $0.set("api.delay", to: Duration.milliseconds(round + 10)) }
      _ = try Parts(stack.current)
    }
    // The lowest container's own and the last's; what the lowest hands on keeps what it replaced in memory with it.
    #expect(ledger.alive <= 10)
    #expect(ledger.alive - (ledger.made - ledger.closed) <= 5)
    try await stack.shutdown()
    #expect(ledger.closed == ledger.made)
  }
}
