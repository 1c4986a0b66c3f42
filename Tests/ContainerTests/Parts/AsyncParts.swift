import ConfigDI

@testable import ConfigDIRuntime

/// Services that must be awaited, and that write down what happens to them.
enum AsyncParts {
  final class Log: Sendable {
    private let lines = Lock<[String]>([])
    private let count = Lock(0)
    var entries: [String] { lines.withLock { $0 } }
    func add(_ entry: String) { lines.withLock { $0.append(entry) } }
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  final class Session: AsyncCloseable, Sendable {
    let number: Int
    private let log: Log
    private let refuses: Bool

    init(_ number: Int, _ log: Log, refuses: Bool = false) {
      self.number = number
      self.log = log
      self.refuses = refuses
      if number != 7 { log.add("made \(number)") }
    }

    func close() async throws {}

    func close(after outcome: ScopeOutcome) async throws {
      if refuses { throw Refusal() }
      await Task.yield()
      switch outcome {
      case .returned: log.add("closed \(number): returned")
      case .threw(let error as Refusal): log.add("closed \(number): threw \(error.text)")
      case .threw: log.add("closed \(number): threw")
      case .cancelled: log.add("closed \(number): cancelled")
      }
    }
  }

  struct User: Sendable { let session: Session }
  final class Draft: Sendable {}

  struct Desk: Sendable {
    let drafts: [Draft]
    let all: [Draft]
  }

  struct Office: Sendable {
    let lazy: AsyncLazy<Draft>
    let new: AsyncProvider<Draft>
    let scoped: AsyncScopedProvider<Session>
  }

  static func registry(_ log: Log = Log(), observing: Bool = false) -> FactoryRegistry {
    var registry = FactoryRegistry()
    if observing { registry.observe { log.add("\($0.key) \($0.kind)") } }
    registry.registerAsync("session", as: Session.self) {
      await Task.yield()
      return Session(log.next(), log)
    }
    registry.register("plainSession", as: Session.self) { Session(log.next(), log) }
    registry.registerAsync("stubborn", as: Session.self) { Session(log.next(), log, refuses: true) }
    registry.registerAsyncDecorator("wrapped", of: Session.self) { inner in
      await Task.yield()
      return Session(inner.number + 10, log)
    }
    registry.registerDecorator("checked", of: Session.self) { inner in Session(inner.number + 1, log) }
    registry.registerAsyncDecorator("failing", of: Session.self) { _ in
      await Task.yield()
      throw Refusal()
    }
    registry.register("user", as: User.self) { (session: Session) in User(session: session) }
    registry.registerAsync("draft", as: Draft.self) {
      await Task.yield()
      return Draft()
    }
    registry.register("plainDraft", as: Draft.self) {
      log.add("draft")
      return Draft()
    }
    registry.registerAsync("failingDraft", as: Draft.self) { (_: Session) in
      await Task.yield()
      throw Refusal()
    }
    registry.register("desk", as: Desk.self, labels: ["one", "two", "three", "four", "all"]) {
      (one: Draft, two: Draft, three: Draft, four: Draft, all: [Draft]) in
      Desk(drafts: [one, two, three, four], all: all)
    }
    registry.register("office", as: Office.self, labels: ["lazy", "new", "scoped"]) {
      (lazy: AsyncLazy<Draft>, new: AsyncProvider<Draft>, scoped: AsyncScopedProvider<Session>) in
      Office(lazy: lazy, new: new, scoped: scoped)
    }
    return registry
  }

  static func container(_ manifest: String, _ log: Log = Log(), observing: Bool = false) throws -> Container {
    try Container(manifest: .yaml(manifest), registry: registry(log, observing: observing))
  }
}
