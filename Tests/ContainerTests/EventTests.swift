import ConfigDI
import Testing

@testable import ConfigDIRuntime

/// What a container tells those who observe it.
@Suite struct EventTests {
  final class Log: Sendable {
    private let state = Lock<[ContainerEvent]>([])
    var events: [ContainerEvent] { state.withLock { $0 } }
    var lines: [String] { events.map { "\($0.key.split(separator: ".").last ?? "") \($0.kind.rawValue)" } }
    func add(_ event: ContainerEvent) { state.withLock { $0.append(event) } }
  }

  protocol Store: Sendable {}
  protocol Mailer: Sendable {}
  struct Note: Sendable {}

  final class DiskStore: Store, Closeable {
    let fails: Bool
    init(fails: Bool) { self.fails = fails }
    func close() throws { if fails { throw Refusal(text: "disk") } }
  }

  struct SMTP: Mailer { let store: any Store }

  struct Token: ServiceSettings { var token: Secret<String> }

  struct Verbose: Error, CustomStringConvertible {
    let description = "no mail \u{1B}[31m\r\n2026-01-01 a forged line"
  }

  private func container(_ log: Log, _ services: String, closingFails: Bool = false) throws -> Container {
    var registry = FactoryRegistry()
    registry.observe(log.add)
    registry.register("disk", as: (any Store).self) { DiskStore(fails: closingFails) }
    registry.register("smtp", as: (any Mailer).self, SMTP.init)
    registry.registerAsync("slow", as: (any Mailer).self) { (store: any Store) in SMTP(store: store) }
    registry.registerDecorator("refusing", of: (any Mailer).self) { (_: any Mailer) throws -> any Mailer in
      throw Refusal(text: "no wrapping")
    }
    registry.register("note", as: Note.self) { Note() }
    registry.register("leaking", as: (any Mailer).self) { (settings: Token) -> SMTP in
      throw Refusal(text: "no entry with \(settings.token.value)")
    }
    registry.register("verbose", as: (any Mailer).self) { () throws -> SMTP in throw Verbose() }
    return try Container(manifest: .yaml("configdi: 1\n\(services)"), registry: registry)
  }

  @Test("events report services that are made and closed") func tellsWhatIsMadeAndClosed() async throws {
    let log = Log()
    let container = try container(log, "services: { EventTests.Store: disk, EventTests.Mailer: smtp }")
    #expect(log.lines.isEmpty)
    _ = try container.resolve((any Mailer).self)
    _ = try container.resolve((any Mailer).self)
    #expect(log.lines == ["Store creating", "Store created", "Mailer creating", "Mailer created"])
    try await container.shutdown()
    #expect(log.lines.suffix(1) == ["Store closed"])
    #expect(log.events.allSatisfy { ($0.duration == nil) == ($0.kind == .creating) })
  }

  @Test("a failing decorator of an asynchronous service is reported")
  func aDecoratorBelongsToTheMakingOfWhatMustBeAwaited() async throws {
    let log = Log()
    let container = try container(
      log, "services: { EventTests.Store: disk, EventTests.Mailer: { factory: slow, decorators: [refusing] } }")
    await #expect(throws: ResolutionError.self) { try await container.start() }
    #expect(log.lines.suffix(3) == ["Mailer creating", "Mailer failed", "Store closed"])
  }

  @Test("events report asynchronous services") func tellsOfWhatMustBeAwaited() async throws {
    let log = Log()
    let container = try container(log, "services: { EventTests.Store: disk, EventTests.Mailer: slow }")
    try await container.start()
    #expect(log.lines == ["Store creating", "Store created", "Mailer creating", "Mailer created"])
    try await container.shutdown()
  }

  @Test("failures are reported without their secrets") func tellsFailuresWithoutTheirSecrets() throws {
    let log = Log()
    let container = try container(
      log,
      """
      parameters: { key: { type: string, value: hunter2, secret: true } }
      services: { EventTests.Mailer: { factory: leaking, settings: { token: "${key}" } } }
      """)
    refusal(.factoryFailed) { try container.resolve((any Mailer).self) }
    #expect(log.lines == ["Mailer creating", "Mailer failed"])
    let failure = try #require(log.events.last)
    #expect(failure.error is Refusal)
    #expect(failure.description.contains("Mailer failed in "))
    #expect(failure.description.hasSuffix("no entry with <secret key>\")"))
    var dumped = ""
    dump(failure, to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }

  @Test("a failure is described in one line") func oneLine() throws {
    let log = Log()
    let container = try container(log, "services: { EventTests.Mailer: verbose }")
    refusal(.factoryFailed) { try container.resolve((any Mailer).self) }
    let text = try #require(log.events.last).description
    #expect(text.hasSuffix(": no mail \u{241B}[31m") && !text.contains(where: \.isNewline))
  }

  @Test("failures to close are reported") func tellsWhatCouldNotBeClosed() async throws {
    let log = Log()
    let container = try container(log, "services: { EventTests.Store: disk }", closingFails: true)
    _ = try container.resolve((any Store).self)
    await #expect(throws: ClosingFailed.self) { try await container.shutdown() }
    #expect(log.events.last?.kind == .closingFailed)
    #expect(log.events.last?.description.contains("failed to close after ") == true)
  }

  @Test("transient services have no events") func saysNothingOfWhatIsMadeAnew() throws {
    let log = Log()
    let container = try container(log, "services: { EventTests.Note: { factory: note, scope: transient } }")
    for _ in 0..<3 { _ = try container.resolve(Note.self) }
    #expect(log.lines.isEmpty)
  }

  @Test("observing ends with its task") func runningEndsWithItsTask() async throws {
    let log = Log()
    let container = try container(log, "services: { EventTests.Store: { factory: disk, eager: true } }")
    let running = Task { try await container.run() }
    // A start that is cancelled throws.
    while !container.level.core.start.isDone { await Task.yield() }
    #expect(log.lines.contains("Store created") && !log.lines.contains("Store closed"))
    running.cancel()
    try await running.value
    #expect(log.lines.contains("Store closed"))
  }
}
